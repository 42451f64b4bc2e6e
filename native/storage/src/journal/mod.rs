//! The journal: a change is here before it is acknowledged.
//!
//! Handles records, segments and files, independent of documents. One thread appends ([`Journal`]); the flush
//! thread releases segments that the data file contains ([`SegmentPool`]); opening replays the rest.

mod ahead;
mod aligned;
mod append;
mod format;
mod old_segment;
mod options;
mod pool;
mod record;
mod recovery;
mod report;
mod segment;

pub use aligned::AlignedBuffer;
pub use append::Journal;
#[cfg(feature = "fuzzing")]
pub use format::seal_for_fuzzing;
pub use options::JournalOptions;
pub use pool::SegmentPool;
pub use record::RecordBuffer;
pub use recovery::JournalLocation;
pub use report::{JournalReport, RecoveryReport};
