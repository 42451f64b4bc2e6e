//! Documents are removed or touched when their moment has come, by a clock that only the test moves.

use std::sync::Arc;
use std::time::Duration;

use rookery_engine::{
    ChangeKind, Clock, Command, DataArchival, EngineOptions, Expected, Expiration, ManualClock, Refresh,
    RevisionsConfiguration, date_to_text, parse_date,
};
use serde_json::{Value, json};

use crate::fixture::{House, delete, delete_command, get, house, house_in, options, put, put_command, quiet};

fn house_at(text: &str) -> (House, Arc<ManualClock>) {
    let clock = ManualClock::starting_at(parse_date(text).unwrap());
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let options = EngineOptions { clock: clock.clone(), ..options(folder.path(), quiet()) };
    (house_in(folder, options), clock)
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
    let (house, clock) = house_at("2030-01-01T00:00:00Z");
    put(&house.shop, "past", &expiring(PAST));
    put(&house.shop, "soon", &expiring("2030-01-01T00:01:00.0000000Z"));
    put(&house.shop, "later", &expiring("2030-01-01T00:01:00.0000001Z"));
    house.shop.flush_and_sync().unwrap();
    put(&house.shop, "never", &json!({}));
    put(&house.shop, "soon too", &expiring("2030-01-01T00:00:59Z"));
    let changes = house.shop.subscribe_changes();
    house
        .shop
        .set_expiration(Expiration { delete_frequency_in_sec: Some(60), ..Expiration::default() })
        .unwrap();
    clock.advance(Duration::from_secs(60));
    let gone: Vec<_> = (0..3).map(|_| changes.recv().unwrap()).collect();
    // Those longest due first.
    let ids: Vec<_> = gone.iter().map(|change| change.id.as_str()).collect();
    assert_eq!(ids, ["past", "soon too", "soon"]);
    assert!(gone.iter().all(|change| change.kind == ChangeKind::Delete));
    assert_eq!(get(&house.shop, "soon"), Value::Null);
    for id in ["later", "never"] {
        assert_ne!(get(&house.shop, id), Value::Null, "{id}");
    }
    assert_eq!(house.shop.stats().unwrap().expiration_failure, None);
}

#[test]
fn a_refresh_takes_the_date_away_and_bumps_the_change_vector() {
    let (house, clock) = house_at("2030-01-01T00:00:00Z");
    let saved = put(&house.shop, "x", &refreshing("2030-01-01T00:00:10Z"));
    let changes = house.shop.subscribe_changes();
    house.shop.set_refresh(Refresh { refresh_frequency_in_sec: Some(60), ..Refresh::default() }).unwrap();
    clock.advance(Duration::from_secs(60));
    let change = changes.recv().unwrap();
    assert_eq!((change.kind, change.id.as_str()), (ChangeKind::Put, "x"));
    let wire = get(&house.shop, "x");
    assert_eq!((&wire["N"], wire["@metadata"].get("@refresh")), (&json!(1), None));
    assert_ne!(wire["@metadata"]["@change-vector"], saved.change_vector);
    assert_eq!(wire["@metadata"]["@last-modified"], date_to_text(clock.now()));
    assert_eq!(wire["@metadata"].get("@flags"), None);
    assert_eq!(house.shop.refresh_now().unwrap(), 0);
}

