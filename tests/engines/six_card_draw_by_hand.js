// Six-card draw, for the tests that the suite raises no false alarm. It was written by hand from the game's
// document and knows nothing of the suite's oracle, so they can differ.
const crypto = require("crypto");
const RANKS = "23456789TJQKA", SEATS = 4, LIGHT_BOXES = 2, CARDS = 5, REMEMBERED = 1000;
const PACK = [..."shdc"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const CATEGORIES = ["high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
  "four-of-a-kind", "straight-flush", "royal-flush"];
const SHAPES = { 11111: "high-card", 2111: "pair", 221: "two-pair", 311: "three-of-a-kind", 32: "full-house",
  41: "four-of-a-kind" }; // how many cards of each rank
const PRINTED = { "royal-flush": "100:1", "straight-flush": "50:1", "four-of-a-kind": "20:1", "full-house": "7:1",
  flush: "5:1", straight: "4:1", "three-of-a-kind": "3:1", "two-pair": "2:1", pair: "1:1" };
const READINGS = { exchange: ["after-buy", "instead-of-buy", "rising"], "dealer-card": ["lowest", "highest"],
  "dealer-exchange-for": ["payer", "table"], "dark-boxes": ["fold-or-raise", "must-raise"],
  "up-card": ["first", "last"], "failed-exchange": ["pushed", "lost"] };
const ANTES = { raise: 2, buy: 1, exchange: 2, "exchange-again": 3, "exchange-dealer": 1 };
const FEES = ["buy", "exchange", "exchange-again", "exchange-dealer"];

const FOLD = { action: "fold" }, DECLINE = { action: "decline" }, RAISE = { action: "raise", wager: "raise" };
const BUY = { action: "buy", wager: "buy", next: "after-buy" };
const EXCHANGE = { action: "exchange", wager: "exchange", gives: 1, next: "after-exchange" };
const EXCHANGE_AGAIN = { ...EXCHANGE, wager: "exchange-again", next: "after-second-exchange" };
const EXCHANGE_DEALER = { action: "exchange-dealer", wager: "exchange-dealer" };
function offers(decision, dark, readings) {
  const instead = readings.exchange === "instead-of-buy", rising = readings.exchange === "rising";
  if (decision === "dealer-exchange") return [EXCHANGE_DEALER, DECLINE];
  if (dark) return readings["dark-boxes"] === "must-raise" ? [RAISE] : [FOLD, RAISE];
  if (decision === "decide") return [FOLD, RAISE, BUY, ...(instead ? [EXCHANGE] : [])];
  if (decision === "after-buy") return [FOLD, RAISE, ...(instead ? [] : [EXCHANGE])];
  return decision === "after-exchange" && rising ? [FOLD, RAISE, EXCHANGE_AGAIN] : [FOLD, RAISE];
}

class Refused { constructor(answer) { this.answer = answer; } } // say no; everything stays as it was
function check(allowed, reason) {
  if (!allowed) throw new Refused({ code: -32001, message: "rejected", data: { reason } });
}
function support(supported, message, code = -32002) {
  if (!supported) throw new Refused({ code, message });
}
const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0);
const rankOf = (card) => RANKS.indexOf(card[0]) + 2;

function name(five) { // a hand with its category and a number that grows with its strength
  const ranks = five.map(rankOf), times = (rank) => ranks.filter((other) => other === rank).length;
  let order = [...new Set(ranks)].sort((a, b) => times(b) - times(a) || b - a);
  const shape = order.map(times).join(""), wheel = order.join() === "14,5,4,3,2";
  const run = order.length === 5 && (wheel || order[0] - order[4] === 4);
  const suited = five.every((card) => card[1] === five[0][1]);
  if (wheel) order = [5, 4, 3, 2, 1];
  const running = !suited ? "straight" : order[0] === 14 ? "royal-flush" : "straight-flush";
  const category = run ? running : suited ? "flush" : SHAPES[shape];
  const digits = [CATEGORIES.indexOf(category), ...order, 0, 0, 0].slice(0, 6);
  return { category, cards: five, strength: digits.reduce((total, digit) => 15 * total + digit) };
}
function best(cards) { // of five or six cards: leave out none or one
  const hands = cards.length === 5 ? [cards] : cards.map((_, out) => cards.filter((_, at) => at !== out));
  return hands.map(name).reduce((top, hand) => (hand.strength > top.strength ? hand : top));
}
const qualifies = (cards) => best(cards).category !== "high-card";

class Box {
  constructor({ seat, guest, dark = false, stack, wagers }) {
    Object.assign(this, { seat, place: `seat.${seat}`, guest, dark, stack, staked: { ...wagers }, hand: [] });
    Object.assign(this, { decision: "decide", choices: {}, given: {} });
  }
  get stays() { return "raise" in this.staked; }
  get paysForDealer() { return "exchange-dealer" in this.staked; }
  costs({ wager }) { return wager ? { [wager]: ANTES[wager] * this.staked.ante } : {}; }
}

