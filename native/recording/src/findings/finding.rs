//! One finding.

use serde::Serialize;

/// How much it matters to an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Good to know.
    Note,
    /// Users or applications may notice it.
    Warning,
    /// Requests failed, or writes stopped.
    Critical,
}

/// How sure it is that the rows mean what the title says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Confidence {
    /// Other causes fit as well.
    Possible,
    /// The rows fit, but do not prove it.
    Likely,
    /// The rows show it.
    Certain,
}

/// What a rule found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The rule's name.
    pub rule: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// How sure it is.
    pub confidence: Confidence,
    /// The database, index, thread or file; empty for the server.
    pub subject: String,
    /// What happened, in one sentence with its figures.
    pub title: String,
    /// The rows behind it and what ran at the same time, a sentence each.
    pub evidence: Vec<String>,
    /// What to do or to look at next; empty if nothing follows from the rows.
    pub advice: String,
    /// Start of the evidence, µs since 1970.
    pub from: i64,
    /// End of the evidence, µs since 1970.
    pub to: i64,
}
