//! Background work of an open database: flush, sweeps, dictionary training, compaction.

pub(crate) mod archive;
pub(crate) mod compact;
pub(crate) mod compact_revisions;
pub(crate) mod dictionaries;
pub(crate) mod expiration;
pub(crate) mod flush;
pub(crate) mod series_of_policies;
pub(crate) mod sweep;
pub(crate) mod time_series_policies;
pub(crate) mod tombstones;
