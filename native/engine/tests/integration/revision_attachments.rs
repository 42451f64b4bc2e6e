//! A content lives as long as a document or a revision names it.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rookery_engine::{Command, Database, Document, RevisionDeletion};
use serde_json::{Value, json};

use crate::attachments::{content, delete_attachment, put_attachment};
use crate::fixture::{
    TestEngine, delete, delete_command, eager, get, put, put_command, test_engine, test_engine_with, wire,
};

fn keeping(test: &TestEngine, configuration: Value) {
    test.shop.set_revisions_configuration(serde_json::from_value(configuration).unwrap()).unwrap();
}

fn all_revisions(database: &Database, id: &str) -> Vec<Document> {
    database.revisions(id, 0, u64::MAX).unwrap().revisions
}

fn held(database: &Database, id: &str, name: &str, change_vector: &str) -> Option<Vec<u8>> {
    let found = database.open_revision_attachment(id, name, change_vector).unwrap();
    found.map(|content| content.read_all().unwrap())
}

fn totals(database: &Database) -> (u64, u64) {
    let stats = database.stats().unwrap();
    (stats.attachments, stats.unique_attachments)
}

/// A test engine with a document whose attachment was replaced once and then removed.
fn with_history(test: &TestEngine) -> Vec<String> {
    keeping(test, json!({ "Default": {} }));
    put(&test.shop, "a", &json!({}));
    for command in [
        put_attachment("a", "X.txt", "first"),
        put_attachment("a", "X.txt", "second"),
        delete_attachment("a", "x.txt"),
    ] {
        test.shop.execute(vec![command]).unwrap();
    }
    all_revisions(&test.shop, "a").into_iter().map(|one| one.change_vector).collect()
}

#[test]
fn a_revision_gives_the_contents_its_version_had() {
    let test = test_engine_with(eager());
    let vectors = with_history(&test);
    let [removed, second, first, plain] = <[String; 4]>::try_from(vectors).unwrap();
    let check = |test: &TestEngine| {
        let held = |id: &str, vector: &str| held(&test.shop, id, "x.TXT", vector);
        assert_eq!(content(&test.shop, "a", "X.txt"), None);
        assert_eq!(held("A", &first).as_deref(), Some(&b"first"[..]));
        assert_eq!(held("a", &second).as_deref(), Some(&b"second"[..]));
        for (id, vector) in [("a", &*removed), ("a", &plain), ("b", &first), ("a", "A:1-x"), ("a", "")] {
            assert_eq!(held(id, vector), None, "{id} {vector}");
        }
        assert_eq!(totals(&test.shop), (2, 2));
    };
    check(&test);
    let opened = test.shop.open_revision_attachment("a", "x.txt", &first).unwrap().unwrap();
    let attachment = opened.attachment();
    assert_eq!((&*attachment.name, &attachment.change_vector), ("X.txt", &first));
    let test = test.dropped_and_reopened();
    check(&test);
    test.shop.flush_and_sync().unwrap();
    check(&test.closed_and_reopened());
}

#[test]
fn contents_go_with_the_last_revision_that_names_them() {
    let test = test_engine();
    with_history(&test);
    delete(&test.shop, "a");
    assert_eq!(totals(&test.shop), (2, 2));
    // The limit drops the oldest revisions, and with them what only they had.
    keeping(&test, json!({ "Default": { "MinimumRevisionsToKeep": 2 } }));
    put(&test.shop, "a", &json!({}));
    assert_eq!(totals(&test.shop), (0, 0));
    test.shop.execute(vec![put_attachment("a", "y", "y")]).unwrap();
    assert_eq!(totals(&test.shop), (2, 1));
    let all = RevisionDeletion { ids: vec!["a".into()], ..Default::default() };
    assert!(test.shop.delete_revisions(&all).unwrap() > 0);
    assert_eq!((totals(&test.shop), content(&test.shop, "a", "y")), ((1, 1), Some(b"y".to_vec())));
    delete(&test.shop, "a");
    test.shop.delete_revisions(&all).unwrap();
    test.shop.flush_and_sync().unwrap();
    assert_no_rows(&test.shop);
}

#[test]
fn what_was_there_before_revisions_were_kept_is_held_as_well() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    test.shop.execute(vec![put_attachment("a", "x", "old")]).unwrap();
    keeping(&test, json!({ "Default": {} }));
    // The version before is kept now, and with it what this very change takes away.
    test.shop.execute(vec![delete_attachment("a", "x")]).unwrap();
    let revisions = all_revisions(&test.shop, "a");
    assert_eq!(wire(&revisions[1])["@metadata"]["@attachments"][0]["Name"], "x");
    assert_eq!(held(&test.shop, "a", "x", &revisions[1].change_vector).as_deref(), Some(&b"old"[..]));
    assert_eq!(totals(&test.shop), (1, 1));
}

#[test]
fn going_back_brings_attachments_back_and_takes_later_ones_away() {
    let test = test_engine();
    let vectors = with_history(&test);
    test.shop.execute(vec![put_attachment("a", "later", "later")]).unwrap();
    test.shop.revert_documents(&[("a".into(), vectors[2].clone())]).unwrap();
    let listed = get(&test.shop, "a")["@metadata"].clone();
    assert_eq!(listed["@attachments"].as_array().unwrap().len(), 1, "{listed}");
    assert_eq!(listed["@flags"], "HasRevisions, HasAttachments, Reverted");
    assert_eq!(content(&test.shop, "a", "x.txt").unwrap(), b"first");
    assert_eq!(content(&test.shop, "a", "later"), None);
    delete(&test.shop, "a");
    test.shop.revert_documents(&[("a".into(), vectors[1].clone())]).unwrap();
    assert_eq!(content(&test.shop, "a", "x.txt").unwrap(), b"second");
    check_counts(&test.shop);
}