#[test]
fn a_new_version_keeps_only_its_own_moment() {
    let (house, _clock) = house_at("2030-01-01T00:00:00Z");
    for id in ["moved", "dropped", "deleted", "remade"] {
        put(&house.shop, id, &expiring(PAST));
    }
    house.shop.flush_and_sync().unwrap();
    put(&house.shop, "moved", &expiring("2040-01-01T00:00:00Z"));
    put(&house.shop, "dropped", &json!({ "@metadata": { "@collection": "Notes" } }));
    delete(&house.shop, "deleted");
    let remade = json!({ "@metadata": { "@collection": "Notes" } });
    house.shop.execute(vec![delete_command("remade"), put_command("remade", &remade)]).unwrap();
    // Within one batch the last word counts.
    let twice = vec![
        put_command("twice", &expiring(PAST)),
        put_command("twice", &json!({ "@metadata": { "@collection": "Notes" } })),
    ];
    house.shop.execute(twice).unwrap();
    house.shop.set_expiration(rarely()).unwrap();
    assert_eq!(house.shop.expire_now().unwrap(), 0);
    house.shop.flush_and_sync().unwrap();
    assert_eq!(house.shop.expire_now().unwrap(), 0);
    for id in ["moved", "dropped", "remade", "twice"] {
        assert_ne!(get(&house.shop, id), Value::Null, "{id}");
    }
}

#[test]
fn a_sweep_takes_no_more_than_it_may_and_the_next_one_goes_on_even_after_a_crash() {
    let house = house();
    for number in 0..10 {
        put(
            &house.shop,
            &format!("notes/{number}"),
            &expiring(&format!("2020-01-01T00:00:{:02}Z", 59 - number)),
        );
        if number == 4 {
            house.shop.flush_and_sync().unwrap();
        }
    }
    house.shop.set_expiration(Expiration { max_items_to_process: Some(4), ..rarely() }).unwrap();
    assert_eq!(house.shop.expire_now().unwrap(), 4);
    for (id, there) in [("notes/9", false), ("notes/6", false), ("notes/5", true)] {
        assert_eq!(!get(&house.shop, id).is_null(), there, "{id}");
    }
    let house = house.dropped_and_reopened();
    assert_eq!(house.shop.expiration().unwrap().max_items_to_process, Some(4));
    assert_eq!(house.shop.expire_now().unwrap(), 4);
    let house = house.closed_and_reopened();
    assert_eq!(house.shop.expire_now().unwrap(), 2);
    assert_eq!(house.shop.expire_now().unwrap(), 0);
    assert_eq!(house.shop.stats().unwrap().documents, 0);
}

#[test]
fn nothing_happens_while_it_is_switched_off() {
    let (house, clock) = house_at("2030-01-01T00:00:00Z");
    put(&house.shop, "x", &expiring(PAST));
    put(&house.shop, "y", &refreshing(PAST));
    assert_eq!((house.shop.expire_now().unwrap(), house.shop.refresh_now().unwrap()), (0, 0));
    house.shop.set_expiration(Expiration { disabled: true, ..rarely() }).unwrap();
    house.shop.set_refresh(Refresh { disabled: true, ..refresh_rarely() }).unwrap();
    clock.advance(Duration::from_secs(2_000_000));
    assert_eq!((house.shop.expire_now().unwrap(), house.shop.refresh_now().unwrap()), (0, 0));
    assert_ne!(get(&house.shop, "x"), Value::Null);
    assert_eq!(get(&house.shop, "y")["@metadata"]["@refresh"], PAST);
}

#[test]
fn three_sweeps_of_one_document_do_not_lose_each_others_moments() {
    let (house, clock) = house_at("2030-01-01T00:00:00Z");
    let all = json!({ "@metadata": {
        "@collection": "Notes", "@archive-at": "2030-01-01T00:00:10Z", "@refresh": "2030-01-01T00:00:20Z",
        "@expires": "2030-01-01T00:00:30Z",
    } });
    put(&house.shop, "x", &all);
    let archival = DataArchival { archive_frequency_in_sec: Some(1_000_000), ..DataArchival::default() };
    house.shop.set_data_archival(archival).unwrap();
    house.shop.set_refresh(refresh_rarely()).unwrap();
    house.shop.set_expiration(rarely()).unwrap();
    let sweep = || {
        (
            house.shop.archive_now().unwrap(),
            house.shop.refresh_now().unwrap(),
            house.shop.expire_now().unwrap(),
        )
    };
    assert_eq!(sweep(), (0, 0, 0));
    clock.advance(Duration::from_secs(10));
    assert_eq!(sweep(), (1, 0, 0));
    house.shop.flush_and_sync().unwrap();
    clock.advance(Duration::from_secs(10));
    assert_eq!(sweep(), (0, 1, 0));
    let metadata = get(&house.shop, "x")["@metadata"].clone();
    assert_eq!((&metadata["@archived"], &metadata["@flags"]), (&json!(true), &json!("Archived")));
    assert_eq!(metadata["@expires"], "2030-01-01T00:00:30Z");
    clock.advance(Duration::from_secs(10));
    assert_eq!(sweep(), (0, 0, 1));
    assert_eq!(get(&house.shop, "x"), Value::Null);
}

