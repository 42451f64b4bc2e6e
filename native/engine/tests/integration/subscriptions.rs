//! Batches of one subscription for several workers: none is skipped, and no document is with two workers.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;
use rookery_engine::{
    BatchLimits, Database, Delivery, Distribution, Lease, NewSubscription, Subscription, SubscriptionChange,
    SubscriptionQuery,
};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, delete, put, test_engine};

const LIMITS: BatchLimits = BatchLimits { documents: 2, bytes: 1 << 20, read: 1 << 10 };

fn document(number: u64) -> Value {
    json!({ "N": number, "@metadata": { "@collection": "Ps" } })
}

fn save(test: &TestEngine, numbers: std::ops::RangeInclusive<u64>) {
    for number in numbers {
        put(&test.shop, &format!("ps/{number}"), &document(number));
    }
}

fn create(shop: &Database) -> Subscription {
    let new = NewSubscription { name: Some("s".into()), query: "from Ps".into(), ..Default::default() };
    shop.create_subscription(new).unwrap()
}

fn distribution(shop: &Arc<Database>) -> Arc<Distribution> {
    let found = shop.subscription_named("s").unwrap().unwrap();
    Arc::new(Distribution::open(shop.clone(), found.id, found.index).unwrap())
}

fn next(distribution: &Arc<Distribution>) -> Delivery {
    distribution.next(&SubscriptionQuery::parse("from Ps").unwrap(), LIMITS).unwrap()
}

/// The ids of a batch that is not empty, and the right to them.
fn batch(distribution: &Arc<Distribution>) -> (Vec<String>, Lease) {
    let Delivery { batch, lease, .. } = next(distribution);
    (batch.items.into_iter().map(|item| item.id).collect(), lease.expect("there are documents"))
}

fn is_idle(distribution: &Arc<Distribution>) -> bool {
    let delivery = next(distribution);
    delivery.lease.is_none() && delivery.is_last
}

#[test]
fn batches_of_several_workers_differ_and_come_again_without_an_acknowledgement() {
    let test = test_engine();
    save(&test, 1..=6);
    create(&test.shop);
    let documents = distribution(&test.shop);
    let (first, first_lease) = batch(&documents);
    let (second, second_lease) = batch(&documents);
    assert_eq!((first, second), (vec!["ps/1".into(), "ps/2".into()], vec!["ps/3".into(), "ps/4".into()]));
    // What is handed out is durable, with its acknowledgement in any order.
    second_lease.acknowledge().unwrap();
    drop(first_lease);
    assert_eq!(batch(&documents).0, ["ps/1", "ps/2"]);
    drop(documents);
    let test = test.dropped_and_reopened();
    let documents = distribution(&test.shop);
    let (again, lease) = batch(&documents);
    assert_eq!(again, ["ps/1", "ps/2"]);
    lease.acknowledge().unwrap();
    let (rest, lease) = batch(&documents);
    assert_eq!(rest, ["ps/5", "ps/6"]);
    lease.acknowledge().unwrap();
    assert!(is_idle(&documents));
}

#[test]
fn a_new_version_waits_until_the_worker_of_the_old_one_is_done() {
    let test = test_engine();
    save(&test, 1..=2);
    create(&test.shop);
    let documents = distribution(&test.shop);
    let (_, lease) = batch(&documents);
    save(&test, 1..=1);
    save(&test, 1..=1);
    let idle = next(&documents);
    assert!(idle.lease.is_none() && idle.has_postponed);
    save(&test, 3..=3);
    let (third, third_lease) = batch(&documents);
    assert_eq!(third, ["ps/3"]);
    lease.acknowledge().unwrap();
    let (later, lease) = batch(&documents);
    assert_eq!(later, ["ps/1"]);
    save(&test, 1..=1);
    assert!(next(&documents).has_postponed);
    // The postponed version is durable too: after a crash it is sent although its lease is no longer known.
    drop((lease, third_lease, documents));
    let test = test.dropped_and_reopened();
    let documents = distribution(&test.shop);
    let (again, lease) = batch(&documents);
    assert_eq!(again, ["ps/3", "ps/1"]);
    delete(&test.shop, "ps/1");
    drop(lease);
    let (again, lease) = batch(&documents);
    assert_eq!(again, ["ps/3"]);
    lease.acknowledge().unwrap();
    assert!(is_idle(&documents));
}

#[test]
fn a_lease_of_a_former_definition_changes_nothing() {
    let test = test_engine();
    save(&test, 1..=2);
    let id = create(&test.shop).id;
    let documents = distribution(&test.shop);
    let (_, lease) = batch(&documents);
    let change = SubscriptionChange { query: Some("from Ps where N = 1".into()), ..Default::default() };
    test.shop.change_subscription(id, change).unwrap();
    assert!(lease.acknowledge().is_err());
    assert_eq!(batch(&distribution(&test.shop)).0, ["ps/1", "ps/2"]);
    test.shop.delete_subscription("s").unwrap();
    assert!(Distribution::open(test.shop.clone(), id, id).is_err());
}

/// Workers that acknowledge, lose their connection, and restarts, while documents change: the last version of each
/// document is acknowledged, and no document is with two workers at any time.
#[test]
fn all_documents_are_acknowledged_whatever_workers_do() {
    const DOCUMENTS: u64 = 40;
    let mut test = test_engine();
    create(&test.shop);
    let acknowledged: Mutex<BTreeMap<String, i64>> = Mutex::default();
    for round in 0..6_u64 {
        let documents = distribution(&test.shop);
        let held: Mutex<HashSet<String>> = Mutex::default();
        let steps = AtomicU64::new(round * 7);
        let work = |batches: usize| {
            for _ in 0..batches {
                let Delivery { batch, lease, .. } = next(&documents);
                let Some(lease) = lease else { continue };
                for item in &batch.items {
                    assert!(held.lock().insert(item.id.clone()), "{} is with two workers", item.id);
                }
                std::thread::yield_now();
                for item in &batch.items {
                    held.lock().remove(&item.id);
                }
                if steps.fetch_add(1, Ordering::Relaxed).is_multiple_of(3) {
                    continue;
                }
                lease.acknowledge().unwrap();
                let mut all = acknowledged.lock();
                for item in batch.items {
                    let last = all.entry(item.id).or_default();
                    *last = item.etag.max(*last);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| work(12));
            }
            scope.spawn(|| save(&test, 1..=DOCUMENTS));
        });
        drop(documents);
        test = test.dropped_and_reopened();
    }
    let documents = distribution(&test.shop);
    while let Delivery { batch, lease: Some(lease), .. } = next(&documents) {
        lease.acknowledge().unwrap();
        acknowledged.lock().extend(batch.items.into_iter().map(|item| (item.id, item.etag)));
    }
    let acknowledged = acknowledged.into_inner();
    assert_eq!(acknowledged.len(), DOCUMENTS as usize);
    for (id, etag) in acknowledged {
        assert_eq!(test.shop.get(&id).unwrap().unwrap().etag, etag, "{id}");
    }
}
