//! Two recordings next to each other: before and after a change, or two nodes.

mod metrics;
mod text;

use std::collections::BTreeSet;

use serde::Serialize;

use crate::container::Recording;
use crate::findings::findings;
use crate::measures::measure;

pub use metrics::Unit;
pub use text::to_text;

/// What differs between two recordings.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// The first.
    pub a: Side,
    /// The second.
    pub b: Side,
    /// Metrics that at least one of them has: first those of the server, then by database.
    pub metrics: Vec<Metric>,
    /// Names of rules that found something in the first only.
    pub only_in_a: Vec<&'static str>,
    /// Names of rules that found something in the second only.
    pub only_in_b: Vec<&'static str>,
}

/// One of the two.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Side {
    /// Address of the server.
    pub server: String,
    /// The server's version.
    pub version: String,
    /// Start, µs since 1970.
    pub started: i64,
    /// Length in seconds, at least 1: what rates are divided by.
    pub seconds: f64,
}

/// One metric of both.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Metric {
    /// The database; empty for the server.
    pub database: String,
    /// The name, as in `Journal writes, p99`.
    pub name: &'static str,
    /// What the values are.
    pub unit: Unit,
    /// The first's value; `null` if it has no rows for it.
    pub a: Option<f64>,
    /// The second's value.
    pub b: Option<f64>,
    /// The second's value divided by the first's; `null` if one is missing or the first is 0.
    pub ratio: Option<f64>,
}

/// Compares two recordings.
pub fn compare(a: &Recording, b: &Recording) -> Comparison {
    let (first, second) = (measure(a), measure(b));
    let (rules_a, rules_b) = (rules(a), rules(b));
    Comparison {
        a: side(a, first.seconds),
        b: side(b, second.seconds),
        metrics: metrics::metrics(&first, &second),
        only_in_a: rules_a.difference(&rules_b).copied().collect(),
        only_in_b: rules_b.difference(&rules_a).copied().collect(),
    }
}

fn side(recording: &Recording, seconds: f64) -> Side {
    let manifest = &recording.manifest;
    Side {
        server: manifest.server.clone(),
        version: manifest.server_version.clone(),
        started: manifest.started,
        seconds,
    }
}

fn rules(recording: &Recording) -> BTreeSet<&'static str> {
    findings(recording).into_iter().map(|finding| finding.rule).collect()
}
