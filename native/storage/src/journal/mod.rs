//! The journal: a change is here before it is acknowledged.
//!
//! Knows records, segments and files; knows nothing of documents. One thread appends ([`Journal`]);
//! the flush thread gives back what the data file holds ([`SegmentPool`]); opening replays the rest.

mod ahead;
mod aligned;
mod append;
mod format;
mod options;
mod pool;
mod record;
mod recovery;
mod report;
mod segment;

pub use append::Journal;
#[cfg(feature = "fuzzing")]
pub use format::seal_for_fuzzing;
pub use options::JournalOptions;
pub use pool::SegmentPool;
pub use record::RecordBuffer;
pub use recovery::JournalLocation;
pub use report::{JournalReport, RecoveryReport};
