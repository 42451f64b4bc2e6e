//! How applications use the server: large answers, and documents that are written one by one.

use super::context::kinds_of;
use super::requests::began;
use crate::container::Recording;
use crate::findings::statistics::{SECOND, by_key, size};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::Request;

const LARGE_ANSWER: u64 = 10 << 20;
const LARGE_ANSWERS: usize = 3;
const SINGLE_WRITES: usize = 50;
const SINGLE_WRITES_SECONDS: i64 = 10;

pub const RULES: &[Rule] = &[
    Rule {
        id: "large-answers",
        about: "At least 3 recorded answers of a database have 10 MiB or more.",
        check: large_answers,
    },
    Rule {
        id: "chatty-writes",
        about: "In each of at least 10 consecutive seconds at least 50 documents of a database are written with a request of \
                their own, more than there are bulk requests.",
        check: chatty_writes,
    },
];

/// The second in which it ended.
pub fn second_of(request: &Request) -> i64 {
    request.time.div_euclid(SECOND)
}

fn large_answers(recording: &Recording) -> Vec<Finding> {
    let large = recording.rows.requests.iter().filter(|row| row.response_bytes >= LARGE_ANSWER);
    let mut databases = by_key(large, |row| row.database.as_str());
    databases.retain(|_, requests| requests.len() >= LARGE_ANSWERS);
    databases
        .into_iter()
        .map(|(database, requests)| {
            let largest = requests.iter().map(|request| request.response_bytes).max().unwrap_or(0);
            Finding {
                rule: "large-answers",
                severity: Severity::Note,
                confidence: Confidence::Certain,
                subject: database.to_owned(),
                title: format!(
                    "{} recorded answers have 10 MiB or more, the largest {}.",
                    requests.len(),
                    size(largest)
                ),
                evidence: Vec::from_iter(kinds_of(requests.iter().copied())),
                advice:
                    "Read queries page by page or stream them. Exports and attachments are large by nature."
                        .to_owned(),
                from: requests.iter().map(|row| began(row)).min().unwrap_or_default(),
                to: requests[requests.len() - 1].time,
            }
        })
        .collect()
}

/// Whether it writes one document.
fn is_single_write(request: &Request) -> bool {
    matches!(request.method.as_str(), "PUT" | "PATCH") && request.path.ends_with("/docs")
}

/// Whether it writes several documents.
fn is_bulk(request: &Request) -> bool {
    request.kind == "BulkDocs"
        || request.path.ends_with("/bulk_docs")
        || request.path.ends_with("/bulk_insert")
}

fn chatty_writes(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (database, requests) in by_key(&recording.rows.requests, |request| request.database.as_str()) {
        let seconds: Vec<(i64, usize, usize)> = requests
            .chunk_by(|a, b| second_of(a) == second_of(b))
            .map(|second| {
                let count =
                    |kind: fn(&Request) -> bool| second.iter().filter(|request| kind(request)).count();
                (second_of(second[0]), count(is_single_write), count(is_bulk))
            })
            .filter(|(_, single, bulk)| *single >= SINGLE_WRITES && single > bulk)
            .collect();
        for run in seconds.chunk_by(|a, b| b.0 - a.0 == 1) {
            if (run.len() as i64) < SINGLE_WRITES_SECONDS {
                continue;
            }
            let single: usize = run.iter().map(|second| second.1).sum();
            let bulk: usize = run.iter().map(|second| second.2).sum();
            found.push(Finding {
                rule: "chatty-writes",
                severity: Severity::Note,
                confidence: Confidence::Likely,
                subject: database.to_owned(),
                title: format!(
                    "For {} s about {} documents per second were written with a request of their own.",
                    run.len(),
                    single / run.len()
                ),
                evidence: vec![format!("Requests that write several documents in this time: {bulk}.")],
                advice: "Write several documents with one `SaveChanges`, or use a bulk insert.".to_owned(),
                from: run[0].0.saturating_mul(SECOND),
                to: run[run.len() - 1].0.saturating_add(1).saturating_mul(SECOND),
            });
        }
    }
    found
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::findings::quiet::{DATABASE, at, quiet};

    /// Adds requests to each of some seconds.
    pub fn with(seconds: std::ops::Range<i64>, per_second: i64, request: &Request) -> Recording {
        let mut recording = quiet();
        for second in seconds {
            for number in 0..per_second {
                let time = at(second) + number * 1_000;
                let text = request.text.replace('#', &number.to_string());
                let database = DATABASE.to_owned();
                recording.rows.requests.push(Request { time, text, database, ..request.clone() });
            }
        }
        recording.rows.sort();
        recording
    }

    #[test]
    fn large_answers_are_reported_from_the_third() {
        let answer = Request { response_bytes: 10 << 20, duration_us: 1_000_000, ..Request::default() };
        let found = large_answers(&with(20..23, 1, &answer));
        assert_eq!(found[0].title, "3 recorded answers have 10 MiB or more, the largest 10.0 MiB.");
        assert_eq!((found[0].rule, found[0].severity), ("large-answers", Severity::Note));
        assert_eq!((found[0].from, found[0].to), (at(19), at(22)));
        assert_eq!(large_answers(&with(20..22, 1, &answer)), []);
        let smaller = Request { response_bytes: (10 << 20) - 1, ..answer };
        assert_eq!(large_answers(&with(20..23, 1, &smaller)), []);
    }

    #[test]
    fn single_writes_are_reported_if_they_last() {
        let write = Request {
            method: "PUT".to_owned(),
            path: format!("/databases/{DATABASE}/docs"),
            kind: "Documents".to_owned(),
            ..Request::default()
        };
        let found = chatty_writes(&with(30..40, 50, &write));
        assert_eq!(
            found[0].title,
            "For 10 s about 50 documents per second were written with a request of their own."
        );
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Note, at(30), at(40)));
        assert_eq!(chatty_writes(&with(30..39, 50, &write)), []);
        assert_eq!(chatty_writes(&with(30..40, 49, &write)), []);
    }
}
