// A second Casino Hold'em engine, for the tests that the suite raises no false alarm. It was written by hand
// from the dealing procedure and knows nothing of the suite's oracle, so they can differ.
const crypto = require("crypto");
const RANKS = "23456789TJQKA", SEATS = 7, REMEMBERED = 1000;
const PACK = [..."shdc"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const CATEGORIES = ["high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
  "four-of-a-kind", "straight-flush", "royal-flush"];
const GROUPS = { 5: 0, 7: 1, 9: 2, 11: 3, 13: 6, 17: 7 }; // equal ranks, summed over cards: a pair is 2+2+1+1+1
const PAIR_OF_FOURS = [CATEGORIES.indexOf("pair"), RANKS.indexOf("4")];
const PAYS = ["1:1", "1:1", "1:1", "1:1", "1:1", "2:1", "3:1", "10:1", "20:1", "100:1"];
const ROWS = Object.fromEntries(CATEGORIES.map((category, i) => [category, PAYS[i]]));
const ANTE_WIN = { table: "100-20-10-3-2-1", rows: ROWS };
const READINGS = { antewin: "replaces", "antewin-claim": "automatic", "call-unqualified": "returned",
  tie: "both-push", burn: "none", "all-fold": "stop" };

class Refused { constructor(answer) { this.answer = answer; } } // say no; everything stays as it was
function check(allowed, reason) {
  if (!allowed) throw new Refused({ code: -32001, message: "rejected", data: { reason } });
}
function support(supported, message, code = -32002) {
  if (!supported) throw new Refused({ code, message });
}
const only = (object, ...names) => Object.keys(object).every((name) => names.includes(name));

const compare = (a, b) => { const i = b.findIndex((n, at) => n !== a[at]); return i < 0 ? 0 : a[i] - b[i]; };
function strength(five) {
  const values = five.map((card) => RANKS.indexOf(card[0]));
  const times = (rank) => values.filter((value) => value === rank).length;
  let ranks = [...values].sort((a, b) => times(b) - times(a) || b - a);
  if (ranks.join() === "12,3,2,1,0") ranks = [3, 2, 1, 0, -1]; // the ace plays low in 5-4-3-2-A
  const suited = five.every((card) => card[1] === five[0][1]);
  const run = new Set(ranks).size === 5 && ranks[0] - ranks[4] === 4;
  const special = suited && run ? (ranks[0] === 12 ? 9 : 8) : suited ? 5 : run ? 4 : 0;
  return [special || GROUPS[values.reduce((sum, rank) => sum + times(rank), 0)], ...ranks];
}
function best(cards) { // five of up to seven cards, and how strong they are
  let top = null;
  const choose = (from, five) => {
    if (five.length < 5) {
      for (let i = from; i < cards.length; i++) choose(i + 1, [...five, cards[i]]);
      return;
    }
    const rank = strength(five);
    if (!top || compare(rank, top.rank) > 0) top = { rank, five };
  };
  choose(0, []);
  return top;
}

// One round: what was dealt and chosen, and what it comes to.
class Round {
  constructor(name, boxes, deck, odds) {
    Object.assign(this, { name, boxes, deck, odds, isVoid: false, actions: new Map(), dealt: [] });
    this.antes = new Map(boxes.map((box) => [box.seat, box.wagers.ante]));
    this.seats = boxes.map((box) => `seat.${box.seat}`);
    this.deal(...this.seats, "dealer", ...this.seats, "dealer", "board", "board", "board");
  }
  deal(...places) { for (const to of places) this.dealt.push({ to, card: this.deck[this.dealt.length] }); }
  cards(...places) { return this.dealt.filter((card) => places.includes(card.to)).map((card) => card.card); }
  best(place) { return best([...this.cards(place), ...this.cards("board")]); }
  waiting() { return this.isVoid ? undefined : [...this.antes.keys()].find((seat) => !this.actions.has(seat)); }
  called(seat) { return this.actions.get(seat) === "call"; }
  act(seat, action) {
    this.actions.set(seat, action);
    const anyoneCalled = [...this.actions.values()].includes("call");
    if (anyoneCalled && this.waiting() === undefined) this.deal("board", "board");
  }
  settle(seat) { // of each wager that was placed: its name, what was staked, what comes back, and why
    const ante = this.antes.get(seat), call = 2 * ante, called = this.called(seat);
    const row = (wager, staked, times, outcome) => [wager, staked, times * staked, outcome];
    const both = (outcome, times) => [row("ante", ante, times, outcome), row("call", call, times, outcome)];
    if (this.isVoid) return both("returned", 1).slice(0, called ? 2 : 1);
    if (!called) return [["ante", ante, 0, "forfeit"]];
    const player = this.best(`seat.${seat}`).rank, dealer = this.best("dealer").rank;
    const [up, down] = this.odds[CATEGORIES[player[0]]] ?? [];
    const back = down ? ante + Math.floor((ante * up) / down) : 0; // the pay table may not name the category
    const won = ["ante", ante, back, down ? "win" : "lose"];
    if (compare(dealer, PAIR_OF_FOURS) < 0) return [won, ["call", call, call, "returned"]];
    const order = compare(player, dealer);
    if (order > 0) return [won, ["call", call, 2 * call, "win"]];
    return order === 0 ? both("push", 1) : both("lose", 0);
  }
  state(since) {
    const seat = this.waiting(), phase = this.isVoid ? "void" : seat === undefined ? "settled" : "decision";
    const called = this.boxes.filter((box) => this.called(box.seat)).map((box) => `seat.${box.seat}`);
    const callers = phase === "settled" ? called : [], places = [...this.seats, "dealer", "board"];
    const shown = callers.length ? ["board", "dealer", ...callers] : ["board"];
    const open = (viewer, place) => shown.includes(place) || place === viewer;
    const see = (viewer, place) => this.cards(place).map((card) => (open(viewer, place) ? card : "??"));
    const each = (names, value) => Object.fromEntries(names.map((name) => [name, value(name)]));
    const views = each(this.seats, (viewer) => each(places, (place) => see(viewer, place)));
    const state = { round: this.name, phase, dealt: this.dealt.slice(since), views };
    if (phase === "decision") {
      const call = 2 * this.antes.get(seat), wagers = { call: { min: call, max: call, step: 1 } };
      const legal = [{ action: "fold" }, { action: "call", wagers }];
      return { ...state, awaiting: { seat, decision: "decide", legal } };
    }
    const ledger = [], stacks = {}, hands = {};
    for (const { seat, stack } of this.boxes) {
      const rows = this.settle(seat);
      ledger.push(...rows.map(([wager, staked, returned, outcome]) => ({ seat, wager, staked, returned, outcome })));
      const moved = rows.reduce((sum, [, staked, returned]) => sum + returned - staked, 0);
      if (stack !== undefined) stacks[`seat.${seat}`] = stack + moved;
    }
    for (const place of callers.length ? [...callers, "dealer"] : []) {
      const { rank, five } = this.best(place), hand = { cards: five, category: CATEGORIES[rank[0]] };
      const qualifies = compare(rank, PAIR_OF_FOURS) >= 0;
      hands[place] = place === "dealer" ? { "dealer-hand": { ...hand, qualifies } } : { "player-hand": hand };
    }
    return { ...state, ledger, stacks, hands };
  }
}

const rounds = new Map();
let odds, limits; // as configured
function find({ round }, open) {
  const found = rounds.get(round);
  check(found && !(open && found.waiting() === undefined), "round-over");
  return found;
}
function checkLimits(wager, amount) {
  const { min, max, step } = { min: 1, max: amount, step: 1, ...limits[wager] };
  check(Number.isSafeInteger(amount) && min <= amount && amount <= max, "limits");
  check((amount - min) % step === 0, "limits");
}
// The cards that the suite forces, as a deck or place by place; or else shuffled ones.
function chooseDeck({ deck, places: packets }, places) {
  if (!deck && packets) {
    const turn = (n) => places.flatMap((place) => (packets[place] ?? []).slice(n, n + 1));
    deck = [...turn(0), ...turn(1), ...(packets.board ?? []), ...(packets.stub ?? [])];
  }
  deck ??= shuffled(PACK);
  check(new Set(deck).size === deck.length, "duplicate-card");
  const known = deck.every((card) => PACK.includes(card));
  support(known && deck.length >= 2 * places.length + 5, "this deck can't be dealt here");
  return deck;
}
function shuffled(pack) {
  const cards = [...pack];
  for (let last = cards.length - 1; last > 0; last--) {
    const other = crypto.randomInt(last + 1);
    [cards[last], cards[other]] = [cards[other], cards[last]];
  }
  return cards;
}

const answers = {
  hello({ protocol }) {
    support(protocol === 1, "this engine speaks protocol 1", -32004);
    const capabilities = { stepwise: true, forced_deck: true, views: true, stacks: true, hands: true,
      recall: true, shuffle: true, multi_seat: SEATS, rng: "below" };
    return { protocol, engine: { name: "casino-holdem-by-hand", version: "1", language: "JavaScript" },
      games: [{ game: "casino-holdem", variants: ["electronic"] }], capabilities };
  },
  configure({ game, variant, options = {}, pay_tables = {}, limits: wanted = {} }) {
    const tables = { ante: ANTE_WIN, ...pay_tables };
    support(game === "casino-holdem", "only casino-holdem is played here");
    support((variant ?? "electronic") === "electronic", "only electronic is played here");
    const played = Object.entries(options).every(([name, reading]) => READINGS[name] === reading);
    support(played, "not all of these options are played here");
    support(only(tables, "ante"), "only the ante has a pay table");
    support(only(wanted, "ante", "call"), "only ante and call have limits");
    const rows = Object.entries(tables.ante.rows);
    odds = Object.fromEntries(rows.map(([category, line]) => [category, line.split(":").map(Number)]));
    if (odds["straight-flush"]) odds["royal-flush"] ??= odds["straight-flush"];
    limits = wanted;
    return { effective: { pay_tables: tables, limits } };
  },
  "round.start"(params) {
    const boxes = [...params.seats].sort((a, b) => a.seat - b.seat), open = rounds.get(params.round);
    support(!("bank" in params), "the house banks here");
    support(!boxes.some((box) => "backline" in box), "no backline bets here");
    check(!open || open.waiting() === undefined, "illegal-action");
    const seated = boxes.every(({ seat }) => Number.isInteger(seat) && seat >= 1 && seat <= SEATS);
    check(boxes.length && seated, "seat-limit");
    check(new Set(boxes.map((box) => box.seat)).size === boxes.length, "seat-limit");
    for (const { wagers, stack = wagers.ante } of boxes) {
      check(only(wagers, "ante", "call"), "unknown-wager");
      check(!("call" in wagers), "illegal-action");
      check("ante" in wagers, "relation");
      checkLimits("ante", wagers.ante);
      check(wagers.ante <= stack, "insufficient-stack");
    }
    const deck = chooseDeck(params, [...boxes.map((box) => `seat.${box.seat}`), "dealer"]);
    const round = new Round(params.round, boxes, deck, odds);
    rounds.delete(params.round);
    rounds.set(params.round, round);
    if (rounds.size > REMEMBERED) rounds.delete(rounds.keys().next().value);
    return round.state(0);
  },
  "round.act"(params) {
    const { seat, action, wagers = {} } = params, round = find(params, true), ante = round.antes.get(seat);
    check(seat === round.waiting() && !("bettor" in params), "wrong-seat");
    check(action === "fold" || action === "call", "illegal-action");
    check(only(wagers, "ante", "call"), "unknown-wager");
    check(action === "call" ? only(wagers, "call") && wagers.call === 2 * ante : only(wagers), "relation");
    if (action === "call") {
      checkLimits("call", wagers.call);
      const { stack = 3 * ante } = round.boxes.find((box) => box.seat === seat);
      check(3 * ante <= stack, "insufficient-stack");
    }
    const before = round.dealt.length;
    round.act(seat, action);
    return round.state(before);
  },
  "round.abandon"(params) {
    const round = find(params, true);
    round.isVoid = true;
    return round.state(round.dealt.length);
  },
  "round.replay": (params) => find(params, false).state(0),
  shuffle: ({ count, packs = 1 }) => ({ source: "operating system",
    decks: Array.from({ length: count }, () => shuffled(Array(packs).fill(PACK).flat()).join("")) }),
  rng({ count, below }) {
    support(below < 2 ** 48, "only whole numbers below a bound are drawn here");
    const values = Array.from({ length: count }, () => crypto.randomInt(below));
    return { values, source: "operating system" };
  },
  bye: () => ({}),
};

function answer({ id, method, params = {} }) {
  try {
    support(Object.hasOwn(answers, method), `the method ${method} is not known here`);
    return { jsonrpc: "2.0", id, result: answers[method](params) };
  } catch (error) {
    if (error instanceof Refused) return { jsonrpc: "2.0", id, error: error.answer };
    const data = { message: String(error), traceback: error.stack };
    return { jsonrpc: "2.0", id, error: { code: -32003, message: "fault", data } };
  }
}

answers.configure({ game: "casino-holdem" });
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
});
