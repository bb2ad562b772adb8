// Speak for the game module of a Moithas/Chat-Stock checkout: one JSON request a line, one JSON answer a line.
// The module keeps its settings and history in a database; it gets one that remembers nothing.
'use strict';

const Module = require('module');
const path = require('path');
const readline = require('readline');

console.log = console.error;
const nothing = { run() {}, exec: () => [] };
const load = Module._load;
Module._load = (name, ...rest) => (name === './database' ? { getDb: () => nothing } : load(name, ...rest));

const game = require(path.resolve(process.argv[2], 'threecardpoker.js'));
const seat = ['guild', 'player'];
const SUITS = { s: 'S', h: 'H', d: 'D', c: 'C' };
const toEngine = ([rank, suit]) => ({ rank: rank === 'T' ? '10' : rank, suit: SUITS[suit] });
const toName = ({ rank, suit }) => (rank === '10' ? 'T' : rank) + suit.toLowerCase();

const requests = {
  tables: () => ({ 'pair-plus': game.PAIR_PLUS_PAYOUTS, 'six-card-bonus': game.SIX_CARD_BONUS_PAYOUTS }),
  deal({ ante, pairPlus, sixCard, cards }) {
    game.endGame(...seat);
    const started = game.startGame(...seat, ante);
    if (!started.success) return { refused: started.error };
    if (cards) started.game.deck = cards.map(toEngine).reverse();
    const placed = game.setSideBets(...seat, pairPlus, sixCard);
    if (!placed.success) return { refused: placed.error };
    const { playerHand, dealerHand } = game.dealCards(...seat).game;
    return { seat: playerHand.map(toName), dealer: dealerHand.map(toName) };
  },
  play: () => game.playHand(...seat).results,
  fold: () => game.foldHand(...seat).results,
  limit({ least, most }) {
    game.updateSettings(seat[0], { ...game.getSettings(seat[0]), minBet: least, maxBet: most });
    return {};
  },
  hand: ({ cards }) => game.evaluate3CardHand(cards.map(toEngine)),
};

game.initialize(nothing);
requests.limit({ least: 1, most: Number.MAX_SAFE_INTEGER });
readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line);
  process.stdout.write(JSON.stringify(requests[request.do](request)) + '\n');
});
