//! What a query includes in addition to documents: counters, revisions and compare-exchange values, by name. Whoever
//! keeps them reads them and adds them to the answer.

/// The requested includes; `None` where nothing was requested.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IncludedExtensions {
    /// `include counters(…)`: each document once, in the order first met.
    pub counters: Option<Vec<CountersOf>>,
    /// `include revisions(…)`: each once, in the order first met.
    pub revisions: Option<Vec<RevisionOf>>,
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
