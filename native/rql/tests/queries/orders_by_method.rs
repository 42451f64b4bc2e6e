//! `order by` score, random and distance, compared with answers of a RavenDB 7.1.5 server and with a plain
//! sort.

use crate::memory::Memory;
use proptest::prelude::*;
use rookery_rql::QueryRequest;
use rookery_rql::spatial::Point;
use serde_json::{Value, json};

fn texts() -> Memory {
    let mut memory = Memory::default();
    for (id, text, kind) in [
        ("t/1", "quick brown fox jumps over the lazy dog", "a"),
        ("t/2", "quick fox quick fox", "a"),
        ("t/3", "lazy cat", "b"),
        ("t/4", "the brown bear", "b"),
        ("t/5", "fox", "b"),
    ] {
        memory.put("Texts", id, &json!({"Text": text, "Kind": kind}));
    }
    memory
}

fn places() -> Memory {
    let mut memory = Memory::default();
    for (number, place) in [
        json!([48.85, 2.35]),
        json!([51.5, -0.12]),
        Value::Null,
        json!([45.75, 4.85]),
        json!(["41.9", "12.5"]),
    ]
    .into_iter()
    .enumerate()
    {
        let mut body = json!({"Name": format!("n{number}")});
        if let Value::Array(place) = place {
            body["Lat"] = place[0].clone();
            body["Lng"] = place[1].clone();
        }
        memory.put("Places", &format!("pl/{number}"), &body);
    }
    memory
}

#[test]
fn the_best_come_first() {
    let memory = texts();
    for (query, ids) in [
        ("where search(Text, 'fox') order by score()", "t/2 t/1 t/5"),
        ("where search(Text, 'fox quick') order by score()", "t/2 t/1 t/5"),
        ("where boost(Kind = 'b', 10) or search(Text, 'fox') order by score()", "t/5 t/3 t/4 t/2 t/1"),
        // Without an order, a boost orders by score.
        ("where boost(Kind = 'b', 10) or search(Text, 'fox')", "t/5 t/3 t/4 t/2 t/1"),
        ("where search(Text, 'fox') or boost(Text = 'fox', 10)", "t/5 t/2 t/1"),
        ("where Kind = 'a' order by score()", "t/1 t/2"),
        ("order by score()", "t/1 t/2 t/3 t/4 t/5"),
        ("where search(Text, 'lazy') order by score(), Kind desc", "t/3 t/1"),
        ("where search(Text, 'fox quick') order by score() limit 1", "t/2"),
        ("where search(Text, 'lazy fox') and not Kind = 'a' order by score()", "t/3 t/5"),
        ("order by Kind desc, score()", "t/3 t/4 t/5 t/1 t/2"),
    ] {
        assert_eq!(memory.ids(&format!("from Texts {query}")).join(" "), ids, "{query}");
    }
    let worst = memory.ids("from Texts where search(Text, 'fox quick') order by score() desc");
    assert_eq!(worst, ["t/5", "t/1", "t/2"]);
    let answer =
        memory.query("from Texts where search(Text, 'fox') order by score() include timings()").unwrap();
    let plan = answer.timings.unwrap().plan.unwrap();
    assert!(plan.parameters.contains(&("FieldType".into(), "Score".into())), "{plan:?}");
}

#[test]
fn chance_is_the_same_for_the_same_seed() {
    let mut memory = Memory::default();
    for number in 0..50 {
        memory.put("Texts", &format!("t/{number}"), &json!({"N": number}));
    }
    let plain = memory.ids("from Texts");
    let shuffled = memory.ids("from Texts order by random('x')");
    assert_ne!(shuffled, plain);
    assert_eq!(memory.ids("from Texts order by random('x')"), shuffled);
    assert_ne!(memory.ids("from Texts order by random('y')"), shuffled);
    assert_ne!(memory.ids("from Texts order by random()"), memory.ids("from Texts order by random()"));
    let mut sorted = shuffled;
    sorted.sort_by_key(|id| id[2..].parse::<u32>().unwrap());
    assert_eq!(sorted, plain);
}

