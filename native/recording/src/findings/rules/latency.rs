//! How fast the answers are.

use super::context::{collections, is_full, kinds_of, processor, sampled};
use crate::container::Recording;
use crate::findings::statistics::{SECOND, by_key, counted, duration, median, within};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::Traffic;

const SLOW_US: u64 = 1_000_000;
const SLOW_SECONDS: usize = 5;
const ROSE: u64 = 3;
const ROSE_TO_US: u64 = 100_000;
/// Seconds with requests that each third needs.
const THIRD: usize = 10;

pub const RULES: &[Rule] = &[
    Rule {
        id: "slow-requests",
        about: "In at least 5 seconds of a database the 99th percentile of its requests is 1 s or more.",
        check: slow_requests,
    },
    Rule {
        id: "latency-rose",
        about: "The median of the 95th percentiles in the last third of a database's seconds is at least 3 times that of \
                the first third and at least 100 ms; each third has at least 10 seconds with requests.",
        check: latency_rose,
    },
];

fn slow_requests(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (database, seconds) in by_key(&recording.rows.traffic, |second| second.database.as_str()) {
        if is_full(&mut found) {
            break;
        }
        let slow: Vec<&Traffic> = seconds.iter().copied().filter(|second| second.p99_us >= SLOW_US).collect();
        let (Some(first), Some(last)) = (slow.first(), slow.last()) else { continue };
        let Some(worst) = slow.iter().max_by_key(|second| second.p99_us) else { continue };
        if slow.len() < SLOW_SECONDS {
            continue;
        }
        let (from, to) = (first.time, last.time.saturating_add(SECOND));
        let mut evidence = vec![format!(
            "The worst of these seconds had {}: median {}, longest {}.",
            counted(worst.requests as usize, "request", "requests"),
            duration(worst.p50_us),
            duration(worst.max_us)
        )];
        let rows = within(&recording.rows.requests, from, to);
        evidence.extend(kinds_of(
            rows.iter().filter(|row| row.duration_us >= SLOW_US && row.database == database),
        ));
        evidence.extend(processor(recording, from, to));
        evidence.extend(collections(recording, from, to));
        evidence.extend(sampled(&seconds));
        found.push(Finding {
            rule: "slow-requests",
            severity: Severity::Warning,
            confidence: Confidence::Likely,
            subject: database.to_owned(),
            title: format!(
                "In {} of {} seconds the 99th percentile of the requests was 1 s or more, at most {}.",
                slow.len(),
                seconds.len(),
                duration(worst.p99_us)
            ),
            evidence,
            advice: "Requests that stream, such as bulk inserts, take as long as the client needs: leave these out."
                .to_owned(),
            from,
            to,
        });
    }
    found
}

fn latency_rose(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for (database, mut seconds) in by_key(&recording.rows.traffic, |second| second.database.as_str()) {
        if is_full(&mut found) {
            break;
        }
        seconds.retain(|second| second.requests > 0);
        let third = seconds.len() / 3;
        if third < THIRD {
            continue;
        }
        let (first, last) = (&seconds[..third], &seconds[seconds.len() - third..]);
        let p95 = |part: &[&Traffic]| median(part.iter().map(|second| second.p95_us));
        let load = |part: &[&Traffic]| median(part.iter().map(|second| second.requests));
        let (before, after) = (p95(first), p95(last));
        if after < before.saturating_mul(ROSE).max(ROSE_TO_US) {
            continue;
        }
        let (load_before, load_after) = (load(first), load(last));
        let same_load = load_after.saturating_mul(2) <= load_before.saturating_mul(3);
        let (from, to) = (last[0].time, last[third - 1].time.saturating_add(SECOND));
        let mut evidence = vec![format!(
            "Requests per second: {load_before} in the first third, {load_after} in the last third (medians)."
        )];
        evidence.extend(processor(recording, from, to));
        evidence.extend(collections(recording, from, to));
        evidence.extend(sampled(&seconds));
        found.push(Finding {
            rule: "latency-rose",
            severity: Severity::Warning,
            confidence: if same_load { Confidence::Likely } else { Confidence::Possible },
            subject: database.to_owned(),
            title: format!(
                "The 95th percentile of requests rose from {} to {} {}.",
                duration(before),
                duration(after),
                if same_load {
                    "although the load did not rise to more than 1.5 times"
                } else {
                    "while the load rose to more than 1.5 times"
                }
            ),
            evidence,
            advice: if same_load {
                "Compare disk, processor, memory and indexes of the last third with the first.".to_owned()
            } else {
                "Compare with the capacity of the server: more load alone can explain it.".to_owned()
            },
            from,
            to,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};

    fn slow(seconds: std::ops::Range<i64>, p99_us: u64) -> Recording {
        let mut recording = quiet();
        let rows = recording.rows.traffic.iter_mut();
        for row in rows.filter(|row| (at(seconds.start)..at(seconds.end)).contains(&row.time)) {
            (row.p99_us, row.max_us) = (p99_us, p99_us + 500_000);
        }
        recording
    }

    #[test]
    fn slow_seconds_are_reported() {
        let found = slow_requests(&slow(200..205, 1_000_000));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].title,
            "In 5 of 600 seconds the 99th percentile of the requests was 1 s or more, at most 1.0 s."
        );
        assert_eq!((found[0].rule, found[0].severity), ("slow-requests", Severity::Warning));
        assert_eq!((found[0].from, found[0].to), (at(200), at(205)));
        assert!(found[0].evidence[0].contains("median 7.0 ms, longest 1.5 s"), "{:?}", found[0].evidence);
    }

    #[test]
    fn samples_are_named_in_the_evidence() {
        let mut recording = slow(200..205, 1_000_000);
        recording.rows.traffic.iter_mut().for_each(|row| row.seconds = 20);
        let found = slow_requests(&recording);
        assert_eq!(
            found[0].evidence.last().unwrap(),
            "The requests were sampled: counts are of 600 seconds that represent 200 min 0 s."
        );
    }

    #[test]
    fn four_slow_seconds_or_faster_ones_are_not_reported() {
        assert_eq!(slow_requests(&slow(200..204, 1_000_000)), []);
        assert_eq!(slow_requests(&slow(200..300, 999_999)), []);
    }

    fn rose(p95_us: u64, requests: u64) -> Recording {
        let mut recording = quiet();
        for row in recording.rows.traffic.iter_mut().filter(|row| row.time >= at(400)) {
            (row.p95_us, row.requests) = (p95_us, requests);
        }
        recording
    }

    #[test]
    fn risen_latency_is_reported_with_the_load() {
        let found = latency_rose(&rose(100_000, 15));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].title,
            "The 95th percentile of requests rose from 8.6 ms to 100.0 ms although the load did not rise to more \
             than 1.5 times."
        );
        assert_eq!((found[0].confidence, found[0].from, found[0].to), (Confidence::Likely, at(400), at(600)));
        let found = latency_rose(&rose(100_000, 16));
        assert!(found[0].title.contains("while the load rose"));
        assert_eq!((found[0].confidence, found[0].severity), (Confidence::Possible, Severity::Warning));
    }

    #[test]
    fn latency_below_the_threshold_is_not_reported() {
        assert_eq!(latency_rose(&rose(99_999, 10)), []);
    }
}
