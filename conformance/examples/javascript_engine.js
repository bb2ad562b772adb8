// A whole Casino Hold'em engine to copy: keep `answer` and the lines after it, put your own game before them.
const crypto = require("crypto");

const GAME = "casino-holdem", RANKS = "23456789TJQKA", SEATS = 7;
const PACK = [..."shdc"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const CATEGORIES = ["high-card", "pair", "two-pair", "three-of-a-kind", "straight", "flush", "full-house",
  "four-of-a-kind", "straight-flush", "royal-flush"];
const EQUAL_RANKS = { 5: 0, 7: 1, 9: 2, 11: 3, 13: 6, 17: 7 }; // counted for each card: a pair gives 2+2+1+1+1
const PAYS = ["1:1", "1:1", "1:1", "1:1", "1:1", "2:1", "3:1", "10:1", "20:1", "100:1"];
const ANTE_WIN = { rows: Object.fromEntries(CATEGORIES.map((category, level) => [category, PAYS[level]])) };
const WIN = ["win", "1:1"], PUSH = ["push", "0:1"], LOSE = ["lose", "-1:1"]; // an outcome and its net odds
const RETURNED = ["returned", "0:1"], FORFEIT = ["forfeit", "-1:1"];
const READINGS = { antewin: "replaces", "antewin-claim": "automatic", "call-unqualified": "returned",
  tie: "both-push", burn: "none", "all-fold": "stop" };

class Refusal extends Error {}
function need(allowed, reason, code = -32001) {
  if (!allowed) throw Object.assign(new Refusal(reason), { code, data: { reason } });
}
const only = (object, ...names) => Object.keys(object).every((name) => names.includes(name));

// The strength of five cards as text, one letter for the category and one for each rank, the greater the better.
function strength(five) {
  const values = five.map((card) => RANKS.indexOf(card[0]));
  const count = (rank) => values.filter((value) => value === rank).length;
  let ranks = [...values].sort((a, b) => count(b) - count(a) || b - a);
  if (String(ranks) === "12,3,2,1,0") ranks = [3, 2, 1, 0, -1]; // the ace plays low in 5-4-3-2-A
  const flush = five.every((card) => card[1] === five[0][1]);
  const straight = new Set(ranks).size === 5 && ranks[0] - ranks[4] === 4;
  const special = flush && straight ? (ranks[0] === 12 ? 9 : 8) : flush ? 5 : straight ? 4 : 0;
  const category = special || EQUAL_RANKS[values.map(count).reduce((sum, times) => sum + times)];
  return [category, ...ranks.map((rank) => rank + 1)].map((number) => number.toString(16)).join("");
}
function best(cards) {
  const fives = cards.flatMap((_, a) => cards.slice(0, a).map((_, b) => cards.filter((_, at) => at !== a && at !== b)));
  return fives.map(strength).sort().at(-1);
}

let antes, odds, round = {};
const answers = {
  hello: () => ({ protocol: 1, engine: { name: "example", version: "1", language: "JavaScript" },
    games: [{ game: GAME }], capabilities: { stepwise: true, forced_deck: true, stacks: true, multi_seat: SEATS } }),
  configure({ game, variant = "electronic", options = {}, pay_tables = { ante: ANTE_WIN }, limits = {} }) {
    const played = Object.entries(options).every(([name, reading]) => READINGS[name] === reading);
    need(game === GAME && variant === "electronic" && played, "only the default rules are played here", -32002);
    need(only({ ...pay_tables, ...limits }, "ante"), "only the ante has a pay table and limits", -32002);
    odds = pay_tables.ante.rows;
    limit = { min: 1, max: Number.MAX_SAFE_INTEGER, step: 1, ...limits.ante };
    round = {};
    return {};
  },
};
