//! Subscriptions to revisions: the pairs of each revision, conditions and projections over them.

use std::sync::Arc;

use rookery_engine::{
    ArchivedDocuments, BatchLimits, BatchRequest, BatchSource, Database, Distribution, EngineError,
    NewSubscription, SubscriptionFault, SubscriptionQuery,
};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, delete, eager, put, quiet, test_engine_with};

const LIMITS: BatchLimits = BatchLimits { documents: 100, bytes: 1 << 20, read: 1 << 10 };

fn save(test: &TestEngine, id: &str, n: u64) {
    put(&test.shop, id, &json!({ "N": n, "@metadata": { "@collection": "Rs" } }));
}

/// Two versions of one document, one that was deleted and saved again, and documents without revisions between.
fn filled(tuning: rookery_engine::Tuning) -> TestEngine {
    let test = test_engine_with(tuning);
    let configuration = json!({ "Collections": { "Rs": {} } });
    test.shop.set_revisions_configuration(serde_json::from_value(configuration).unwrap()).unwrap();
    save(&test, "rs/1", 1);
    put(&test.shop, "ps/1", &json!({ "N": 7, "@metadata": { "@collection": "Ps" } }));
    save(&test, "rs/1", 2);
    save(&test, "rs/2", 5);
    delete(&test.shop, "rs/2");
    save(&test, "rs/2", 6);
    test
}

fn read(shop: &Database, text: &str, from: BatchSource<'_>) -> Vec<Value> {
    let query = SubscriptionQuery::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let request = BatchRequest::of_one_worker(from, ArchivedDocuments::default(), LIMITS);
    let batch = shop.subscription_batch(&query, request).unwrap();
    assert!(batch.is_last);
    batch.items.iter().map(|item| serde_json::from_slice(&item.json).unwrap()).collect()
}

/// The numbers of current and previous of each.
fn pairs(found: &[Value]) -> Vec<(Value, Value)> {
    found.iter().map(|one| (one["Current"]["N"].clone(), one["Previous"]["N"].clone())).collect()
}

#[test]
fn each_revision_comes_with_the_one_before() {
    for tuning in [quiet(), eager()] {
        let test = filled(tuning);
        let all = read(&test.shop, "from Rs (Revisions = true)", BatchSource::After(0));
        assert_eq!(
            pairs(&all),
            [
                (json!(1), json!(null)),
                (json!(2), json!(1)),
                (json!(5), json!(null)),
                (json!(null), json!(5)),
                (json!(6), json!(null)),
            ]
        );
        assert_eq!((&all[0]["Previous"], &all[3]["Current"]), (&Value::Null, &Value::Null));
        assert_eq!(all[4]["Previous"]["@metadata"]["@flags"], "HasRevisions, DeleteRevision");
        let revision = test.shop.revisions("rs/1", 0, 1).unwrap().revisions.remove(0);
        let metadata = &all[1]["@metadata"];
        assert_eq!(
            *metadata,
            json!({
                "@change-vector": revision.change_vector,
                "@flags": "HasRevisions, Revision",
                "@id": "rs/1",
                "@last-modified": metadata["@last-modified"],
            })
        );
        assert_eq!(all[1]["Current"]["@metadata"]["@collection"], "Rs");
        assert_eq!(all[1]["Current"]["@metadata"]["@id"], "rs/1");
        let later = read(&test.shop, "from Rs (Revisions = true)", BatchSource::After(revision.etag));
        assert_eq!(pairs(&later), pairs(&all[2..]));
        let chosen =
            read(&test.shop, "from Rs (Revisions = true)", BatchSource::Etags(&[revision.etag, 999]));
        assert_eq!(pairs(&chosen), pairs(&all[1..2]));
        assert_eq!(read(&test.shop, "from @all_docs (Revisions = true)", BatchSource::After(0)).len(), 5);
        assert!(read(&test.shop, "from Ps (Revisions = true)", BatchSource::After(0)).is_empty());
    }
}

