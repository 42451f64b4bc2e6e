//! Queries that are sent again and again.

use std::collections::HashSet;

use super::patterns::second_of;
use super::shape::by_shape;
use crate::container::Recording;
use crate::findings::statistics::{duration, median, shortened, size};
use crate::findings::{Confidence, Finding, Rule, Severity};
use crate::tables::Request;

const REPEATED: usize = 50;
const REPEATED_SECONDS: usize = 5;
const SMALL_ANSWER: u64 = 16 << 10;

pub const RULES: &[Rule] = &[Rule {
    id: "repeated-query",
    about: "A query, its values left out, is recorded at least 50 times in a second with answers of at most 16 KiB, in at \
                least 5 seconds.",
    check: repeated_query,
}];

fn repeated_query(recording: &Recording) -> Vec<Finding> {
    let mut found = Vec::new();
    for mut group in by_shape(&recording.rows.requests) {
        group.requests.retain(|request| request.response_bytes <= SMALL_ANSWER);
        let busy: Vec<&[&Request]> = group
            .requests
            .chunk_by(|a, b| second_of(a) == second_of(b))
            .filter(|second| second.len() >= REPEATED)
            .collect();
        let Some(busiest) = busy.iter().max_by_key(|second| second.len()) else { continue };
        if busy.len() < REPEATED_SECONDS {
            continue;
        }
        let texts: HashSet<&str> = busiest.iter().map(|request| request.text.as_str()).collect();
        let last = busy[busy.len() - 1];
        found.push(Finding {
            rule: "repeated-query",
            severity: Severity::Note,
            confidence: Confidence::Possible,
            subject: group.database.to_owned(),
            title: format!(
                "In {} seconds the same query ran 50 times or more, at most {} times in a second.",
                busy.len(),
                busiest.len()
            ),
            evidence: vec![
                format!("The query, its values left out: {}", shortened(&group.shape, 200)),
                format!(
                    "In the busiest second: {} different texts, a median answer of {}, a median duration of {}.",
                    texts.len(),
                    size(median(busiest.iter().map(|request| request.response_bytes))),
                    duration(median(busiest.iter().map(|request| request.duration_us)))
                ),
                "Many users who run the same query look the same.".to_owned(),
            ],
            advice: "If the application runs it once per document, use `include`, or one query with `in`."
                .to_owned(),
            from: busy[0][0].time,
            to: last[last.len() - 1].time,
        });
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::patterns::tests::with;
    use super::*;
    use crate::findings::quiet::at;

    fn lookup(bytes: u64) -> Request {
        Request {
            kind: "Queries".to_owned(),
            text: "from Products where id() = 'products/#'".to_owned(),
            status: 200,
            duration_us: 900,
            response_bytes: bytes,
            ..Request::default()
        }
    }

    #[test]
    fn a_repeated_query_is_reported() {
        let found = repeated_query(&with(10..15, 50, &lookup(400)));
        assert_eq!(found.len(), 1);
        assert_eq!(
            found[0].title,
            "In 5 seconds the same query ran 50 times or more, at most 50 times in a second."
        );
        assert_eq!(found[0].evidence[0], "The query, its values left out: from Products where id() = ?");
        assert!(found[0].evidence[1].contains("50 different texts, a median answer of 400 B"));
        assert_eq!((found[0].severity, found[0].confidence), (Severity::Note, Confidence::Possible));
        assert_eq!((found[0].from, found[0].to), (at(10), at(14) + 49_000));
    }

    #[test]
    fn a_query_that_is_repeated_less_or_has_larger_answers_is_not_reported() {
        assert_eq!(repeated_query(&with(10..15, 49, &lookup(400))), []);
        assert_eq!(repeated_query(&with(10..14, 50, &lookup(400))), []);
        assert_eq!(repeated_query(&with(10..15, 50, &lookup((16 << 10) + 1))), []);
    }
}