#[test]
fn sweeps_make_revisions_like_any_change() {
    let (house, _clock) = house_at("2030-01-01T00:00:00Z");
    let keep: RevisionsConfiguration = serde_json::from_value(json!({ "Default": {} })).unwrap();
    house.shop.set_revisions_configuration(keep).unwrap();
    put(&house.shop, "x", &refreshing(PAST));
    put(&house.shop, "y", &expiring(PAST));
    house.shop.set_refresh(refresh_rarely()).unwrap();
    house.shop.set_expiration(rarely()).unwrap();
    assert_eq!((house.shop.refresh_now().unwrap(), house.shop.expire_now().unwrap()), (1, 1));
    assert_eq!(house.shop.count_of_revisions("x").unwrap(), 2);
    assert_eq!(house.shop.revision_bin(0, 9).unwrap()[0].id, "y");
}

#[test]
fn a_new_attachment_or_a_forced_revision_leaves_the_moment_as_it_is() {
    let (house, clock) = house_at("2030-01-01T00:00:00Z");
    put(&house.shop, "x", &expiring("2030-01-01T00:00:10Z"));
    let attach = Command::AttachmentPut {
        id: "x".into(),
        name: "note.txt".into(),
        content_type: String::new(),
        content: "hello".into(),
        expected: Expected::Any,
    };
    house.shop.execute(vec![attach]).unwrap();
    house.shop.execute(vec![Command::ForceRevision { id: "x".into(), before_save: false }]).unwrap();
    house.shop.set_expiration(rarely()).unwrap();
    assert_eq!(house.shop.expire_now().unwrap(), 0);
    clock.advance(Duration::from_secs(10));
    assert_eq!(house.shop.expire_now().unwrap(), 1);
    assert_eq!(get(&house.shop, "x"), Value::Null);
    assert_eq!(house.shop.expire_now().unwrap(), 0);
}

#[test]
fn more_than_one_batch_is_due_at_once() {
    let house = house();
    let notes: Vec<_> =
        (0..2500).map(|number| put_command(&format!("notes/{number}"), &expiring(PAST))).collect();
    house.shop.execute(notes).unwrap();
    put(&house.shop, "stays", &expiring("9999-01-01T00:00:00Z"));
    house.shop.set_expiration(rarely()).unwrap();
    assert_eq!(house.shop.expire_now().unwrap(), 2500);
    assert_eq!(house.shop.stats().unwrap().documents, 1);
}

#[test]
fn a_moment_that_is_none_is_refused_with_the_accepted_form() {
    let house = house();
    for name in ["@expires", "@refresh"] {
        let body = json!({ "@metadata": { name: "tomorrow" } });
        let error = house.shop.execute(vec![put_command("x", &body)]).unwrap_err().to_string();
        assert!(
            error.contains(&format!("{name} 'tomorrow'")) && error.contains("2030-01-31T18:30:00"),
            "{error}"
        );
        put(&house.shop, "y", &json!({ "@metadata": { name: null } }));
    }
    assert_eq!(get(&house.shop, "x"), Value::Null);
    let error = house.shop.set_refresh(Refresh { refresh_frequency_in_sec: Some(0), ..Refresh::default() });
    assert!(error.unwrap_err().to_string().contains("RefreshFrequencyInSec"));
}
