//! Full text, patterns and places, as a RavenDB 7.1.5 server answers: `search`, `regex` and places by Corax,
//! `fuzzy`, `proximity` and `lucene` by its Lucene engine. What differs says so.

use crate::memory::Memory;
use serde_json::json;

fn texts() -> Memory {
    let mut memory = Memory::default();
    memory
        .put("T", "t/1", &json!({"N": "The quick brown fox jumps over the lazy dog", "K": "Alpha Beta", "A": ["red apple", "green pear"], "X": 1}))
        .put("T", "t/2", &json!({"N": "A lazy cat sleeps", "K": "alpha", "A": ["red"], "X": 2}))
        .put("T", "t/3", &json!({"N": "quick QUICK quickly", "K": "beta", "A": [], "X": 3.5}))
        .put("T", "t/4", &json!({"N": "dogs and cats; don't", "K": "Alphabet", "X": 4}))
        .put("T", "t/5", &json!({"N": null, "K": null}))
        .put("T", "t/6", &json!({"N": "fox-trot, jumping.dog e-mail: a.b@c.com 3.14 10", "K": "gamma delta"}))
        .put("T", "t/7", &json!({"N": "brown quick fox", "K": "ALPHA BETA", "A": ["apple red"]}))
        .put("T", "t/8", &json!({"N": "naïve Straße ÉCLAIR", "K": "éclair"}))
        .put("T", "t/9", &json!({"N": 42, "K": true}));
    memory
}

fn places() -> Memory {
    let mut memory = Memory::default();
    memory
        .put("P", "p/1", &json!({"Lat": 48.85, "Lng": 2.35, "Wkt": "POINT(2.35 48.85)"}))
        .put("P", "p/2", &json!({"Lat": 51.5, "Lng": -0.12}))
        .put("P", "p/3", &json!({"Lat": 52.52, "Lng": 13.4}))
        .put("P", "p/4", &json!({"Lat": 48.9, "Lng": 2.4}))
        .put("P", "p/5", &json!({"Name": "nowhere"}))
        .put("P", "p/6", &json!({"Lat": null, "Lng": 2, "Wkt": null}))
        .put("P", "p/7", &json!({"Lat": "48.86", "Lng": "2.36", "Wkt": "nonsense"}))
        .put("P", "p/8", &json!({"Lat": -33.9, "Lng": 179.9}))
        .put("P", "p/9", &json!({"Lat": -33.9, "Lng": -179.9}));
    memory
}

fn check(memory: &Memory, collection: &str, rows: &[(&str, &str)]) {
    for (condition, expected) in rows {
        let ids = memory.ids(&format!("from {collection} where {condition}"));
        let expected: Vec<&str> = expected.split_whitespace().collect();
        assert_eq!(ids, expected, "{condition}");
    }
}

#[test]
fn search_finds_words() {
    check(
        &texts(),
        "T",
        &[
            ("search(N, 'quick')", "t/1 t/3 t/7"),
            ("search(N, 'quick lazy')", "t/1 t/2 t/3 t/7"),
            ("search(N, 'quick lazy', and)", "t/1"),
            ("search(N, 'qui*')", "t/1 t/3 t/7"),
            ("search(N, '*uick')", "t/1 t/3 t/7"),
            ("search(N, '*uic*')", "t/1 t/3 t/7"),
            ("search(N, 'q*k')", ""),
            ("search(N, 'qu?ck')", ""),
            ("search(N, '\"quick brown\"')", "t/1"),
            ("search(N, '\"quick fox\"')", "t/7"),
            ("search(N, '\"brown fox\" cat')", "t/1 t/2"),
            ("search(N, 'the')", ""),
            ("search(N, '')", ""),
            ("search(N, '*')", "t/1 t/2 t/3 t/4 t/5 t/6 t/7 t/8 t/9"),
            ("search(N, 'fox-trot')", "t/6"),
            ("search(N, 'trot')", "t/6"),
            ("search(N, 'jumping')", ""),
            ("search(N, 'jumping.dog')", "t/6"),
            ("search(N, 'e-mail')", "t/6"),
            ("search(N, 'a.b@c.com')", "t/6"),
            ("search(N, 'c.com')", ""),
            ("search(N, '3.14')", "t/6"),
            ("search(N, '14')", ""),
            ("search(N, 'don''t')", "t/4"),
            ("search(N, 'don')", ""),
            ("search(N, 'naive')", ""),
            ("search(N, 'naïve')", "t/8"),
            ("search(N, 'STRASSE')", ""),
            ("search(N, 'éclair')", "t/8"),
            ("search(N, '42')", "t/9"),
            ("search(K, 'true')", "t/9"),
            ("search(K, 'alpha')", "t/1 t/2 t/7"),
            ("search(A, 'red apple', and)", "t/1 t/7"),
            ("search(A, '\"red apple\"')", "t/1"),
            ("search(A, '\"apple green\"')", "t/1"),
            ("search(N, 'quick') and search(N, 'fox')", "t/1 t/7"),
            ("search(N, 'quick -fox')", "t/1 t/3 t/6 t/7"),
            ("exact(search(N, 'QUICK'))", "t/1 t/3 t/7"),
            ("true and not search(N, 'quick')", "t/2 t/4 t/5 t/6 t/8 t/9"),
        ],
    );
}

