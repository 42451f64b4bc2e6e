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
        /// How long it continues after a trigger.
        after: Duration,
    },
}

/// Which requests are recorded. The server describes each request to whoever watches, which costs it time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Requests {
    /// All, while there are not too many.
    All,
    /// Those of [`crate::SAMPLE`] in every [`crate::SAMPLE_EVERY`].
    Sampled,
    /// None.
    None,
}

impl Requests {
    /// By its name: `all`, `sampled` or `none`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "all" => Some(Self::All),
            "sampled" => Some(Self::Sampled),
            "none" => Some(Self::None),
            _ => None,
        }
    }
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
    /// Which requests are recorded.
    pub requests: Requests,
    /// Most messages per second of a socket. What sends more for [`TOO_BUSY`] seconds is read in samples from then on, so that
    /// the recorder does not slow down a busy server.
    pub most_per_second: u32,
}

impl Default for Options {
    /// The next ten minutes, in at most 240 MiB, with warnings and errors of the log, and without triggers.
    fn default() -> Self {
        Self {
            length: Length::Next(Duration::from_secs(600)),
            size: 240 << 20,
            triggers: Vec::new(),
            log_level: "Warn".to_owned(),
            requests: Requests::All,
            most_per_second: MOST_PER_SECOND,
        }
    }
}

/// The default of [`Options::most_per_second`].
pub const MOST_PER_SECOND: u32 = 1_000;
/// Seconds in succession with too many messages before a socket is read in samples.
pub const TOO_BUSY: u32 = 5;
