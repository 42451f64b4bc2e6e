//! Documents are removed or touched when their moment has come, by a clock that only the test moves.

use std::sync::Arc;
use std::time::Duration;

use rookery_engine::{
    ChangeKind, Clock, Command, DataArchival, EngineOptions, Expected, Expiration, ManualClock, Refresh,
    RevisionsConfiguration, date_to_text, parse_date,
};
use serde_json::{Value, json};

use crate::fixture::{
    TestEngine, delete, delete_command, get, options, put, put_command, quiet, test_engine, test_engine_in,
};

fn test_engine_at(text: &str) -> (TestEngine, Arc<ManualClock>) {
    let clock = ManualClock::starting_at(parse_date(text).unwrap());
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let options = EngineOptions { clock: clock.clone(), ..options(folder.path(), quiet()) };
    (test_engine_in(folder, options), clock)
}

fn expiring(at: &str) -> Value {
    json!({ "@metadata": { "@collection": "Notes", "@expires": at } })
}

fn refreshing(at: &str) -> Value {
    json!({ "N": 1, "@metadata": { "@collection": "Notes", "@refresh": at } })
}

fn rarely() -> Expiration {
    Expiration { delete_frequency_in_sec: Some(1_000_000), ..Expiration::default() }
}

fn refresh_rarely() -> Refresh {
    Refresh { refresh_frequency_in_sec: Some(1_000_000), ..Refresh::default() }
}

const PAST: &str = "2001-01-01T00:00:00Z";

#[test]
fn the_sweep_deletes_what_has_expired_and_leaves_the_rest() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    put(&test.shop, "past", &expiring(PAST));
    put(&test.shop, "soon", &expiring("2030-01-01T00:01:00.0000000Z"));
    put(&test.shop, "later", &expiring("2030-01-01T00:01:00.0000001Z"));
    test.shop.flush_and_sync().unwrap();
    put(&test.shop, "never", &json!({}));
    put(&test.shop, "soon too", &expiring("2030-01-01T00:00:59Z"));
    let changes = test.shop.subscribe_changes();
    test.shop
        .set_expiration(Expiration { delete_frequency_in_sec: Some(60), ..Expiration::default() })
        .unwrap();
    clock.advance(Duration::from_secs(60));
    let gone: Vec<_> = (0..3).map(|_| changes.recv().unwrap()).collect();
    // Those longest due first.
    let ids: Vec<_> = gone.iter().map(|change| change.id.as_str()).collect();
    assert_eq!(ids, ["past", "soon too", "soon"]);
    assert!(gone.iter().all(|change| change.kind == ChangeKind::Delete));
    assert_eq!(get(&test.shop, "soon"), Value::Null);
    for id in ["later", "never"] {
        assert_ne!(get(&test.shop, id), Value::Null, "{id}");
    }
    assert_eq!(test.shop.stats().unwrap().expiration_failure, None);
}

#[test]
fn a_refresh_takes_the_date_away_and_bumps_the_change_vector() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    let saved = put(&test.shop, "x", &refreshing("2030-01-01T00:00:10Z"));
    let changes = test.shop.subscribe_changes();
    test.shop.set_refresh(Refresh { refresh_frequency_in_sec: Some(60), ..Refresh::default() }).unwrap();
    clock.advance(Duration::from_secs(60));
    let change = changes.recv().unwrap();
    assert_eq!((change.kind, change.id.as_str()), (ChangeKind::Put, "x"));
    let wire = get(&test.shop, "x");
    assert_eq!((&wire["N"], wire["@metadata"].get("@refresh")), (&json!(1), None));
    assert_ne!(wire["@metadata"]["@change-vector"], saved.change_vector);
    assert_eq!(wire["@metadata"]["@last-modified"], date_to_text(clock.now()));
    assert_eq!(wire["@metadata"].get("@flags"), None);
    assert_eq!(test.shop.refresh_now().unwrap(), 0);
}

