//! Queries that may make no automatic index: one that is there answers, and where one would have to be made
//! or widened the query is refused. Plain ones, streams, changing and deleting by query.

use rookery_engine::{
    ByQueryError, ByQueryOptions, Database, IndexingOf, QueryAnswer, QueryError, QueryOptions, QueryRequest,
    UpdateByQuery,
};
use serde_json::json;

use crate::fixture::{TestEngine, delete, get, put, test_engine};
use crate::query_fixture::{index_names, query_results};

fn filled() -> TestEngine {
    let test = test_engine();
    for number in 0..6 {
        let item = json!({
            "N": number, "Kind": format!("k{}", number % 2), "Text": "some words",
            "@metadata": {"@collection": "Items"},
        });
        put(&test.shop, &format!("items/{number}"), &item);
    }
    test
}

fn making_none(text: &str) -> QueryRequest {
    QueryRequest { no_new_index: true, ..QueryRequest::new(text) }
}

fn run_query(shop: &Database, text: &str) -> Result<QueryAnswer, QueryError> {
    shop.query(&making_none(text), &QueryOptions::default())
}

/// How many results a stream gives.
fn stream(shop: &Database, text: &str) -> Result<usize, QueryError> {
    let mut count = 0;
    let mut each = |_| {
        count += 1;
        true
    };
    shop.query_streamed(&making_none(text), &mut |_| true, &mut each)?;
    Ok(count)
}

/// The index the query would have made.
fn lacking<T: std::fmt::Debug>(refused: Result<T, QueryError>, text: &str) -> String {
    match refused {
        Err(error @ QueryError::NewIndexNeeded { .. }) => {
            assert_eq!(error.code(), "index-needed");
            let QueryError::NewIndexNeeded { index } = error else { unreachable!() };
            index
        }
        other => panic!("{text}: {other:?}"),
    }
}

const NEEDING_ONE: [(&str, &str); 6] = [
    ("from Items where N > 2", "Auto/Items/ByN"),
    ("from Items order by Kind", "Auto/Items/ByKind"),
    ("from Items where search(Text, 'words') order by N as long", "Auto/Items/ByNAndSearch(Text)"),
    ("from @all_docs where Kind = 'k1'", "Auto/AllDocs/ByKind"),
    ("from Nope where Kind = 'k1'", "Auto/Nope/ByKind"),
    ("from Items group by Kind select Kind, count()", "Auto/Items/ByCountReducedByKind"),
];

#[test]
fn where_no_index_is_there_the_query_is_refused_and_none_is_made() {
    let test = filled();
    for (text, index) in NEEDING_ONE {
        assert_eq!(lacking(run_query(&test.shop, text), text), index);
        assert_eq!(lacking(stream(&test.shop, text), text), index);
    }
    assert_eq!(index_names(&test.shop), [] as [&str; 0]);
    let reported = run_query(&test.shop, "from Items where N > 2").unwrap_err().to_string();
    assert!(
        reported.contains("'Auto/Items/ByN'") && reported.contains("Let it create an index"),
        "{reported}"
    );
}

#[test]
fn what_needs_no_index_is_answered() {
    let test = filled();
    for (text, count) in [
        ("from Items", 6),
        ("from @all_docs", 6),
        ("from Items where id() = 'items/3'", 1),
        ("from Items where id() in ('items/1', 'items/2')", 2),
        ("from Items filter N > 2", 3),
        ("from Items select distinct Kind", 2),
    ] {
        assert_eq!(run_query(&test.shop, text).unwrap().results.len(), count, "{text}");
        assert_eq!(stream(&test.shop, text).unwrap(), count, "{text}");
    }
    assert_eq!(index_names(&test.shop), [] as [&str; 0]);
}

#[test]
fn an_index_that_is_there_answers_and_is_not_widened() {
    let test = filled();
    let shop = &test.shop;
    query_results(shop, "from Items where N > 2 and Kind = 'k1'");
    query_results(shop, "from Items group by Kind select Kind, count()");
    let there = ["Auto/Items/ByCountReducedByKind", "Auto/Items/ByKindAndN"];
    assert_eq!(index_names(shop), there);
    for (text, index, count) in [
        ("from Items where N > 2", "Auto/Items/ByKindAndN", 3),
        ("from items order by Kind, N as long limit 2", "Auto/Items/ByKindAndN", 2),
        ("from Items group by Kind select Kind, count()", "Auto/Items/ByCountReducedByKind", 2),
        ("from Items group by Kind order by Kind select key()", "Auto/Items/ByCountReducedByKind", 2),
    ] {
        let answer = run_query(shop, text).unwrap();
        assert_eq!((answer.index_name.as_str(), answer.results.len()), (index, count), "{text}");
        assert_eq!(stream(shop, text).unwrap(), count, "{text}");
    }
    for text in [
        "from Items where exact(Kind = 'k1')",
        "from Items where N > 2 and Text = 'x'",
        "from @all_docs where N > 2",
        "from Items group by Kind select Kind, sum(N)",
        "from Items group by N select N, count()",
    ] {
        lacking(run_query(shop, text), text);
        lacking(stream(shop, text), text);
    }
    assert_eq!(index_names(shop), there);
    shop.delete_index("Auto/Items/ByKindAndN").unwrap();
    lacking(run_query(shop, "from Items where N > 2"), "its index is gone");
}

#[test]
fn an_index_that_stands_still_is_there() {
    let test = filled();
    let shop = &test.shop;
    query_results(shop, "from Items where N > 2");
    shop.stop_indexing(IndexingOf::All).unwrap();
    delete(shop, "items/5");
    let answer = run_query(shop, "from Items where N > 2").unwrap();
    assert_eq!((answer.index_name.as_str(), answer.is_stale), ("Auto/Items/ByN", true));
    // A stream reads what the index has not seen.
    assert_eq!(stream(shop, "from Items where N > 2").unwrap(), 2);
}

#[test]
fn changing_and_deleting_make_none_either() {
    let test = filled();
    let shop = &test.shop;
    let options = ByQueryOptions::default;
    let remove = |text: &str| {
        let report = shop.delete_by_query(&making_none(text), options(), &mut |_| true)?;
        Ok::<_, ByQueryError>(report.unwrap().processed)
    };
    let update = |text: &str| {
        let update = UpdateByQuery::read(&making_none(text))?;
        let report = shop.update_by_query(&update, options(), &mut |_| true)?;
        Ok::<_, ByQueryError>(report.unwrap().processed)
    };
    let (some, change) = ("from Items where N > 2", "from Items where N > 2 update { this.Seen = true }");
    for refused in [remove(some), remove("from Items order by N"), update(change)] {
        let is_lacking = matches!(&refused, Err(ByQueryError::Query(QueryError::NewIndexNeeded { .. })));
        assert!(is_lacking, "{refused:?}");
    }
    assert_eq!(index_names(shop), [] as [&str; 0]);
    assert_eq!(get(shop, "items/4")["Seen"], json!(null));
    query_results(shop, some);
    assert_eq!(update(change).unwrap(), 3);
    assert_eq!(remove(some).unwrap(), 3);
    assert_eq!(remove("from Items").unwrap(), 3);
    assert_eq!(index_names(shop), ["Auto/Items/ByN"]);
}