// One round: what was dealt and chosen, and what it comes to.
class Round {
  constructor(name, boxes, deck, rules) {
    Object.assign(this, { name, boxes, deck, ...rules, dealt: [], isVoid: false, isOpened: false });
    for (const box of boxes) while (box.hand.length < CARDS) box.hand.push(this.draw(box.place));
    this.dealer = Array.from({ length: CARDS }, () => this.draw("dealer"));
  }
  draw(to, replaces) {
    const card = this.deck[this.dealt.length];
    this.dealt.push({ to, card, replaces });
    return card;
  }
  waiting() { return this.isVoid ? undefined : this.boxes.find((box) => box.decision); }
  offers(box) { return offers(box.decision, box.dark, this.readings); }
  phase() { return this.isVoid ? "void" : this.waiting() ? "decision" : "settled"; }
  act(box, offer, [given]) {
    Object.assign(box.staked, box.costs(offer));
    box.choices[box.decision] = offer.action;
    if (offer.action === "buy") box.hand.push(this.draw(box.place));
    if (offer.action === "exchange") {
      box.given[box.decision] = given;
      box.hand[box.hand.indexOf(given)] = this.draw(box.place, given);
    }
    box.decision = offer.next;
    if (!this.waiting()) this.openDealer();
  }
  openDealer() { // and offer the exchange; or carry it out, once everyone was asked
    const staying = this.boxes.filter((box) => box.stays);
    const offered = !this.isOpened && !qualifies(this.dealer);
    this.isOpened = staying.length > 0;
    if (offered) for (const box of staying) box.decision = "dealer-exchange";
    else if (staying.some((box) => box.paysForDealer)) {
      const sorted = [...this.dealer].sort((a, b) => rankOf(a) - rankOf(b));
      const out = sorted.at(this.readings["dealer-card"] === "lowest" ? 0 : -1), card = this.draw("dealer", out);
      this.changed = this.dealer.map((held) => (held === out ? card : held));
    }
  }
  settle(box) { // of the ante and the raise: what comes back, and why
    const { ante, raise } = box.staked, { paysForDealer } = box;
    if (!box.stays) return { ante: [0, "forfeit"] };
    const exchanged = this.changed && (paysForDealer || this.readings["dealer-exchange-for"] === "table");
    const facing = exchanged ? this.changed : this.dealer, even = [2 * ante, "win"], pushed = [raise, "push"];
    if (!qualifies(facing)) {
      const failed = this.readings["failed-exchange"] === "lost" ? [0, "lose"] : [ante, "push"];
      return { ante: paysForDealer ? failed : even, raise: pushed };
    }
    const player = best(box.hand), difference = player.strength - best(facing).strength;
    if (difference < 0) return { ante: [0, "lose"], raise: [0, "lose"] };
    return difference > 0 ? { ante: even, raise: this.pay(player, raise) } : { ante: [ante, "push"], raise: pushed };
  }
  pay({ category }, stake) { // the pay table may not name the category
    const line = this.rows[category] ?? (category === "royal-flush" ? this.rows["straight-flush"] : undefined);
    if (line === undefined) return [0, "lose"];
    const [up, down] = line.split(":").map(Number);
    return [stake + Math.floor((stake * up) / down), up ? "win" : "push"];
  }
  ledger() {
    return this.boxes.flatMap((box) => {
      const settled = this.settle(box);
      return Object.entries(box.staked).map(([wager, staked]) => {
        const end = this.isVoid ? [staked, "returned"] : FEES.includes(wager) ? [0, "paid"] : settled[wager];
        return { seat: box.seat, wager, staked, returned: end[0], outcome: end[1] };
      });
    });
  }
  views() {
    const over = this.phase() === "settled", up = this.readings["up-card"] === "first" ? 0 : CARDS - 1;
    const table = this.dealt.filter(({ to }) => to === "dealer").map(({ card }) => card);
    const hide = (cards, open) => cards.map((card, at) => (open(at) ? card : "??"));
    const dealer = hide(table, (at) => this.isOpened || at === up);
    const sees = (viewer, box) => (over && box.stays) || (box === viewer && (over || !box.dark));
    return Object.fromEntries(this.boxes.map((viewer) => [viewer.place, { dealer,
      ...Object.fromEntries(this.boxes.map((box) => [box.place, hide(box.hand, () => sees(viewer, box))])) }]));
  }
  hands() {
    if (!this.isOpened) return {};
    const tell = ({ category, cards }) => ({ category, cards });
    const dealer = { ...tell(best(this.dealer)), qualifies: qualifies(this.dealer) };
    const players = this.boxes.filter((box) => box.stays)
      .map((box) => [box.place, { "player-hand": tell(best(box.hand)) }]);
    return { ...Object.fromEntries(players), dealer: { "dealer-hand": dealer } };
  }
  awaiting(box) {
    const legal = this.offers(box).map((offer) => {
      const costs = Object.entries(box.costs(offer));
      const wagers = costs.map(([wager, cost]) => [wager, { min: cost, max: cost, step: 1 }]);
      return { action: offer.action, cards: offer.gives, ...(costs.length && { wagers: Object.fromEntries(wagers) }) };
    });
    return { seat: box.seat, decision: box.decision, legal };
  }
  state(since) {
    const box = this.waiting(), phase = this.phase();
    const state = { round: this.name, phase, dealt: this.dealt.slice(since), views: this.views() };
    if (box) return { ...state, awaiting: this.awaiting(box) };
    const ledger = this.ledger(), stacks = {};
    for (const { seat, place, stack } of this.boxes) {
      const moves = ledger.filter((row) => row.seat === seat).map((row) => row.returned - row.staked);
      if (stack !== undefined) stacks[place] = stack + sum(moves);
    }
    return { ...state, ledger, stacks, hands: phase === "settled" ? this.hands() : undefined };
  }
  columns() { // a settled round as a row of a big table
    const row = {};
    for (const { to, card } of this.dealt) row[to] = (row[to] ?? "") + card;
    for (const { place, choices, given } of this.boxes) {
      for (const [decision, action] of Object.entries(choices)) row[`${place}.${decision}`] = action;
      for (const [decision, card] of Object.entries(given)) row[`${place}.${decision}.cards`] = card;
    }
    for (const { seat, wager, staked, returned } of this.ledger()) {
      row[`seat.${seat}.${wager}.staked`] = staked;
      row[`seat.${seat}.${wager}.returned`] = returned;
    }
    return row;
  }
}

