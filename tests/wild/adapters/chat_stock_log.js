// Play rounds with the game module of a Moithas/Chat-Stock checkout, by its own shuffles, and print each row that it writes
// into its table of history as a JSON object. Arguments: the checkout, how many rounds.
'use strict';

const Module = require('module');
const path = require('path');

const print = console.log;
console.log = console.error;
const database = {
  run(sql, values) {
    const found = /INSERT INTO threecardpoker_history \(([^)]*)\)/.exec(sql);
    if (!found) return;
    const names = found[1].split(',').map((name) => name.trim());
    print(JSON.stringify(Object.fromEntries(names.map((name, at) => [name, values[at]]))));
  },
  exec: () => [],
};
const load = Module._load;
Module._load = (name, ...rest) => (name === './database' ? { getDb: () => database } : load(name, ...rest));

const game = require(path.resolve(process.argv[2], 'threecardpoker.js'));
const seat = ['guild', 'player'];
game.initialize(database);
game.updateSettings(seat[0], { ...game.getSettings(seat[0]), minBet: 1, maxBet: 1000 });
for (let round = 0; round < Number(process.argv[3]); round += 1) {
  const ante = 10 * (1 + (round % 7));
  game.startGame(...seat, ante);
  game.setSideBets(...seat, round % 2 ? 5 : 0, round % 3 ? 10 : 0);
  game.dealCards(...seat);
  if (round % 5) game.playHand(...seat);
  else game.foldHand(...seat);
  game.endGame(...seat);
}
