//! What the figures mean: sentences and estimates, computed from a report's figures and nothing else.

mod commits;
mod durability;
mod rates;

use crate::pattern::{Access, Method};
use crate::report::{Estimates, Finding, Level, Measurement, Report};

/// The block size of a small commit.
const SMALL: u32 = 4096;
/// The block size of a batch of a bulk insert.
const BATCH: u32 = 256 << 10;

/// The sentences, what needs action first.
pub(crate) fn findings(report: &Report) -> Vec<Finding> {
    let mut all: Vec<Finding> =
        [durability::proven(report), commits::all(report), rates::all(report), durability::hints(report)]
            .concat();
    all.sort_by_key(|finding| finding.level == Level::Info);
    all
}

/// The figures for a database on this disk.
pub(crate) fn estimates(report: &Report) -> Estimates {
    let commit = find(report, Method::Journal, Access::Sequential, SMALL, 1);
    let batch =
        find(report, Method::Journal, Access::Sequential, BATCH, 1).map(|batch| batch.bytes_per_second);
    let steady = report
        .series
        .iter()
        .find(|series| series.pattern.method == Method::Durable)
        .map(|series| series.steady)
        .filter(|steady| *steady > 0.0);
    Estimates {
        small_commits_per_second: commit.map(|commit| commit.operations_per_second),
        parallel_writes_per_second: parallel(report).map(|most| most.operations_per_second),
        // Both limit it: the journal's own work, and what the disk sustains.
        bulk_insert_bytes_per_second: match (batch, steady) {
            (Some(batch), Some(steady)) => Some(batch.min(steady)),
            (batch, steady) => batch.or(steady),
        },
    }
}

/// Small durable writes at random places with the most threads.
fn parallel(report: &Report) -> Option<&Measurement> {
    report
        .measurements
        .iter()
        .filter(|measured| {
            let pattern = &measured.pattern;
            (pattern.method, pattern.access, pattern.block_size) == (Method::Durable, Access::Random, SMALL)
        })
        .max_by_key(|measured| measured.pattern.threads)
}

fn find(
    report: &Report,
    method: Method,
    access: Access,
    block_size: u32,
    threads: u32,
) -> Option<&Measurement> {
    let wanted = crate::pattern::Pattern { method, access, block_size, threads };
    report.measurements.iter().find(|measured| measured.pattern == wanted)
}

fn info(id: &'static str, text: String) -> Finding {
    Finding { id, level: Level::Info, text }
}

fn warning(id: &'static str, text: String) -> Finding {
    Finding { id, level: Level::Warning, text }
}

/// A ratio with the digits that matter.
fn times(ratio: f64) -> String {
    match ratio {
        ratio if ratio < 9.95 => format!("{ratio:.1} times"),
        ratio => format!("{} times", crate::units::count(ratio)),
    }
}

#[cfg(test)]
mod tests;
