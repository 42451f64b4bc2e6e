//! `startsWith(id(), …)` alone reads documents in the order of ids, without an index, as RavenDB 7.1.5 does.

use rookery_engine::{Database, QueryAnswer, QueryOptions, QueryRequest, ResultItem};
use serde_json::{Value, json};

use crate::fixture::{delete, put, test_engine};
use crate::query_fixture::{index_names, streamed};

fn of(collection: &str, number: i64) -> Value {
    json!({"a": number, "@metadata": {"@collection": collection}})
}

/// Ids of mixed case over both stores: flushed, changed since, deleted since and new.
fn fill(shop: &Database) {
    for (id, number) in
        [("orders/1", 1), ("orders/2", 1), ("ORDERS/10", 2), ("orders/100", 2), ("orders/3", 1)]
    {
        put(shop, id, &of("Orders", number));
    }
    put(shop, "orders/x", &of("Others", 3));
    put(shop, "users/1", &of("Users", 4));
    shop.flush_and_sync().unwrap();
    put(shop, "ORDERS/11", &of("Orders", 2));
    put(shop, "orders/2", &of("Orders", 5));
    delete(shop, "orders/100");
}

fn run(shop: &Database, text: &str) -> QueryAnswer {
    let request = QueryRequest::new(text).with("p", "Orders/1");
    shop.query(&request, &QueryOptions::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The ids, and the total where it is known.
fn found(shop: &Database, text: &str) -> (Vec<String>, Option<u64>) {
    let answer = run(shop, text);
    let ids = answer.results.iter().map(|result| result.id().to_owned()).collect();
    (ids, (!answer.is_uncounted).then_some(answer.total))
}

#[test]
fn documents_are_read_in_the_order_of_ids_without_an_index() {
    let test = test_engine();
    fill(&test.shop);
    let all: &[&str] = &["orders/1", "ORDERS/10", "ORDERS/11", "orders/2", "orders/3"];
    for (text, wanted, total) in [
        ("from Orders where startsWith(id(), 'orders/')", all, None),
        ("from Orders where (startsWith(id(), 'orders/1'))", &all[..3], None),
        ("from Orders where startsWith(id(), $p)", &all[..3], None),
        ("from Orders as o where startsWith(id(o), 'orders/1') limit 1, 1", &all[1..2], None),
        ("from Orders where startsWith(id(), 'orders/1') limit 2", &all[..2], None),
        ("from Orders where startsWith(id(), '')", all, None),
        ("from Orders where startsWith(id(), 'orders/') filter a = 2", &all[1..3], None),
        ("from Orders where startsWith(id(), 'orders/') filter a = 2 limit 1", &all[1..2], None),
        ("from @all_docs where startsWith(id(), 'orders/x')", &["orders/x"], None),
        ("from orders where startsWith(id(), 'users/')", &[], Some(0)),
        ("from Nothing where startsWith(id(), 'orders/')", &[], Some(0)),
        ("from Orders where startsWith(id(), 'orders/1') limit 0", &[], Some(3)),
        ("from Orders where startsWith(id(), 'orders/1') limit 1, 0", &[], Some(3)),
    ] {
        assert_eq!(
            found(&test.shop, text),
            (wanted.iter().map(|id| (*id).to_owned()).collect(), total),
            "{text}"
        );
        let answer = run(&test.shop, text);
        assert!(answer.index_name.starts_with("collection/"), "{text}: {}", answer.index_name);
    }
    assert_eq!(index_names(&test.shop), [] as [&str; 0]);
}

#[test]
fn the_page_of_an_answer_without_a_total_is_capped_by_its_limit() {
    let test = test_engine();
    fill(&test.shop);
    let capped = |text: &str| run(&test.shop, text).capped;
    assert_eq!(capped("from Orders where startsWith(id(), 'orders/') limit 2"), Some(2));
    assert_eq!(capped("from Orders where startsWith(id(), 'orders/') limit 1, 0"), Some(0));
    assert_eq!(capped("from Orders where startsWith(id(), 'orders/')"), None);
}

#[test]
fn distinct_values_and_projections_keep_the_order_of_ids() {
    let test = test_engine();
    fill(&test.shop);
    let answer = run(&test.shop, "from Orders where startsWith(id(), 'orders/') select distinct a");
    let values: Vec<_> = answer
        .results
        .iter()
        .map(|result| match result {
            ResultItem::Projection { fields, .. } => fields["a"].clone(),
            ResultItem::Document(document) => panic!("{} is whole", document.id),
        })
        .collect();
    assert_eq!(values, [json!(1), json!(2), json!(5)]);
    assert!(answer.is_uncounted);
}

#[test]
fn other_conditions_and_orders_use_an_index() {
    let test = test_engine();
    fill(&test.shop);
    for text in [
        "from Orders where startsWith(id(), 'orders/1') and a = 2",
        "from Orders where startsWith(id(), 'orders/1') order by id()",
        "from Orders where not startsWith(id(), 'orders/1')",
    ] {
        let answer = run(&test.shop, text);
        assert!(answer.index_name.starts_with("Auto/Orders/"), "{text}: {}", answer.index_name);
        assert!(!answer.is_uncounted, "{text}");
    }
}

#[test]
fn a_stream_walks_the_ids_too() {
    let test = test_engine();
    fill(&test.shop);
    let (start, all) = streamed(&test.shop, "from Orders where startsWith(id(), 'orders/')");
    let ids: Vec<_> = all.iter().map(ResultItem::id).collect();
    assert_eq!(ids, ["orders/1", "ORDERS/10", "ORDERS/11", "orders/2", "orders/3"]);
    // As the server: the number of documents of the collection.
    assert_eq!((start.index_name.as_str(), start.total), ("collection/Orders", 5));
    let (_, page) = streamed(&test.shop, "from Orders where startsWith(id(), 'orders/') limit 1, 2");
    assert_eq!(page.iter().map(ResultItem::id).collect::<Vec<_>>(), ["ORDERS/10", "ORDERS/11"]);
    assert_eq!(index_names(&test.shop), [] as [&str; 0]);
}
