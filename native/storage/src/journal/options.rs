//! Sizes of a journal.

/// Sizes and limits of one journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalOptions {
    /// Bytes of a full segment.
    pub segment_size: u64,
    /// A segment gets disk space in steps of this many bytes, written once in advance.
    pub step: u64,
    /// Whether a thread prepares the next segment while records are written. Otherwise it is prepared between
    /// two writes, so that the order of disk operations is deterministic.
    pub prepare_in_background: bool,
    /// Records with at least this many bytes of payload are compressed.
    pub compress_from: usize,
}
