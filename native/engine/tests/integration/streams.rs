//! Streamed queries on collections: an automatic index finds what they give, and what it has not seen is
//! read, so that they give what reading every document would.

use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::*;
use rookery_engine::{DataArchival, Database, IndexingOf, QueryRequest, ResultItem, StreamStart};
use serde_json::{Value, json};

use crate::fixture::{delete, put, put_command, test_engine};
use crate::query_fixture::{index_names, query_results, read, streamed};

fn item(number: i64) -> Value {
    json!({
        "N": number, "Text": format!("word{} other", number % 3), "Tags": [format!("t{}", number % 2)],
        "Friend": format!("items/{}", number % 5), "@metadata": {"@collection": "Items"},
    })
}

fn fill(shop: &Database, count: i64) {
    let commands = (0..count).map(|number| put_command(&format!("items/{number}"), &item(number)));
    shop.execute(commands.collect()).unwrap();
}

fn ids(results: &[ResultItem]) -> Vec<&str> {
    results.iter().map(ResultItem::id).collect()
}

/// What a stream gives is what reading every document gives. Says what it began with.
fn same_as_read(shop: &Database, text: &str) -> StreamStart {
    let wanted = read(shop, text);
    let (start, all) = streamed(shop, text);
    assert_eq!(ids(&all), ids(&wanted.results), "{text}");
    assert_eq!((&all, start.total, start.is_stale), (&wanted.results, wanted.total, false), "{text}");
    start
}

const QUESTIONS: [&str; 14] = [
    "from Items where N > 4",
    "from Items where N > 4 limit 2, 3",
    "from Items where N > 4 and Tags = 't1' select N, Text",
    "from Items where N != 3 select distinct Tags",
    "from Items where N > 1 filter N < 7",
    "from Items where N > 1 filter Text = 'word1 other' limit 1, 2 filter_limit 6",
    "from Items as i where i.N < 6 load i.Friend as f select { Own: i.N, Theirs: f ? f.N : null }",
    "declare function twice(i) { return { N: i.N * 2 } } from Items as i where N in (1, 2, 8) select twice(i)",
    "from Items where search(Text, 'word1') or N = 0",
    "from Items where exists(N) order by N as long desc, id() limit 5",
    "from Items order by Text, N as long select N",
    "from @all_docs where N between 2 and 6 limit 3",
    "from Items where N > 2 select facet(Text)",
    "from Items where N < 0",
];

#[test]
fn a_stream_makes_an_index_uses_it_and_widens_it() {
    let test = test_engine();
    let shop = &test.shop;
    fill(shop, 3_000);
    let start = same_as_read(shop, "from Items where N >= 2500");
    assert_eq!((start.index_name.as_str(), start.total), ("Auto/Items/ByN", 500));
    assert!(start.index_timestamp.is_some_and(|moment| moment.starts_with("20")));
    assert_eq!(index_names(shop), ["Auto/Items/ByN"]);
    let mapped = || shop.index_stats().unwrap()[0].map_attempts;
    let before = mapped();
    let again = same_as_read(shop, "from Items where N < 10");
    assert_eq!((again.index_name.as_str(), mapped()), ("Auto/Items/ByN", before), "it is there already");
    assert_ne!(again.result_etag, {
        put(shop, "items/1", &item(1));
        same_as_read(shop, "from Items where N < 10").result_etag
    });
    let wider = same_as_read(shop, "from Items where Text = 'WORD1 other' limit 5");
    assert_eq!((wider.index_name.as_str(), wider.total), ("Auto/Items/ByNAndText", 1_000));
    assert_eq!(index_names(shop), ["Auto/Items/ByNAndText"]);
    let sorted = same_as_read(shop, "from Items order by N as long desc limit 3");
    assert_eq!(sorted.index_name, "Auto/Items/ByNAndText");
    // The buffered answer is the same.
    let plain = query_results(shop, "from Items where N < 10");
    let start = same_as_read(shop, "from Items where N < 10");
    assert_eq!((plain.index_name, plain.result_etag), (start.index_name, start.result_etag));
}

#[test]
fn what_needs_no_index_makes_none() {
    let test = test_engine();
    fill(&test.shop, 5);
    for text in [
        "from Items",
        "from @all_docs",
        "from Items where id() = 'items/3'",
        "from Items where id() in ('items/1', 'items/2')",
        "from Items filter N > 2",
        "from Items as i select { N: i.N }",
        "from Items limit 0",
        "from Items select distinct Tags",
    ] {
        let start = same_as_read(&test.shop, text);
        assert!(start.index_name.starts_with("collection/"), "{text}: {}", start.index_name);
    }
    let refused = QueryRequest::new("from Items where N > $missing");
    assert!(test.shop.query_streamed(&refused, &mut |_| true, &mut |_| true).is_err());
    let refused = QueryRequest::new("from Items where N > 2 include explanations()");
    assert!(test.shop.query_streamed(&refused, &mut |_| true, &mut |_| true).is_err());
    assert_eq!(index_names(&test.shop), [] as [&str; 0]);
}

