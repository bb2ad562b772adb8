//! Speaks for the Three Card Poker module of happybigmtn/nullsociety: one request a line, one answer a line.
//!
//! The module is compiled as it stands in a checkout, from a folder or link named `casino` beside this file. What it
//! needs from the rest of its project, a session, a result, a source of cards, is stood in for here by the same names;
//! the cards are those that the request names.
//!
//! `deal ANTE PAIR-PLUS SIX-CARD C1 .. C6` answers `ok`; `act 0` plays and `act 1` folds, answered by the money moved
//! since the ante was taken and the record of the round; `hand C1 C2 C3` answers the category; `compare C1 .. C6` the
//! sign of the comparison of two hands. A refused request is answered `refused` and the reason. Cards are numbers.

extern crate self as nullspace_types;

pub mod casino {
    pub const THREE_CARD_PROGRESSIVE_BASE_JACKPOT: u64 = 0;

    #[derive(Default)]
    pub struct SuperModeState {
        pub is_active: bool,
        pub multipliers: Vec<()>,
    }

    #[derive(Default)]
    pub struct GameSession {
        pub bet: u64,
        pub state_blob: Vec<u8>,
        pub is_complete: bool,
        pub super_mode: SuperModeState,
    }
}

#[allow(dead_code)]
#[path = "casino"]
mod engine {
    use super::casino::GameSession;

    pub mod cards;
    pub mod logging;
    pub mod payload;
    pub mod serialization;
    pub mod three_card;

    pub mod super_mode {
        pub fn apply_super_multiplier_cards(_: &[u8], _: &[()], amount: u64) -> u64 {
            amount
        }
    }

    #[derive(Debug)]
    pub enum GameError {
        InvalidPayload,
        InvalidMove,
        DeckExhausted,
        GameAlreadyComplete,
    }

    pub enum GameResult {
        Continue(Vec<String>),
        ContinueWithUpdate { payout: i64, logs: Vec<String> },
        Win(u64, Vec<String>),
        LossPreDeducted(u64, Vec<String>),
    }

    pub trait CasinoGame {
        fn init(session: &mut GameSession, rng: &mut GameRng) -> GameResult;
        fn process_move(
            session: &mut GameSession,
            payload: &[u8],
            rng: &mut GameRng,
        ) -> Result<GameResult, GameError>;
    }

    /// Hands out the cards of the request, the first one first.
    #[derive(Default)]
    pub struct GameRng(pub std::collections::VecDeque<u8>);

    impl GameRng {
        pub fn create_deck(&mut self) -> Vec<u8> {
            Vec::new()
        }

        pub fn create_deck_excluding(&mut self, _: &[u8]) -> Vec<u8> {
            Vec::new()
        }

        pub fn draw_card(&mut self, _: &mut Vec<u8>) -> Option<u8> {
            self.0.pop_front()
        }
    }
}

use engine::three_card::{evaluate_hand, ThreeCardPoker};
use engine::{CasinoGame, GameError, GameResult, GameRng};
use std::io::{BufRead, Write};

const PLAY: u8 = 0;
const DEAL: u8 = 2;
const PAIR_PLUS: u8 = 3;
const REVEAL: u8 = 4;
const SIX_CARD: u8 = 5;

#[derive(Default)]
struct Table {
    session: casino::GameSession,
    rng: GameRng,
    moved: i64,
    record: String,
}

impl Table {
    fn step(&mut self, payload: &[u8]) -> Result<(), GameError> {
        let (moved, logs) = match ThreeCardPoker::process_move(&mut self.session, payload, &mut self.rng)? {
            GameResult::Continue(logs) => (0, logs),
            GameResult::ContinueWithUpdate { payout, logs } => (payout, logs),
            GameResult::Win(returned, logs) => (returned as i64, logs),
            GameResult::LossPreDeducted(_, logs) => (0, logs),
        };
        self.moved += moved;
        self.record = logs.into_iter().last().unwrap_or_default();
        Ok(())
    }

    fn deal(&mut self, bets: &[u64], cards: &[u8]) -> Result<String, GameError> {
        *self = Table::default();
        self.session.bet = bets[0];
        self.rng.0.extend(cards);
        ThreeCardPoker::init(&mut self.session, &mut self.rng);
        for (code, bet) in [(PAIR_PLUS, bets[1]), (SIX_CARD, bets[2])] {
            self.step(&[&[code], bet.to_be_bytes().as_slice()].concat())?;
        }
        self.step(&[DEAL])?;
        Ok("ok".into())
    }

    fn act(&mut self, code: u8) -> Result<String, GameError> {
        self.step(&[code])?;
        if code == PLAY {
            self.step(&[REVEAL])?;
        }
        Ok(format!("{} {}", self.moved, self.record))
    }
}

fn hand(cards: &[u8]) -> [u8; 3] {
    [cards[0], cards[1], cards[2]]
}

fn main() {
    let mut table = Table::default();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("a line of text");
        let mut words = line.split(' ');
        let request = words.next().unwrap_or_default();
        let numbers: Vec<u64> = words.map(|word| word.parse().expect("a whole number")).collect();
        let cards = |from: usize| -> Vec<u8> { numbers[from..].iter().map(|&card| card as u8).collect() };
        let answer = match request {
            "deal" => table.deal(&numbers[..3], &cards(3)),
            "act" => table.act(numbers[0] as u8),
            "hand" => Ok(format!("{:?}", evaluate_hand(&hand(&cards(0))).0)),
            "compare" => {
                let order = evaluate_hand(&hand(&cards(0))).cmp(&evaluate_hand(&hand(&cards(3))));
                Ok((order as i8).to_string())
            }
            _ => panic!("unknown request {request}"),
        };
        println!("{}", answer.unwrap_or_else(|error| format!("refused {error:?}")));
        std::io::stdout().flush().expect("an open output");
    }
}
