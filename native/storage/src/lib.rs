//! Durable files: the disk interface, the write-ahead journal, atomic replacement of small files, the lock of
//! a data folder, and the record of every disk operation.
//!
//! Product code reads and writes stored data only through [`Disk`]; no other crate names `std::fs` for it,
//! except the directory that `native/index` gives to tantivy. This crate must not depend on documents,
//! databases or queries: a journal record's payload is bytes.

mod atomic_file;
mod disk;
mod error;
mod folder_lock;
mod folder_size;
mod io;
mod journal;

pub use atomic_file::replace_file;
pub use disk::{Disk, DiskEntry, DiskFile, DiskLayer, FileLayer, Purpose, RealDisk, Tightened};
pub use error::StorageError;
pub use folder_lock::FolderLock;
pub use folder_size::folder_size;
pub use io::{
    EnvironmentSnapshot, EnvironmentType, FileSnapshot, FileStatus, IoDelta, IoEvent, IoKind, IoMeasure,
    IoMetrics, IoRecorder, IoSnapshot, IoSummary, RING_SIZE,
};
#[cfg(feature = "fuzzing")]
#[doc(hidden)]
pub use journal::seal_for_fuzzing;
pub use journal::{
    Journal, JournalLocation, JournalOptions, JournalReport, RecordBuffer, RecoveryReport, SegmentPool,
};
