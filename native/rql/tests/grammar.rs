//! The list of words, the parser and the editor's copy of the list say the same.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rookery_rql::grammar::{CLAUSES, Groups, KEYWORDS, METHODS, OPERATORS, Place, SORT_TYPES};
use rookery_rql::{grammar, parse};

fn in_crate(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn the_editor_has_this_grammar() {
    let path = in_crate("../../src/ui/rql/grammar.ts");
    let text = grammar::typescript();
    if std::env::var_os("ROOKERY_WRITE_GRAMMAR").is_some() {
        std::fs::write(&path, &text).expect("the file can be written");
    }
    let written = std::fs::read_to_string(&path).expect("the file exists");
    assert!(written == text, "{} differs: run this test with ROOKERY_WRITE_GRAMMAR=1", path.display());
}

/// Words between quotes after `take_word(`, `at_word(` and `at_method(` in the parser's files.
fn words_of_the_parser() -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for file in std::fs::read_dir(in_crate("src/parser")).expect("the parser's folder") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("its text");
        for call in ["take_word(\"", "at_word(\"", "at_method(\""] {
            for part in text.split(call).skip(1) {
                words.extend(part.split('"').next().map(str::to_owned));
            }
        }
    }
    words
}

#[test]
fn every_word_of_the_parser_is_in_the_grammar() {
    let known: BTreeSet<String> = KEYWORDS
        .iter()
        .flat_map(|keyword| keyword.text.split(' '))
        .chain(METHODS.iter().map(|method| method.name))
        // The family of methods, and statements that are refused by name.
        .chain(["spatial", "match", "with"])
        .map(str::to_ascii_lowercase)
        .collect();
    let words = words_of_the_parser();
    assert!(words.len() > 25, "{words:?}");
    let unknown: Vec<&String> = words.iter().filter(|word| !known.contains(*word)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

#[test]
fn clauses_sort_types_and_word_operators_are_keywords() {
    let phrases: Vec<&str> = KEYWORDS.iter().map(|keyword| keyword.text).collect();
    for word in CLAUSES {
        assert!(phrases.iter().any(|phrase| phrase.split(' ').next() == Some(word)), "{word}");
    }
    for word in SORT_TYPES
        .into_iter()
        .chain(OPERATORS.into_iter().filter(|word| word.starts_with(char::is_alphabetic)))
    {
        assert!(phrases.contains(&word), "{word}");
    }
}

/// A query with the clauses in the order of the grammar is read; with two of them exchanged it is not.
#[test]
fn clauses_are_read_in_the_order_of_the_grammar() {
    let clauses = [
        "from Orders as o",
        "where o.A = 1",
        "order by o.B",
        "load o.C as c",
        "filter o.D = 2",
        "select o.E",
        "include timings()",
        "limit 3",
        "offset 4",
        "filter_limit 5",
    ];
    let begins: Vec<&str> = clauses.iter().filter_map(|clause| clause.split(' ').next()).collect();
    let listed: Vec<&str> = CLAUSES.into_iter().filter(|word| !["group", "update"].contains(word)).collect();
    assert_eq!(begins, listed);
    parse(&clauses.join(" ")).expect("the order of the grammar");
    // `include` may also come last, and `filter_limit` before `limit`.
    for at in 1..6 {
        let mut exchanged = clauses.to_vec();
        exchanged.swap(at, at + 1);
        let text = exchanged[..=at + 1].join(" ");
        if at + 1 < 6 {
            assert!(parse(&text).is_err(), "{text}");
        }
    }
}

#[test]
fn operators_and_sort_types_are_read() {
    for operator in OPERATORS {
        let value = match operator {
            "in" | "all in" => "(1, 2)",
            "between" => "1 and 2",
            _ => "1",
        };
        parse(&format!("from Orders where A {operator} {value}")).expect(operator);
    }
    for sort_type in SORT_TYPES {
        parse(&format!("from Orders order by A as {sort_type} desc")).expect(sort_type);
    }
}

/// One use of a method at a place.
fn use_of(method: &str, place: Place) -> Option<&'static str> {
    Some(match (method, place) {
        ("id", Place::Where | Place::Filter) => "id() = 'a'",
        ("id", _) => "id()",
        ("startsWith", _) => "startsWith(A, 'a')",
        ("endsWith", _) => "endsWith(A, 'a')",
        ("exists", _) => "exists(A)",
        ("regex", _) => "regex(A, 'a')",
        ("search", _) => "search(A, 'a')",
        ("exact", _) => "exact(A = 'a')",
        ("boost", _) => "boost(A = 'a', 2)",
        ("fuzzy", _) => "fuzzy(A = 'a', 0.5)",
        ("proximity", _) => "proximity(search(A, 'a b'), 2)",
        ("lucene", _) => "lucene(A, 'a')",
        ("intersect", _) => "intersect(A = 1, B = 2)",
        ("moreLikeThis", _) => "moreLikeThis(id() = 'a')",
        ("cmpxchg", Place::Where) => "A = cmpxchg('a')",
        ("cmpxchg", _) => "cmpxchg('a')",
        ("spatial.within", _) => "spatial.within(A, spatial.circle(1, 2, 3))",
        ("spatial.contains", _) => "spatial.contains(A, spatial.circle(1, 2, 3))",
        ("spatial.intersects", _) => "spatial.intersects(A, spatial.circle(1, 2, 3))",
        ("spatial.disjoint", _) => "spatial.disjoint(A, spatial.circle(1, 2, 3))",
        ("spatial.point", Place::Where) => "spatial.within(spatial.point(A, B), spatial.circle(1, 2, 3))",
        ("spatial.point", _) => "spatial.distance(A, spatial.point(1, 2))",
        ("spatial.circle", _) => "spatial.within(A, spatial.circle(1, 2, 3))",
        ("spatial.wkt", Place::Where) => "spatial.within(A, spatial.wkt('POINT(1 2)'))",
        ("spatial.wkt", _) => "spatial.distance(A, spatial.wkt('POINT(1 2)'))",
        ("spatial.distance", _) => "spatial.distance(A, spatial.point(1, 2))",
        ("score", _) => "score()",
        ("random", _) => "random()",
        ("key", _) => "key()",
        ("count", _) => "count()",
        ("sum", _) => "sum(A)",
        ("facet", _) => "facet(A)",
        ("suggest", _) => "suggest(A, 'a')",
        ("timeseries", Place::Include) => "timeseries('A', last(1))",
        ("timeseries", _) => "timeseries(from A)",
        ("highlight", _) => "highlight(A, 18, 2)",
        ("explanations", _) => "explanations()",
        ("timings", _) => "timings()",
        ("counters", _) => "counters('a')",
        ("revisions", _) => "revisions(A)",
        _ => return None,
    })
}

#[test]
fn methods_are_read_at_their_places() {
    for method in METHODS {
        for place in method.places {
            let Some(used) = use_of(method.name, *place) else {
                panic!("{} has no use at {}", method.name, place.name());
            };
            let source = if method.needs_index { "from index 'I'" } else { "from Orders" };
            let plain = format!("{source} {} {used}", place.name());
            let grouped = format!("{source} group by G {} {used}", place.name());
            let read = |text: &str| {
                parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            };
            if method.groups == Groups::Only {
                assert!(parse(&plain).is_err(), "{plain}");
            } else {
                read(&plain);
            }
            if method.groups != Groups::No {
                read(&grouped);
            }
        }
    }
}
