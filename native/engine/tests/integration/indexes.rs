//! Automatic indexes over a real database: made by queries, kept up to date, there again after opening.

#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

use proptest::prelude::*;
use rookery_engine::{Database, ResultItem};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, delete, put, test_engine, user};
use crate::query_fixture::{ids, index_names, query_results};

#[test]
fn a_condition_makes_an_index_and_a_wider_one_replaces_it() {
    let test = test_engine();
    let shop = &test.shop;
    for n in 0..30 {
        put(
            shop,
            &format!("users/{n}"),
            &json!({"Name": format!("n{n:02}"), "Age": n % 3, "@metadata": {"@collection": "Users"}}),
        );
    }
    let answer = query_results(shop, "from Users where Name = 'N07'");
    assert_eq!((answer.index_name.as_str(), ids(&answer)), ("Auto/Users/ByName", vec!["users/7"]));
    let answer = query_results(shop, "from Users where Age = 1 order by Name desc limit 2");
    assert_eq!(
        (answer.index_name.as_str(), ids(&answer)),
        ("Auto/Users/ByAgeAndName", vec!["users/28", "users/25"])
    );
    assert_eq!(answer.total, 10);
    assert_eq!(index_names(shop), ["Auto/Users/ByAgeAndName"]);
    let answer = query_results(shop, "from Users where exact(Name = 'n07')");
    assert_eq!((answer.index_name.as_str(), answer.total), ("Auto/Users/ByAgeAndExact(Name)", 1));
    assert_eq!(index_names(shop), ["Auto/Users/ByAgeAndExact(Name)"]);
}

#[test]
fn plain_collections_and_ids_need_no_index() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ann"));
    assert_eq!(query_results(&test.shop, "from Users").index_name, "collection/Users");
    assert_eq!(query_results(&test.shop, "from Users where id() = 'users/1'").index_name, "collection/Users");
    assert!(index_names(&test.shop).is_empty());
}

#[test]
fn changes_deletes_and_archived_documents_are_followed() {
    let test = test_engine();
    let shop = &test.shop;
    for name in ["a", "b", "c"] {
        put(shop, &format!("users/{name}"), &user(name));
    }
    let text = "from Users where Name != 'b'";
    assert_eq!(ids(&query_results(shop, text)), ["users/a", "users/c"]);
    put(shop, "users/a", &user("b"));
    put(shop, "users/B", &user("x"));
    delete(shop, "users/C");
    assert_eq!(ids(&query_results(shop, text)), ["users/B"]);
    put(shop, "users/C", &user("again"));
    assert_eq!(ids(&query_results(shop, text)), ["users/B", "users/C"]);
    let archived = json!({"Name": "y", "@metadata": {"@collection": "Users", "@archived": true}});
    put(shop, "users/b", &archived);
    put(shop, "users/z", &user("z"));
    let found = query_results(shop, text);
    let archived_is_stored =
        shop.get("users/b").unwrap().unwrap().flags.contains(rookery_engine::DocumentFlags::ARCHIVED);
    assert_eq!(ids(&found).iter().any(|id| id.eq_ignore_ascii_case("users/b")), !archived_is_stored);
}

#[test]
fn an_index_is_there_again_after_closing_and_after_a_crash() {
    let test = test_engine();
    for n in 0..50 {
        put(&test.shop, &format!("users/{n}"), &user(&format!("n{n}")));
    }
    assert_eq!(query_results(&test.shop, "from Users where Name = 'n7'").total, 1);
    let test = test.closed_and_reopened();
    assert_eq!(index_names(&test.shop), ["Auto/Users/ByName"]);
    put(&test.shop, "users/50", &user("n7"));
    delete(&test.shop, "users/7");
    let test: TestEngine = test.dropped_and_reopened();
    assert_eq!(ids(&query_results(&test.shop, "from Users where Name = 'n7'")), ["users/50"]);
    let folder = test.shop.folder().join("indexes");
    let files = std::fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path().join("meta.json");
    drop(test.shop);
    drop(test.engine);
    std::fs::write(files, "broken").unwrap();
    let test = crate::fixture::test_engine_in(
        test.folder.clone(),
        crate::fixture::options(test.folder.path(), crate::fixture::quiet()),
    );
    assert_eq!(ids(&query_results(&test.shop, "from Users where Name = 'n7'")), ["users/50"]);
    let reported = test.shop.index_stats().unwrap()[0].rebuilt.clone().unwrap();
    assert!(reported.contains("indexes"), "{reported}");
}

