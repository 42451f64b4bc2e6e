//! How much a script may take before it is cut off.

use std::time::Duration;

/// Memory all scripts of one thread may hold together.
pub const MEMORY: usize = 192 * 1024 * 1024;

/// Stack a script may use; recursion deeper than that is an error of the script.
pub const STACK: usize = 512 * 1024;

/// An array longer than that is refused by methods that would walk it without ever looking at the clock.
pub const ARRAY: u32 = 10_000_000;

/// A text is searched for another one only while their lengths multiplied are at most this.
pub const SEARCH: f64 = 5e8;

/// Characters of a pattern that a script makes of a text.
pub const PATTERN: u32 = 2_000;

/// Characters of a text that is searched for a pattern repeatedly.
pub const MATCHED: u32 = 2_000_000;

/// Output of a script at most.
pub const OUTPUT: usize = 1024 * 1024;

/// How long one run may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// From its start; checked every few thousand steps.
    pub time: Duration,
}

impl Default for Limits {
    /// Far more than a script for one document needs, little enough for others to wait for.
    fn default() -> Self {
        Self { time: Duration::from_secs(1) }
    }
}
