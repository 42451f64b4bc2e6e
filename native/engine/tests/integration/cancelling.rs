//! Cancelled work ends soon, frees its thread, and leaves what it says it left. The work of each test would
//! continue for a minute or more; the measured time from the cancellation to the free thread is printed.

use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_engine::{
    ByQueryOptions, ByQueryReport, Command, DocumentWalk, EngineError, Expected, IndexingOf, Limits, Patch,
    PatchScript, PrefixQuery, QueryError, QueryOptions, QueryRequest, Script, UpdateByQuery,
};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, get, put, put_command, test_engine};
use crate::query_fixture::{index_names, make, query_results};

/// Far more than the goal of 50 ms, and far less than the work would take.
const BOUND: Duration = Duration::from_secs(10);

/// Scripts that work for most of the second that one of them may take.
const SLOW: &str = "const end = Date.now() + 800; while (Date.now() < end) {}";

fn filled(count: usize) -> TestEngine {
    let test = test_engine();
    let item = |number: usize| json!({ "N": number, "@metadata": { "@collection": "Items" } });
    let commands = (0..count).map(|number| put_command(&format!("items/{number}"), &item(number)));
    test.shop.execute(commands.collect()).unwrap();
    test
}

/// Runs work on a separate thread, cancels it after its start, and returns its result.
fn cancelled<T: Send>(what: &str, begun: impl Fn() -> bool, work: impl FnOnce() -> T + Send) -> T {
    let token = CancelToken::new();
    std::thread::scope(|scope| {
        let working = scope.spawn(|| {
            let _entered = token.enter();
            work()
        });
        let until = Instant::now() + Duration::from_secs(60);
        while !begun() {
            assert!(Instant::now() < until && !working.is_finished(), "{what} did not begin");
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_millis(150));
        assert!(!working.is_finished(), "{what} was over before it could be cancelled");
        let start = Instant::now();
        token.cancel();
        let ended = working.join().unwrap();
        let took = start.elapsed();
        println!("cancel: {what}: the thread was free after {:.1} ms", took.as_secs_f64() * 1000.0);
        assert!(took < BOUND, "{what} took {took:?}");
        ended
    })
}

fn assert_cancelled_query(test: &TestEngine, what: &str, text: &str, wait: Option<Duration>) {
    let request = QueryRequest::new(text);
    let running = || !test.shop.running_queries().is_empty();
    let ended = cancelled(what, running, || {
        test.shop.query(&request, &QueryOptions { wait, listed: true, ..QueryOptions::default() })
    });
    assert!(matches!(ended, Err(QueryError::Cancelled { .. })), "{what}: {ended:?}");
    assert!(test.shop.running_queries().is_empty(), "{what} is still listed");
}

#[test]
fn a_wait_for_an_index_ends() {
    let test = filled(2);
    make(&test.shop, json!({ "Name": "A", "Maps": ["map('Items', i => ({ N: i.N }))"] }));
    query_results(&test.shop, "from index 'A'");
    test.shop.stop_indexing(IndexingOf::All).unwrap();
    put(&test.shop, "items/2", &json!({ "N": 2, "@metadata": { "@collection": "Items" } }));
    let wait = Some(Duration::from_secs(600));
    assert_cancelled_query(&test, "a wait for a written index", "from index 'A'", wait);
    // The first query on a field waits for the index it makes, which stays.
    assert_cancelled_query(&test, "a wait for a new index", "from Items where N = 1", None);
    assert_eq!(index_names(&test.shop), ["A", "Auto/Items/ByN"]);
    test.shop.start_indexing(IndexingOf::All).unwrap();
    assert_eq!(query_results(&test.shop, "from Items where N = 1").results.len(), 1);
}

#[test]
fn scripts_of_results_end() {
    let test = filled(200);
    let declared = format!("declare function slow(i) {{ {SLOW} return {{ N: i.N }}; }}");
    query_results(&test.shop, "from Items where N >= 0");
    for (what, text) in [
        ("scripts over a collection", format!("{declared} from Items as i select slow(i)")),
        ("scripts over an index", format!("{declared} from Items as i where i.N >= 0 select slow(i)")),
    ] {
        assert_cancelled_query(&test, what, &text, None);
    }
}

