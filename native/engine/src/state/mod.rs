//! The shared state of the threads of one database: the data file, the unflushed changes over it, and
//! consistent snapshots of both.

pub(crate) mod collection_changes;
pub(crate) mod committed_reader;
pub(crate) mod core;
pub(crate) mod flush_state;
pub(crate) mod health;
pub(crate) mod id_pattern;
pub(crate) mod known_ids;
pub(crate) mod policy_progress;
pub(crate) mod prefix_query;
pub(crate) mod script_numbers;
pub(crate) mod side_rows;
pub(crate) mod snapshot;
pub(crate) mod sweep;
pub(crate) mod tombstone_holds;
pub(crate) mod view;
