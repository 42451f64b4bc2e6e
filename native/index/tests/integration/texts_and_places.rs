//! Words, patterns, places, scores and distances: an index finds what reading every document finds, in the
//! same order.

use proptest::prelude::*;
use rookery_rql::QueryRequest;
use serde_json::{Value, json};

use crate::shop::{Shop, body_field, ids};

const WORDS: [&str; 14] = [
    "quick",
    "brown",
    "fox",
    "fox-trot",
    "the",
    "dog",
    "dog's",
    "a.b@c.com",
    "3.14",
    "Größe",
    "Quickly",
    "10",
    "and",
    "café",
];

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(prop::sample::select(WORDS.to_vec()), 0..7).prop_map(|words| words.join(" "))
}

fn degrees(most: f64) -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => -1.0..1.0_f64,
        1 => -most..most,
        1 => prop::sample::select(vec![-most, most, 0.0, 0.5]),
    ]
}

fn body() -> impl Strategy<Value = Value> {
    let many = proptest::collection::vec(text(), 0..3).prop_map(Value::from);
    let a = prop_oneof![5 => text().prop_map(Value::from), 2 => many, 1 => Just(Value::Null), 1 => Just(json!(10))];
    let place = proptest::option::of((degrees(90.0), degrees(180.0)));
    (
        a,
        proptest::option::of(text()),
        place,
        proptest::option::of((degrees(90.0), degrees(180.0))),
        any::<bool>(),
    )
        .prop_map(|(a, b, place, other, several)| {
            let mut body = json!({ "A": a });
            if let Some(b) = b {
                body["B"] = b.into();
            }
            if let Some((latitude, longitude)) = place {
                body["Lat"] = json!(latitude);
                body["Lng"] = json!(longitude);
            }
            if let Some((latitude, longitude)) = other {
                let wkt = format!("POINT({longitude} {latitude})");
                body["Place"] = if several { json!([wkt, "POINT(0.1 0.2)", "no place"]) } else { json!(wkt) };
            }
            body
        })
}

fn searched() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(WORDS.to_vec()).prop_map(str::to_owned),
        2 => (prop::sample::select(WORDS.to_vec()), prop::sample::select(WORDS.to_vec()))
            .prop_map(|(one, other)| format!("\"{one} {other}\"")),
        2 => prop::sample::select(vec!["qui*", "*ick", "*o*", "*", "Q*", "gr*", "*x-t*"]).prop_map(str::to_owned),
    ];
    proptest::collection::vec(piece, 1..4).prop_map(|pieces| pieces.join(" "))
}

fn escaped(text: &str) -> String {
    text.replace('\'', "\\'")
}

fn shape() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (0.0..200.0_f64, degrees(90.0), degrees(180.0))
            .prop_map(|(radius, latitude, longitude)| format!("spatial.circle({radius:.7}, {latitude:.7}, {longitude:.7})")),
        1 => (0.0..20_000.0_f64, degrees(90.0), degrees(180.0))
            .prop_map(|(radius, latitude, longitude)| format!("spatial.circle({radius:.7}, {latitude:.7}, {longitude:.7}, 'Miles')")),
        2 => proptest::collection::vec((degrees(90.0), degrees(180.0)), 3..6).prop_map(|corners| {
            let corners: Vec<String> = corners.iter().chain(corners.first()).map(|(north, east)| format!("{east} {north}")).collect();
            format!("spatial.wkt('POLYGON(({}))')", corners.join(", "))
        }),
        1 => Just("spatial.wkt('POINT(0.1 0.2)')".to_owned()),
    ]
}

fn test() -> impl Strategy<Value = String> {
    let field = || prop::sample::select(vec!["A", "B"]);
    prop_oneof![
        5 => (field(), searched(), prop::sample::select(vec!["", ", and", ", or"]))
            .prop_map(|(field, text, how)| format!("search({field}, '{}'{how})", escaped(&text))),
        1 => (field(), prop::sample::select(vec!["qui", "^quick", "fox|dog", "O{1,2}", "größe"]))
            .prop_map(|(field, pattern)| format!("regex({field}, '{pattern}')")),
        1 => (field(), prop::sample::select(WORDS.to_vec())).prop_map(|(field, word)| format!("fuzzy({field} = '{}', 0.5)", escaped(word))),
        1 => (field(), 0..4_u8).prop_map(|(field, near)| format!("proximity(search({field}, 'quick fox'), {near})")),
        1 => (field(), prop::sample::select(vec!["quick AND NOT fox", "(dog brown) AND f*", "+fox -dog", "[a TO c]", "\"quick fox\"~2"]))
            .prop_map(|(field, expression)| format!("lucene({field}, '{expression}')")),
        1 => (field(), prop::sample::select(WORDS.to_vec())).prop_map(|(field, word)| format!("{field} = '{}'", escaped(word))),
        4 => (
            prop::sample::select(vec!["within", "intersects", "disjoint", "contains"]),
            prop::sample::select(vec!["spatial.point(Lat, Lng)", "spatial.wkt(Place)"]),
            shape(),
        ).prop_map(|(relation, place, shape)| format!("spatial.{relation}({place}, {shape})")),
    ]
}

