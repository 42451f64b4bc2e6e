//! States and lag of indexes.

use std::collections::BTreeMap;

use crate::container::Recording;
use crate::findings::statistics::{SECOND, between, by_key, counted, duration, median, time_of_day};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::IndexSample;

pub const RULES: &[Rule] = &[
    Rule {
        id: "index-stale-throughout",
        about: "An index that runs is stale in all of at least 3 samples over 60 s or more.",
        check: stale_throughout,
    },
    Rule {
        id: "index-lag-grows",
        about: "The median of what an index has left is, in the last quarter of at least 8 samples, at least 10000 and twice that of the first quarter.",
        check: lag_grows,
    },
    Rule {
        id: "index-in-error",
        about: "An index is in the state Error, or is disabled or paused while documents are left to index.",
        check: in_error,
    },
];

/// Samples, and the time between first and last in µs.
const STALE: usize = 3;
const STALE_TIME: u64 = 60 * SECOND as u64;
/// Samples with quarters, what is left in the last, and in medians of the first.
const QUARTERS: usize = 8;
const LAG: u64 = 10_000;
const TIMES: u64 = 2;

type Samples<'a> = BTreeMap<(&'a str, &'a str), Vec<&'a IndexSample>>;

fn indexes(recording: &Recording) -> Samples<'_> {
    by_key(&recording.rows.indexes, |sample| (sample.database.as_str(), sample.index.as_str()))
}

/// Why an index does not run, if it does not.
fn halted(sample: &IndexSample) -> Option<&'static str> {
    match (sample.state.as_str(), sample.status.as_str()) {
        ("Error", _) => Some("in the state Error"),
        ("Disabled", _) | (_, "Disabled") => Some("disabled"),
        (_, "Paused") => Some("paused"),
        _ => None,
    }
}

fn finding(rule: &'static str, index: &str, samples: &[&IndexSample], title: String) -> Finding {
    Finding {
        rule,
        severity: Severity::Warning,
        confidence: Confidence::Certain,
        subject: index.to_owned(),
        title,
        evidence: Vec::new(),
        advice: String::new(),
        from: samples[0].time,
        to: samples[samples.len() - 1].time,
    }
}

fn lags(samples: &[&IndexSample]) -> String {
    let (first, last) = (samples[0].lag, samples[samples.len() - 1].lag);
    let most = samples.iter().map(|sample| sample.lag).max().unwrap_or(0);
    format!("Left to index: {first} in the first sample, {last} in the last, at most {most}.")
}

fn stale_throughout(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for ((database, index), samples) in indexes(recording) {
        let time = between(samples[0].time, samples[samples.len() - 1].time);
        let stale = samples.iter().all(|sample| sample.stale);
        if samples.len() < STALE
            || time < STALE_TIME
            || !stale
            || samples.iter().all(|row| halted(row).is_some())
        {
            continue;
        }
        let title = format!(
            "The index '{index}' of '{database}' was stale in all {} of {}.",
            counted(samples.len(), "sample", "samples"),
            duration(time)
        );
        found.push(Finding {
            evidence: vec![lags(&samples)],
            advice: "Compare its batches with the writes of that time; a sample can miss short moments without lag.".to_owned(),
            ..finding("index-stale-throughout", index, &samples, title)
        });
    }
    found
}

fn lag_grows(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for ((database, index), samples) in indexes(recording) {
        let quarter = samples.len() / 4;
        if samples.len() < QUARTERS {
            continue;
        }
        let middle = |samples: &[&IndexSample]| median(samples.iter().map(|sample| sample.lag));
        let (before, after) = (middle(&samples[..quarter]), middle(&samples[samples.len() - quarter..]));
        if after < LAG || after < before.saturating_mul(TIMES) {
            continue;
        }
        let title = format!(
            "The index '{index}' of '{database}' falls behind: what is left rose from {before} to {after} (medians of the first and last quarter)."
        );
        found.push(Finding {
            evidence: vec![lags(&samples)],
            advice: "Look at its batches: which step takes the time, and how many documents each has."
                .to_owned(),
            ..finding("index-lag-grows", index, &samples, title)
        });
    }
    found
}

fn in_error(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for ((database, index), samples) in indexes(recording) {
        let reported =
            |sample: &IndexSample| halted(sample).is_some() && (sample.state == "Error" || sample.lag > 0);
        let rows: Vec<&IndexSample> = samples.iter().copied().filter(|sample| reported(sample)).collect();
        let failed = rows.iter().copied().find(|sample| sample.state == "Error");
        let Some(example) = failed.or(rows.last().copied()) else { continue };
        let why = halted(example).unwrap_or_default();
        let title = if failed.is_some() {
            format!("The index '{index}' of '{database}' was {why}.")
        } else {
            format!("The index '{index}' of '{database}' was {why} with {} left to index.", example.lag)
        };
        let advice = if failed.is_some() {
            "Read the errors of the index, correct its definition or the documents, and reset it: queries of it fail until then."
        } else {
            "Start or enable it, unless that was intended: its results are stale until then."
        };
        found.push(Finding {
            severity: if failed.is_some() { Severity::Critical } else { Severity::Warning },
            evidence: vec![
                format!(
                    "{} of {}, first at {}.",
                    rows.len(),
                    counted(samples.len(), "sample", "samples"),
                    time_of_day(rows[0].time)
                ),
                lags(&rows),
            ],
            advice: advice.to_owned(),
            ..finding("index-in-error", index, &rows, title)
        });
    }
    found
}

#[cfg(test)]
mod tests;