#[test]
fn tombstones_stay_until_every_index_has_passed_them() {
    let test = test_engine();
    let shop = &test.shop;
    for n in 0..4 {
        put(shop, &format!("users/{n}"), &user(&format!("n{n}")));
    }
    assert_eq!(query_results(shop, "from Users where Name = 'n1'").total, 1);
    let later = shop.hold_tombstones("a slow one", None);
    delete(shop, "users/1");
    assert_eq!(query_results(shop, "from Users where Name = 'n1'").total, 0);
    assert_eq!(shop.clean_tombstones().unwrap(), 0);
    drop(later);
    // The index itself has come past it.
    assert_eq!(shop.clean_tombstones().unwrap(), 1);
    let holder = shop.tombstone_states().unwrap()[0].component.clone();
    assert_eq!(holder.as_deref(), Some("Auto/Users/ByName"));
    shop.delete_index("Auto/Users/ByName").unwrap();
    assert_eq!(shop.tombstone_states().unwrap()[0].component, None);
}

#[cfg(target_os = "linux")]
#[test]
fn threads_of_indexes_end_with_their_index_and_their_database() {
    let threads = || {
        let all = std::fs::read_dir("/proc/self/task").unwrap();
        let name = |task: std::io::Result<std::fs::DirEntry>| {
            std::fs::read_to_string(task.unwrap().path().join("comm")).unwrap_or_default()
        };
        all.map(name).filter(|name| name.trim() == "rk-index:ending").count()
    };
    // The system may show a thread that has ended for a moment more.
    let come_to = |count| {
        let until = Instant::now() + Duration::from_secs(10);
        while threads() != count && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(threads(), count);
    };
    let test = test_engine();
    test.engine.create("ending", Value::Null).unwrap();
    let ending = test.engine.database("ending").unwrap();
    put(&ending, "users/1", &user("Ann"));
    query_results(&ending, "from Users where Name = 'ann'");
    query_results(&ending, "from @all_docs where Name = 'ann'");
    come_to(2);
    ending.delete_index("Auto/Users/ByName").unwrap();
    come_to(1);
    drop(ending);
    test.engine.delete("ending", true).unwrap();
    come_to(0);
}

#[test]
fn an_index_can_be_reset_and_deleted() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ann"));
    assert_eq!(query_results(&test.shop, "from Users where Name = 'ann'").total, 1);
    assert!(test.shop.reset_index("auto/users/byname").unwrap());
    assert_eq!(query_results(&test.shop, "from Users where Name = 'ann'").total, 1);
    assert!(test.shop.delete_index("Auto/Users/ByName").unwrap());
    assert!(!test.shop.delete_index("Auto/Users/ByName").unwrap());
    assert!(index_names(&test.shop).is_empty());
    assert_eq!(std::fs::read_dir(test.shop.folder().join("indexes")).unwrap().count(), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, ..ProptestConfig::default() })]
    #[test]
    fn random_changes_leave_the_index_with_what_a_filter_finds(
        steps in proptest::collection::vec((0..40_u8, proptest::option::weighted(0.8, 0..10_i64), any::<bool>()), 1..80),
    ) {
        let test = test_engine();
        let shop = &test.shop;
        let mut model = std::collections::BTreeMap::new();
        for (number, (id, value, ask)) in steps.into_iter().enumerate() {
            let id = format!("things/{id}");
            match value {
                Some(value) => {
                    put(shop, &id, &json!({"V": value, "@metadata": {"@collection": "Things"}}));
                    model.insert(id, (number, value));
                }
                None => {
                    delete(shop, &id);
                    model.remove(&id);
                }
            }
            if number % 17 == 3 {
                shop.flush_and_sync().unwrap();
            }
            if ask && number % 5 == 0 {
                check(shop, &model);
            }
        }
        check(shop, &model);
    }
}

fn check(shop: &Database, model: &std::collections::BTreeMap<String, (usize, i64)>) {
    let mut wanted: Vec<(usize, &str)> = model
        .iter()
        .filter(|(_, (_, value))| *value > 4)
        .map(|(id, (number, _))| (*number, id.as_str()))
        .collect();
    wanted.sort_unstable();
    let wanted: Vec<&str> = wanted.into_iter().map(|(_, id)| id).collect();
    let answer = query_results(shop, "from Things where V > 4");
    assert_eq!(ids(&answer), wanted);
    let mut sorted: Vec<Value> = model.values().map(|(_, value)| json!(value)).collect();
    sorted.sort_by_key(Value::as_i64);
    let answer = query_results(shop, "from Things order by V as long select V");
    let found: Vec<Value> = answer
        .results
        .iter()
        .map(|item| match item {
            ResultItem::Projection { fields, .. } => fields["V"].clone(),
            ResultItem::Document(document) => panic!("{} is not projected", document.id),
        })
        .collect();
    assert_eq!(found, sorted);
}
