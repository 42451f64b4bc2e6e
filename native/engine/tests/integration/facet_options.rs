//! Options and figures of facets on a written index against a naive count: random documents, sorts and
//! pages.

use std::collections::BTreeMap;
use std::time::Duration;

use proptest::prelude::*;
use rookery_engine::{Database, QueryOptions, QueryRequest, ResultItem};
use serde_json::{Value, json};

use crate::fixture::{put, test_engine};
use crate::query_fixture::make;

const SORTS: [&str; 4] = ["ValueAsc", "ValueDesc", "CountAsc", "CountDesc"];

#[derive(Debug, Clone)]
struct Item {
    kind: u8,
    no: i64,
}

#[derive(Debug, Clone)]
struct Options {
    sort: usize,
    start: i64,
    size: Option<i64>,
    rest: bool,
    most: i64,
}

fn items() -> impl Strategy<Value = Vec<Item>> {
    prop::collection::vec((0..7_u8, -20..20_i64).prop_map(|(kind, no)| Item { kind, no }), 1..40)
}

fn options() -> impl Strategy<Value = Options> {
    (0..SORTS.len(), -1..9_i64, prop::option::of(-1..9_i64), any::<bool>(), -20..20_i64)
        .prop_map(|(sort, start, size, rest, most)| Options { sort, start, size, rest, most })
}

/// The whole answer to one facet.
fn facet(shop: &Database, text: &str, options: Value) -> Value {
    let mut request = QueryRequest::new(text);
    request.parameters.insert("o".to_owned(), options);
    let longest = Some(Duration::from_secs(20));
    let answer = shop.query(&request, &QueryOptions { wait: longest, ..QueryOptions::default() }).unwrap();
    assert!(!answer.is_stale);
    match answer.results.as_slice() {
        [ResultItem::Projection { fields, .. }] => json!([
            fields["Values"],
            fields["RemainingHits"],
            fields["RemainingTermsCount"],
            fields["RemainingTerms"]
        ]),
        other => panic!("{other:?}"),
    }
}

/// The statistics of some numbers.
fn reported(numbers: &[i64], range: &str) -> Value {
    let sum: i64 = numbers.iter().sum();
    if numbers.is_empty() {
        return json!({"Name": "No", "Count": 0, "Range": range});
    }
    let count = numbers.len();
    let mean = sum as f64 / count as f64;
    let mean = if mean.fract() == 0.0 { json!(mean as i64) } else { json!(mean) };
    let (least, most) = (numbers.iter().min(), numbers.iter().max());
    json!({"Name": "No", "Average": mean, "Max": most, "Min": least, "Sum": sum, "Count": count, "Range": range})
}

fn by_hand(items: &[Item], options: &Options) -> Value {
    let mut terms: BTreeMap<String, Vec<i64>> = BTreeMap::new();
    for item in items.iter().filter(|item| item.no <= options.most) {
        terms.entry(format!("kind{}", item.kind)).or_default().push(item.no);
    }
    let mut terms: Vec<(String, Vec<i64>)> = terms.into_iter().collect();
    match SORTS[options.sort] {
        "ValueDesc" => terms.reverse(),
        "CountAsc" => terms.sort_by_key(|(_, numbers)| numbers.len()),
        "CountDesc" => terms.sort_by_key(|(_, numbers)| std::cmp::Reverse(numbers.len())),
        _ => {}
    }
    let after = terms.split_off(terms.len().min(options.start.max(0) as usize));
    let size = options.size.map_or(usize::MAX, |size| size.max(0) as usize);
    let page: Vec<Value> = after.iter().take(size).map(|(term, numbers)| reported(numbers, term)).collect();
    let rest: Vec<&(String, Vec<i64>)> = after.iter().skip(size).collect();
    let hits: usize = rest.iter().map(|(_, numbers)| numbers.len()).sum();
    let names: Vec<&String> =
        if options.rest { rest.iter().map(|(term, _)| term).collect() } else { Vec::new() };
    json!([page, hits, rest.len(), names])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn facets_equal_a_naive_count(items in items(), requested in prop::collection::vec(options(), 1..12)) {
        let test = test_engine();
        let shop = &test.shop;
        make(shop, json!({"Name": "All", "Maps": ["map('Items', i => ({ No: i.No, Kind: 'Kind' + i.Kind }))"]}));
        for (at, Item { kind, no }) in items.iter().enumerate() {
            let body = json!({"No": no, "Kind": kind, "@metadata": {"@collection": "Items"}});
            put(shop, &format!("items/{at}"), &body);
        }
        for options in &requested {
            let given = json!({
                "TermSortMode": SORTS[options.sort], "Start": options.start, "PageSize": options.size,
                "IncludeRemainingTerms": options.rest,
            });
            let most = options.most;
            let text = format!(
                "from index 'All' where No <= {most} select facet(Kind, sum(No), avg(No), min(No), max(No), $o)"
            );
            prop_assert_eq!(facet(shop, &text, given), by_hand(&items, options), "{}", text);
            let text = format!(
                "from index 'All' select facet(No <= {most}, No > {most} and No < 15, No between -5 and 5, sum(No), avg(No), min(No), max(No))"
            );
            let those = |wanted: &dyn Fn(i64) -> bool| -> Vec<i64> {
                items.iter().map(|item| item.no).filter(|no| wanted(*no)).collect()
            };
            let wanted = json!([[
                reported(&those(&|no| no <= most), &format!("No <= {most}")),
                reported(&those(&|no| no > most && no < 15), &format!("No > {most} and No < 15")),
                reported(&those(&|no| (-5..=5).contains(&no)), "No between -5 and 5"),
            ], 0, 0, []]);
            prop_assert_eq!(facet(shop, &text, Value::Null), wanted, "{}", text);
        }
    }
}
