//! What each source brought.

use std::sync::Arc;

use parking_lot::Mutex;
use rookery_recording::SourceReport;

/// The reports of all sources.
#[derive(Clone, Default)]
pub struct Reports {
    reports: Arc<Mutex<Vec<SourceReport>>>,
}

impl Reports {
    /// The report of a new source.
    pub fn add(&self, source: &str, database: &str) -> Reporter {
        let mut reports = self.reports.lock();
        reports.push(SourceReport {
            source: source.to_owned(),
            database: database.to_owned(),
            ..SourceReport::default()
        });
        Reporter { reports: self.clone(), at: reports.len() - 1 }
    }

    /// All reports so far.
    pub fn all(&self) -> Vec<SourceReport> {
        self.reports.lock().clone()
    }
}

/// The report of one source.
pub struct Reporter {
    reports: Reports,
    at: usize,
}

impl Reporter {
    /// Counts rows.
    pub fn add_rows(&self, rows: usize) {
        self.reports.reports.lock()[self.at].rows += rows as u64;
    }

    /// Notes the first problem. Whether it is the first.
    pub fn problem(&self, sentence: &str) -> bool {
        let problem = &mut self.reports.reports.lock()[self.at].problem;
        let first = problem.is_empty();
        if first {
            sentence.clone_into(problem);
        }
        first
    }
}
