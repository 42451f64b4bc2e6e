//! Groups with thousands of members: what a change costs is kept small, what comes out is what all members
//! come to.

use std::collections::BTreeMap;
use std::time::Duration;

use rookery_engine::{Database, QueryAnswer, ResultItem};
use serde_json::{Value, json};

use crate::fixture::{delete, put, put_command, test_engine};
use crate::query_fixture::{make, query_results_within};

const DOCUMENTS: i64 = 9_000;

fn query_results(shop: &Database, text: &str) -> QueryAnswer {
    query_results_within(Duration::from_secs(120), shop, text)
}

fn body(size: i64) -> Value {
    json!({"Company": if size % 3 == 0 { "small" } else { "large" }, "Size": size, "@metadata": {"@collection": "Orders"}})
}

fn fields(item: &ResultItem) -> &serde_json::Map<String, Value> {
    match item {
        ResultItem::Projection { fields, .. } => fields,
        ResultItem::Document(document) => panic!("{} is a document", document.id),
    }
}

/// What both kinds of indexes say, against the documents; gives how many values the last reduce of the large
/// group saw.
fn check(shop: &Database, documents: &BTreeMap<i64, i64>) -> u64 {
    let written = query_results(shop, "from index 'Sums' order by Company");
    let grouped = query_results(
        shop,
        "from Orders group by Company order by Company select key() as Company, count() as Count, sum(Size) as Sum",
    );
    let mut seen = 0;
    for (place, company) in ["large", "small"].iter().enumerate() {
        let of = |size: &&i64| (**size % 3 == 0) == (*company == "small");
        let sizes: Vec<i64> = documents.values().filter(of).copied().collect();
        for item in [&written.results[place], &grouped.results[place]] {
            let fields = fields(item);
            assert_eq!(fields["Company"], *company);
            assert_eq!(fields["Count"], sizes.len());
            assert_eq!(fields["Sum"], sizes.iter().sum::<i64>());
        }
        let fields = fields(&written.results[place]);
        assert_eq!(fields["Least"], *sizes.iter().min().unwrap());
        if *company == "large" {
            seen = fields["Seen"].as_u64().unwrap();
        }
    }
    seen
}

#[test]
fn a_change_of_a_large_group_looks_at_what_changed() {
    let test = test_engine();
    let shop = &test.shop;
    make(
        shop,
        json!({
            "Name": "Sums",
            "Maps": ["map('Orders', o => ({ Company: o.Company, Count: 1, Sum: o.Size, Least: o.Size, Seen: 0 }))"],
            "Reduce": "groupBy(x => x.Company).aggregate(g => ({ Company: g.key, \
                       Count: g.values.reduce((n, x) => n + x.Count, 0), Sum: g.values.reduce((n, x) => n + x.Sum, 0), \
                       Least: Math.min(...g.values.map(x => x.Least)), Seen: g.values.length }))",
        }),
    );
    let mut documents: BTreeMap<i64, i64> = (0..DOCUMENTS).map(|id| (id, id)).collect();
    let commands = documents.values().map(|size| put_command(&format!("orders/{size}"), &body(*size)));
    shop.execute(commands.collect()).unwrap();
    check(shop, &documents);
    for (round, id) in [(1, 4_000), (2, 5), (3, 8_999), (4, 4_001)] {
        // A new one, one less, one that changes its group.
        put(shop, &format!("orders/{}", 10_000 + round), &body(10_000 + round));
        documents.insert(10_000 + round, 10_000 + round);
        assert!(delete(shop, &format!("orders/{id}")));
        documents.remove(&id);
        put(shop, &format!("orders/{}", id + 20), &body(id + 21));
        documents.insert(id + 20, id + 21);
        let seen = check(shop, &documents);
        // Without parts the last of two goes would see some 1,900 of the 6,000.
        assert!(seen < 1_500, "{seen} values");
    }
    let test = test.dropped_and_reopened();
    check(&test.shop, &documents);
    put(&test.shop, "orders/1", &body(-7));
    documents.insert(1, -7);
    check(&test.shop, &documents);
}
