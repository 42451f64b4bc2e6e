//! What a recording says about itself: written at the start and completed at the end.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The newest format that this version writes and reads.
pub const FORMAT: u32 = 1;

/// The start of a recording.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Manifest {
    /// Number of the format.
    pub format: u32,
    /// Name and version of the program that wrote it.
    pub recorder: String,
    /// Address of the server, without user name and password.
    pub server: String,
    /// The server's version.
    pub server_version: String,
    /// Start, µs since 1970, clock of the recorder.
    pub started: i64,
    /// The server's clock minus the recorder's, in µs, as measured at the start.
    pub clock_offset: i64,
    /// The databases that are recorded.
    pub databases: Vec<String>,
    /// Settings of the server that differ from their defaults; secrets are left out.
    pub settings: Value,
    /// A remark of a person.
    pub note: String,
    /// Whether texts and ids were replaced.
    pub masked: bool,
}

/// The end of a recording. A recording that was cut off has none.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Ending {
    /// End, µs since 1970, clock of the recorder.
    pub ended: i64,
    /// Why it ended.
    pub reason: String,
    /// What each source brought.
    pub sources: Vec<SourceReport>,
    /// Rows that were left out because a bound was reached.
    pub left_out: u64,
}

/// What one source brought.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SourceReport {
    /// The route, such as `/threads-info/watch`.
    pub source: String,
    /// The database; empty for the server.
    pub database: String,
    /// Rows from this source.
    pub rows: u64,
    /// Why it could not be read, or not all the time; empty when it was read from start to end.
    pub problem: String,
}
