//! Indexes: what is indexed of which collection, kept up to date in the background, asked by queries.
//!
//! What lives here: definitions (in the database's record), one thread for each index, staleness, automatic indexes
//! chosen and made by queries. What is in an index's files is `rookery-index`'s business; what a query means the
//! query core's. What it must not know: HTTP.

mod alike;
mod answer;
mod auto_entry;
mod automatic;
mod bands;
mod batch;
mod build;
mod candidates;
mod choose;
mod definition;
mod due_groups;
mod explain;
mod field_names;
mod field_reading;
mod folding;
mod found;
#[cfg(any(test, feature = "fuzzing"))]
mod fuzzing;
mod group_entry;
mod grouped_index;
mod hands;
mod history;
mod made_entry;
mod made_value;
mod map_errors;
mod mapping;
mod members;
mod parts;
mod performance;
mod progress;
mod reduce;
mod registry;
mod replacing;
mod scripts;
mod signal;
mod slot;
mod standing;
mod static_index;
mod statics;
mod stats;
mod watch;

pub(crate) use answer::{FIRST_WAIT, Fresh};

pub use definition::{AutoField, AutoIndex, IndexDefinition};
pub use explain::Explained;
#[cfg(any(test, feature = "fuzzing"))]
pub use fuzzing::IndexBench;
pub use grouped_index::{GroupWork, GroupedBy, GroupedIndex};
pub(crate) use history::MEMBERS as RECORD_MEMBERS;
pub use history::PastDefinition;
pub use map_errors::IndexingError;
pub use performance::{BatchCounts, IndexPerformance, IndexingBatch};
pub(crate) use registry::Indexes;
pub(crate) use signal::Signal;
pub use standing::{IndexPriority, IndexingOf, LockMode, Running, Standing};
pub use static_index::{ArchivedDocuments, FieldOptions, StaticIndex};
pub use stats::{IndexStats, IndexStatus};
pub use watch::IndexingStep;
