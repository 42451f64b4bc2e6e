//! Queries that take long.

use std::collections::BTreeMap;

use super::context::{EXAMPLES, is_full, processor};
use super::shape::{Group, by_shape};
use crate::container::Recording;
use crate::findings::statistics::{by_key, counted, duration, end_of, median, shortened, size};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::{Request, RunningQuery};

const SLOW_US: u64 = 10_000_000;
const TEXT: usize = 200;
const REGRESSED: u64 = 3;
const REGRESSED_TO_US: u64 = 50_000;
const RUNS: usize = 20;
/// How many queries are reported, those with the greatest loss.
const REPORTED: usize = 5;

pub const RULES: &[Rule] = &[
    Rule { id: "slow-query", about: "A running query has taken at least 10 s.", check: slow_query },
    Rule {
        id: "query-regressed",
        about: "A query, its values left out, has at least 20 recorded runs in each half of the recording, and in the second \
                half a median of at least 50 ms and 3 times that of the first; the 5 with the greatest difference.",
        check: query_regressed,
    },
];

fn slow_query(recording: &Recording) -> Vec<Finding> {
    let mut longest: BTreeMap<(&str, u64, i64), &RunningQuery> = BTreeMap::new();
    for query in recording.rows.queries.iter().filter(|query| query.duration_us >= SLOW_US) {
        let known = longest.entry((&query.database, query.query_id, query.time)).or_insert(query);
        if query.duration_us > known.duration_us {
            *known = query;
        }
    }
    let mut found = Vec::new();
    for (database, mut queries) in by_key(longest.into_values(), |query| query.database.as_str()) {
        if is_full(&mut found) {
            break;
        }
        queries.sort_by_key(|query| std::cmp::Reverse(query.duration_us));
        let from = queries.iter().map(|query| query.time).min().unwrap_or_default();
        let to = queries.iter().map(|query| end(query)).max().unwrap_or_default();
        let streamed = queries.iter().filter(|query| query.streaming).count();
        let mut evidence: Vec<String> = queries.iter().take(EXAMPLES).map(|query| example(query)).collect();
        if streamed > 0 {
            evidence.push(format!(
                "{} streamed: these take as long as the client reads.",
                if streamed == 1 { "1 of them is".to_owned() } else { format!("{streamed} of them are") }
            ));
        }
        evidence.extend(processor(recording, from, to));
        found.push(Finding {
            rule: "slow-query",
            severity: if streamed == queries.len() { Severity::Note } else { Severity::Warning },
            confidence: Confidence::Certain,
            subject: database.to_owned(),
            title: format!(
                "{} ran for 10 s or more, the longest for {}.",
                counted(queries.len(), "query", "queries"),
                duration(queries[0].duration_us)
            ),
            evidence,
            advice: "Look at the plan of the query and at the size of its results.".to_owned(),
            from,
            to,
        });
    }
    found
}

fn end(query: &RunningQuery) -> i64 {
    end_of(query.time, query.duration_us)
}

fn example(query: &RunningQuery) -> String {
    let index =
        if query.index.is_empty() { String::new() } else { format!(" on '{}'", shortened(&query.index, 80)) };
    format!("{}{index}: {}", duration(query.duration_us), shortened(&query.text, TEXT))
}

