//! Durable files: the disk interface, the write-ahead journal, atomic replacement of small files, the lock of
//! a data folder, and the record of every disk operation.
//!
//! ```
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! use rookery_storage::{
//!     EnvironmentType, IoMetrics, JournalLocation, JournalOptions, RealDisk, RecordBuffer, StorageError,
//! };
//!
//! # let folder = tempfile::tempdir()?;
//! let metrics = Arc::new(IoMetrics::default());
//! let location = |folder: &Path| JournalLocation {
//!     folder: folder.join("journals"),
//!     id: 7,
//!     disk: Arc::new(RealDisk),
//!     recorder: metrics.environment(folder, EnvironmentType::Documents),
//! };
//! let options = JournalOptions {
//!     segment_size: 1 << 20,
//!     step: 64 << 10,
//!     prepare_in_background: false,
//!     compress_from: 4 << 10,
//! };
//! let nothing = |_: u64, _: &[u8]| Ok::<(), StorageError>(());
//! let (mut journal, _) = location(folder.path()).open(&options, 0, nothing)?;
//! let mut record = RecordBuffer::default();
//! record.begin(5);
//! record.extend_from_slice(b"hello");
//! record.seal();
//! // On the device when `append` returns.
//! assert_eq!(journal.append(&mut record)?, 1);
//! drop(journal);
//!
//! let mut found = Vec::new();
//! let replay = |number: u64, payload: &[u8]| {
//!     found.push((number, payload.to_vec()));
//!     Ok::<(), StorageError>(())
//! };
//! location(folder.path()).open(&options, 0, replay)?;
//! assert_eq!(found, [(1, b"hello".to_vec())]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
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
mod space;

pub use atomic_file::replace_file;
pub use disk::in_use::{is_in_use, is_sharing_violation};
pub use disk::{
    Disk, DiskEntry, DiskFaults, DiskFile, DiskLayer, FaultCounts, FaultyDisk, FileLayer, LONGEST_DISK_DELAY,
    Purpose, RealDisk, Tightened,
};
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
    AlignedBuffer, Journal, JournalLocation, JournalOptions, JournalReport, RecordBuffer, RecoveryReport,
    SegmentPool,
};
pub use space::{DiskSpace, disk_space};
