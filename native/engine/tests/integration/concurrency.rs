//! Many threads at the same time: conditions hold, nothing is lost, readers see moments and not mixtures.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};

use rookery_engine::{EngineError, Expected, QueryOptions, QueryRequest};
use serde_json::json;

use crate::fixture::{eager, get, put, put_command, test_engine, test_engine_with, try_put, user};

#[test]
fn the_expected_change_vector_accepts_the_matching_version() {
    let test = test_engine();
    let first = try_put(&test.shop, "users/1", &user("Ann"), Expected::MustNotExist).unwrap();
    let second =
        try_put(&test.shop, "users/1", &user("Anna"), Expected::ChangeVector(first.change_vector.clone()))
            .unwrap();

    let stale =
        try_put(&test.shop, "users/1", &user("x"), Expected::ChangeVector(first.change_vector.clone()));
    let EngineError::Concurrency { id, expected, actual, .. } = stale.unwrap_err() else {
        panic!("a conflict")
    };
    assert_eq!(
        (id.as_str(), expected, actual),
        ("users/1", first.change_vector, Some(second.change_vector.clone()))
    );

    let taken = try_put(&test.shop, "Users/1", &user("x"), Expected::MustNotExist).unwrap_err();
    assert!(taken.to_string().contains(&second.change_vector), "{taken}");
    assert_eq!(get(&test.shop, "users/1")["Name"], "Anna");
}

#[test]
fn conditions_hold_for_flushed_documents_and_after_reopening() {
    let test = test_engine();
    let saved = put(&test.shop, "users/1", &user("Ann"));
    test.shop.flush_and_sync().unwrap();
    assert!(try_put(&test.shop, "users/1", &user("x"), Expected::MustNotExist).is_err());
    let test = test.dropped_and_reopened();
    assert!(try_put(&test.shop, "users/1", &user("x"), Expected::MustNotExist).is_err());
    try_put(&test.shop, "users/1", &user("Anna"), Expected::ChangeVector(saved.change_vector)).unwrap();
}

#[test]
fn of_many_writers_with_one_condition_exactly_one_wins_each_round() {
    let test = test_engine_with(eager());
    let mut current = put(&test.shop, "counter", &json!({"N": 0})).change_vector;
    for round in 1..=20 {
        let start = Arc::new(Barrier::new(4));
        let threads: Vec<_> = (0..4)
            .map(|writer| {
                let (shop, start, current) = (test.shop.clone(), start.clone(), current.clone());
                std::thread::spawn(move || {
                    start.wait();
                    try_put(
                        &shop,
                        "counter",
                        &json!({"N": round, "By": writer}),
                        Expected::ChangeVector(current),
                    )
                })
            })
            .collect();
        let results: Vec<_> = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        let winners: Vec<_> = results.iter().filter_map(|result| result.as_ref().ok()).collect();
        assert_eq!(winners.len(), 1, "round {round}: {results:?}");
        current = winners[0].change_vector.clone();
    }
    assert_eq!(get(&test.shop, "counter")["N"], 20);
}

#[test]
fn parallel_writers_get_their_own_etags_and_all_of_it_survives() {
    let test = test_engine_with(eager());
    let threads: Vec<_> = (0..8)
        .map(|writer| {
            let shop = test.shop.clone();
            std::thread::spawn(move || {
                (0..50).map(|n| put(&shop, &format!("w{writer}/{n}"), &user("x")).etag).collect::<Vec<_>>()
            })
        })
        .collect();
    let mut etags: Vec<i64> = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
    etags.sort_unstable();
    assert_eq!(etags, (1..=400).collect::<Vec<_>>());
    let test = test.dropped_and_reopened();
    assert_eq!(test.shop.stats().unwrap().documents, 400);
}

