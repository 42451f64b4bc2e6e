//! What belongs to documents apart from their bodies: attachments, counters, time series, revisions, due dates; and compare-exchange
//! values. Contains their types, settings and row formats; `state`, `transaction` and `database` read and write them.

pub(crate) mod attachments;
pub(crate) mod compare_exchange;
pub(crate) mod counters;
pub(crate) mod expiration;
pub(crate) mod item_changes;
pub(crate) mod item_totals;
pub(crate) mod revisions;
pub(crate) mod time_series;
