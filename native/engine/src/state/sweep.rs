//! The periodic sweeps.

/// The kinds of sweeps over due documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sweep {
    Archive,
    Expiration,
    Refresh,
    /// Removes tombstones without holders.
    Tombstones,
}
