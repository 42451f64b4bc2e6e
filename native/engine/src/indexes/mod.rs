//! Indexes: one background thread for each keeps it up to date with its collections.
//!
//! Contains definitions (in the database record), one thread for each index, staleness, automatic indexes
//! chosen and created by queries. `rookery-index` defines the index files; the query core defines the meaning
//! of queries. Must not depend on HTTP.

pub(crate) mod attempts;
pub(crate) mod automatic;
pub(crate) mod batch_trace;
pub(crate) mod build;
pub(crate) mod check;
pub(crate) mod entry;
pub(crate) mod folder_name;
pub(crate) mod folder_removal;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) mod fuzzing;
pub(crate) mod handle;
pub(crate) mod history;
pub(crate) mod items;
pub(crate) mod map_errors;
pub(crate) mod members;
pub(crate) mod performance;
pub(crate) mod progress;
pub(crate) mod reduce;
pub(crate) mod registry;
pub(crate) mod sample_items;
pub(crate) mod sample_run;
pub(crate) mod scripts;
pub(crate) mod side_by_side;