#[test]
fn a_reader_never_sees_half_a_batch() {
    let test = test_engine_with(eager());
    let pair = |n: i32| vec![put_command("a", &json!({"N": n})), put_command("b", &json!({"N": n}))];
    test.shop.execute(pair(0)).unwrap();
    let done = Arc::new(AtomicBool::new(false));
    let reader = std::thread::spawn({
        let (shop, done) = (test.shop.clone(), done.clone());
        move || {
            let mut looks = 0u64;
            while !done.load(Ordering::Acquire) || looks == 0 {
                let both = shop.get_many(&["a", "b"]).unwrap();
                let bodies: Vec<_> =
                    both.iter().map(|document| document.as_ref().unwrap().body.clone()).collect();
                assert_eq!(bodies[0], bodies[1]);
                let all = shop.newest(0, 10).unwrap();
                assert_eq!(all.len(), 2);
                assert_eq!(all[0].body, all[1].body);
                looks += 1;
            }
        }
    });
    for n in 1..=300 {
        test.shop.execute(pair(n)).unwrap();
    }
    done.store(true, Ordering::Release);
    reader.join().unwrap();
}

/// A query can begin its automatic index while the threads of the known indexes are stopped.
#[test]
fn a_database_is_deleted_while_queries_begin_indexes() {
    let (ended, wait) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let test = test_engine();
        for round in 0..150 {
            let name = format!("round-{round}");
            test.engine.create(&name, serde_json::Value::Null).unwrap();
            let database = test.engine.database(&name).unwrap();
            put(&database, "users/1", &user("Ann"));
            let start = Arc::new(Barrier::new(2));
            let querying = std::thread::spawn({
                let start = start.clone();
                move || {
                    start.wait();
                    for field in 0..20 {
                        // Independent fields: each query begins an index and removes the one before.
                        let text = format!("from Users where F{field} = 1");
                        // The database is closed, or its files are deleted already.
                        if let Err(error) =
                            database.query(&QueryRequest::new(&text), &QueryOptions::default())
                        {
                            assert!(error.to_string().contains(&name), "{error}");
                        }
                    }
                }
            });
            start.wait();
            std::thread::sleep(std::time::Duration::from_micros(round * 40));
            assert!(test.engine.delete(&format!("round-{round}"), true).unwrap());
            querying.join().unwrap();
        }
        ended.send(()).unwrap();
    });
    wait.recv_timeout(std::time::Duration::from_secs(120))
        .expect("a deletion waits for an index without end");
}

/// Fields whose names differ only in case are different fields, and so are the indexes of their groups; `AAndB` is one
/// field here and two there.
#[test]
fn automatic_indexes_whose_names_are_alike_are_different() {
    let (ended, wait) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let test = test_engine();
        let database = test.engine.database("shop").unwrap();
        put(
            &database,
            "orders/1",
            &json!({ "City": "a", "city": "b", "A": 1, "B": 2, "AAndB": 3, "@metadata": { "@collection": "Orders" } }),
        );
        let group = |query: &str| {
            let answer = database.query(&QueryRequest::new(query), &QueryOptions::default());
            let answer = answer.unwrap_or_else(|error| panic!("{query}: {error}"));
            (answer.index_name.clone(), answer.results.len())
        };
        for _ in 0..2 {
            let upper = group("from Orders group by City select City, count()");
            let lower = group("from Orders group by city select city, count()");
            assert_eq!(upper, ("Auto/Orders/ByCountReducedByCity".to_owned(), 1));
            assert_eq!(lower, ("Auto/Orders/ByCountReducedBycity".to_owned(), 1));
            // The collection has one name.
            assert_eq!(group("from orders group by City select City, count()"), upper);
        }
        let both = group("from Orders group by A, B select A, B, count()");
        let one = group("from Orders group by AAndB select AAndB, count()");
        assert_eq!((both.0.clone(), both.1), one);
        assert_eq!(group("from Orders group by A, B select A, B, count()"), both);
        let names = || {
            let mut names: Vec<_> = database
                .index_stats()
                .unwrap()
                .iter()
                .map(|stats| stats.definition.name().to_owned())
                .collect();
            names.sort();
            names
        };
        let expected = [
            "Auto/Orders/ByCountReducedByAAndB",
            "Auto/Orders/ByCountReducedByCity",
            "Auto/Orders/ByCountReducedBycity",
        ];
        assert_eq!(names(), expected);
        // Deleted by its own name only.
        assert!(database.delete_index("Auto/Orders/ByCountReducedBycity").unwrap());
        assert_eq!(names(), [expected[0], expected[1]]);
        assert!(test.engine.delete("shop", true).unwrap());
        ended.send(()).unwrap();
    });
    wait.recv_timeout(std::time::Duration::from_secs(60)).expect("it fails, or a deletion waits without end");
}