#[test]
fn streams_end_though_they_find_nothing() {
    let test = filled(200);
    let declared = format!("declare function slow(i) {{ {SLOW} return {{ N: i.N }}; }}");
    for text in [
        format!("{declared} from Items as i select slow(i)"),
        format!("{declared} from Items as i order by i.N select slow(i)"),
    ] {
        let request = QueryRequest::new(text.as_str());
        let streamed = || test.shop.query_streamed(&request, &mut |_| true, &mut |_| true);
        let ended = cancelled("a streamed query", || true, streamed);
        assert!(matches!(ended, Err(QueryError::Cancelled { .. })), "{text}: {ended:?}");
    }
    let cancel = CancelToken::new();
    let _entered = cancel.enter();
    cancel.cancel();
    let pattern = PrefixQuery { starts_with: "items/".to_owned(), take: u64::MAX, ..PrefixQuery::default() };
    for walk in [DocumentWalk::Newest { start: 0, take: u64::MAX }, DocumentWalk::Prefix(pattern)] {
        let mut visited = 0;
        let ended = test.shop.walk(&walk, &mut |_| {
            visited += 1;
            true
        });
        assert!(matches!(ended, Err(EngineError::Cancelled)) && visited == 0, "{ended:?} after {visited}");
    }
}

fn patch(id: &str, script: &str, time: Duration) -> Command {
    Command::Patch(Box::new(Patch {
        id: id.to_owned(),
        script: Script { script: PatchScript::new(script).unwrap(), arguments: bytes::Bytes::new() },
        if_missing: None,
        create_if_missing: None,
        expected: Expected::Any,
        skip_other_versions: false,
        debug: false,
        limits: Limits { time },
    }))
}

#[test]
fn a_patch_ends_and_changes_nothing() {
    let test = filled(2);
    let minute = Duration::from_secs(60);
    let first = patch("items/1", "this.N = 100;", minute);
    let endless = patch("items/0", "this.N = 100; while (true) {}", minute);
    let ended = cancelled("the patch of a document", || true, || test.shop.execute(vec![first, endless]));
    assert!(matches!(ended, Err(EngineError::Cancelled)), "{ended:?}");
    assert_eq!(
        (get(&test.shop, "items/0")["N"].clone(), get(&test.shop, "items/1")["N"].clone()),
        (json!(0), json!(1))
    );
    // The same script definition is not spoilt by the interruption.
    test.shop.execute(vec![patch("items/0", "this.N = 7;", minute)]).unwrap();
    assert_eq!(get(&test.shop, "items/0")["N"], json!(7));
}

#[test]
fn a_patch_whose_request_was_cancelled_while_it_waited_is_not_begun() {
    let test = filled(1);
    let late = patch("items/0", "this.N = 100;", Duration::from_secs(1));
    let cancel = CancelToken::new();
    let _entered = cancel.enter();
    cancel.cancel();
    let ended = test.shop.execute(vec![late]);
    assert!(matches!(ended, Err(EngineError::Cancelled)), "{ended:?}");
    assert_eq!(get(&test.shop, "items/0")["N"], json!(0));
}

fn changed(test: &TestEngine, count: usize) -> usize {
    (0..count).filter(|number| get(&test.shop, &format!("items/{number}"))["Seen"] == json!(true)).count()
}

#[test]
fn an_update_by_query_ends_and_its_progress_says_what_stays() {
    let test = filled(700);
    // Quick for the first batches and slow from then on.
    let text = format!("from Items update {{ if (this.N >= 520) {{ {SLOW} }} this.Seen = true; }}");
    let update = UpdateByQuery::read(&QueryRequest::new(text.as_str())).unwrap();
    let reported = parking_lot::Mutex::new(ByQueryReport::default());
    let ended = cancelled(
        "an update by query",
        || reported.lock().processed >= 512,
        || {
            test.shop.update_by_query(&update, ByQueryOptions::default(), &mut |report| {
                *reported.lock() = report.clone();
                true
            })
        },
    );
    assert_eq!(ended.unwrap(), None);
    let processed = reported.lock().processed;
    assert_eq!((processed, changed(&test, 700)), (512, 512), "what is reported is what stays");
}

#[test]
fn a_slowed_deletion_by_query_ends_between_two_documents() {
    let test = filled(200);
    let options = ByQueryOptions { most_per_second: Some(1), ..ByQueryOptions::default() };
    let reported = parking_lot::Mutex::new(0);
    let ended = cancelled(
        "a deletion by query that is held back",
        || *reported.lock() >= 1,
        || {
            test.shop.delete_by_query(&QueryRequest::new("from Items"), options, &mut |report| {
                *reported.lock() = report.processed;
                true
            })
        },
    );
    assert_eq!(ended.unwrap(), None);
    let gone = (0..200).filter(|number| get(&test.shop, &format!("items/{number}")) == Value::Null).count();
    assert_eq!(gone as u64, *reported.lock());
}
