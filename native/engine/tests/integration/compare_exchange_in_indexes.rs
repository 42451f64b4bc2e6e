//! Indexes whose maps read compare-exchange values: a change of a value changes the entries made with it.

use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use rookery_engine::{Database, EngineOptions, IndexStats, IndexingOf, ManualClock, parse_date};
use serde_json::{Value, json};

use crate::fixture::{put, quiet, test_engine, test_engine_in, user};
use crate::query_fixture::{ids, make, query_results};

fn set(shop: &Database, key: &str, value: &Value) {
    let index = shop.compare_exchange(&[key]).unwrap()[0].as_ref().map_or(0, |current| current.index);
    let object = Bytes::from(json!({ "Object": value }).to_string());
    assert!(shop.put_compare_exchange(key, object, index, None).unwrap().successful);
}

fn remove(shop: &Database, key: &str) {
    let index = shop.compare_exchange(&[key]).unwrap()[0].as_ref().unwrap().index;
    assert!(shop.delete_compare_exchange(key, index, None).unwrap().successful);
}

fn named(shop: &Database, names: &[&str]) {
    for name in names {
        put(shop, &format!("users/{name}"), &user(name));
    }
}

/// The ids of the users with this field.
fn found(shop: &Database, condition: &str) -> Vec<String> {
    let answer = query_results(shop, &format!("from index 'I' where {condition}"));
    ids(&answer).into_iter().map(str::to_owned).collect()
}

fn stats(shop: &Database) -> IndexStats {
    shop.index_stats().unwrap().remove(0)
}

#[test]
fn entries_change_with_the_values() {
    let test = test_engine();
    let shop = &test.shop;
    named(shop, &["ann", "bob", "cid"]);
    set(shop, "Ann", &json!("gold"));
    set(shop, "bob", &json!({ "Level": 7 }));
    make(
        shop,
        json!({"Name": "I", "Maps": [
            "map('Users', u => { const v = cmpxchg(u.Name); return { Plain: v === null ? 'none' : v, Level: v && v.Level }; })"
        ]}),
    );
    assert_eq!(found(shop, "Plain = 'gold'"), ["users/ann"]);
    assert_eq!(found(shop, "Level = 7"), ["users/bob"]);
    assert_eq!(found(shop, "Plain = 'none'"), ["users/cid"]);
    // A new, a changed and a removed value; the documents stay as they are.
    set(shop, "CID", &json!("new"));
    set(shop, "ann", &json!("silver"));
    remove(shop, "bob");
    assert_eq!(found(shop, "Plain = 'new'"), ["users/cid"]);
    assert_eq!(found(shop, "Plain = 'silver'"), ["users/ann"]);
    assert_eq!(found(shop, "Plain = 'gold'"), Vec::<String>::new());
    assert_eq!(found(shop, "Plain = 'none'"), ["users/bob"]);

    // What changed while the index was paused is processed after a restart.
    shop.stop_indexing(IndexingOf::Named("I")).unwrap();
    set(shop, "bob", &json!("late"));
    let stale = stats(shop);
    let (last, seen) = stale.exchanges.unwrap();
    assert!(stale.is_stale && seen < last, "{seen} {last}");
    let test = test.closed_and_reopened();
    assert_eq!(found(&test.shop, "Plain = 'late'"), ["users/bob"]);
    assert_eq!(found(&test.shop, "Plain = 'silver'"), ["users/ann"]);
}

#[test]
fn only_documents_of_changed_values_are_mapped_again() {
    let test = test_engine();
    let shop = &test.shop;
    let names: Vec<String> = (0..50).map(|number| format!("n{number}")).collect();
    named(shop, &names.iter().map(String::as_str).collect::<Vec<_>>());
    make(shop, json!({"Name": "I", "Maps": ["map('Users', u => ({ V: cmpxchg(u.Name) }))"]}));
    assert_eq!(found(shop, "V = 'x'"), Vec::<String>::new());
    let before = stats(shop).map_attempts;
    set(shop, "n7", &json!("x"));
    assert_eq!(found(shop, "V = 'x'"), ["users/n7"]);
    set(shop, "other", &json!("x"));
    assert_eq!(found(shop, "V = 'x'"), ["users/n7"]);
    assert_eq!(stats(shop).map_attempts, before + 1);
}