#[test]
fn a_new_version_keeps_only_its_own_moment() {
    let (test, _clock) = test_engine_at("2030-01-01T00:00:00Z");
    for id in ["moved", "dropped", "deleted", "remade"] {
        put(&test.shop, id, &expiring(PAST));
    }
    test.shop.flush_and_sync().unwrap();
    put(&test.shop, "moved", &expiring("2040-01-01T00:00:00Z"));
    put(&test.shop, "dropped", &json!({ "@metadata": { "@collection": "Notes" } }));
    delete(&test.shop, "deleted");
    let remade = json!({ "@metadata": { "@collection": "Notes" } });
    test.shop.execute(vec![delete_command("remade"), put_command("remade", &remade)]).unwrap();
    // Within one batch the last word counts.
    let twice = vec![
        put_command("twice", &expiring(PAST)),
        put_command("twice", &json!({ "@metadata": { "@collection": "Notes" } })),
    ];
    test.shop.execute(twice).unwrap();
    test.shop.set_expiration(rarely()).unwrap();
    assert_eq!(test.shop.expire_now().unwrap(), 0);
    test.shop.flush_and_sync().unwrap();
    assert_eq!(test.shop.expire_now().unwrap(), 0);
    for id in ["moved", "dropped", "remade", "twice"] {
        assert_ne!(get(&test.shop, id), Value::Null, "{id}");
    }
}

#[test]
fn a_sweep_takes_no_more_than_it_may_and_the_next_one_goes_on_even_after_a_crash() {
    let test = test_engine();
    for number in 0..10 {
        put(
            &test.shop,
            &format!("notes/{number}"),
            &expiring(&format!("2020-01-01T00:00:{:02}Z", 59 - number)),
        );
        if number == 4 {
            test.shop.flush_and_sync().unwrap();
        }
    }
    test.shop.set_expiration(Expiration { max_items_to_process: Some(4), ..rarely() }).unwrap();
    assert_eq!(test.shop.expire_now().unwrap(), 4);
    for (id, there) in [("notes/9", false), ("notes/6", false), ("notes/5", true)] {
        assert_eq!(!get(&test.shop, id).is_null(), there, "{id}");
    }
    let test = test.dropped_and_reopened();
    assert_eq!(test.shop.expiration().unwrap().max_items_to_process, Some(4));
    assert_eq!(test.shop.expire_now().unwrap(), 4);
    let test = test.closed_and_reopened();
    assert_eq!(test.shop.expire_now().unwrap(), 2);
    assert_eq!(test.shop.expire_now().unwrap(), 0);
    assert_eq!(test.shop.stats().unwrap().documents, 0);
}

#[test]
fn nothing_happens_while_it_is_switched_off() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    put(&test.shop, "x", &expiring(PAST));
    put(&test.shop, "y", &refreshing(PAST));
    assert_eq!((test.shop.expire_now().unwrap(), test.shop.refresh_now().unwrap()), (0, 0));
    test.shop.set_expiration(Expiration { disabled: true, ..rarely() }).unwrap();
    test.shop.set_refresh(Refresh { disabled: true, ..refresh_rarely() }).unwrap();
    clock.advance(Duration::from_secs(2_000_000));
    assert_eq!((test.shop.expire_now().unwrap(), test.shop.refresh_now().unwrap()), (0, 0));
    assert_ne!(get(&test.shop, "x"), Value::Null);
    assert_eq!(get(&test.shop, "y")["@metadata"]["@refresh"], PAST);
}

