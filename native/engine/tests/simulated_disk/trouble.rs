//! Calls that fail while the power is on.

use std::io;

use super::dice::Dice;

/// When a call that changes something fails, and how.
#[derive(Debug)]
pub struct Trouble {
    dice: Dice,
    /// Of a hundred calls.
    percent: u64,
    kind: io::ErrorKind,
}

/// How much of a call happened.
#[derive(Debug)]
pub(super) enum Done {
    All,
    /// The first half of the bytes, if any, with an error for the caller.
    Half(io::Error),
    /// Everything, although the caller gets an error; only a later sync makes it durable.
    Unconfirmed(io::Error),
}

pub(super) enum Failure {
    Nothing(io::Error),
    Half(io::Error),
    All(io::Error),
}

impl Trouble {
    /// Some calls fail like this, after doing nothing, half or all of it.
    pub fn sometimes(percent: u64, kind: io::ErrorKind, dice: Dice) -> Self {
        Self { dice, percent, kind }
    }

    /// Every call fails like this and does nothing.
    pub fn always(kind: io::ErrorKind) -> Self {
        Self { dice: Dice::new(0), percent: 100, kind }
    }

    pub(super) fn strikes(&mut self) -> Option<Failure> {
        if !self.dice.chance(self.percent) {
            return None;
        }
        let error = io::Error::from(self.kind);
        Some(match if self.percent == 100 { 0 } else { self.dice.below(3) } {
            0 => Failure::Nothing(error),
            1 => Failure::Half(error),
            _ => Failure::All(error),
        })
    }
}

impl Done {
    pub(super) fn answer(self) -> io::Result<()> {
        match self {
            Self::All => Ok(()),
            Self::Half(error) | Self::Unconfirmed(error) => Err(error),
        }
    }
}