const rounds = new Map();
let rules; // as configured: readings, rows of the pay table, limits
function find({ round }, open) {
  const found = rounds.get(round);
  check(found && !(open && !found.waiting()), "round-over");
  return found;
}
function checkLimits(wagers) {
  for (const [wager, amount] of Object.entries(wagers)) {
    const { min = 1, max = amount, step = 1 } = rules.limits[wager] ?? {};
    check(Number.isSafeInteger(amount) && amount >= Math.max(min, 1) && amount <= max, "limits");
    check((amount - min) % step === 0, "limits");
  }
}
const known = (wagers) => Object.keys(wagers).every((wager) => wager === "ante" || wager in ANTES);
function seat(seats) {
  const boxes = [...seats].sort((a, b) => a.seat - b.seat), guests = new Map();
  check(boxes.length && boxes.every((box) => box.seat >= 1 && box.seat <= SEATS), "seat-limit");
  check(new Set(boxes.map((box) => box.seat)).size === boxes.length, "seat-limit");
  support(!boxes.some((box) => "backline" in box), "no backline bets here");
  for (const box of boxes) {
    check(known(box.wagers), "unknown-wager");
    check(Object.keys(box.wagers).join() === "ante", "relation");
    checkLimits(box.wagers);
    check(box.wagers.ante <= (box.stack ?? Infinity), "insufficient-stack");
    if (box.guest !== undefined) guests.set(box.guest, [...(guests.get(box.guest) ?? []), box]);
  }
  for (const own of guests.values()) {
    check(own.filter((box) => !box.dark).length <= LIGHT_BOXES, "seat-limit");
    check(own.every((box) => box.wagers.ante === own[0].wagers.ante), "relation");
  }
  return boxes.map((box) => new Box(box));
}
// The cards that the suite forces, as a deck or place by place; and shuffled ones where it forces none.
function chooseDeck({ deck, places }, boxes) {
  let cards = deck ?? [];
  if (!deck && places) {
    const packets = [...boxes.map((box) => box.place), "dealer"].map((place) => places[place] ?? []);
    support(packets.every((packet) => packet.length >= CARDS), "each place needs five cards");
    cards = [...packets.flatMap((packet) => packet.slice(0, CARDS)), ...(places.stub ?? [])];
  }
  check(new Set(cards).size === cards.length, "duplicate-card");
  support(cards.every((card) => PACK.includes(card)), "this deck can't be dealt here");
  return [...cards, ...shuffled(PACK.filter((card) => !cards.includes(card)))];
}
function shuffled(cards) {
  const left = [...cards];
  return cards.map(() => {
    const at = crypto.randomInt(left.length), [card] = left.splice(at, 1);
    return card;
  });
}
function open(name, params) {
  check(!("bank" in params), "bank");
  const boxes = seat(params.seats);
  return new Round(name, boxes, chooseDeck(params, boxes), rules);
}
const pick = (list) => list[crypto.randomInt(list.length)];
function playAlone(number, seats, policy) {
  const round = open(number, { seats });
  for (let box = round.waiting(); box; box = round.waiting()) {
    const wanted = policy[box.decision] ?? "uniform";
    const legal = round.offers(box).filter(({ action }) => wanted === "uniform" || action === wanted);
    check(legal.length, "illegal-action");
    round.act(box, pick(legal), [pick(box.hand)]);
  }
  return { round: number, ...round.columns() };
}

