//! Statistics of a database.

use crate::state::health::Health;
use crate::store::report::DataFileReport;
use crate::store::report::TableReport;
use std::path::PathBuf;

use rookery_storage::{JournalReport, RecoveryReport};

/// One collection's numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CollectionStats {
    /// The name as first written; `@empty` for documents without one.
    pub name: String,
    /// Documents in it.
    pub documents: u64,
    /// Bytes of their stored values.
    pub documents_size: u64,
    /// Removed documents still remembered.
    pub tombstones: u64,
    /// Bytes of those.
    pub tombstones_size: u64,
    /// Revisions of its documents, deleted ones included.
    pub revisions: u64,
    /// Bytes of their stored values.
    pub revisions_size: u64,
    /// Its documents that have counters.
    pub documents_with_counters: u64,
    /// Bytes of the counters.
    pub counters_size: u64,
    /// Segments of the time series of its documents.
    pub time_series_segments: u64,
    /// Bytes of those.
    pub time_series_size: u64,
    /// Etag of its newest change.
    pub last_etag: i64,
    /// Change vector of its newest change.
    pub last_change_vector: String,
}

impl CollectionStats {
    /// All of them together.
    pub fn size(&self) -> u64 {
        let documents = self.documents_size + self.tombstones_size + self.revisions_size;
        documents + self.counters_size + self.time_series_size
    }
}

/// A database's numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseStats {
    /// Documents in all collections.
    pub documents: u64,
    /// Removed documents still remembered.
    pub tombstones: u64,
    /// Revisions in all collections.
    pub revisions: u64,
    /// Collections that have or had documents.
    pub collections: u64,
    /// Identities in use.
    pub identities: u64,
    /// Attachments of all documents.
    pub attachments: u64,
    /// Different contents among them.
    pub unique_attachments: u64,
    /// Documents that have counters.
    pub documents_with_counters: u64,
    /// Segments of all time series.
    pub time_series_segments: u64,
    /// Compare-exchange values, atomic guards included.
    pub compare_exchange: u64,
    /// The newest change's etag, 0 when nothing was ever written.
    pub last_etag: i64,
    /// `A:<last etag>-<database id>`, empty when nothing was ever written.
    pub change_vector: String,
    /// Bytes of all its files.
    pub size_on_disk: u64,
    /// Whether writes are accepted.
    pub health: Health,
    /// Requests waiting for the writer.
    pub pending_writes: u64,
    /// Changes that are durable in the journal and not yet in the data file.
    pub unflushed_documents: u64,
    /// Their bytes.
    pub unflushed_bytes: u64,
    /// Why the last archive sweep failed, if it did; the next one tries again.
    pub archive_failure: Option<String>,
    /// Likewise the last sweep over compare-exchange values.
    pub compare_exchange_failure: Option<String>,
    /// Likewise the last check of the policies of time series.
    pub time_series_failure: Option<String>,
    /// Likewise the last expiration sweep.
    pub expiration_failure: Option<String>,
    /// Likewise the last refresh sweep.
    pub refresh_failure: Option<String>,
    /// Likewise the last cleaning of tombstones.
    pub tombstone_failure: Option<String>,
    /// What opening found in the journal.
    pub recovery: RecoveryReport,
}

/// Disk usage of a database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StorageReport {
    /// The database's folder.
    pub path: PathBuf,
    /// The data file.
    pub data_file: DataFileReport,
    /// The journal's segments, oldest first.
    pub journals: Vec<JournalReport>,
    /// The data file's tables by name.
    pub tables: Vec<TableReport>,
    /// The files of the indexes, by name.
    pub indexes: Vec<IndexFiles>,
}

/// The files of an index on disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexFiles {
    /// The index's name.
    pub name: String,
    /// Bytes of its files.
    pub allocated: u64,
}
