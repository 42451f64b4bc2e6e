//! What is notable in a recording: rules over its tables, each with evidence and a confidence.
//!
//! A rule reports only what the rows show. Where rows fit more than one cause, the finding says so and its confidence is
//! `Possible`.

mod finding;
#[cfg(any(test, feature = "sample"))]
pub mod quiet;
mod rules;
#[cfg(any(test, feature = "sample"))]
pub mod stalled;
pub(crate) mod statistics;

pub use finding::{Confidence, Finding, Severity};

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::container::Recording;

/// One rule.
pub struct Rule {
    /// The name of the rule, as in `slow-journal-write`.
    pub id: &'static str,
    /// What it looks for, with its thresholds: one sentence.
    pub about: &'static str,
    check: fn(&Recording) -> Vec<Finding>,
}

/// All rules.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    rules::ALL.iter().copied().flatten()
}

/// Threads that check rules: a long recording has millions of rows.
const MOST_THREADS: usize = 4;

/// The findings of all rules, the gravest first, then by time.
pub fn findings(recording: &Recording) -> Vec<Finding> {
    let rules: Vec<&Rule> = rules().collect();
    let next = AtomicUsize::new(0);
    let check = || {
        let mut found = Vec::new();
        while let Some(place) =
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|place| *place < rules.len())
        {
            found.push((place, (rules[place].check)(recording)));
        }
        found
    };
    let threads = thread::available_parallelism().map_or(1, |threads| threads.get().min(MOST_THREADS));
    let mut found = thread::scope(|scope| {
        // Where no thread can be started, this one checks all of them.
        let start = |_| thread::Builder::new().spawn_scoped(scope, check).ok();
        let helpers: Vec<_> = (1..threads).filter_map(start).collect();
        let mut found = check();
        for helper in helpers {
            found.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        found
    });
    // In the order of the rules, whichever thread checked them.
    found.sort_unstable_by_key(|(place, _)| *place);
    let mut found: Vec<Finding> = found.into_iter().flat_map(|(_, findings)| findings).collect();
    found.sort_by(|a, b| b.severity.cmp(&a.severity).then(a.from.cmp(&b.from)));
    found
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_rule_has_a_name_of_its_own_and_says_what_it_looks_for() {
        let mut seen = HashSet::new();
        for rule in rules() {
            assert!(seen.insert(rule.id), "{} is there twice", rule.id);
            assert!(rule.about.ends_with('.'), "{}", rule.id);
        }
    }

    #[test]
    fn an_empty_recording_has_no_findings() {
        assert_eq!(findings(&Recording::default()), []);
    }

    #[test]
    fn a_healthy_server_has_no_findings() {
        assert_eq!(findings(&quiet::quiet()), []);
    }
}
