//! Writes and syncs of a storage.

use crate::table::{Text, row_type};

row_type! {
    /// One event of the I/O metrics.
    pub struct IoEvent = "io" {
        /// Start, µs since 1970, clock of the server.
        pub time: i64,
        /// Duration in µs.
        pub duration_us: u64,
        /// The database; empty for the storage of the server.
        pub database: Text,
        /// `Documents`, `Index`, `Configuration` or `System`.
        pub environment: Text,
        /// The last folder of the environment's path: the name of an index.
        pub folder: Text,
        /// `JournalWrite`, `DataFlush`, `DataSync` or `Compression`.
        pub kind: Text,
        /// The file's name.
        pub file: Text,
        /// Bytes written, synced or compressed.
        pub bytes: u64,
        /// Bytes after compression, for `Compression`; else 0.
        pub compressed_bytes: u64,
        /// Allocated size of the file in bytes.
        pub file_bytes: u64,
    }
}
