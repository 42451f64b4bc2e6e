//! Databases: what waits for the transaction merger, and how long the server takes to answer.

use crate::container::Recording;
use crate::findings::statistics::{by_key, counted, duration, runs, time_of_day};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::DatabaseSample;

pub const RULES: &[Rule] = &[
    Rule {
        id: "merger-queue",
        about: "At least 100 operations wait for the transaction merger of a database in 3 or more samples in a row.",
        check: merger_queue,
    },
    Rule {
        id: "database-slow-to-answer",
        about: "The server takes at least 2 s to answer for the statistics of a database, in 2 or more samples.",
        check: slow_to_answer,
    },
];

/// Operations that wait.
const QUEUE: u64 = 100;
/// Samples in a row with that queue.
const QUEUED: usize = 3;
/// A slow answer, in µs.
const ANSWER: u64 = 2_000_000;
/// Slow answers.
const ANSWERS: usize = 2;

fn merger_queue(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (database, samples) in by_key(&recording.rows.databases, |sample| sample.database.as_str()) {
        let runs = runs(&samples, QUEUED, |sample| sample.queue >= QUEUE);
        let (Some(first), Some(last)) = (runs.first(), runs.last()) else { continue };
        let queued: Vec<&DatabaseSample> = runs.iter().flat_map(|run| run.iter().copied()).collect();
        let Some(worst) = queued.iter().copied().max_by_key(|sample| sample.queue) else { continue };
        let Some(longest) = runs.iter().max_by_key(|run| run.len()) else { continue };
        found.push(Finding {
            rule: "merger-queue",
            severity: Severity::Warning,
            confidence: Confidence::Certain,
            subject: database.to_owned(),
            title: format!(
                "Up to {} operations waited for the transaction merger of '{database}'.",
                worst.queue
            ),
            evidence: vec![
                format!("{QUEUE} or more waited in {} of {}.", queued.len(), counted(samples.len(), "sample", "samples")),
                format!("The most waited at {}.", time_of_day(worst.time)),
                format!(
                    "The longest run is {} from {} to {}.",
                    counted(longest.len(), "sample", "samples"),
                    time_of_day(longest[0].time),
                    time_of_day(longest[longest.len() - 1].time)
                ),
            ],
            advice: "Look at the journal writes of that time, and at large batches, patches and scripts: operations are merged one after another."
                .to_owned(),
            from: first[0].time,
            to: last[last.len() - 1].time,
        });
    }
    found
}

fn slow_to_answer(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (database, samples) in by_key(&recording.rows.databases, |sample| sample.database.as_str()) {
        let slow: Vec<&DatabaseSample> =
            samples.iter().copied().filter(|sample| sample.answer_us >= ANSWER).collect();
        let Some(worst) = slow.iter().copied().max_by_key(|sample| sample.answer_us) else { continue };
        if slow.len() < ANSWERS {
            continue;
        }
        found.push(Finding {
            rule: "database-slow-to-answer",
            severity: Severity::Warning,
            confidence: Confidence::Certain,
            subject: database.to_owned(),
            title: format!(
                "The server took up to {} to answer for the statistics of '{database}', {} or more in {} of {}.",
                duration(worst.answer_us),
                duration(ANSWER),
                slow.len(),
                counted(samples.len(), "sample", "samples")
            ),
            evidence: vec![
                format!("The slowest answer is of {}.", time_of_day(worst.time)),
                "The time includes the network between recorder and server.".to_owned(),
            ],
            advice: "Compare with processor, memory and garbage collections of that time.".to_owned(),
            from: slow[0].time,
            to: slow[slow.len() - 1].time,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};

    fn with(from: i64, to: i64, change: impl Fn(&mut DatabaseSample)) -> Recording {
        let mut recording = quiet();
        let samples = recording.rows.databases.iter_mut();
        samples.filter(|sample| (at(from)..at(to)).contains(&sample.time)).for_each(change);
        recording
    }

    #[test]
    fn a_queue_is_reported_with_its_longest_run() {
        let found = merger_queue(&with(300, 320, |sample| sample.queue = 250));
        assert_eq!(found.len(), 1);
        let finding = &found[0];
        assert_eq!((finding.severity, finding.from, finding.to), (Severity::Warning, at(300), at(315)));
        assert_eq!(finding.title, "Up to 250 operations waited for the transaction merger of 'shop'.");
        assert_eq!(finding.evidence[0], "100 or more waited in 4 of 120 samples.");
        assert!(finding.evidence[2].contains("4 samples from 14:18:20.000 UTC to 14:18:35.000 UTC"));
    }

    #[test]
    fn a_shorter_or_smaller_queue_is_not_reported() {
        assert_eq!(merger_queue(&with(300, 310, |sample| sample.queue = 250)), [], "2 samples");
        assert_eq!(merger_queue(&with(300, 320, |sample| sample.queue = 99)), []);
        assert_eq!(merger_queue(&with(300, 315, |sample| sample.queue = 100)).len(), 1);
    }

    #[test]
    fn slow_answers_are_reported() {
        let found = slow_to_answer(&with(300, 310, |sample| sample.answer_us = 3_000_000));
        assert_eq!(found.len(), 1);
        let finding = &found[0];
        assert_eq!((finding.severity, finding.from, finding.to), (Severity::Warning, at(300), at(305)));
        assert_eq!(
            finding.title,
            "The server took up to 3.0 s to answer for the statistics of 'shop', 2.0 s or more in 2 of 120 samples."
        );
    }

    #[test]
    fn one_slow_answer_or_slightly_faster_ones_are_not_reported() {
        assert_eq!(slow_to_answer(&with(300, 305, |sample| sample.answer_us = 3_000_000)), []);
        assert_eq!(slow_to_answer(&with(300, 400, |sample| sample.answer_us = 1_999_999)), []);
    }
}
