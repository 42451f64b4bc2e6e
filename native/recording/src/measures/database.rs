//! Measures of one database.

use std::collections::BTreeMap;

use super::durations::{Durations, weighted_median};
use crate::tables::{Request, Rows, Traffic};

/// What one database did.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct DatabaseMeasures {
    /// Journal writes of the database itself: transactions wait for these.
    pub journal: Durations,
    /// Journal writes of its indexes.
    pub index_journals: Durations,
    /// Syncs of data files, those of indexes too.
    pub syncs: Durations,
    /// Requests.
    pub requests: RequestMeasures,
    /// Completed batches of indexes.
    pub batches: Durations,
    /// Documents that these batches read.
    pub batch_input: u64,
}

/// Requests of one database.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RequestMeasures {
    /// Number and durations of the answers.
    pub durations: Durations,
    /// Whether some requests are known by the totals of their second alone: the percentiles are then the median of the
    /// percentiles of the seconds, weighted by their requests.
    pub estimated: bool,
    /// Answers with a status of 500 or more.
    pub failed: u64,
    /// Answers with a status of 400 to 499.
    pub refused: u64,
}

#[derive(Default)]
struct Collected<'a> {
    journal: Vec<u64>,
    index_journals: Vec<u64>,
    syncs: Vec<u64>,
    batches: Vec<u64>,
    batch_input: u64,
    requests: Vec<&'a Request>,
    traffic: Vec<&'a Traffic>,
}

/// The measures of the databases that have rows.
pub fn databases(rows: &Rows) -> BTreeMap<&str, DatabaseMeasures> {
    let mut all: BTreeMap<&str, Collected<'_>> = BTreeMap::new();
    for event in &rows.io {
        let collected = all.entry(&event.database).or_default();
        match (event.kind.as_str(), event.environment.as_str()) {
            ("JournalWrite", "Index") => collected.index_journals.push(event.duration_us),
            ("JournalWrite", _) => collected.journal.push(event.duration_us),
            ("DataSync", _) => collected.syncs.push(event.duration_us),
            _ => {}
        }
    }
    for batch in &rows.batches {
        let collected = all.entry(&batch.database).or_default();
        collected.batches.push(batch.duration_us);
        collected.batch_input = collected.batch_input.saturating_add(batch.input);
    }
    for request in &rows.requests {
        all.entry(&request.database).or_default().requests.push(request);
    }
    for second in &rows.traffic {
        all.entry(&second.database).or_default().traffic.push(second);
    }
    all.into_iter().map(|(database, collected)| (database, collected.measure())).collect()
}

impl Collected<'_> {
    fn measure(self) -> DatabaseMeasures {
        DatabaseMeasures {
            journal: Durations::of(self.journal),
            index_journals: Durations::of(self.index_journals),
            syncs: Durations::of(self.syncs),
            requests: requests(&self.requests, &self.traffic),
            batches: Durations::of(self.batches),
            batch_input: self.batch_input,
        }
    }
}

fn requests(single: &[&Request], seconds: &[&Traffic]) -> RequestMeasures {
    let sum = |of: fn(&Traffic) -> u64| {
        seconds.iter().fold(0_u64, |sum, second| sum.saturating_add(second.estimate(of(second))))
    };
    let total = sum(|second| second.requests);
    let is_sampled = seconds.iter().any(|second| second.represents() > 1);
    if !is_sampled && single.len() as u64 >= total {
        let with = |least: u64, below: u64| {
            single.iter().filter(|request| (least..below).contains(&request.status)).count() as u64
        };
        return RequestMeasures {
            durations: Durations::of(single.iter().map(|request| request.duration_us).collect()),
            estimated: false,
            failed: with(500, u64::MAX),
            refused: with(400, 500),
        };
    }
    let typical = |of: fn(&Traffic) -> u64| {
        weighted_median(seconds.iter().map(|second| (of(second), second.estimate(second.requests))).collect())
    };
    RequestMeasures {
        durations: Durations {
            count: total,
            p50: typical(|second| second.p50_us),
            p95: typical(|second| second.p95_us),
            p99: typical(|second| second.p99_us),
            max: seconds.iter().map(|second| second.max_us).max().unwrap_or(0),
        },
        estimated: true,
        failed: sum(|second| second.failed),
        refused: sum(|second| second.refused),
    }
}
