//! Requests and queries.

use crate::table::row_type;

row_type! {
    /// One request of the traffic watch.
    pub struct Request = "requests" {
        /// When it ended, µs since 1970, clock of the server.
        pub time: i64,
        /// The database; empty for the server.
        pub database: String,
        /// The HTTP method.
        pub method: String,
        /// The path without the query string.
        pub path: String,
        /// `Queries`, `BulkDocs`, `Documents`, …
        pub kind: String,
        /// The status code of the answer.
        pub status: u64,
        /// Duration in µs.
        pub duration_us: u64,
        /// Bytes of the request.
        pub request_bytes: u64,
        /// Bytes of the answer.
        pub response_bytes: u64,
        /// The query, or the ids of a batch.
        pub text: String,
    }
}

row_type! {
    /// The requests of one second and one database, all of them, also those that `requests` left out. Of a sampled source, some
    /// seconds have rows.
    pub struct Traffic = "traffic" {
        /// The second's start, µs since 1970, clock of the server.
        pub time: i64,
        /// The database; empty for the server.
        pub database: String,
        /// Number of requests.
        pub requests: u64,
        /// Answers with a status of 500 or more.
        pub failed: u64,
        /// Answers with a status of 400 to 499.
        pub refused: u64,
        /// Median duration in µs.
        pub p50_us: u64,
        /// 95th percentile in µs.
        pub p95_us: u64,
        /// 99th percentile in µs.
        pub p99_us: u64,
        /// Longest in µs.
        pub max_us: u64,
        /// Bytes of requests and answers.
        pub bytes: u64,
        /// Seconds that it represents: from this one to the next one of a sample. See [`Traffic::represents`].
        pub seconds: u64,
    }
}

/// The longest time between two samples, in seconds.
const LONGEST: u64 = 60;

impl Traffic {
    /// How many seconds it represents: 1 where every second has a row.
    pub fn represents(&self) -> u64 {
        self.seconds.clamp(1, LONGEST)
    }

    /// A count of this second, for the time that it represents.
    pub fn estimate(&self, count: u64) -> u64 {
        count.saturating_mul(self.represents())
    }
}

row_type! {
    /// A query that ran when the recorder looked.
    pub struct RunningQuery = "queries" {
        /// When it began, µs since 1970, clock of the server.
        pub time: i64,
        /// The database.
        pub database: String,
        /// The index.
        pub index: String,
        /// The query's id.
        pub query_id: u64,
        /// The text of the query.
        pub text: String,
        /// The longest duration seen, in µs.
        pub duration_us: u64,
        /// Whether its rows are streamed.
        pub streaming: bool,
    }
}
