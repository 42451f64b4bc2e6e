//! Databases and their indexes.

use crate::table::row_type;

row_type! {
    /// One moment of a database.
    pub struct DatabaseSample = "databases" {
        /// µs since 1970, clock of the recorder.
        pub time: i64,
        /// The database.
        pub database: String,
        /// Number of documents.
        pub documents: u64,
        /// The last etag.
        pub etag: u64,
        /// Size on disk in bytes.
        pub disk_bytes: u64,
        /// Size of temporary buffers on disk in bytes.
        pub temporary_bytes: u64,
        /// Operations that wait for the transaction merger.
        pub queue: u64,
        /// How long the server took to answer, in µs.
        pub answer_us: u64,
    }
}

row_type! {
    /// One moment of an index.
    pub struct IndexSample = "indexes" {
        /// µs since 1970, clock of the recorder.
        pub time: i64,
        /// The database.
        pub database: String,
        /// The index.
        pub index: String,
        /// `Normal`, `Disabled`, `Idle` or `Error`.
        pub state: String,
        /// `Running`, `Paused`, …
        pub status: String,
        /// Whether it has documents left to index.
        pub stale: bool,
        /// Documents and tombstones left to index.
        pub lag: u64,
        /// Number of entries.
        pub entries: u64,
        /// Number of stored errors.
        pub errors: u64,
    }
}

row_type! {
    /// A completed batch of an index.
    pub struct IndexBatch = "batches" {
        /// When it began, µs since 1970, clock of the server.
        pub time: i64,
        /// The database.
        pub database: String,
        /// The index.
        pub index: String,
        /// The batch's number.
        pub batch: u64,
        /// Duration in µs.
        pub duration_us: u64,
        /// Documents read.
        pub input: u64,
        /// Entries written.
        pub output: u64,
        /// Documents that failed.
        pub failed: u64,
        /// Size of the read documents in bytes.
        pub document_bytes: u64,
        /// Time of mapping in µs.
        pub map_us: u64,
        /// Time of reducing in µs.
        pub reduce_us: u64,
        /// Time of committing the storage in µs.
        pub commit_us: u64,
        /// Time of merging segments in µs.
        pub merge_us: u64,
    }
}
