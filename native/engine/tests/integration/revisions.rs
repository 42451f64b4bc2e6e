//! Earlier versions of documents are kept as configured, with the change they belong to or not at all.

use std::sync::Arc;
use std::time::Duration;

use rookery_engine::{
    Clock, Command, CommandResult, Database, Document, DocumentFlags, EngineOptions, Expected, ManualClock,
    RevisionsConfiguration, parse_date,
};
use serde_json::{Value, json};

use crate::fixture::{
    TestEngine, bytes, delete, delete_command, get, options, put, put_command, quiet, test_engine,
    test_engine_in, try_put, wire,
};

fn configure(test: &TestEngine, text: &Value) {
    let configuration: RevisionsConfiguration = serde_json::from_value(text.clone()).unwrap();
    test.shop.set_revisions_configuration(configuration).unwrap();
}

fn keeping(test: &TestEngine, users: &Value) {
    configure(test, &json!({ "Collections": { "Users": users } }));
}

fn user(number: u64) -> Value {
    json!({ "N": number, "@metadata": { "@collection": "Users" } })
}

fn all(shop: &Database, id: &str) -> Vec<Document> {
    let page = shop.revisions(id, 0, u64::MAX).unwrap();
    assert_eq!(page.total, page.revisions.len() as u64);
    assert_eq!(shop.count_of_revisions(id).unwrap(), page.total);
    page.revisions
}

/// Number and flags of each revision, newest first; `-` for a delete revision.
fn reported(shop: &Database, id: &str) -> Vec<String> {
    let report = |revision: &Document| {
        let wire = wire(revision);
        let number = wire.get("N").map_or("-".to_owned(), Value::to_string);
        format!("{number} {}", wire["@metadata"]["@flags"].as_str().unwrap())
    };
    all(shop, id).iter().map(report).collect()
}

fn flags(shop: &Database, id: &str) -> Value {
    get(shop, id)["@metadata"]["@flags"].clone()
}

#[test]
fn each_save_is_kept_with_the_documents_own_change_vector() {
    let test = test_engine();
    keeping(&test, &json!({}));
    let first = put(&test.shop, "users/1", &user(1));
    let second = put(&test.shop, "Users/1", &user(2));
    assert_eq!(reported(&test.shop, "USERS/1"), ["2 HasRevisions, Revision", "1 HasRevisions, Revision"]);
    assert_eq!(flags(&test.shop, "users/1"), "HasRevisions");
    let vectors: Vec<_> =
        all(&test.shop, "users/1").into_iter().map(|revision| revision.change_vector).collect();
    assert_eq!(vectors, [second.change_vector.clone(), first.change_vector.clone()]);
    let found = test.shop.revisions_at(&[&first.change_vector, "A:1-nobody", "junk", &second.change_vector]);
    let numbers: Vec<_> =
        found.unwrap().iter().map(|found| found.as_ref().map(|found| wire(found)["N"].clone())).collect();
    assert_eq!(numbers, [Some(json!(1)), None, None, Some(json!(2))]);
    // Other collections are not kept.
    put(&test.shop, "orders/1", &json!({ "@metadata": { "@collection": "Orders" } }));
    assert!(all(&test.shop, "orders/1").is_empty());
    assert_eq!(flags(&test.shop, "orders/1"), Value::Null);
}