fn query_regressed(recording: &Recording) -> Vec<Finding> {
    let (start, stop) = recording.span();
    let middle = start.midpoint(stop);
    let groups = by_shape(&recording.rows.requests);
    let mut slower: Vec<(u64, u64, usize, &Group<'_>)> = groups
        .iter()
        .filter_map(|group| {
            let half = group.requests.partition_point(|request| request.time < middle);
            let (before, after) = group.requests.split_at(half);
            if before.len() < RUNS || after.len() < RUNS {
                return None;
            }
            let (old, new) = (middle_duration(before), middle_duration(after));
            (new >= old.saturating_mul(REGRESSED).max(REGRESSED_TO_US)).then_some((old, new, half, group))
        })
        .collect();
    slower.sort_by_key(|(old, new, half, group)| {
        std::cmp::Reverse((new - old).saturating_mul((group.requests.len() - half) as u64))
    });
    slower.truncate(REPORTED);
    slower
        .into_iter()
        .map(|(old, new, half, group)| {
            let (before, after) = group.requests.split_at(half);
            let answers = |part: &[&Request]| size(median(part.iter().map(|request| request.response_bytes)));
            let (from, to) = (after[0].time, after[after.len() - 1].time);
            let mut evidence = vec![
                format!("The query, its values left out: {}", shortened(&group.shape, TEXT)),
                format!("{} recorded runs in the first half, {} in the second.", before.len(), after.len()),
                format!("The median answer had {}, then {}.", answers(before), answers(after)),
            ];
            evidence.extend(processor(recording, from, to));
            Finding {
                rule: "query-regressed",
                severity: Severity::Warning,
                confidence: Confidence::Likely,
                subject: group.database.to_owned(),
                title: format!("The median of a query rose from {} to {}.", duration(old), duration(new)),
                evidence,
                advice: "Compare the number of results, the index and the load of both halves.".to_owned(),
                from,
                to,
            }
        })
        .collect()
}

fn middle_duration(requests: &[&Request]) -> u64 {
    median(requests.iter().map(|request| request.duration_us))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::quiet::{DATABASE, at, quiet};

    fn running(duration_us: u64, streaming: bool) -> Recording {
        let mut recording = quiet();
        recording.rows.queries.push(RunningQuery {
            time: at(100),
            database: DATABASE.to_owned(),
            index: "Orders/ByCompany".to_owned(),
            query_id: 7,
            text: format!("from index 'Orders/ByCompany' where {}", "x".repeat(400)),
            duration_us,
            streaming,
        });
        recording
    }

    #[test]
    fn a_slow_query_is_reported_with_a_short_text() {
        let found = slow_query(&running(10_000_000, false));
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].title, "1 query ran for 10 s or more, the longest for 10.0 s.");
        assert_eq!((found[0].rule, found[0].severity), ("slow-query", Severity::Warning));
        assert_eq!((found[0].from, found[0].to), (at(100), at(110)));
        assert!(found[0].evidence[0].starts_with("10.0 s on 'Orders/ByCompany': from index"));
        assert!(found[0].evidence[0].chars().count() < 250);
        assert_eq!(slow_query(&running(10_000_000, true))[0].severity, Severity::Note);
    }

    #[test]
    fn a_query_of_less_than_ten_seconds_is_not_reported() {
        assert_eq!(slow_query(&running(9_999_999, false)), []);
    }

    fn regressed(duration_us: u64, least: usize) -> Recording {
        let mut recording = quiet();
        let rows = recording.rows.requests.iter_mut();
        rows.filter(|row| row.time >= at(300)).take(least).for_each(|row| row.duration_us = duration_us);
        recording.rows.requests.retain(|row| row.time < at(300) || row.duration_us == duration_us);
        recording
    }

    #[test]
    fn a_query_that_became_slower_is_reported_once_for_all_its_values() {
        let found = query_regressed(&regressed(50_000, 20));
        assert_eq!(found.len(), 1);
        assert!(found[0].title.starts_with("The median of a query rose from 7."), "{}", found[0].title);
        assert!(found[0].title.ends_with("to 50.0 ms."), "{}", found[0].title);
        assert_eq!(found[0].evidence[0], "The query, its values left out: from Orders where Company = ?");
        assert_eq!(found[0].evidence[1], "3000 recorded runs in the first half, 20 in the second.");
        assert_eq!((found[0].severity, found[0].from), (Severity::Warning, at(300)));
    }

    #[test]
    fn a_query_with_few_runs_or_below_the_threshold_is_not_reported() {
        assert_eq!(query_regressed(&regressed(50_000, 19)), []);
        assert_eq!(query_regressed(&regressed(49_999, 20)), []);
    }
}
