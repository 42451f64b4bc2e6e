//! `moreLikeThis` is refused where a RavenDB server refuses it, and where its answer could not be meant, each
//! with its place and what to do.

use crate::memory::items;
use rookery_rql::{QueryError, parse};
use serde_json::{Value, json};

/// Query, parameters, position, part of the message.
fn refused() -> Vec<(&'static str, Value, (u32, u32), &'static str)> {
    let none = || json!({});
    vec![
        (
            "from Items where moreLikeThis(id() = 'items/1')",
            none(),
            (1, 18),
            "cannot be used in dynamic queries",
        ),
        ("from @all_docs where moreLikeThis($d)", json!({"d": {}}), (1, 22), "dynamic queries"),
        ("from index 'X' where not moreLikeThis(id() = 'a')", none(), (1, 26), "after 'not'"),
        (
            "from index 'X' where A = 1 and not (B = 2 or moreLikeThis(id() = 'a'))",
            none(),
            (1, 46),
            "after 'not'",
        ),
        ("from index 'X' where boost(moreLikeThis(id() = 'a'), 2)", none(), (1, 28), "inside another method"),
        (
            "from index 'X' where intersect(moreLikeThis(id() = 'a'), A = 1)",
            none(),
            (1, 32),
            "inside another method",
        ),
        (
            "from index 'X' where moreLikeThis(moreLikeThis(id() = 'a') and A = 1)",
            none(),
            (1, 35),
            "inside another",
        ),
        (
            "from index 'X' where moreLikeThis(id() = 'a') and moreLikeThis(id() = 'b')",
            none(),
            (1, 51),
            "has one",
        ),
        ("from index 'X' where moreLikeThis(id() in ('a', 'b'))", none(), (1, 22), "a comparison such as"),
        ("from index 'X' where moreLikeThis(startsWith(id(), 'a'))", none(), (1, 22), "a comparison such as"),
        ("from index 'X' where moreLikeThis(exact(A = 'a'))", none(), (1, 22), "a comparison such as"),
        ("from index 'X' where moreLikeThis(A between 1 and 2)", none(), (1, 22), "a comparison such as"),
        ("from index 'X' where moreLikeThis(id() = 'a') order by A", none(), (1, 56), "order by score()"),
        (
            "from index 'X' where moreLikeThis(id() = 'a') include explanations()",
            none(),
            (1, 22),
            "Remove them",
        ),
        (
            "from index 'X' where moreLikeThis(id() = 'a') include highlight(A, 9, 1)",
            none(),
            (1, 22),
            "Remove them",
        ),
        ("from index 'X' where moreLikeThis('items/1')", none(), (1, 35), "write id() = 'orders/1-A'"),
        ("from index 'X' where moreLikeThis('[1]')", none(), (1, 35), "not a JSON object"),
        ("from index 'X' where moreLikeThis($d)", json!({"d": 5}), (1, 35), "not a number"),
        ("from index 'X' where moreLikeThis($d)", none(), (1, 35), "no value was given"),
        ("from index 'X' where moreLikeThis(id() = 'a', 'x')", none(), (1, 47), "not a JSON object"),
        ("from index 'X' where moreLikeThis(id() = 'a', 5)", none(), (1, 47), "not a number"),
        ("from index 'X' where moreLikeThis(id() = 'a', $o)", none(), (1, 47), "no value was given"),
        (
            "from index 'X' where moreLikeThis(id() = 'a', $o)",
            json!({"o": {"MinimumTermFrequency": "x"}}),
            (1, 47),
            "MinimumTermFrequency is a whole number",
        ),
        (
            "from index 'X' where moreLikeThis(id() = 'a', '{\"Fields\": \"A\"}')",
            none(),
            (1, 47),
            "Fields is an array of names",
        ),
        (
            "from index 'X' where moreLikeThis(id() = 'a', '{\"Boost\": \"x\"}')",
            none(),
            (1, 47),
            "Boost is true or false",
        ),
        (
            "from index 'X' where moreLikeThis(id() = 'a', '{\"BoostFactor\": -1}')",
            none(),
            (1, 47),
            "BoostFactor is a number from 0",
        ),
        (
            "from index 'X' where moreLikeThis(id() = 'a', '{\"StopWordsDocumentId\": 1}')",
            none(),
            (1, 47),
            "StopWordsDocumentId is the id",
        ),
        ("from Items filter moreLikeThis(id() = 'a')", none(), (1, 19), "'where'"),
        (
            "from Items group by A where moreLikeThis(id() = 'a') select key()",
            none(),
            (1, 29),
            "like no document",
        ),
    ]
}

#[test]
fn more_like_this_errors_report_their_position() {
    for (query, parameters, at, part) in refused() {
        items().assert_invalid(query, &parameters, at, part);
    }
}

#[test]
fn what_is_no_more_like_this_is_a_syntax_error() {
    for (query, at, part) in [
        ("from index 'X' where moreLikeThis()", (1, 35), "Expected a condition"),
        ("from index 'X' where moreLikeThis(id() = 'a', '{}', 3)", (1, 51), "')'"),
        ("from index 'X' where exact(moreLikeThis(id() = 'a'))", (1, 40), "Take it out of exact()"),
        ("from index 'X' where\n  moreLikeThis(id() = 'a'", (2, 26), "opened at 2:15"),
    ] {
        let Err(QueryError::Parse(error)) = parse(query) else { panic!("{query:?}: {:?}", parse(query)) };
        assert_eq!((error.line, error.column), at, "{query:?}: {error}");
        assert!(error.to_string().contains(part), "{query:?}: {error}");
    }
}

#[test]
fn every_form_round_trips() {
    for text in [
        "from index 'X' where moreLikeThis(id() = 'a')",
        "from index 'X' where moreLikeThis(id() = $id, $o) and A = 1",
        "from index 'X' where A = 1 and moreLikeThis($d)",
        "from index 'X' where moreLikeThis('{\"A\":\"it\\'s\"}', '{\"Fields\":[\"A\"]}')",
        "from index 'X' where moreLikeThis(A = 1 and (B = 2 or C = 3))",
        "from index 'X' where moreLikeThis(true)",
    ] {
        assert_eq!(parse(text).unwrap().to_string(), text);
    }
}
