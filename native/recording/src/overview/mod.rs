//! What a screen shows of a recording: its facts, its findings, charts over time, and pages of rows.

mod buckets;
mod charts;
mod page;
mod series;

use serde::Serialize;

pub use charts::{Charts, MOST_BUCKETS, charts};
pub use page::{MOST_CELL_CHARACTERS, MOST_PAGE_ROWS, Order, PageRequest, rows_page};
pub use series::{Series, Shape, Unit};

use crate::container::Recording;
use crate::findings::{Finding, findings, rules};
use crate::manifest::{Ending, Manifest};

/// The latest time that JavaScript reads exactly, in µs since 1970: the year 2255.
const LATEST: i64 = (1 << 53) - 1;

/// A range of time, µs since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Span {
    /// Its start.
    pub from: i64,
    /// Its end, not before its start.
    pub to: i64,
}

/// Number of rows of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableCount {
    /// The table.
    pub table: &'static str,
    /// Its rows.
    pub rows: usize,
}

/// Everything except charts and rows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// Where and when it was recorded.
    pub manifest: Manifest,
    /// How it ended. `None` for one that was cut off.
    pub ending: Option<Ending>,
    /// What could not be read, as sentences.
    pub damage: Vec<String>,
    /// First and last moment, clock of the recorder.
    pub span: Span,
    /// The span with the times of a server whose clock differs.
    pub extent: Span,
    /// Number of rows of every table.
    pub counts: Vec<TableCount>,
    /// Number of rules that looked at the rows.
    pub rules_run: usize,
    /// What the rules found, the gravest first.
    pub findings: Vec<Finding>,
}

/// The overview of a recording. Runs every rule.
pub fn overview(recording: &Recording) -> Overview {
    Overview {
        manifest: recording.manifest.clone(),
        ending: recording.ending.clone(),
        damage: recording.damage.clone(),
        span: span(recording),
        extent: extent(recording),
        counts: recording.rows.counts().into_iter().map(|(table, rows)| TableCount { table, rows }).collect(),
        rules_run: rules().count(),
        findings: findings(recording),
    }
}

fn span(recording: &Recording) -> Span {
    let (from, to) = recording.span();
    Span { from: from.clamp(0, LATEST), to: to.clamp(0, LATEST) }
}

/// Rows have the time of the server or of the recorder, so both clocks must fit.
pub(crate) fn extent(recording: &Recording) -> Span {
    let Span { from, to } = span(recording);
    let offset = recording.manifest.clock_offset;
    Span {
        from: from.saturating_add(offset.min(0)).clamp(0, LATEST),
        to: to.saturating_add(offset.max(0)).clamp(0, LATEST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{SECONDS, START, at, quiet};

    #[test]
    fn the_overview_says_what_the_recording_is() {
        let recording = quiet();
        let seen = overview(&recording);
        assert_eq!(seen.span, Span { from: START, to: at(SECONDS) });
        assert_eq!(seen.extent, seen.span);
        assert_eq!(seen.manifest.server_version, "7.1.5");
        assert_eq!(seen.rules_run, rules().count());
        let io = seen.counts.iter().find(|count| count.table == "io");
        assert_eq!(io.map(|count| count.rows), Some(recording.rows.io.len()));
        assert_eq!(seen.counts.len(), crate::tables::Rows::NAMES.len());
    }

    #[test]
    fn findings_are_part_of_it() {
        let mut recording = quiet();
        let write = recording.rows.io.iter_mut().find(|event| event.kind == "JournalWrite");
        write.unwrap().duration_us = 4_000_000;
        assert!(overview(&recording).findings.iter().any(|finding| finding.rule == "slow-journal-write"));
    }

    #[test]
    fn a_clock_that_differs_widens_the_extent_only() {
        let mut recording = quiet();
        recording.manifest.clock_offset = -5_000_000;
        let seen = overview(&recording);
        assert_eq!(seen.span.from, START);
        assert_eq!(seen.extent, Span { from: START - 5_000_000, to: at(SECONDS) });
    }

    #[test]
    fn impossible_times_stay_within_what_javascript_reads() {
        for (started, ended, offset) in
            [(i64::MIN, i64::MAX, i64::MAX), (i64::MAX, i64::MIN, i64::MIN), (-1, 0, 0)]
        {
            let mut recording = quiet();
            recording.manifest.started = started;
            recording.manifest.clock_offset = offset;
            recording.ending.as_mut().unwrap().ended = ended;
            let Span { from, to } = overview(&recording).extent;
            assert!((0..=LATEST).contains(&from) && (from..=LATEST).contains(&to), "{from} {to}");
            charts(&recording, None);
            charts(&recording, Some(Span { from: i64::MIN, to: i64::MAX }));
            charts(&recording, Some(Span { from: i64::MAX, to: i64::MIN }));
        }
    }
}
