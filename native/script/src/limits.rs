//! The limits of scripts.

use std::time::Duration;

/// The memory limit for all scripts of one thread.
pub const MEMORY: usize = 192 * 1024 * 1024;

/// The stack limit of a script; deeper recursion is an error of the script.
pub const STACK: usize = 512 * 1024;

/// Longer arrays are rejected by methods that would iterate over them without checking the time limit.
pub const ARRAY: u32 = 10_000_000;

/// A search of a text in another one is rejected if the product of their lengths is greater.
pub const SEARCH: f64 = 5e8;

/// The maximum length of a pattern that a script builds.
pub const PATTERN: u32 = 2_000;

/// The maximum length of a text that is searched for a pattern repeatedly.
pub const MATCHED: u32 = 2_000_000;

/// The limit of a script's output.
pub const OUTPUT: usize = 1024 * 1024;

/// The time limit of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From its start; checked every few thousand steps.
    pub time: Duration,
}

impl Default for Limits {
    /// Far more than a script for one document needs, and short enough for waiting callers.
    fn default() -> Self {
        Self { time: Duration::from_secs(1) }
    }
}
