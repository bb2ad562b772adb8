// A whole Casino Hold'em engine to copy: keep `ask` and the lines after it, put your own game before them.
const crypto = require("crypto"), readline = require("readline");
const GAME = "casino-holdem", RANKS = "23456789TJQKA", SEATS = [1, 2, 3, 4, 5, 6, 7];
const PACK = [..."shdc"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const CATEGORIES = ["high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
  "four-of-a-kind", "straight-flush", "royal-flush"];
const EQUAL_RANKS = { 11111: 0, 22111: 1, 22221: 2, 33311: 3, 33322: 6, 44441: 7 }; // how often held
const WIN = ["win", "1:1"], PUSH = ["push", "0:1"], LOSE = ["lose", "-1:1"]; // an outcome and its net odds
const RETURNED = ["returned", "0:1"], FORFEIT = ["forfeit", "-1:1"];
const READINGS = { antewin: "replaces", "antewin-claim": "automatic", "call-unqualified": "returned",
  tie: "both-push", burn: "none", "all-fold": "stop" };

function need(allowed, reason, code = -32001) {
  if (!allowed) throw { code, message: reason, data: code === -32001 ? { reason } : {} };
}
const only = (object, ...names) => Object.keys(object).every((name) => names.includes(name));

// Write the category and ranks of the best five cards as digits, so that the greater text is the better hand.
function strength(hand) {
  if (hand.length > 5) return hand.map((out) => strength(hand.filter((card) => card !== out))).sort().at(-1);
  const values = hand.map((card) => RANKS.indexOf(card[0]));
  const count = (rank) => values.filter((value) => value === rank).length;
  let ranks = [...values].sort((a, b) => count(b) - count(a) || b - a);
  if (ranks.join() === "12,3,2,1,0") ranks = [3, 2, 1, 0, -1]; // the ace plays low in 5-4-3-2-A
  const flush = hand.every((card) => card[1] === hand[0][1]);
  const straight = new Set(ranks).size === 5 && ranks[0] - ranks[4] === 4;
  const special = flush && straight ? (ranks[0] === 12 ? 9 : 8) : flush ? 5 : straight ? 4 : 0;
  const digits = [special || EQUAL_RANKS[ranks.map(count).join("")], ...ranks.map((rank) => rank + 1)];
  return digits.map((digit) => digit.toString(16)).join("");
}

let rows, limit, round; // pay table and limits of the ante, and the open round
function start({ round: id, seats, deck }) {
  need(round.id === undefined, "illegal-action");
  const boxes = SEATS.flatMap((seat) => seats.find((box) => box.seat === seat) ?? []);
  need(boxes.length > 0 && boxes.length === seats.length, "seat-limit");
  for (const { wagers: { ante, ...others }, stack = Infinity } of boxes) {
    need(only(others), "call" in others ? "illegal-action" : "unknown-wager");
    need(ante !== undefined, "relation");
    need(ante >= limit.min && ante <= limit.max && (ante - limit.min) % limit.step === 0, "limits");
    need(ante <= stack, "insufficient-stack");
  }
  deck ??= PACK.map((card) => ({ card, at: crypto.randomInt(2 ** 47) })).sort((a, b) => a.at - b.at)
    .map(({ card }) => card);
  need(new Set(deck).size === deck.length, "duplicate-card");
  const holders = [...boxes.map((box) => `seat.${box.seat}`), "dealer"], board = Array(5).fill("board");
  const dealt = [...holders, ...holders, ...board].map((to, at) => ({ to, card: deck[at] }));
  round = { id, boxes, dealt, waiting: [...boxes], fold: [], call: [] };
  return decide(dealt.slice(0, -2));
}
function decide(dealt) {
  const { seat, wagers } = round.waiting[0], call = { min: 2 * wagers.ante, max: 2 * wagers.ante };
  const legal = [{ action: "fold" }, { action: "call", wagers: { call } }];
  return { round: round.id, phase: "decision", dealt, awaiting: { seat, decision: "decide", legal } };
}
function act({ round: id, seat, bettor, action, wagers = {} }) {
  need(id === round.id, "round-over");
  const box = round.waiting[0], legal = { fold: {}, call: { call: 2 * box.wagers.ante } };
  need(seat === box.seat && bettor === undefined, "wrong-seat");
  need(Object.hasOwn(legal, action), "illegal-action");
  const isWanted = JSON.stringify(wagers) === JSON.stringify(legal[action]);
  need(isWanted, only(wagers, "ante", "call") ? "relation" : "unknown-wager");
  need(action === "fold" || 3 * box.wagers.ante <= (box.stack ?? Infinity), "insufficient-stack");
  round[action].push(round.waiting.shift());
  return round.waiting.length ? decide([]) : close(id, "settled");
}
function close(id, phase = "void") {
  need(id === round.id, "round-over");
  const dealt = phase === "settled" && round.call.length ? round.dealt.slice(-2) : [];
  const ledger = [], stacks = {};
  for (const box of round.boxes) {
    if ("stack" in box) stacks[`seat.${box.seat}`] = box.stack;
    settle(box, phase).forEach(([outcome, odds], at) => {
      const [net, per] = odds.split(":").map(Number), staked = [1, 2][at] * box.wagers.ante;
      const returned = Math.floor((staked * (per + net)) / per);
      ledger.push({ seat: box.seat, wager: ["ante", "call"][at], staked, returned, outcome });
      if ("stack" in box) stacks[`seat.${box.seat}`] += returned - staked;
    });
  }
  round = {};
  return { round: id, phase, dealt, ledger, stacks };
}
function settle(box, phase) {
  const cards = (...places) => round.dealt.filter(({ to }) => places.includes(to)).map(({ card }) => card);
  const player = strength(cards(`seat.${box.seat}`, "board")), dealer = strength(cards("dealer", "board"));
  const odds = rows[CATEGORIES[player[0]]], won = odds ? ["win", odds] : LOSE;
  const called = round.call.includes(box);
  if (phase === "void") return called ? [RETURNED, RETURNED] : [RETURNED];
  if (!called) return [FORFEIT];
  if (dealer < "13") return [won, RETURNED]; // less than a pair of fours
  return player > dealer ? [won, WIN] : player === dealer ? [PUSH, PUSH] : [LOSE, LOSE];
}

const answers = {
  hello: () => ({ protocol: 1, engine: { name: "example", version: "1" }, games: [{ game: GAME }],
    capabilities: { stepwise: true, forced_deck: true, stacks: true, multi_seat: SEATS.length } }),
  configure({ game, variant = "electronic", options = {}, pay_tables: tables = {}, limits = {} }) {
    const isDefault = Object.entries(options).every(([name, reading]) => READINGS[name] === reading);
    need(game === GAME && variant === "electronic" && isDefault, "only the default rules are played", -32002);
    const expected = "ante" in tables && only({ ...tables, ...limits }, "ante");
    need(expected, "the ante alone has a pay table and limits", -32002);
    rows = { "royal-flush": tables.ante.rows["straight-flush"], ...tables.ante.rows };
    [limit, round] = [{ min: 1, max: Infinity, step: 1, ...limits.ante }, {}];
    return {};
  },
  "round.start": start, "round.act": act, "round.abandon": ({ round: id }) => close(id), bye: () => ({}),
};
function ask(method, params) {
  try {
    need(Object.hasOwn(answers, method), `${method} is not known here`, -32002);
    return { result: answers[method](params) };
  } catch (error) {
    if (error instanceof Error) throw error; // a mistake in the engine and no refusal
    return { error };
  }
}
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...ask(method, params) }));
});
