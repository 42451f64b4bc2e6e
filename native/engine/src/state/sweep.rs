//! The periodic sweeps.

/// What is done to documents whose moment has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sweep {
    Archive,
    Expiration,
    Refresh,
    /// Removes tombstones without holders.
    Tombstones,
}