#[test]
fn saving_the_same_again_keeps_nothing() {
    let test = test_engine();
    keeping(&test, &json!({}));
    put(&test.shop, "users/1", &json!({ "A": 1, "B": [1, 2], "@metadata": { "@collection": "Users" } }));
    let again = put(
        &test.shop,
        "users/1",
        &serde_json::from_str(r#"{ "B": [1,2], "A": 1, "@metadata": { "@collection": "Users" } }"#).unwrap(),
    );
    assert_eq!(all(&test.shop, "users/1").len(), 1);
    assert_eq!(get(&test.shop, "users/1")["@metadata"]["@change-vector"], again.change_vector);
    put(
        &test.shop,
        "users/1",
        &json!({ "A": 1, "B": [1, 2], "@metadata": { "@collection": "Users", "x": 1 } }),
    );
    assert_eq!(all(&test.shop, "users/1").len(), 2);
}

#[test]
fn the_version_from_before_the_configuration_is_kept_at_the_first_save() {
    let test = test_engine();
    put(&test.shop, "users/1", &user(1));
    put(&test.shop, "users/2", &user(1));
    test.shop.flush_and_sync().unwrap();
    keeping(&test, &json!({}));
    assert!(all(&test.shop, "users/1").is_empty());
    put(&test.shop, "users/1", &user(2));
    assert_eq!(
        reported(&test.shop, "users/1"),
        ["2 HasRevisions, Revision", "1 HasRevisions, FromOldDocumentRevision, Revision"]
    );
    delete(&test.shop, "users/2");
    assert_eq!(
        reported(&test.shop, "users/2"),
        ["- HasRevisions, DeleteRevision", "1 HasRevisions, FromOldDocumentRevision, Revision"]
    );
}

#[test]
fn a_deleted_document_is_in_the_bin_until_it_is_made_again() {
    let test = test_engine();
    keeping(&test, &json!({}));
    for id in ["users/1", "users/2", "users/3"] {
        put(&test.shop, id, &user(1));
        delete(&test.shop, id);
    }
    let bin = |start, take| -> Vec<String> {
        let found = test.shop.revision_bin(start, take).unwrap();
        assert!(found.iter().all(|entry| entry.flags.contains(DocumentFlags::DELETE_REVISION)));
        found.into_iter().map(|entry| entry.id).collect()
    };
    assert_eq!(bin(0, 10), ["users/3", "users/2", "users/1"]);
    assert_eq!(bin(1, 1), ["users/2"]);
    test.shop.flush_and_sync().unwrap();
    put(&test.shop, "users/2", &user(2));
    assert_eq!(bin(0, 10), ["users/3", "users/1"]);
    assert_eq!(flags(&test.shop, "users/2"), "HasRevisions");
    assert_eq!(reported(&test.shop, "users/2")[1], "- HasRevisions, DeleteRevision");
    // Deleting what is not there changes nothing.
    assert!(!delete(&test.shop, "users/1"));
    assert_eq!(all(&test.shop, "users/1").len(), 2);
}

#[test]
fn no_more_are_kept_than_configured() {
    let test = test_engine();
    keeping(&test, &json!({ "MinimumRevisionsToKeep": 2 }));
    for number in 0..5 {
        put(&test.shop, "users/1", &user(number));
    }
    assert_eq!(reported(&test.shop, "users/1"), ["4 HasRevisions, Revision", "3 HasRevisions, Revision"]);
    delete(&test.shop, "users/1");
    assert_eq!(
        reported(&test.shop, "users/1"),
        ["- HasRevisions, DeleteRevision", "4 HasRevisions, Revision"]
    );
    keeping(&test, &json!({ "MinimumRevisionsToKeep": 0 }));
    put(&test.shop, "users/2", &user(1));
    assert_eq!((all(&test.shop, "users/2").len(), flags(&test.shop, "users/2")), (0, Value::Null));
    delete(&test.shop, "users/2");
    assert!(all(&test.shop, "users/2").is_empty());
}

#[test]
fn a_lower_limit_is_reached_in_the_steps_allowed() {
    let test = test_engine();
    keeping(&test, &json!({}));
    for number in 0..6 {
        put(&test.shop, "users/1", &user(number));
    }
    let step = json!({ "MinimumRevisionsToKeep": 1, "MaximumRevisionsToDeleteUponDocumentUpdate": 3 });
    keeping(&test, &step);
    put(&test.shop, "users/1", &user(6));
    assert_eq!(all(&test.shop, "users/1").len(), 4);
    put(&test.shop, "users/1", &user(7));
    assert_eq!(all(&test.shop, "users/1").len(), 2);
    put(&test.shop, "users/1", &user(8));
    assert_eq!(reported(&test.shop, "users/1"), ["8 HasRevisions, Revision"]);
}

#[test]
fn only_what_exceeds_number_and_age_goes() {
    let clock = ManualClock::starting_at(parse_date("2030-01-01T00:00:00Z").unwrap());
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let options = EngineOptions { clock: clock.clone(), ..options(folder.path(), quiet()) };
    let test = test_engine_in(folder, options);
    keeping(&test, &json!({ "MinimumRevisionsToKeep": 2, "MinimumRevisionAgeToKeep": "00:00:10" }));
    for number in 0..4 {
        put(&test.shop, "users/1", &user(number));
        clock.advance(Duration::from_secs(3));
    }
    // 0, 3, 6 and 9 seconds old: only those of 10 and more may go.
    assert_eq!(all(&test.shop, "users/1").len(), 4);
    put(&test.shop, "users/1", &user(4));
    assert_eq!(all(&test.shop, "users/1").len(), 4);
    clock.advance(Duration::from_secs(60));
    put(&test.shop, "users/1", &user(5));
    assert_eq!(all(&test.shop, "users/1").len(), 2);
    keeping(&test, &json!({ "MinimumRevisionAgeToKeep": "00:00:10" }));
    clock.advance(Duration::from_secs(60));
    put(&test.shop, "users/1", &user(6));
    assert_eq!(reported(&test.shop, "users/1"), ["6 HasRevisions, Revision"]);
    let before = clock.now();
    clock.advance(Duration::from_secs(5));
    put(&test.shop, "users/1", &user(7));
    let found = test.shop.revision_before("users/1", before).unwrap().unwrap();
    assert_eq!(wire(&found)["N"], 6);
    assert!(test.shop.revision_before("users/1", before - Duration::from_secs(1)).unwrap().is_none());
}

#[test]
fn purging_leaves_nothing_behind() {
    let test = test_engine();
    keeping(&test, &json!({ "PurgeOnDelete": true }));
    put(&test.shop, "users/1", &user(1));
    put(&test.shop, "users/1", &user(2));
    test.shop.flush_and_sync().unwrap();
    delete(&test.shop, "users/1");
    assert!(all(&test.shop, "users/1").is_empty() && test.shop.revision_bin(0, 9).unwrap().is_empty());
    assert_eq!(test.shop.stats().unwrap().revisions, 0);
    put(&test.shop, "users/1", &user(3));
    assert_eq!(reported(&test.shop, "users/1"), ["3 HasRevisions, Revision"]);
}

#[test]
fn switched_off_nothing_new_is_kept_but_a_deletion_of_what_has_revisions() {
    let test = test_engine();
    keeping(&test, &json!({}));
    put(&test.shop, "users/1", &user(1));
    configure(&test, &json!({ "Default": { "Disabled": true } }));
    put(&test.shop, "users/1", &user(2));
    assert_eq!(flags(&test.shop, "users/1"), "HasRevisions");
    assert_eq!(reported(&test.shop, "users/1"), ["1 HasRevisions, Revision"]);
    put(&test.shop, "users/2", &user(1));
    delete(&test.shop, "users/2");
    assert!(all(&test.shop, "users/2").is_empty());
    delete(&test.shop, "users/1");
    assert_eq!(
        reported(&test.shop, "users/1"),
        ["- HasRevisions, DeleteRevision", "1 HasRevisions, Revision"]
    );
    put(&test.shop, "users/1", &user(3));
    assert_eq!(flags(&test.shop, "users/1"), "HasRevisions");
    assert_eq!(all(&test.shop, "users/1").len(), 2);
    assert!(test.shop.revision_bin(0, 9).unwrap().is_empty());
}

#[test]
fn a_refused_batch_leaves_no_revision() {
    let test = test_engine();
    keeping(&test, &json!({}));
    put(&test.shop, "users/1", &user(1));
    let before = test.shop.stats().unwrap();
    let refused = Command::Put {
        id: "users/9".into(),
        body: bytes(&user(1)),
        expected: Expected::ChangeVector("A:1-x".into()),
    };
    test.shop
        .execute(vec![put_command("users/1", &user(2)), delete_command("users/1"), refused])
        .unwrap_err();
    assert!(try_put(&test.shop, "users/1", &user(2), Expected::MustNotExist).is_err());
    assert_eq!(reported(&test.shop, "users/1"), ["1 HasRevisions, Revision"]);
    let after = test.shop.stats().unwrap();
    assert_eq!((after.revisions, after.last_etag), (before.revisions, before.last_etag));
    assert!(test.shop.revision_bin(0, 9).unwrap().is_empty());
}

#[test]
fn what_happens_within_one_batch_is_kept_step_by_step() {
    let test = test_engine();
    keeping(&test, &json!({}));
    let steps = vec![
        put_command("users/1", &user(1)),
        put_command("users/1", &user(2)),
        delete_command("users/1"),
        put_command("users/1", &user(3)),
    ];
    test.shop.execute(steps).unwrap();
    assert_eq!(
        reported(&test.shop, "users/1"),
        [
            "3 HasRevisions, Revision",
            "- HasRevisions, DeleteRevision",
            "2 HasRevisions, Revision",
            "1 HasRevisions, Revision"
        ]
    );
    assert!(test.shop.revision_bin(0, 9).unwrap().is_empty());
}

#[test]
fn a_revision_can_be_forced_once_per_version() {
    let test = test_engine();
    put(&test.shop, "users/1", &user(1));
    let force = |before_save| Command::ForceRevision { id: "users/1".into(), before_save };
    let created = |results: Vec<CommandResult>| match &results[0] {
        CommandResult::Revision { created, .. } => *created,
        other => panic!("{other:?}"),
    };
    assert!(created(test.shop.execute(vec![force(false)]).unwrap()));
    assert!(!created(test.shop.execute(vec![force(false)]).unwrap()));
    let document = get(&test.shop, "users/1");
    let revision = wire(&all(&test.shop, "users/1")[0]);
    assert_eq!(document["@metadata"]["@flags"], "HasRevisions");
    assert_eq!(revision["@metadata"]["@flags"], "HasRevisions, Revision, ForceCreated");
    assert_eq!(revision["@metadata"]["@change-vector"], document["@metadata"]["@change-vector"]);
    // Before a save the document itself is left alone.
    put(&test.shop, "users/1", &user(2));
    let results = test.shop.execute(vec![force(true), put_command("users/1", &user(3))]).unwrap();
    assert_eq!(results.len(), 1);
    assert_eq!(reported(&test.shop, "users/1").len(), 2);
    put(&test.shop, "users/2", &user(1));
    let force_other = Command::ForceRevision { id: "users/2".into(), before_save: true };
    test.shop.execute(vec![force_other, put_command("users/2", &user(2))]).unwrap();
    assert_eq!(reported(&test.shop, "users/2"), ["1 HasRevisions, Revision, ForceCreated"]);
    assert_eq!(flags(&test.shop, "users/2"), "HasRevisions");
    let missing = Command::ForceRevision { id: "nobody".into(), before_save: false };
    let error = test.shop.execute(vec![missing]).unwrap_err();
    assert!(error.to_string().contains("nobody"), "{error}");
}

#[test]
fn revisions_survive_a_crash_and_a_clean_close_with_their_counts() {
    let mut test = test_engine();
    keeping(&test, &json!({ "MinimumRevisionsToKeep": 3 }));
    for number in 0..5 {
        put(&test.shop, "users/1", &user(number));
        put(&test.shop, "users/2", &user(number));
    }
    test.shop.flush_and_sync().unwrap();
    delete(&test.shop, "users/2");
    put(&test.shop, "users/1", &user(5));
    let (one, two) = (reported(&test.shop, "users/1"), reported(&test.shop, "users/2"));
    for step in 0..3 {
        test = match step {
            0 => test.dropped_and_reopened(),
            1 => test.closed_and_reopened(),
            _ => test.dropped_and_reopened(),
        };
        assert_eq!(
            (reported(&test.shop, "users/1"), reported(&test.shop, "users/2")),
            (one.clone(), two.clone())
        );
        assert_eq!(test.shop.revision_bin(0, 9).unwrap().len(), 1);
        assert_eq!(test.shop.stats().unwrap().revisions, 6);
        let sizes: u64 = ["users/1", "users/2"]
            .iter()
            .flat_map(|id| all(&test.shop, id))
            .map(|revision| revision.stored_size as u64)
            .sum();
        assert_eq!(test.shop.collections().unwrap()[0].revisions_size, sizes);
    }
}

#[test]
fn thousands_of_revisions_are_read_in_pages() {
    let test = test_engine();
    keeping(&test, &json!({}));
    let many: u64 = 3000;
    for start in (0..many).step_by(500) {
        let batch = (start..start + 500).map(|number| put_command("users/1", &user(number))).collect();
        test.shop.execute(batch).unwrap();
        if start == 1000 {
            test.shop.flush_and_sync().unwrap();
        }
    }
    let mut seen = Vec::new();
    loop {
        let page = test.shop.revisions("users/1", seen.len() as u64, 700).unwrap();
        assert_eq!(page.total, many);
        if page.revisions.is_empty() {
            break;
        }
        seen.extend(page.revisions.iter().map(|revision| wire(revision)["N"].as_u64().unwrap()));
    }
    assert!(seen.iter().copied().eq((0..many).rev()));
}
