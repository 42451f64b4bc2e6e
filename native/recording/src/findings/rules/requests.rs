//! Requests that failed.

use super::context::{is_full, kinds_of, sampled};
use crate::container::Recording;
use crate::findings::statistics::{SECOND, by_key, counted, percent, start_of};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::{Request, Traffic};

pub const LEAST_REQUESTS: u64 = 100;
const FAILED_PERCENT: u64 = 1;
const FAILED_IN_A_SECOND: u64 = 10;
const OVERLOADED: usize = 3;
const OVERLOADED_CRITICAL: usize = 10;

pub const RULES: &[Rule] = &[
    Rule {
        id: "failed-requests",
        about: "At least 1 % of at least 100 requests of a database, or 10 in a second, have a status of 500 or more.",
        check: failed_requests,
    },
    Rule {
        id: "overloaded",
        about: "At least 3 recorded requests of a database have the status 429 or 503; critical from 10.",
        check: overloaded,
    },
];

pub fn sum(seconds: &[&Traffic], value: impl Fn(&Traffic) -> u64) -> u64 {
    seconds.iter().fold(0, |sum, second| sum.saturating_add(value(second)))
}

/// First and last second in which something was counted.
pub fn range(seconds: &[&Traffic], value: impl Fn(&Traffic) -> u64) -> Option<(i64, i64)> {
    let mut counted = seconds.iter().filter(|second| value(second) > 0);
    let first = counted.next()?;
    Some((first.time, counted.next_back().unwrap_or(first).time.saturating_add(SECOND)))
}

fn failed_requests(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (database, seconds) in by_key(&recording.rows.traffic, |second| second.database.as_str()) {
        if is_full(&mut found) {
            break;
        }
        let (all, failed) = (sum(&seconds, |second| second.requests), sum(&seconds, |second| second.failed));
        let Some(worst) = seconds.iter().max_by_key(|second| second.failed) else { continue };
        let often = all >= LEAST_REQUESTS && percent(failed, all) >= FAILED_PERCENT as f64;
        if !often && worst.failed < FAILED_IN_A_SECOND {
            continue;
        }
        let Some((from, to)) = range(&seconds, |second| second.failed) else { continue };
        let rows = recording.rows.requests.iter();
        let mut evidence =
            vec![format!("The worst second had {} failures of {} requests.", worst.failed, worst.requests)];
        evidence.extend(kinds_of(rows.filter(|row| row.status >= 500 && row.database == database)));
        evidence.extend(sampled(&seconds));
        found.push(Finding {
            rule: "failed-requests",
            severity: Severity::Critical,
            confidence: Confidence::Certain,
            subject: database.to_owned(),
            title: format!(
                "{failed} of {all} requests ({:.1} %) failed with a status of 500 or more.",
                percent(failed, all)
            ),
            evidence,
            advice: "Look at the server's log at this time for the errors of these requests.".to_owned(),
            from,
            to,
        });
    }
    found
}

fn overloaded(recording: &Recording) -> Vec<Finding> {
    let refused = recording.rows.requests.iter().filter(|row| row.status == 429 || row.status == 503);
    let mut found = Vec::new();
    for (database, rows) in by_key(refused, |row| row.database.as_str()) {
        if rows.len() < OVERLOADED {
            continue;
        }
        let too_many = rows.iter().filter(|row| row.status == 429).count();
        let unavailable = rows.len() - too_many;
        let mut evidence = Vec::from_iter(kinds_of(rows.iter().copied()));
        if unavailable > 0 {
            evidence.push(
                "Status 503 is also the answer for a database that is being loaded or is disabled."
                    .to_owned(),
            );
        }
        found.push(Finding {
            rule: "overloaded",
            severity: if rows.len() >= OVERLOADED_CRITICAL { Severity::Critical } else { Severity::Warning },
            confidence: if unavailable > too_many { Confidence::Possible } else { Confidence::Likely },
            subject: database.to_owned(),
            title: format!("{}.", refused_for_load(too_many, unavailable)),
            evidence,
            advice: "Compare with the load, the processor and the memory at this time.".to_owned(),
            from: rows.iter().map(|row| began(row)).min().unwrap_or_default(),
            to: rows[rows.len() - 1].time,
        });
    }
    found
}

/// How many requests had which status; a status without requests is left out.
fn refused_for_load(too_many: usize, unavailable: usize) -> String {
    let had = |count, status| format!("{} had the status {status}", counted(count, "request", "requests"));
    [(too_many, "429 (too many requests)"), (unavailable, "503 (unavailable)")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, status)| had(count, status))
        .collect::<Vec<_>>()
        .join(" and ")
}

/// When a request began.
pub fn began(row: &Request) -> i64 {
    start_of(row.time, row.duration_us)
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::findings::quiet::{DATABASE, at, quiet};

    /// A recording in which the requests of some seconds have a status.
    pub fn with_status(seconds: std::ops::Range<i64>, per_second: usize, status: u64) -> Recording {
        let mut recording = quiet();
        for second in seconds {
            let row = recording.rows.traffic.iter_mut().find(|row| row.time == at(second)).unwrap();
            let value = if status >= 500 { &mut row.failed } else { &mut row.refused };
            *value = per_second as u64;
            let requests = recording.rows.requests.iter_mut().filter(|row| row.time >= at(second));
            requests.take(per_second).for_each(|row| row.status = status);
        }
        recording
    }

    #[test]
    fn failed_requests_are_reported_with_their_share_and_paths() {
        let found = failed_requests(&with_status(100..130, 2, 500));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].rule, found[0].subject.as_str()), ("failed-requests", DATABASE));
        assert_eq!((found[0].severity, found[0].from, found[0].to), (Severity::Critical, at(100), at(130)));
        assert_eq!(found[0].title, "60 of 6000 requests (1.0 %) failed with a status of 500 or more.");
        assert_eq!(
            found[0].evidence[1],
            "Most frequent among the recorded requests: 60 × POST /databases/shop/queries, status 500."
        );
    }

    #[test]
    fn fewer_failures_than_one_percent_are_not_reported() {
        assert_eq!(failed_requests(&with_status(100..129, 2, 500)), []);
    }

    #[test]
    fn ten_failures_in_a_second_are_reported_and_nine_are_not() {
        let found = failed_requests(&with_status(50..51, 10, 500));
        assert_eq!(found[0].evidence[0], "The worst second had 10 failures of 10 requests.");
        assert_eq!((found[0].from, found[0].to), (at(50), at(51)));
        assert_eq!(failed_requests(&with_status(50..51, 9, 500)), []);
    }

    #[test]
    fn too_many_requests_are_reported() {
        let found = overloaded(&with_status(100..101, 3, 429));
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Warning, Confidence::Likely));
        assert!(found[0].title.starts_with("3 requests had the status 429"), "{}", found[0].title);
        assert_eq!(found[0].to, at(100) + 2 * SECOND / 10);
        assert_eq!(overloaded(&with_status(100..101, 2, 429)), []);
        let found = overloaded(&with_status(100..101, 10, 503));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Critical, Confidence::Possible));
    }
}
