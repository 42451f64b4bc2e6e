//! Writes and syncs of a storage.

use crate::table::row_type;

row_type! {
    /// One event of the I/O metrics.
    pub struct IoEvent = "io" {
        /// Start, µs since 1970, clock of the server.
        pub time: i64,
        /// Duration in µs.
        pub duration_us: u64,
        /// The database; empty for the storage of the server.
        pub database: String,
        /// `Documents`, `Index`, `Configuration` or `System`.
        pub environment: String,
        /// The last folder of the environment's path: the name of an index.
        pub folder: String,
        /// `JournalWrite`, `DataFlush`, `DataSync` or `Compression`.
        pub kind: String,
        /// The file's name.
        pub file: String,
        /// Bytes written, synced or compressed.
        pub bytes: u64,
        /// Bytes after compression, for `Compression`; else 0.
        pub compressed_bytes: u64,
        /// Allocated size of the file in bytes.
        pub file_bytes: u64,
    }
}