#[test]
fn a_stream_waits_for_the_index_but_not_for_one_that_stands_still() {
    let test = test_engine();
    let shop = &test.shop;
    fill(shop, 10);
    same_as_read(shop, "from Items where N > 4");
    for round in 0..50_i64 {
        put(shop, "items/0", &item(round));
        let mut stale = true;
        let request = QueryRequest::new("from Items where N > 4");
        let mut start = |_| {
            stale = shop.index_stats().unwrap()[0].is_stale;
            false
        };
        shop.query_streamed(&request, &mut start, &mut |_| false).unwrap();
        assert!(!stale, "the index has seen what was saved before the stream");
    }
    shop.stop_indexing(IndexingOf::All).unwrap();
    put(shop, "items/3", &item(30));
    put(shop, "items/9", &item(0));
    put(shop, "items/20", &item(20));
    delete(shop, "items/6");
    for text in QUESTIONS {
        same_as_read(shop, text);
    }
    // One that has seen nothing at all does not help, and is not said to be.
    shop.delete_index("Auto/Items/ByN").unwrap();
    let start = same_as_read(shop, "from Items where N > 4");
    assert_eq!(start.index_name, "collection/Items");
    shop.start_indexing(IndexingOf::All).unwrap();
    let start = same_as_read(shop, "from Items where N > 4");
    assert!(start.index_name.starts_with("Auto/Items/ByN"), "{}", start.index_name);
}

#[test]
fn a_stream_is_of_one_moment_whatever_is_changed_while_it_is_read() {
    let test = test_engine();
    let shop = &test.shop;
    fill(shop, 6_000);
    shop.flush_and_sync().unwrap();
    for flushed in [true, false] {
        let wanted = read(shop, "from Items where N >= 1000");
        let mut found = Vec::new();
        let mut each = |result: ResultItem| {
            if found.is_empty() {
                let gone = (2_000..4_000).map(|n| format!("items/{n}"));
                let gone = gone.map(|id| crate::fixture::delete_command(&id)).collect();
                shop.execute(gone).unwrap();
                let changed = (4_000..6_000).map(|n| put_command(&format!("items/{n}"), &item(0)));
                shop.execute(changed.collect()).unwrap();
                put(shop, "items/new", &item(7_000));
                if flushed {
                    shop.flush_and_sync().unwrap();
                }
                // A wider index takes the place of the one that is read.
                query_results(
                    shop,
                    if flushed { "from Items where Text = 'x'" } else { "from Items where Friend = 'x'" },
                );
            }
            found.push(result);
            true
        };
        let mut total = 0;
        let mut start = |reported: StreamStart| {
            total = reported.total;
            true
        };
        let request = QueryRequest::new("from Items where N >= 1000");
        shop.query_streamed(&request, &mut start, &mut each).unwrap();
        assert_eq!((found.len() as u64, &found), (total, &wanted.results));
        fill(shop, 6_000);
    }
}

#[test]
fn a_stream_under_concurrent_writes_matches_its_total_and_condition() {
    let test = test_engine();
    let shop = &test.shop;
    fill(shop, 400);
    same_as_read(shop, "from Items where N >= 100");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut number = 0;
            while !done.load(Ordering::Relaxed) {
                number += 7;
                // Documents constantly start and stop matching the condition.
                put(shop, &format!("items/{}", number % 400), &item((number * 13) % 200));
                if number % 5 == 0 {
                    delete(shop, &format!("items/{}", (number * 3) % 400));
                }
            }
        });
        for _ in 0..40 {
            let (start, all) = streamed(shop, "from Items where N >= 100");
            assert_eq!(all.len() as u64, start.total);
            let mut before = 0;
            for item in &all {
                let ResultItem::Document(document) = item else { panic!("{item:?}") };
                let body: Value = serde_json::from_slice(&document.body).unwrap();
                assert!(body["N"].as_i64().unwrap() >= 100 && document.etag > before, "{}", document.id);
                before = document.etag;
            }
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn archived_documents_are_not_streamed_where_an_index_answers() {
    let test = test_engine();
    let shop = &test.shop;
    fill(shop, 6);
    let due = json!({"N": 50, "@metadata": {"@collection": "Items", "@archive-at": "2001-01-01T00:00:00Z"}});
    put(shop, "items/2", &due);
    let text = "from Items where N > 1";
    assert_eq!(ids(&streamed(shop, text).1), ["items/3", "items/4", "items/5", "items/2"]);
    // Once with an index that has not seen it, once with one that has.
    for indexing in [false, true] {
        match indexing {
            false => shop.stop_indexing(IndexingOf::All).unwrap(),
            true => shop.start_indexing(IndexingOf::All).unwrap(),
        }
        let archival = DataArchival { archive_frequency_in_sec: Some(1_000_000), ..DataArchival::default() };
        shop.set_data_archival(archival).unwrap();
        shop.archive_now().unwrap();
        let (start, all) = streamed(shop, text);
        assert_eq!((ids(&all), start.total), (vec!["items/3", "items/4", "items/5"], 3));
    }
    assert_eq!(ids(&streamed(shop, "from Items").1).len(), 6, "reading the collection finds them");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, max_shrink_iters: 60, ..ProptestConfig::default() })]
    #[test]
    fn random_changes_and_pauses_leave_a_stream_with_what_reading_gives(
        steps in proptest::collection::vec((0..30_u8, proptest::option::weighted(0.8, 0..12_i64), 0..12_u8), 1..60),
    ) {
        let test = test_engine();
        let shop = &test.shop;
        for (id, number, also) in steps {
            match number {
                Some(number) => {
                    put(shop, &format!("items/{id}"), &item(number));
                }
                None => {
                    delete(shop, &format!("items/{id}"));
                }
            }
            match also {
                0 => shop.stop_indexing(IndexingOf::All).unwrap(),
                1 => shop.start_indexing(IndexingOf::All).unwrap(),
                2 => shop.flush_and_sync().unwrap(),
                3 => {
                    same_as_read(shop, QUESTIONS[usize::from(id) % QUESTIONS.len()]);
                }
                _ => {}
            }
        }
        for text in QUESTIONS {
            same_as_read(shop, text);
        }
    }
}
