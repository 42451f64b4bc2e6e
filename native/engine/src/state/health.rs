//! Whether a database accepts writes.

/// Whether writes are taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    /// They are.
    ReadWrite,
    /// An earlier write failed. Reads continue; every write tries again and succeeds once the cause is gone.
    ReadOnly {
        /// What failed, in the system's own words.
        reason: String,
    },
}
