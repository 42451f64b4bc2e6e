//! Queries that are listed while they run and stopped, that say which index answers and when it was built,
//! and work by query on indexes that are stale.

use std::time::{Duration, Instant};

use rookery_engine::{ByQueryError, ByQueryOptions, IndexingOf, QueryError, QueryOptions, QueryRequest};
use serde_json::json;

use crate::fixture::{TestEngine, put, test_engine};
use crate::query_fixture::{make, query_results};

const NAMES: &str = "map('People', p => ({ Name: p.Name }))";

/// One person in the index `A`, and one that is not: indexing is stopped.
fn stale() -> TestEngine {
    let test = test_engine();
    make(&test.shop, json!({ "Name": "A", "Maps": [NAMES] }));
    person(&test, "people/1");
    query_results(&test.shop, "from index 'A'");
    test.shop.stop_indexing(IndexingOf::All).unwrap();
    person(&test, "people/2");
    test
}

fn person(test: &TestEngine, id: &str) {
    put(&test.shop, id, &json!({ "Name": id, "Age": 7, "@metadata": { "@collection": "People" } }));
}

#[test]
fn a_query_is_listed_while_it_runs_and_ends_when_it_is_stopped() {
    let test = stale();
    assert!(test.shop.running_queries().is_empty());
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| {
            let request = QueryRequest::new("from index 'A'");
            test.shop.query(
                &request,
                &QueryOptions {
                    wait: Some(Duration::from_secs(600)),
                    listed: true,
                    ..QueryOptions::default()
                },
            )
        });
        let until = Instant::now() + Duration::from_secs(60);
        let running = loop {
            if let Some(running) = test.shop.running_queries().pop() {
                break running;
            }
            assert!(Instant::now() < until && !waiting.is_finished());
        };
        assert_eq!((running.index.as_str(), running.request.query.as_str()), ("A", "from index 'A'"));
        assert!(!test.shop.kill_query("A", running.id + 1));
        assert!(!test.shop.kill_query("B", running.id));
        assert!(test.shop.kill_query("a", running.id));
        let ended = waiting.join().unwrap();
        assert!(matches!(ended, Err(QueryError::Cancelled { .. })), "{ended:?}");
    });
    assert!(test.shop.running_queries().is_empty());
    assert!(
        test.shop
            .query(
                &QueryRequest::new("from index 'A'"),
                &QueryOptions { wait: None, listed: true, ..QueryOptions::default() }
            )
            .is_ok()
    );
}

#[test]
fn a_streamed_query_is_listed_while_it_runs_and_ends_when_it_is_killed() {
    let test = test_engine();
    make(&test.shop, json!({ "Name": "A", "Maps": [NAMES] }));
    for number in 0..20 {
        person(&test, &format!("people/{number}"));
    }
    query_results(&test.shop, "from index 'A'");
    for (text, index) in [
        ("from index 'A'", "A"),
        ("from People", "collection/People"),
        ("from People order by Name", "Auto/"),
    ] {
        let mut received = 0;
        let ended = test.shop.query_streamed(&QueryRequest::new(text), &mut |_| true, &mut |_| {
            received += 1;
            let listed = test.shop.running_queries();
            assert_eq!(listed.len(), 1, "{text}");
            assert!(listed[0].is_streamed && listed[0].index.starts_with(index), "{:?}", listed[0]);
            if received == 3 {
                assert!(test.shop.kill_query(&listed[0].index, listed[0].id));
            }
            true
        });
        assert!(matches!(ended, Err(QueryError::Cancelled { .. })), "{text}: {ended:?}");
        assert_eq!((received, test.shop.running_queries().len()), (3, 0), "{text}");
    }
}

#[test]
fn explain_reports_the_chosen_index_and_creates_none() {
    let test = test_engine();
    person(&test, "people/1");
    let explained = |text: &str| test.shop.explain_query(&QueryRequest::new(text)).unwrap();
    let first = explained("from People where Name = 'x'").unwrap();
    assert_eq!((first.index, first.source.as_str(), first.others), (None, "collection/People", vec![]));
    assert!(test.shop.index_stats().unwrap().is_empty());
    query_results(&test.shop, "from People where Name = 'x'");
    let known = explained("from People where Name = 'x'").unwrap();
    assert_eq!((known.index.as_deref(), known.others.len()), (Some("Auto/People/ByName"), 0));
    for (text, reason) in [
        ("from People where Age = 1", "The following field is missing: Age"),
        ("from People where search(Name, 'x')", "search()"),
        ("from People where exact(Name = 'x')", "exact()"),
    ] {
        let explained = explained(text).unwrap();
        assert_eq!((explained.index, explained.others.len()), (None, 1), "{text}");
        assert_eq!(explained.others[0].0, "Auto/People/ByName");
        assert!(explained.others[0].1.contains(reason), "{:?}", explained.others);
    }
    assert_eq!(explained("from Pets where Name = 'x'").unwrap().others, []);
    assert_eq!(explained("from index 'Auto/People/ByName'"), None);
}

#[test]
fn build_and_query_times_survive_reopening() {
    let mut test = test_engine();
    make(&test.shop, json!({ "Name": "A", "Maps": [NAMES] }));
    person(&test, "people/1");
    let first = query_results(&test.shop, "from index 'A'");
    let (built, queried) = (first.index_timestamp.unwrap(), first.last_query_time.unwrap());
    assert!(built.starts_with("20") && queried.starts_with("20"), "{built} {queried}");
    test = test.dropped_and_reopened();
    assert_eq!(test.shop.index_stats().unwrap()[0].last_indexing.as_deref(), Some(built.as_str()));
    let again = query_results(&test.shop, "from index 'A'");
    assert_eq!(again.index_timestamp.as_deref(), Some(built.as_str()));
    assert!(again.last_query_time.unwrap() >= queried);
    assert_eq!(query_results(&test.shop, "from People").index_timestamp, None);
}

#[test]
fn work_by_query_on_a_stale_index_is_refused_unless_that_is_good_enough() {
    let test = stale();
    let delete = |options: ByQueryOptions| {
        test.shop.delete_by_query(&QueryRequest::new("from index 'A'"), options, &mut |_| true)
    };
    let short = Some(Duration::from_millis(20));
    for options in [ByQueryOptions::default(), ByQueryOptions { stale_timeout: short, ..Default::default() }]
    {
        let refused = delete(options);
        assert!(matches!(&refused, Err(ByQueryError::Stale { index }) if index == "A"), "{refused:?}");
    }
    assert!(test.shop.get("people/1").unwrap().is_some());
    let done = delete(ByQueryOptions { allow_stale: true, ..Default::default() }).unwrap().unwrap();
    assert_eq!((done.processed, test.shop.get("people/1").unwrap().is_none()), (1, true));
    assert!(test.shop.get("people/2").unwrap().is_some());
    test.shop.start_indexing(IndexingOf::All).unwrap();
    let patient = ByQueryOptions { stale_timeout: Some(Duration::from_secs(60)), ..Default::default() };
    assert_eq!(delete(patient).unwrap().unwrap().processed, 1);
    assert!(test.shop.get("people/2").unwrap().is_none());
}
