//! What a query includes in addition to documents: counters, revisions and compare-exchange values, by name. Whoever
//! keeps them reads them and adds them to the answer.

use crate::values::Period;

/// The requested includes; `None` where nothing was requested.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IncludedExtensions {
    /// `include counters(…)`: each document once, in the order first met.
    pub counters: Option<Vec<CountersOf>>,
    /// `include revisions(…)`: each once, in the order first met.
    pub revisions: Option<Vec<RevisionOf>>,
    /// `include timeseries(…)`: each once, in the order first met.
    pub time_series: Option<Vec<SeriesOf>>,
    /// `include cmpxchg(…)`: each key once, in the order first met.
    pub compare_exchange: Option<Vec<String>>,
}

/// Counters of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountersOf {
    /// The document's id; there may be no such document.
    pub document: String,
    /// The requested names, each once; `None` means all of them.
    pub names: Option<Vec<String>>,
}

/// A part of one series, or of all series of one document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SeriesOf {
    /// The document's id; there may be no such document.
    pub document: String,
    /// The series's name; `None`: all of them.
    pub name: Option<String>,
    /// Which of its entries.
    pub part: SeriesPart,
}

/// Entries of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SeriesPart {
    /// In milliseconds since 1970-01-01T00:00:00Z, both ends included; `None`: open.
    Range {
        /// The first time.
        from: Option<i64>,
        /// The last time.
        to: Option<i64>,
    },
    /// The last ones.
    LastEntries(u64),
    /// Those of a time until the last one.
    LastPeriod(Period),
}

/// One revision.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum RevisionOf {
    /// By its change vector.
    At(String),
    /// The newest of a document that is not younger than a moment.
    Before {
        /// The document's id.
        document: String,
        /// The moment as it was written.
        moment: String,
    },
}
