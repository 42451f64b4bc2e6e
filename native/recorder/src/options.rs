//! What is recorded, and for how long.

use std::time::Duration;

use crate::triggers::Trigger;

/// The levels of logs, from the lowest. `Off` records none.
pub const LEVELS: [&str; 7] = ["Trace", "Debug", "Info", "Warn", "Error", "Fatal", "Off"];

/// Which time is recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// The next minutes.
    Next(Duration),
    /// The last minutes before a trigger or a stop, and a while after a trigger.
    Last {
        /// How much is kept.
        kept: Duration,
        /// How long it goes on after a trigger.
        after: Duration,
    },
}

/// The options of a recording.
#[derive(Debug, Clone)]
pub struct Options {
    /// Which time.
    pub length: Length,
    /// Largest file, or most memory of [`Length::Last`], in bytes.
    pub size: u64,
    /// What marks a moment and captures stacks.
    pub triggers: Vec<Trigger>,
    /// The lowest level of log lines, one of [`LEVELS`].
    pub log_level: String,
}