/// As RavenDB 7.1.5 answered.
#[test]
fn conditions_and_projections_read_current_and_previous() {
    let test = filled(quiet());
    for (text, expected) in [
        ("from Rs (Revisions = true) as d where d.Current.N > 1", json!([2, 5, 6])),
        ("from Rs (Revisions = true) where Current.N > 1", json!([2, 5, 6])),
        ("from Rs (Revisions = true) where N > 1", json!([])),
        ("from Rs (Revisions = true) as d where d.Current.N = d.Previous.N + 1", json!([2])),
        ("from Rs (Revisions = true) as d where d.Previous = null", json!([1, 5])),
        ("from Rs (Revisions = true) as d where d.Current.N.toString() = '5'", json!([5])),
    ] {
        let found = read(&test.shop, text, BatchSource::After(0));
        let numbers: Vec<Value> = found.iter().map(|one| one["Current"]["N"].clone()).collect();
        assert_eq!(json!(numbers), expected, "{text}");
    }
    let text = "from Rs (Revisions = true) as d select { A: d.Current.N, B: d.Previous.N, I: id(d.Current) }";
    let found = read(&test.shop, text, BatchSource::After(0));
    let made: Vec<Value> = found.iter().map(|one| json!([one["A"], one["B"]])).collect();
    assert_eq!(json!(made), json!([[1, null], [2, 1], [5, null], [null, 5], [6, null]]));
    assert_eq!((&found[1]["I"], &found[1]["@metadata"]["@id"]), (&json!("rs/1"), &json!("rs/1")));
    assert_eq!(found[3]["@metadata"]["@flags"], "HasRevisions, DeleteRevision");
    assert_eq!(found[3]["@metadata"]["@projection"], true);
    let text = "declare function f(d) { if (d.Current.N == 2) throw 'x'; return { Q: d.Current.N } } \
                from Rs (Revisions = true) as d where d.Current.N < 5 select f(d)";
    let query = SubscriptionQuery::parse(text).unwrap();
    let request = BatchRequest::of_one_worker(BatchSource::After(0), ArchivedDocuments::default(), LIMITS);
    let batch = test.shop.subscription_batch(&query, request).unwrap();
    let failed: Vec<bool> = batch.items.iter().map(|item| item.exception.is_some()).collect();
    // The deletion too: null is less than 5, as in JavaScript.
    assert_eq!(failed, [false, true, false]);
}

#[test]
fn revisions_that_are_not_kept_are_refused_and_kept_ones_survive_a_crash() {
    let test = filled(quiet());
    for text in ["from Ps (Revisions = true)", "from @all_docs (Revisions = true)"] {
        let refused = test.shop.check_subscribed(&SubscriptionQuery::parse(text).unwrap()).unwrap_err();
        let is_named =
            matches!(&refused, EngineError::Subscription { fault: SubscriptionFault::NoRevisions, .. });
        assert!(is_named, "{refused}");
    }
    let text = "from Rs (Revisions = true)";
    let new = NewSubscription { name: Some("r".into()), query: text.into(), ..Default::default() };
    let created = test.shop.create_subscription(new).unwrap();
    let query = SubscriptionQuery::parse(text).unwrap();
    let few = BatchLimits { documents: 2, ..LIMITS };
    let open =
        |shop: &Arc<Database>| Arc::new(Distribution::open(shop.clone(), created.id, created.index).unwrap());
    let etags = |distribution: &Arc<Distribution>| {
        let delivery = distribution.next(&query, few).unwrap();
        let etags: Vec<i64> = delivery.batch.items.iter().map(|item| item.etag).collect();
        (etags, delivery.lease)
    };
    let documents = open(&test.shop);
    let (first, first_lease) = etags(&documents);
    let (second, second_lease) = etags(&documents);
    assert!(first.len() == 2 && second.len() == 2 && first[1] < second[0]);
    second_lease.unwrap().acknowledge().unwrap();
    drop((first_lease, documents));
    let test = test.dropped_and_reopened();
    let documents = open(&test.shop);
    assert_eq!(etags(&documents).0, first);
}
