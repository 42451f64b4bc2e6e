//! How an engine is opened.

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::base::clock::{Clock, SystemClock};
use rookery_storage::{Disk, JournalOptions, RealDisk};

/// The options of [`crate::Engine::open`].
#[derive(Clone)]
pub struct EngineOptions {
    /// The data folder; created if missing.
    pub data_dir: PathBuf,
    /// The node's tag in change vectors and generated ids.
    pub node_tag: String,
    /// Folders next to the data folder below which a client may place a database's journals
    /// (`Storage.JournalsPath`).
    pub journals_roots: Vec<PathBuf>,
    /// Folders next to `Backups` in the data folder below which a client may place and read backups.
    pub backups_roots: Vec<PathBuf>,
    /// The source of time.
    pub clock: Arc<dyn Clock>,
    /// The disk that holds the files.
    pub disk: Arc<dyn Disk>,
    /// Sizes and limits.
    pub tuning: Tuning,
}

impl EngineOptions {
    /// Real files, the system clock, node `A`, sizes for production.
    pub fn new(data_dir: impl Into<PathBuf>) -> Self {
        Self {
            data_dir: data_dir.into(),
            node_tag: "A".to_owned(),
            journals_roots: Vec::new(),
            backups_roots: Vec::new(),
            clock: Arc::new(SystemClock),
            disk: Arc::new(RealDisk),
            tuning: Tuning::default(),
        }
    }
}

/// Sizes and limits. The defaults are for production; tests use small ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tuning {
    /// Bytes of a full journal segment.
    pub journal_segment: u64,
    /// A segment is given disk space in steps of this many bytes, written once in advance.
    pub journal_step: u64,
    /// Whether a thread prepares the next segment while records are written. Otherwise it is prepared between
    /// two writes, so that the order of disk operations is deterministic.
    pub journal_prepare_in_background: bool,
    /// Journal records with at least this much payload are compressed.
    pub journal_compress_from: usize,
    /// Bytes of waiting commands one journal record takes at most.
    pub batch_bytes: usize,
    /// Unflushed documents that start a flush.
    pub flush_documents: usize,
    /// Unflushed bytes that start a flush. Writers wait when half as many more are unflushed in addition to those being
    /// flushed, so this bounds the memory of a long import.
    pub flush_bytes: usize,
    /// Age of the oldest unflushed change that starts a flush.
    pub flush_after: Duration,
    /// A database that is unused for this long is closed.
    pub idle_after: Duration,
    /// How often tombstones without holders are removed; `None`: only on request.
    pub tombstone_cleanup: Option<Duration>,
    /// Memory for pages of one database's data file, in addition to the file cache of the operating system. Written
    /// pages fill it.
    pub store_cache: usize,
    /// Threads that map the documents of a new index in parallel; `None`: depends on the number of cores and
    /// documents.
    pub index_threads: Option<NonZero<usize>>,
}

impl Tuning {
    /// The sizes of a database's journal.
    pub(crate) fn journal(&self) -> JournalOptions {
        JournalOptions {
            segment_size: self.journal_segment,
            step: self.journal_step,
            prepare_in_background: self.journal_prepare_in_background,
            compress_from: self.journal_compress_from,
        }
    }
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            journal_segment: 64 << 20,
            journal_step: 4 << 20,
            journal_prepare_in_background: true,
            journal_compress_from: 64 << 10,
            batch_bytes: 4 << 20,
            flush_documents: 128 << 10,
            flush_bytes: 12 << 20,
            flush_after: Duration::from_secs(1),
            idle_after: Duration::from_secs(15 * 60),
            tombstone_cleanup: Some(Duration::from_secs(5 * 60)),
            store_cache: 40 << 20,
            index_threads: None,
        }
    }
}