#[test]
fn three_sweeps_of_one_document_do_not_lose_each_others_moments() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    let all = json!({ "@metadata": {
        "@collection": "Notes", "@archive-at": "2030-01-01T00:00:10Z", "@refresh": "2030-01-01T00:00:20Z",
        "@expires": "2030-01-01T00:00:30Z",
    } });
    put(&test.shop, "x", &all);
    let archival = DataArchival { archive_frequency_in_sec: Some(1_000_000), ..DataArchival::default() };
    test.shop.set_data_archival(archival).unwrap();
    test.shop.set_refresh(refresh_rarely()).unwrap();
    test.shop.set_expiration(rarely()).unwrap();
    let sweep = || {
        (test.shop.archive_now().unwrap(), test.shop.refresh_now().unwrap(), test.shop.expire_now().unwrap())
    };
    assert_eq!(sweep(), (0, 0, 0));
    clock.advance(Duration::from_secs(10));
    assert_eq!(sweep(), (1, 0, 0));
    test.shop.flush_and_sync().unwrap();
    clock.advance(Duration::from_secs(10));
    assert_eq!(sweep(), (0, 1, 0));
    let metadata = get(&test.shop, "x")["@metadata"].clone();
    assert_eq!((&metadata["@archived"], &metadata["@flags"]), (&json!(true), &json!("Archived")));
    assert_eq!(metadata["@expires"], "2030-01-01T00:00:30Z");
    clock.advance(Duration::from_secs(10));
    assert_eq!(sweep(), (0, 0, 1));
    assert_eq!(get(&test.shop, "x"), Value::Null);
}

#[test]
fn sweeps_make_revisions_like_any_change() {
    let (test, _clock) = test_engine_at("2030-01-01T00:00:00Z");
    let keep: RevisionsConfiguration = serde_json::from_value(json!({ "Default": {} })).unwrap();
    test.shop.set_revisions_configuration(keep).unwrap();
    put(&test.shop, "x", &refreshing(PAST));
    put(&test.shop, "y", &expiring(PAST));
    test.shop.set_refresh(refresh_rarely()).unwrap();
    test.shop.set_expiration(rarely()).unwrap();
    assert_eq!((test.shop.refresh_now().unwrap(), test.shop.expire_now().unwrap()), (1, 1));
    assert_eq!(test.shop.count_of_revisions("x").unwrap(), 2);
    assert_eq!(test.shop.revision_bin(0, 9).unwrap()[0].id, "y");
}

#[test]
fn a_new_attachment_or_forced_revision_keeps_the_due_moment() {
    let (test, clock) = test_engine_at("2030-01-01T00:00:00Z");
    put(&test.shop, "x", &expiring("2030-01-01T00:00:10Z"));
    let attach = Command::AttachmentPut {
        id: "x".into(),
        name: "note.txt".into(),
        content_type: String::new(),
        content: "hello".into(),
        expected: Expected::Any,
    };
    test.shop.execute(vec![attach]).unwrap();
    test.shop.execute(vec![Command::ForceRevision { id: "x".into(), before_save: false }]).unwrap();
    test.shop.set_expiration(rarely()).unwrap();
    assert_eq!(test.shop.expire_now().unwrap(), 0);
    clock.advance(Duration::from_secs(10));
    assert_eq!(test.shop.expire_now().unwrap(), 1);
    assert_eq!(get(&test.shop, "x"), Value::Null);
    assert_eq!(test.shop.expire_now().unwrap(), 0);
}

#[test]
fn more_than_one_batch_is_due_at_once() {
    let test = test_engine();
    let notes: Vec<_> =
        (0..2500).map(|number| put_command(&format!("notes/{number}"), &expiring(PAST))).collect();
    test.shop.execute(notes).unwrap();
    put(&test.shop, "stays", &expiring("9999-01-01T00:00:00Z"));
    test.shop.set_expiration(rarely()).unwrap();
    assert_eq!(test.shop.expire_now().unwrap(), 2500);
    assert_eq!(test.shop.stats().unwrap().documents, 1);
}

#[test]
fn a_moment_that_is_none_is_refused_with_the_accepted_form() {
    let test = test_engine();
    for name in ["@expires", "@refresh"] {
        let body = json!({ "@metadata": { name: "tomorrow" } });
        let error = test.shop.execute(vec![put_command("x", &body)]).unwrap_err().to_string();
        assert!(
            error.contains(&format!("{name} 'tomorrow'")) && error.contains("2030-01-31T18:30:00"),
            "{error}"
        );
        put(&test.shop, "y", &json!({ "@metadata": { name: null } }));
    }
    assert_eq!(get(&test.shop, "x"), Value::Null);
    let error = test.shop.set_refresh(Refresh { refresh_frequency_in_sec: Some(0), ..Refresh::default() });
    assert!(error.unwrap_err().to_string().contains("RefreshFrequencyInSec"));
}
