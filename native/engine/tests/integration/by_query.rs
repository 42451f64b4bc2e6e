//! Changing and deleting what a query on a collection finds: found by an automatic index, complete whatever
//! that has seen, and fixed at the beginning.

use std::time::Duration;

use rookery_engine::{
    ByQueryDetail, ByQueryOptions, ByQueryReport, DataArchival, Database, IndexingOf, PatchStatus,
    QueryRequest, UpdateByQuery,
};
use serde_json::{Value, json};

use crate::fixture::{delete, get, put, put_command, test_engine};
use crate::query_fixture::index_names;

fn item(number: i64) -> Value {
    json!({"N": number, "@metadata": {"@collection": "Items"}})
}

fn fill(shop: &Database, count: i64) {
    let commands = (0..count).map(|number| put_command(&format!("items/{number}"), &item(number)));
    shop.execute(commands.collect()).unwrap();
}

const DETAILS: ByQueryOptions = ByQueryOptions {
    most_per_second: None,
    details: true,
    allow_stale: false,
    stale_timeout: None,
    limits: rookery_engine::Limits { time: Duration::from_secs(10) },
};

fn deleted(shop: &Database, text: &str, options: ByQueryOptions) -> Vec<String> {
    let report = shop.delete_by_query(&QueryRequest::new(text), options, &mut |_| true).unwrap().unwrap();
    reported(report)
}

fn updated(shop: &Database, text: &str, options: ByQueryOptions) -> Vec<String> {
    let update = UpdateByQuery::read(&QueryRequest::new(text)).unwrap();
    reported(shop.update_by_query(&update, options, &mut |_| true).unwrap().unwrap())
}

fn reported(report: ByQueryReport) -> Vec<String> {
    assert_eq!((report.total, report.processed), (report.details.len() as u64, report.total));
    let id = |detail| match detail {
        ByQueryDetail::Patched { id, .. } | ByQueryDetail::Deleted { id, .. } => id,
    };
    report.details.into_iter().map(id).collect()
}

#[test]
fn deleting_makes_an_index_uses_it_and_widens_it() {
    let test = test_engine();
    let shop = &test.shop;
    fill(shop, 700);
    assert_eq!(deleted(shop, "from Items where N >= 600", DETAILS).len(), 100);
    assert_eq!(index_names(shop), ["Auto/Items/ByN"]);
    assert_eq!(get(shop, "items/600"), Value::Null);
    assert_eq!(deleted(shop, "from Items where N >= 598", DETAILS), ["items/598", "items/599"]);
    assert_eq!(index_names(shop), ["Auto/Items/ByN"]);
    put(shop, "items/900", &json!({"Kind": "odd", "@metadata": {"@collection": "Items"}}));
    assert_eq!(deleted(shop, "from Items where Kind = 'ODD'", DETAILS), ["items/900"]);
    assert_eq!(index_names(shop), ["Auto/Items/ByKindAndN"]);
    let last = deleted(shop, "from Items where N < 9 order by N as long desc", DETAILS);
    assert_eq!((last.len(), last[0].as_str()), (9, "items/8"));
    // A whole collection needs no index.
    shop.delete_index("Auto/Items/ByKindAndN").unwrap();
    assert_eq!(deleted(shop, "from Items", DETAILS).len(), 589);
    assert_eq!(index_names(shop), [] as [&str; 0]);
}

#[test]
fn what_is_patched_is_what_was_found_at_the_beginning() {
    let test = test_engine();
    let shop = &test.shop;
    fill(shop, 600);
    // Each of them stays one that the query finds, and each makes another one.
    let text = "from Items where N < 600 update { this.N = this.N / 2; this.Times = (this.Times || 0) + 1; put('more/', { N: 1, '@metadata': { '@collection': 'Items' } }); }";
    let ids = updated(shop, text, DETAILS);
    let wanted: Vec<String> = (0..600).map(|number| format!("items/{number}")).collect();
    assert_eq!(ids, wanted);
    assert_eq!(index_names(shop), ["Auto/Items/ByN"]);
    for id in wanted {
        assert_eq!(get(shop, &id)["Times"], 1, "{id}");
    }
    // Those it made are found by the next one.
    let text = "from Items where N < 600 update { this.N = 1000 + this.N; }";
    assert_eq!(updated(shop, text, DETAILS).len(), 1_200);
    assert_eq!(updated(shop, text, DETAILS).len(), 0);
    let functions = "declare function more(n) { return n + 1 } from Items as i where i.N > 1000 load i.Other as o update { i.N = more(i.N); this.Seen = o; }";
    assert_eq!(updated(shop, functions, DETAILS).len(), 1_199);
}

