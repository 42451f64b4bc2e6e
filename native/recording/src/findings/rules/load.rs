//! How many requests there are.

use super::context::{is_full, kinds_of, processor};
use crate::container::Recording;
use crate::findings::statistics::{SECOND, by_key, duration, lasting_runs, median, within};
use crate::findings::{Confidence, Finding, Rule, Severity};

const SPIKE: u64 = 5;
const SPIKE_REQUESTS: u64 = 100;
const SPIKE_SECONDS: i64 = 5;
/// Seconds that a median needs.
const USUAL_SECONDS: usize = 30;

pub const RULES: &[Rule] = &[Rule {
    id: "load-spike",
    about: "For at least 5 seconds a database has at least 100 requests per second and 5 times its median.",
    check: load_spike,
}];

fn load_spike(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    'databases: for (database, seconds) in by_key(&recording.rows.traffic, |second| second.database.as_str())
    {
        if seconds.len() < USUAL_SECONDS {
            continue;
        }
        let usual = median(seconds.iter().map(|second| second.requests));
        let least = usual.saturating_mul(SPIKE).max(SPIKE_REQUESTS);
        for run in lasting_runs(&seconds, SECOND, (SPIKE_SECONDS - 1) * SECOND, |row| row.requests >= least) {
            if is_full(&mut found) {
                break 'databases;
            }
            let (from, to) = (run[0].time, run[run.len() - 1].time.saturating_add(SECOND));
            let most = run.iter().map(|second| second.requests).max().unwrap_or(0);
            let failed = run.iter().fold(0_u64, |sum, second| sum.saturating_add(second.failed));
            let mut evidence = vec![format!("Answers with a status of 500 or more in this time: {failed}.")];
            let rows = within(&recording.rows.requests, from, to);
            evidence.extend(kinds_of(rows.iter().filter(|row| row.database == database)));
            evidence.extend(processor(recording, from, to));
            found.push(Finding {
                rule: "load-spike",
                severity: Severity::Note,
                confidence: Confidence::Certain,
                subject: database.to_owned(),
                title: format!(
                    "For {} there were up to {most} requests per second; the median is {usual}.",
                    duration((to - from).unsigned_abs())
                ),
                evidence,
                advice: "Find out which application sends these requests.".to_owned(),
                from,
                to,
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{at, quiet};

    fn spike(seconds: std::ops::Range<i64>, requests: u64) -> Recording {
        let mut recording = quiet();
        let rows = recording.rows.traffic.iter_mut();
        rows.filter(|row| (at(seconds.start)..at(seconds.end)).contains(&row.time))
            .for_each(|row| row.requests = requests);
        recording
    }

    #[test]
    fn a_spike_is_reported() {
        let found = load_spike(&spike(60..65, 100));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "For 5.0 s there were up to 100 requests per second; the median is 10.");
        assert_eq!((found[0].rule, found[0].severity), ("load-spike", Severity::Note));
        assert_eq!((found[0].from, found[0].to), (at(60), at(65)));
        assert!(found[0].evidence[1].contains("POST /databases/shop/queries"), "{:?}", found[0].evidence);
    }

    #[test]
    fn a_short_or_small_spike_is_not_reported() {
        assert_eq!(load_spike(&spike(60..64, 1000)), []);
        assert_eq!(load_spike(&spike(60..90, 99)), []);
    }
}