#[test]
fn the_nearest_come_first_and_what_is_nowhere_last() {
    let memory = places();
    let point = "spatial.point(51.0, 0.0)";
    let here = "spatial.point(Lat, Lng)";
    for (order, ids) in [
        (format!("spatial.distance({here}, {point})"), "1 0 3 4 2"),
        (format!("spatial.distance({here}, {point}) desc"), "4 3 0 1 2"),
        (format!("spatial.distance({here}, {point}, 300)"), "0 1 3 4 2"),
        (format!("Name desc, spatial.distance({here}, {point})"), "4 3 2 1 0"),
        (format!("spatial.distance({here}, spatial.wkt('POINT(0 51)'))"), "1 0 3 4 2"),
        (format!("spatial.distance({here}, spatial.circle(10, 51, 0))"), "1 0 3 4 2"),
    ] {
        let found: Vec<String> = memory
            .ids(&format!("from Places order by {order}"))
            .iter()
            .map(|id| id[3..].to_owned())
            .collect();
        assert_eq!(found.join(" "), ids, "{order}");
    }
    let near = memory.ids(&format!(
        "from Places where spatial.within({here}, spatial.circle(500, 51, 0)) order by spatial.distance({here}, {point})"
    ));
    assert_eq!(near, ["pl/1", "pl/0"]);
    // As the official client for Node writes it.
    let quoted = memory.ids(&format!(
        "from Places where spatial.within({here}, spatial.circle(500, 51, 0)) order by spatial.distance('{here}', {point})"
    ));
    assert_eq!(quoted, near);
}

#[test]
fn distances_can_be_selected() {
    let memory = places();
    for query in [
        "from Places as p select p.Name, spatial.distance(p.Lat, p.Lng, 51.0, 0.0) as D limit 3",
        "from Places as p select p.Name, spatial.distance(spatial.point(p.Lat, p.Lng), spatial.point(51.0, 0.0)) as D limit 3",
    ] {
        let found = memory.fields(query);
        assert!((found[0]["D"].as_f64().unwrap() - 292.278_249_407_189_26).abs() < 1e-6, "{found:?}");
        assert!((found[1]["D"].as_f64().unwrap() - 56.218_557_506_178_34).abs() < 1e-6, "{found:?}");
        assert_eq!(found[2], json!({"Name": "n2", "D": null}), "{query}");
    }
}

#[test]
fn nulls_are_ordered_as_requested() {
    let mut memory = Memory::default();
    for (id, body) in
        [("1", json!({"N": 2})), ("2", json!({"N": null})), ("3", json!({})), ("4", json!({"N": 1}))]
    {
        memory.put("Things", id, &body);
    }
    for (order, ids) in [
        ("N as long", "3 2 4 1"),
        ("N as long nulls first", "3 2 4 1"),
        ("N as long nulls last", "4 1 3 2"),
        ("N as long desc", "1 4 2 3"),
        ("N as long desc nulls first", "2 3 1 4"),
        ("N as long desc nulls last", "1 4 2 3"),
    ] {
        assert_eq!(memory.ids(&format!("from Things order by {order}")).join(" "), ids, "{order}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn distances_order_as_a_plain_sort(all in prop::collection::vec((-80.0_f64..80.0, -179.0_f64..179.0), 1..40), take in 1_usize..10) {
        let mut memory = Memory::default();
        let centre = Point::new(10.0, 20.0).unwrap();
        let mut wanted: Vec<(f64, usize)> = Vec::new();
        for (number, (latitude, longitude)) in all.iter().enumerate() {
            memory.put("Places", &number.to_string(), &json!({"Lat": latitude, "Lng": longitude}));
            wanted.push((centre.distance(Point::new(*latitude, *longitude).unwrap()), number));
        }
        wanted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let request = QueryRequest::new("from Places order by spatial.distance(spatial.point(Lat, Lng), spatial.point($a, $b)) limit $take")
            .with("a", 10).with("b", 20).with("take", take);
        let answer = memory.request(&request).unwrap();
        let found: Vec<String> = answer.results.iter().map(|result| result.id().to_owned()).collect();
        let wanted: Vec<String> = wanted.iter().take(take).map(|(_, number)| number.to_string()).collect();
        prop_assert_eq!(found, wanted);
    }
}