#[test]
fn concurrently_deleted_documents_are_reported_as_missing() {
    let test = test_engine();
    let shop = &test.shop;
    fill(shop, 600);
    let update = UpdateByQuery::read(&QueryRequest::new("from Items where N >= 0 update { this.M = 1; }"));
    let mut progress = |report: &ByQueryReport| {
        if report.processed == 0 {
            delete(shop, "items/599");
            put(shop, "items/598", &item(-1));
            put(shop, "items/700", &item(700));
        }
        true
    };
    let report = shop.update_by_query(&update.unwrap(), DETAILS, &mut progress).unwrap().unwrap();
    assert_eq!((report.total, report.processed), (600, 600));
    let status = |wanted: &str| {
        let of = |detail: &ByQueryDetail| match detail {
            ByQueryDetail::Patched { id, status, .. } => (id == wanted).then_some(*status),
            ByQueryDetail::Deleted { .. } => None,
        };
        report.details.iter().find_map(of)
    };
    assert_eq!(status("items/599"), Some(PatchStatus::DocumentDoesNotExist));
    assert_eq!(status("items/598"), Some(PatchStatus::Patched));
    assert_eq!((status("items/700"), get(shop, "items/700")["M"].clone()), (None, Value::Null));
}

#[test]
fn an_index_that_has_not_seen_everything_makes_nothing_incomplete() {
    let test = test_engine();
    let shop = &test.shop;
    fill(shop, 10);
    assert_eq!(deleted(shop, "from Items where N = 9", DETAILS), ["items/9"]);
    // The index is waited for: each change is found right after it was made.
    for round in 0..30 {
        put(shop, "items/again", &item(100 + round));
        assert_eq!(deleted(shop, "from Items where N >= 100", DETAILS), ["items/again"], "{round}");
    }
    shop.stop_indexing(IndexingOf::All).unwrap();
    put(shop, "items/10", &item(10));
    put(shop, "items/3", &item(-1));
    delete(shop, "items/4");
    let patched = "from Items where N > 2 update { this.M = 1; }";
    let wanted = ["items/5", "items/6", "items/7", "items/8", "items/10"];
    let (patient, stale) = (
        ByQueryOptions { stale_timeout: Some(Duration::from_millis(20)), ..DETAILS },
        ByQueryOptions { allow_stale: true, ..DETAILS },
    );
    assert_eq!(updated(shop, patched, patient), wanted);
    assert_eq!(updated(shop, patched, stale), wanted);
    assert_eq!(
        deleted(shop, "from Items where N > 2 order by N as long desc limit 1", DETAILS),
        ["items/10"]
    );
    assert_eq!(deleted(shop, "from Items where N > 2", DETAILS), wanted[..4]);
    assert_eq!(get(shop, "items/3")["N"], -1);
}

#[test]
fn archived_documents_are_left_alone_where_an_index_answers() {
    let test = test_engine();
    let shop = &test.shop;
    fill(shop, 3);
    let due = json!({"N": 1, "@metadata": {"@collection": "Items", "@archive-at": "2001-01-01T00:00:00Z"}});
    put(shop, "items/1", &due);
    let archival = DataArchival { archive_frequency_in_sec: Some(1_000_000), ..DataArchival::default() };
    shop.set_data_archival(archival).unwrap();
    shop.archive_now().unwrap();
    assert_eq!(
        updated(shop, "from Items where N >= 0 update { this.M = 1; }", DETAILS),
        ["items/0", "items/2"]
    );
    // Also when it cannot answer in time, and documents are read.
    shop.delete_index("Auto/Items/ByN").unwrap();
    shop.stop_indexing(IndexingOf::All).unwrap();
    let sorted = "from Items where N >= 0 order by N as long update { this.M = 2; }";
    assert_eq!(updated(shop, sorted, DETAILS), ["items/0", "items/2"]);
    assert_eq!(deleted(shop, "from Items where N >= 0", DETAILS), ["items/0", "items/2"]);
    assert_eq!(deleted(shop, "from Items", DETAILS), ["items/1"]);
}
