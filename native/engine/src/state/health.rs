//! Whether a database accepts writes.

/// Whether writes are accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    /// They are accepted.
    ReadWrite,
    /// An earlier write failed. Reads continue; every write retries and succeeds once the cause is resolved.
    ReadOnly {
        /// The error message of the system.
        reason: String,
    },
}