const answers = {
  hello({ protocol }) {
    support(protocol === 1, "this engine speaks protocol 1", -32004);
    const capabilities = { forced_deck: true, stepwise: true, rounds_play: true, hands_rank: true, shuffle: true,
      views: true, hands: true, stacks: true, multi_seat: SEATS, recall: true };
    return { protocol, engine: { name: "six-card-draw-by-hand", version: "1", language: "JavaScript" },
      games: [{ game: "six-card-draw" }], capabilities };
  },
  configure({ game, variant, options = {}, pay_tables = {}, limits = {} }) {
    support(game === "six-card-draw", "only six-card-draw is played here");
    support(variant === undefined, "there are no variants here");
    const possible = Object.entries(options).every(([name, reading]) => READINGS[name]?.includes(reading));
    support(possible, "not all of these options are played here");
    support(Object.keys(pay_tables).every((wager) => wager === "raise"), "only the raise has a pay table");
    support(known(limits), "only wagers have limits here");
    const defaults = Object.entries(READINGS).map(([name, [first]]) => [name, first]);
    const readings = { ...Object.fromEntries(defaults), ...options };
    const table = pay_tables.raise ?? { table: "100-50-20-7-5-4-3-2-1", rows: PRINTED };
    rules = { readings, rows: table.rows, limits };
    rounds.clear();
    return { effective: { options: readings, pay_tables: { raise: table }, limits } };
  },
  "round.start"(params) {
    check(!rounds.get(params.round)?.waiting(), "illegal-action");
    const round = open(params.round, params);
    rounds.delete(params.round);
    rounds.set(params.round, round);
    if (rounds.size > REMEMBERED) rounds.delete(rounds.keys().next().value);
    return round.state(0);
  },
  "round.act"(params) {
    const { wagers = {}, cards = [] } = params, round = find(params, true), box = round.waiting();
    check(params.seat === box.seat && !("bettor" in params), "wrong-seat");
    const offer = round.offers(box).find(({ action }) => action === params.action);
    check(offer, "illegal-action");
    check(known(wagers), "unknown-wager");
    const due = box.costs(offer), names = new Set([...Object.keys(due), ...Object.keys(wagers)]);
    check([...names].every((wager) => wagers[wager] === due[wager]), "relation");
    check(Array.isArray(cards), "relation");
    check(new Set(cards).size === cards.length, "duplicate-card");
    check(cards.length === (offer.gives ?? 0), "relation");
    check(cards.every((card) => box.hand.includes(card)), "card-not-held");
    checkLimits(due);
    const all = sum([...Object.values(box.staked), ...Object.values(due)]);
    check(all <= (box.stack ?? Infinity), "insufficient-stack");
    const before = round.dealt.length;
    round.act(box, offer, cards);
    return round.state(before);
  },
  "round.abandon"(params) {
    const round = find(params, true);
    round.isVoid = true;
    return round.state(round.dealt.length);
  },
  "round.replay": (params) => find(params, false).state(0),
  "rounds.play"({ count, seats, policy }) {
    const rows = Array.from({ length: count }, (_, at) => playAlone(at + 1, seats, policy));
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) };
  },
  "hands.rank"({ ranking, hands }) {
    support(ranking === "poker", "only poker hands are ranked here");
    support(hands.every((hand) => [5, 6].includes(hand.length)), "a hand has five or six cards here");
    const named = hands.map(best), strengths = [...new Set(named.map((hand) => hand.strength))];
    const equal = new Map(strengths.sort((a, b) => b - a).map((strength) => [strength, []]));
    named.forEach(({ strength }, at) => equal.get(strength).push(at));
    return { categories: named.map(({ category }) => category), classes: [...equal.values()] };
  },
  shuffle: ({ count, packs = 1 }) => ({ source: "operating system",
    decks: Array.from({ length: count }, () => shuffled(Array(packs).fill(PACK).flat()).join("")) }),
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

answers.configure({ game: "six-card-draw" });
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (text) => {
  const lines = (rest + text).split("\n");
  rest = lines.pop();
  for (const line of lines) process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n");
});