fn condition() -> impl Strategy<Value = String> {
    test().prop_recursive(2, 6, 2, |inside| {
        prop_oneof![
            (inside.clone(), inside.clone()).prop_map(|(left, right)| format!("({left} and {right})")),
            (inside.clone(), inside.clone()).prop_map(|(left, right)| format!("({left} or {right})")),
            (inside.clone(), inside.clone()).prop_map(|(left, right)| format!("({left} and not ({right}))")),
            inside.prop_map(|inside| format!("boost({inside}, 3)")),
        ]
    })
}

fn order() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => Just(String::new()),
        1 => Just(" order by score()".to_owned()),
        1 => Just(" order by score() desc, B".to_owned()),
        1 => Just(" order by B nulls last".to_owned()),
        1 => Just(" order by B desc nulls first, A".to_owned()),
        2 => (prop::sample::select(vec!["spatial.point(Lat, Lng)", "spatial.wkt(Place)"]), degrees(90.0), degrees(180.0), any::<bool>())
            .prop_map(|(place, latitude, longitude, turned)| {
                let direction = if turned { " desc" } else { "" };
                format!(" order by spatial.distance({place}, spatial.point({latitude:.7}, {longitude:.7})){direction}")
            }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, ..ProptestConfig::default() })]
    #[test]
    fn an_index_finds_what_a_scan_finds(
        bodies in proptest::collection::vec((0..30_u8, body(), 0..8_u8), 1..60),
        queries in proptest::collection::vec((condition(), order(), 0..3_u8), 40),
    ) {
        let mut shop = Shop::new(["A", "B"].map(body_field).to_vec());
        for (id, body, then) in bodies {
            shop.put(&format!("items/{id}"), &body);
            if then == 0 {
                shop.commit();
            }
        }
        shop.commit();
        for (condition, order, page) in queries {
            let page = if page == 0 { " limit 1, 4" } else { "" };
            let request = QueryRequest::new(format!("from Items where {condition}{order}{page}"));
            let (scanned, found) = (shop.scanned(&request).unwrap(), shop.found(&request).unwrap());
            prop_assert_eq!(ids(&found.results), ids(&scanned.results), "{}", request.query);
            prop_assert_eq!(found.total, scanned.total, "{}", request.query);
        }
    }
}

#[test]
fn the_plan_names_what_was_done() {
    let mut shop = Shop::new(["A", "B"].map(body_field).to_vec());
    shop.put("items/1", &json!({"A": "quick brown fox", "Lat": 1.0, "Lng": 1.0}));
    shop.put("items/2", &json!({"A": "brown quick fox"}));
    shop.commit();
    for (condition, plan) in [
        ("search(A, 'fox')", "TermMatch 2 of 2"),
        ("search(A, 'fox dog')", "BinaryMatch [Or] 2 of 2 (TermMatch 2 of 2, TermMatch 0 of 2)"),
        (
            "search(A, '\"quick brown\" qui*', and)",
            "BinaryMatch [And] 1 of 2 (PhraseMatch 1 of 2 (BinaryMatch [And] 2 of 2 (TermMatch 2 of 2, \
             TermMatch 2 of 2)), MultiTermMatch [StartsWith] 2 of 2)",
        ),
        ("search(A, 'the')", "TermMatch [Empty] 0 of 2"),
        ("spatial.within(spatial.point(Lat, Lng), spatial.circle(10, 1, 1))", "SpatialMatch 1 of 2"),
    ] {
        let request = QueryRequest::new(format!("from Items where {condition} include timings()"));
        let answer = shop.found(&request).unwrap();
        assert_eq!(shown(answer.timings.unwrap().plan.as_ref().unwrap()), plan, "{condition}");
    }
}

/// The operators below the document look-up, with their output counts.
fn shown(node: &rookery_rql::PlanNode) -> String {
    let under: Vec<String> = node.children.iter().map(shown).collect();
    let under = under.join(", ");
    let picks = ["Retriever", "Projection", "Paging"].iter().any(|name| node.operation.starts_with(name));
    match (picks, under.is_empty()) {
        (true, _) => under,
        (false, true) => format!("{} {} of {}", node.operation, node.entries_out, node.entries_in),
        (false, false) => format!("{} {} of {} ({under})", node.operation, node.entries_out, node.entries_in),
    }
}