#[test]
fn groups_and_c_sharp_maps_read_values() {
    let test = test_engine();
    let shop = &test.shop;
    named(shop, &["ann", "bob", "cid"]);
    set(shop, "ann", &json!("gold"));
    make(
        shop,
        json!({"Name": "I", "Maps": [
            "from u in docs.Users let v = LoadCompareExchangeValue<string>((string)u.Name) select new { Level = v ?? \"none\", Count = 1 }"
        ], "Reduce":
            "from r in results group r by r.Level into g select new { Level = g.Key, Count = g.Sum(x => x.Count) }"
        }),
    );
    let count = |level: &str| {
        let answer = query_results(shop, &format!("from index 'I' where Level = '{level}' select Count"));
        answer.results.iter().map(|row| format!("{row:?}")).collect::<Vec<_>>().join(" ")
    };
    assert!(count("gold").contains("\"Count\": Number(1)"), "{}", count("gold"));
    assert!(count("none").contains("\"Count\": Number(2)"), "{}", count("none"));
    set(shop, "bob", &json!("gold"));
    assert!(count("gold").contains("\"Count\": Number(2)"), "{}", count("gold"));
    assert!(count("none").contains("\"Count\": Number(1)"), "{}", count("none"));
}

#[test]
fn several_keys_give_several_values_and_other_keys_are_errors() {
    let test = test_engine();
    let shop = &test.shop;
    named(shop, &["ann", "bob"]);
    set(shop, "ann", &json!("gold"));
    make(
        shop,
        json!({"Name": "I", "Maps": [
            "map('Users', u => ({ All: cmpxchg(['ann', u.Name]), None: cmpxchg(null) === null, Empty: cmpxchg('') === null }))"
        ]}),
    );
    assert_eq!(found(shop, "All = 'gold' and None = true and Empty = true"), ["users/ann", "users/bob"]);
    set(shop, "bob", &json!("red"));
    assert_eq!(found(shop, "All = 'red'"), ["users/bob"]);

    // One error in 20 maps leaves the index in the state Normal.
    let others: Vec<String> = (0..18).map(|number| format!("n{number}")).collect();
    named(shop, &others.iter().map(String::as_str).collect::<Vec<_>>());
    make(
        shop,
        json!({"Name": "J", "Maps": ["map('Users', u => ({ V: cmpxchg(u.Name === 'ann' ? 5 : u.Name) }))"]}),
    );
    assert_eq!(ids(&query_results(shop, "from index 'J' where V = 'red'")), ["users/bob"]);
    let errors = shop.index_stats().unwrap().remove(1).errors;
    assert!(errors.iter().any(|error| error.error.contains("the key must be a text, not 5")), "{errors:?}");
}

#[test]
fn an_expired_value_leaves_the_entries() {
    let clock = ManualClock::starting_at(parse_date("2030-01-01T00:00:00Z").unwrap());
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let options = EngineOptions { clock: clock.clone(), ..crate::fixture::options(folder.path(), quiet()) };
    let test = test_engine_in(folder, options);
    let shop = &test.shop;
    named(shop, &["ann"]);
    let expiring = json!({ "Object": "gold", "@metadata": { "@expires": "2030-01-01T00:00:30Z" } });
    let expiring = Bytes::from(expiring.to_string());
    assert!(shop.put_compare_exchange("ann", expiring, 0, None).unwrap().successful);
    make(shop, json!({"Name": "I", "Maps": ["map('Users', u => ({ V: cmpxchg(u.Name) ?? 'none' }))"]}));
    assert_eq!(found(shop, "V = 'gold'"), ["users/ann"]);
    clock.advance(Duration::from_secs(60));
    shop.expire_compare_exchange_now().unwrap();
    while shop.compare_exchange(&["ann"]).unwrap()[0].is_some() {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(found(shop, "V = 'none'"), ["users/ann"]);
}
