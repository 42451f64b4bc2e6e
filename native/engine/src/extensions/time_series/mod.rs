//! Time series: entries of a time, up to 32 numbers and a tag, by name below a document. They change without changing
//! the document.
//!
//! Contains the types, the row formats and the merge of entries into segments. The resolver decides the changes of a
//! batch (`transaction/resolve/time_series`); nothing here writes.

pub(crate) mod configuration;
pub(crate) mod merge;
pub(crate) mod policy;
pub(crate) mod policy_changes;
pub(crate) mod rollup;
pub(crate) mod rows;

pub use rollup::is_rollup;
pub use rookery_timeseries::{Entry as TimeSeriesEntry, MAX_TAG_BYTES, MAX_VALUES, Points};

/// Longest name of a series, in UTF-8 bytes.
pub const MAX_TIME_SERIES_NAME: usize = 512;

/// The start of the names of incremental series, case ignored.
const INCREMENTAL: &str = "inc:";

/// Whether the numbers of this series are incremented instead of replaced. Those of rollups are not.
pub fn is_incremental(name: &str) -> bool {
    !is_rollup(name)
        && name.get(..INCREMENTAL.len()).is_some_and(|start| start.eq_ignore_ascii_case(INCREMENTAL))
}

/// The tag of the entries of an incremental series, as clients read it: its numbers are of one database.
pub fn increment_tag(database_id: &str) -> String {
    format!("TC:INC-{database_id}")
}

/// A range of times in milliseconds since 1970-01-01T00:00:00Z, both ends included; `None`: open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TimeRange {
    /// The first time.
    pub from: Option<i64>,
    /// The last time.
    pub to: Option<i64>,
}

impl TimeRange {
    /// The first time; the least one when open.
    pub fn start(&self) -> i64 {
        self.from.unwrap_or(i64::MIN)
    }

    /// The last time; the greatest one when open.
    pub fn end(&self) -> i64 {
        self.to.unwrap_or(i64::MAX)
    }
}

/// Changes of one series, carried out in the order of the members.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TimeSeriesUpdate {
    /// The series's name (comparison ignores case).
    pub name: String,
    /// Ranges whose entries are removed.
    pub deletes: Vec<TimeRange>,
    /// Entries to save; one of an existing time replaces it. In any order; of one time the last one counts.
    pub appends: Points,
    /// Numbers to add, in incremental series.
    pub increments: Points,
}

/// A series at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeSeriesStats {
    /// Its name as first written.
    pub name: String,
    /// Number of entries, at least 1.
    pub entries: u64,
    /// Number of segments that they are stored in.
    pub segments: u64,
    /// The time of the first entry, in milliseconds since 1970-01-01T00:00:00Z.
    pub first: i64,
    /// The time of the last entry.
    pub last: i64,
    /// The position of its last change in the database's order of changes.
    pub etag: i64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incremental_series_are_known_by_their_name() {
        for (name, expected) in [
            ("INC:x", true),
            ("inc:", true),
            ("Inc:ü", true),
            ("INC", false),
            ("ünc:", false),
            ("INC:x@h", false),
        ] {
            assert_eq!(is_incremental(name), expected, "{name}");
        }
    }
}
