//! The journal: what was acknowledged is here before anybody is told so.
//!
//! Knows records, segments and files; knows nothing of documents. One thread appends ([`Journal`]);
//! the flush thread gives back what the data file holds ([`SegmentPool`]); opening replays the rest.

mod ahead;
mod aligned;
mod append;
mod format;
mod pool;
mod record;
mod recovery;
mod segment;

pub(crate) use append::Journal;
#[cfg(any(test, feature = "fuzzing"))]
pub(crate) use format::seal_for_fuzzing;
pub(crate) use pool::SegmentPool;
pub(crate) use record::RecordBuffer;
pub(crate) use recovery::JournalPlace;
