//! The periodic sweeps.

/// The kinds of sweeps over what is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sweep {
    Archive,
    Expiration,
    Refresh,
    /// Removes tombstones without holders.
    Tombstones,
    /// Removes due compare-exchange values.
    CompareExchange,
    /// Carries out the policies of time series.
    TimeSeries,
}
