//! Top rows of many: once enough are kept, columns select the rows that may precede them.

use proptest::prelude::*;
use rookery_rql::QueryRequest;
use serde_json::{Value, json};

use crate::shop::{Shop, body_field, ids};

/// Of one kind, so that columns are without gaps, or with some missing.
fn body() -> impl Strategy<Value = Value> {
    let fraction = (-40..40_i32).prop_map(|quarters| f64::from(quarters) / 4.0);
    (fraction, -5..5_i64, "[a-d]{1,2}", prop::option::of(-9..9_i64), any::<bool>()).prop_map(
        |(fraction, whole, text, sometimes, many)| {
            let several = if many { json!([whole, fraction]) } else { json!(whole) };
            let mut body = json!({ "F": fraction, "W": whole, "T": text, "L": several });
            if let Some(sometimes) = sometimes {
                body["S"] = json!(sometimes);
            }
            body
        },
    )
}

fn query() -> impl Strategy<Value = String> {
    let field = prop::sample::select(vec!["F", "W", "T", "L", "S"]);
    let kind = prop::sample::select(vec!["", " as long", " as double"]);
    let condition = prop::sample::select(vec![
        "",
        " where W > -3",
        " where F between -1.5 and 2",
        " where F >= 0.25 and F < 3",
    ]);
    let second = prop::sample::select(vec!["", ", T", ", F as double desc"]);
    (field, kind, any::<bool>(), second, condition, 1..6_u8).prop_map(
        |(field, kind, descending, second, condition, take)| {
            let desc = if descending { " desc" } else { "" };
            format!("from Items{condition} order by {field}{kind}{desc}{second} limit {take}")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]
    #[test]
    fn the_first_rows_are_those_of_the_scan(
        bodies in proptest::collection::vec(body(), 60..200),
        commit in 40..200_usize,
        queries in proptest::collection::vec(query(), 40),
    ) {
        let mut shop = Shop::new(["F", "W", "T", "L", "S"].map(body_field).to_vec());
        for (number, body) in bodies.iter().enumerate() {
            shop.put(&format!("items/{number}"), body);
            if number % commit == commit - 1 {
                shop.commit();
            }
        }
        shop.commit();
        for query in queries {
            let request = QueryRequest::new(query);
            let (found, scanned) = (shop.found(&request).unwrap(), shop.scanned(&request).unwrap());
            prop_assert_eq!(ids(&found.results), ids(&scanned.results), "{}", request.query);
            prop_assert_eq!(found.total, scanned.total, "{}", request.query);
        }
    }
}
