//! What a journal reports about its segments and about the last recovery.

/// What opening a database found in its journal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecoveryReport {
    /// Segments read.
    pub segments: u64,
    /// Records that were not yet in the data file and have been replayed.
    pub replayed_records: u64,
    /// Changes in those records.
    pub replayed_changes: u64,
    /// A record that was only partly written when the program ended (never acknowledged): where it was.
    pub torn_tail: Option<String>,
}

/// One journal segment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalReport {
    /// Its number, which is also its file's name.
    pub number: u64,
    /// File name.
    pub name: String,
    /// Bytes given to it on disk.
    pub allocated: u64,
    /// Bytes still to be written in it.
    pub available: u64,
    /// Sequence number of its last record, `None` when it has none.
    pub last_record: Option<u64>,
    /// Whether everything in it is in the data file.
    pub flushed: bool,
}