/// Counts what documents and revisions list, and compares with what the engine counted.
fn check_counts(database: &Database) {
    let mut references: BTreeMap<String, u64> = BTreeMap::new();
    for id in ["a", "b"] {
        for attachment in database.attachments(id).unwrap() {
            let read = database.open_attachment(id, &attachment.name).unwrap().unwrap().read_all().unwrap();
            assert_eq!(read.len() as u64, attachment.size);
            *references.entry(attachment.hash).or_default() += 1;
        }
        for revision in all_revisions(database, id) {
            let listed = wire(&revision)["@metadata"]["@attachments"].clone();
            for item in listed.as_array().into_iter().flatten() {
                let (name, hash) = (item["Name"].as_str().unwrap(), item["Hash"].as_str().unwrap());
                let read = held(database, id, name, &revision.change_vector).unwrap();
                assert_eq!(read.len() as u64, item["Size"].as_u64().unwrap());
                *references.entry(hash.to_owned()).or_default() += 1;
            }
        }
    }
    for (hash, count) in &references {
        assert_eq!(database.attachment_references(hash).unwrap(), *count, "{hash}");
    }
    assert_eq!(totals(database), (references.values().sum(), references.len() as u64));
}

fn assert_no_rows(database: &Database) {
    for table in database.storage_report().unwrap().tables {
        let concerned = table.name.starts_with("attachment") || table.name.starts_with("revision");
        assert!(!concerned || table.entries == 0, "{} rows left in {}", table.entries, table.name);
    }
}

#[derive(Debug, Clone)]
enum Step {
    Save(bool, u8),
    Attach(bool, u8, u8),
    Detach(bool, u8),
    Delete(bool),
    Force(bool),
    Revert(bool, usize),
    Forget(bool, usize),
    Keep(Option<u8>),
    Reopen,
}

fn step() -> impl Strategy<Value = Step> {
    let id = any::<bool>();
    prop_oneof![
        3 => (id, 0..3u8).prop_map(|(id, mark)| Step::Save(id, mark)),
        5 => (id, 0..2u8, 0..4u8).prop_map(|(id, name, content)| Step::Attach(id, name, content)),
        3 => (id, 0..2u8).prop_map(|(id, name)| Step::Detach(id, name)),
        1 => id.prop_map(Step::Delete),
        1 => id.prop_map(Step::Force),
        2 => (id, 0..6usize).prop_map(|(id, which)| Step::Revert(id, which)),
        1 => (id, 0..6usize).prop_map(|(id, which)| Step::Forget(id, which)),
        1 => proptest::option::of(1..4u8).prop_map(Step::Keep),
        1 => Just(Step::Reopen),
    ]
}

fn command(step: &Step) -> Option<Command> {
    let id = |first: bool| if first { "a" } else { "b" };
    Some(match *step {
        Step::Save(of, mark) => put_command(id(of), &json!({ "mark": mark })),
        Step::Attach(of, name, content) => {
            let bytes = vec![content; [0, 9, 300_000, 40][usize::from(content)]];
            put_attachment(id(of), &name.to_string(), bytes)
        }
        Step::Detach(of, name) => delete_attachment(id(of), &name.to_string()),
        Step::Delete(of) => delete_command(id(of)),
        Step::Force(of) => Command::ForceRevision { id: id(of).into(), before_save: true },
        _ => return None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 300, ..ProptestConfig::default() })]

    #[test]
    fn every_count_equals_what_documents_and_revisions_list(batches in proptest::collection::vec(
        proptest::collection::vec(step(), 1..4), 1..25)
    ) {
        let mut test = test_engine();
        for batch in &batches {
            // What is refused (an attachment without its document) must leave no trace either.
            let _refused = test.shop.execute(batch.iter().filter_map(command).collect());
            for step in batch {
                match *step {
                    Step::Keep(most) => keeping(&test, match most {
                        Some(most) => json!({ "Default": { "MinimumRevisionsToKeep": most } }),
                        None => json!({ "Default": { "Disabled": true } }),
                    }),
                    Step::Revert(of, which) | Step::Forget(of, which) => {
                        let id = if of { "a" } else { "b" };
                        let revisions = all_revisions(&test.shop, id);
                        let Some(revision) = revisions.get(which) else { continue };
                        let vector = revision.change_vector.clone();
                        if matches!(step, Step::Revert(..)) {
                            test.shop.revert_documents(&[(id.into(), vector)]).unwrap();
                        } else {
                            let change_vectors = vec![vector];
                            let ids = vec![id.into()];
                            let one = RevisionDeletion { ids, change_vectors, ..Default::default() };
                            test.shop.delete_revisions(&one).unwrap();
                        }
                    }
                    Step::Reopen => test = test.dropped_and_reopened(),
                    _ => {}
                }
            }
            check_counts(&test.shop);
        }
        for id in ["a", "b"] {
            test.shop.execute(vec![delete_command(id)]).unwrap();
            let ids = vec![id.into()];
            let all = RevisionDeletion { ids, force_created: true, ..Default::default() };
            test.shop.delete_revisions(&all).unwrap();
        }
        test.shop.flush_and_sync().unwrap();
        assert_no_rows(&test.shop);
    }
}
