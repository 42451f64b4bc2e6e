//! The result of a check, as data.

use serde::Serialize;

use crate::folder::{FileSystem, Space};
use crate::latency::LatencySummary;
use crate::pattern::Pattern;
use crate::sustained::{Drop, Sample};

/// Everything a check has found. Field names in JSON are in Pascal case, like the API's.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Report {
    /// The canonical path of the checked folder.
    pub folder: String,
    /// When it began, in UTC.
    pub started_at: String,
    /// How long it took.
    pub seconds: f64,
    /// The file system of the folder.
    pub file_system: FileSystem,
    /// The disk's space before the check.
    pub space: Space,
    /// Whether durable writes and reads went around the page cache.
    pub direct: bool,
    /// Bytes written in all steps together.
    pub bytes_written: u64,
    /// One per step, in the order in which they ran.
    pub measurements: Vec<Measurement>,
    /// Rates over time of the long steps.
    pub series: Vec<Series>,
    /// What the figures mean for a database.
    pub estimates: Estimates,
    /// Sentences about the figures, most important first.
    pub findings: Vec<Finding>,
    /// Steps that did not run, and why.
    pub skipped: Vec<String>,
}

/// The figures of one step.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Measurement {
    /// What was done.
    #[serde(flatten)]
    pub pattern: Pattern,
    /// How often.
    pub operations: u64,
    /// How many bytes.
    pub bytes: u64,
    /// From the first operation to the end of the last.
    pub seconds: f64,
    /// Of all threads together.
    pub operations_per_second: f64,
    /// Of all threads together.
    pub bytes_per_second: f64,
    /// Of one operation; a write with its sync.
    pub latency: LatencySummary,
    /// Of the sync alone, where it is a call of its own.
    pub sync_latency: Option<LatencySummary>,
    /// Seconds of the sync after buffered writes, which is not in the other figures.
    pub flush_seconds: Option<f64>,
}

/// The rate of one long step over time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Series {
    /// What was done.
    #[serde(flatten)]
    pub pattern: Pattern,
    /// Consecutive intervals.
    pub samples: Vec<Sample>,
    /// The rate at the end, bytes per second: the mean of the second half, or the median after a drop.
    pub steady: f64,
    /// Where the rate fell, if it did.
    pub drop: Option<Drop>,
}

/// What the figures mean for a database on this disk; absent where a step did not run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Estimates {
    /// Commits of 4 KB per second of one database, one after another.
    pub small_commits_per_second: Option<f64>,
    /// Durable writes of 4 KB per second with the most threads: several databases together.
    pub parallel_writes_per_second: Option<f64>,
    /// Bytes per second that a bulk insert can put into the journal, before compression.
    pub bulk_insert_bytes_per_second: Option<f64>,
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Level {
    /// A figure.
    Info,
    /// Something to act on.
    Warning,
}

/// One sentence about the figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Finding {
    /// A stable name.
    pub id: &'static str,
    /// How much it matters.
    pub level: Level,
    /// The sentence.
    pub text: String,
}

/// How far a check is.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Progress {
    /// Steps completed.
    pub step: usize,
    /// Steps in all.
    pub steps: usize,
    /// What runs now.
    pub running: String,
    /// Seconds since the beginning.
    pub seconds: f64,
    /// Seconds planned.
    pub planned_seconds: f64,
    /// Bytes written so far.
    pub bytes_written: u64,
    /// The figures of the step that has just ended.
    pub completed: Option<Measurement>,
}