#[test]
fn patterns_see_whole_values_without_case() {
    check(
        &texts(),
        "T",
        &[
            ("regex(K, '^al')", "t/1 t/2 t/4 t/7"),
            ("regex(K, 'AL')", "t/1 t/2 t/4 t/7"),
            ("regex(K, 'ta$')", "t/1 t/3 t/6 t/7"),
            ("regex(K, 'a b')", "t/1 t/7"),
            ("regex(N, '^4')", "t/9"),
            ("regex(A, 'p{2}')", "t/1 t/7"),
        ],
    );
}

#[test]
fn likeness_distances_and_expressions() {
    check(
        &texts(),
        "T",
        &[
            ("fuzzy(K = 'alpa', 0.5)", "t/2"),
            ("fuzzy(K = 'alpa', 0.9)", ""),
            ("fuzzy(K = 'alphabetx', 0.7)", "t/1 t/4 t/7"),
            ("fuzzy(K = 'btea', 0.5)", ""),
            ("fuzzy(N = 'quic', 0.5)", ""),
            ("proximity(search(N, 'quick fox'), 1)", "t/1 t/7"),
            ("proximity(search(N, 'quick fox'), 5)", "t/1 t/7"),
            ("proximity(search(N, 'fox quick'), 2)", "t/7"),
            ("proximity(search(N, 'fox quick'), 0)", ""),
            ("lucene(K, 'alpha')", "t/1 t/2 t/7"),
            ("lucene(K, 'alph*')", "t/1 t/2 t/4 t/7"),
            ("lucene(K, '\"alpha beta\"')", "t/1 t/7"),
            ("lucene(K, 'alpha OR beta')", "t/1 t/2 t/3 t/7"),
            ("lucene(N, 'quick AND fox')", "t/1 t/7"),
            ("lucene(X, '[1 TO 3]')", "t/1 t/2"),
            ("intersect(X > 0, K = 'alpha')", "t/2"),
            ("boost(K = 'alpha', 10) or X > 3", "t/2 t/3 t/4"),
        ],
    );
}

#[test]
fn places_in_areas() {
    let paris = "spatial.point(Lat, Lng)";
    for (condition, expected) in [
        ("within(P, spatial.circle(10, 48.85, 2.35))", "p/1 p/4 p/7"),
        ("within(P, spatial.circle(350, 48.85, 2.35))", "p/1 p/2 p/4 p/7"),
        ("within(P, spatial.circle(343, 48.85, 2.35))", "p/1 p/4 p/7"),
        ("within(P, spatial.circle(214, 48.85, 2.35, 'miles'))", "p/1 p/2 p/4 p/7"),
        ("within(P, spatial.circle(214, 48.85, 2.35, 'Kilometers'))", "p/1 p/4 p/7"),
        ("within(P, spatial.circle(50, -33.9, 180))", "p/8 p/9"),
        ("within(P, spatial.wkt('POLYGON((0 45, 10 45, 10 50, 0 50, 0 45))'))", "p/1 p/4 p/7"),
        ("within(P, spatial.wkt('Circle(2.35 48.85 d=10)'))", "p/1 p/4 p/7"),
        ("disjoint(P, spatial.circle(10, 48.85, 2.35))", "p/2 p/3 p/8 p/9"),
        // The server finds nothing here: its intersection of points and circles is empty.
        ("intersects(P, spatial.circle(10, 48.85, 2.35))", "p/1 p/4 p/7"),
        ("within(spatial.wkt(Wkt), spatial.circle(10, 48.85, 2.35))", "p/1"),
        ("disjoint(spatial.wkt(Wkt), spatial.circle(10, 51.5, -0.12))", "p/1"),
        // By the words; the server finds nothing.
        ("contains(P, spatial.wkt('POINT(2.35 48.85)'))", "p/1"),
    ] {
        let condition = format!("spatial.{}", condition.replace("(P,", &format!("({paris},")));
        check(&places(), "P", &[(&condition, expected)]);
    }
}

#[test]
fn invalid_method_arguments_are_reported() {
    let memory = texts();
    for (condition, part) in [
        ("search(N, null)", "search() requires text, but null was given."),
        ("search(N, 3)", "a number was given."),
        ("regex(K, '[')", "This regular expression is not supported"),
        ("regex(K, '(?=a)')", "look"),
        ("regex(K, 'a{1000}{1000}')", "This regular expression is not supported"),
        ("lucene(K, '(a')", "has no ')'"),
        ("fuzzy(K = 'a', 2)", "from 0 to 1"),
        ("proximity(search(K, 'a'), -1)", "from 0 up"),
        ("boost(K = 'a', 'x')", "The factor of boost()"),
        ("spatial.within(spatial.point(A, B), spatial.circle('x', 1, 2))", "The radius"),
        ("spatial.within(spatial.point(A, B), spatial.circle(1, 148, 2))", "A latitude"),
        ("spatial.within(spatial.point(A, B), spatial.circle(-1, 1, 2))", "The radius"),
        ("spatial.within(spatial.point(A, B), spatial.circle(1, 1, 2, 'yards'))", "'Kilometers' or 'Miles'"),
        ("spatial.within(spatial.point(A, B), spatial.wkt('nonsense'))", "not a supported shape"),
    ] {
        let error = memory.query(&format!("from T where {condition}")).unwrap_err().to_string();
        assert!(error.contains(part), "{condition}: {error}");
    }
}
