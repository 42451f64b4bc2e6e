//! Attachments hang on documents: what they look like, what refuses them, what outlives a crash.

use bytes::Bytes;
use rookery_engine::{Attachment, Command, CommandResult, Database, EngineError, Expected};
use serde_json::json;

use crate::fixture::{
    delete, delete_command, eager, get, put, put_command, test_engine, test_engine_with, user,
};

/// More than two pieces, and not a whole number of them.
const BIG: usize = 700_001;

pub fn put_attachment(id: &str, name: &str, content: impl Into<Bytes>) -> Command {
    Command::AttachmentPut {
        id: id.into(),
        name: name.into(),
        content_type: "text/plain".into(),
        content: content.into(),
        expected: Expected::Any,
    }
}

pub fn delete_attachment(id: &str, name: &str) -> Command {
    Command::AttachmentDelete { id: id.into(), name: name.into(), expected: Expected::Any }
}

pub fn copy_attachment(from: (&str, &str), to: (&str, &str)) -> Command {
    Command::AttachmentCopy {
        id: from.0.into(),
        name: from.1.into(),
        destination_id: to.0.into(),
        destination_name: to.1.into(),
    }
}

fn move_attachment(from: (&str, &str), to: (&str, &str)) -> Command {
    Command::AttachmentMove {
        id: from.0.into(),
        name: from.1.into(),
        destination_id: to.0.into(),
        destination_name: to.1.into(),
        expected: Expected::Any,
    }
}

fn attach(database: &Database, id: &str, name: &str, content: impl Into<Bytes>) -> Attachment {
    match database.execute(vec![put_attachment(id, name, content)]).unwrap().remove(0) {
        CommandResult::AttachmentPut { attachment, .. } => *attachment,
        other => panic!("a put answers with a put, not {other:?}"),
    }
}

pub fn content(database: &Database, id: &str, name: &str) -> Option<Vec<u8>> {
    database.open_attachment(id, name).unwrap().map(|content| content.read_all().unwrap())
}

fn totals(database: &Database) -> (u64, u64) {
    let stats = database.stats().unwrap();
    (stats.attachments, stats.unique_attachments)
}

fn pattern(length: usize, seed: usize) -> Vec<u8> {
    (0..length).map(|index| ((index / 7 + index * 31 + seed) % 251) as u8).collect()
}

#[test]
fn an_attachment_is_listed_in_its_document_and_read_back() {
    let test = test_engine();
    let before = put(&test.shop, "users/1", &user("Ada"));
    let attached = attach(&test.shop, "USERS/1", "Foo.txt", "hello");
    assert_eq!(attached.hash, "Mk3PAn3UowqTLEQfNlol6GsXPe+kuOWJSCU0cbgbcs8=");
    assert_eq!((attached.size, attached.content_type.as_str()), (5, "text/plain"));
    attach(&test.shop, "users/1", "b.bin", pattern(BIG, 1));

    let document = get(&test.shop, "users/1");
    assert_eq!(document["Name"], "Ada");
    assert_eq!(document["@metadata"]["@flags"], "HasAttachments");
    assert_eq!(document["@metadata"]["@collection"], "Users");
    let listed = &document["@metadata"]["@attachments"];
    assert_eq!(listed[0]["Name"], "b.bin", "sorted by name");
    assert_eq!(
        listed[1],
        json!({"Name": "Foo.txt", "Hash": attached.hash, "ContentType": "text/plain", "Size": 5})
    );
    assert_ne!(document["@metadata"]["@change-vector"], before.change_vector);
    assert_eq!(content(&test.shop, "users/1", "FOO.TXT").unwrap(), b"hello");
    assert_eq!(content(&test.shop, "users/1", "b.bin").unwrap(), pattern(BIG, 1));
    assert!(content(&test.shop, "users/1", "c").is_none());
    assert!(content(&test.shop, "users/2", "b.bin").is_none());
    assert_eq!(test.shop.attachment("users/1", "foo.TXT").unwrap().unwrap().name, "Foo.txt");
    assert_eq!(test.shop.attachments("users/1").unwrap().len(), 2);
}

#[test]
fn a_content_is_read_from_anywhere_in_it() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    let bytes = pattern(BIG, 3);
    attach(&test.shop, "a", "x", bytes.clone());
    for flushed in [false, true] {
        if flushed {
            test.shop.flush_and_sync().unwrap();
        }
        let open = test.shop.open_attachment("a", "x").unwrap().unwrap();
        for offset in [0, 1, 261_887, 261_888, 261_889, BIG - 1] {
            let piece = open.read_at(offset as u64).unwrap();
            assert!(!piece.is_empty() && bytes[offset..].starts_with(&piece), "from {offset}");
        }
        assert!(open.read_at(BIG as u64).unwrap().is_empty());
        assert!(open.read_at(u64::MAX).unwrap().is_empty());
    }
}

#[test]
fn a_content_being_read_outlives_its_removal() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    attach(&test.shop, "a", "x", pattern(BIG, 4));
    test.shop.flush_and_sync().unwrap();
    let open = test.shop.open_attachment("a", "x").unwrap().unwrap();
    test.shop.execute(vec![delete_attachment("a", "x")]).unwrap();
    test.shop.flush_and_sync().unwrap();
    assert_eq!(open.read_all().unwrap(), pattern(BIG, 4));
    assert!(content(&test.shop, "a", "x").is_none());
}

#[test]
fn saving_the_document_keeps_attachments_whatever_the_client_sends() {
    let test = test_engine();
    put(&test.shop, "users/1", &user("Ada"));
    let attached = attach(&test.shop, "users/1", "x", "hello");
    let lists = [
        json!(null),
        json!([]),
        json!([{"Name": "other", "Hash": attached.hash, "Size": 7}]),
        json!([{"name": "x", "hash": "small letters, as the npm client sends it back"}]),
        json!([7]),
        json!(5),
    ];
    for sent in lists {
        let body = json!({"n": 2, "@metadata": {"@collection": "Users", "@attachments": sent}});
        put(&test.shop, "users/1", &body);
        let metadata = get(&test.shop, "users/1")["@metadata"].clone();
        assert_eq!(metadata["@attachments"][0]["Name"], "x", "after {sent}");
        assert_eq!(metadata["@attachments"].as_array().unwrap().len(), 1);
        assert_eq!(metadata["@flags"], "HasAttachments");
    }
    // A new document that names a stored content gets no attachment by that.
    let body = json!({"@metadata": {"@attachments": [{"Name": "x", "Hash": attached.hash}]}});
    put(&test.shop, "users/2", &body);
    assert!(get(&test.shop, "users/2")["@metadata"].get("@attachments").is_none());
}

#[test]
fn deleting_the_document_deletes_its_attachments() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    put(&test.shop, "b", &json!({}));
    attach(&test.shop, "a", "x", "same");
    attach(&test.shop, "a", "y", pattern(BIG, 5));
    attach(&test.shop, "b", "x", "same");
    assert_eq!(totals(&test.shop), (3, 2));
    delete(&test.shop, "A");
    assert_eq!(totals(&test.shop), (1, 1));
    assert!(test.shop.attachments("a").unwrap().is_empty());
    assert_eq!(content(&test.shop, "b", "x").unwrap(), b"same");
    put(&test.shop, "a", &json!({}));
    assert!(get(&test.shop, "a")["@metadata"].get("@flags").is_none());
}

#[test]
fn the_last_of_several_takes_the_mark_away() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    attach(&test.shop, "a", "x", "1");
    attach(&test.shop, "a", "y", "2");
    test.shop.execute(vec![delete_attachment("a", "X")]).unwrap();
    assert_eq!(get(&test.shop, "a")["@metadata"]["@attachments"][0]["Name"], "y");
    test.shop.execute(vec![delete_attachment("a", "y")]).unwrap();
    let metadata = get(&test.shop, "a")["@metadata"].clone();
    assert!(metadata.get("@attachments").is_none() && metadata.get("@flags").is_none(), "{metadata}");
    // Removing what is not there changes nothing.
    let results = test.shop.execute(vec![delete_attachment("a", "y"), delete_attachment("no", "y")]).unwrap();
    let CommandResult::AttachmentDelete { deleted, document_change_vector, .. } = &results[0] else {
        panic!()
    };
    assert!(!deleted);
    assert_eq!(document_change_vector.as_deref(), metadata["@change-vector"].as_str());
    let CommandResult::AttachmentDelete { document_change_vector, .. } = &results[1] else { panic!() };
    assert_eq!(*document_change_vector, None);
}

#[test]
fn a_batch_saves_the_document_once_and_returns_its_last_change_vector() {
    let test = test_engine();
    let results = test
        .shop
        .execute(vec![
            put_command("a", &json!({})),
            put_command("b", &json!({})),
            put_attachment("a", "1", "one"),
            put_attachment("a", "2", "two"),
            copy_attachment(("a", "1"), ("b", "copied")),
            move_attachment(("a", "2"), ("b", "moved")),
        ])
        .unwrap();
    let vector = |id: &str| test.shop.get(id).unwrap().map(|document| document.change_vector);
    let CommandResult::AttachmentPut { document_change_vector, .. } = &results[2] else { panic!() };
    assert_eq!(*document_change_vector, vector("a"));
    let CommandResult::AttachmentCopy { attachment, document_change_vector } = &results[4] else { panic!() };
    assert_eq!((attachment.document_id.as_str(), attachment.name.as_str()), ("b", "copied"));
    assert_eq!(*document_change_vector, vector("b"));
    let CommandResult::AttachmentMove {
        id,
        name,
        attachment,
        destination_document_change_vector,
        document_change_vector,
    } = &results[5]
    else {
        panic!()
    };
    assert_eq!((id.as_str(), name.as_str(), attachment.name.as_str()), ("a", "2", "moved"));
    assert_eq!(*destination_document_change_vector, vector("b"));
    assert_eq!(*document_change_vector, vector("a"));
    assert_eq!(totals(&test.shop), (3, 2));
    assert_eq!(content(&test.shop, "b", "moved").unwrap(), b"two");
    assert!(content(&test.shop, "a", "2").is_none());

    let results = test.shop.execute(vec![put_attachment("a", "3", "three"), delete_command("a")]).unwrap();
    let CommandResult::AttachmentPut { document_change_vector, .. } = &results[0] else { panic!() };
    assert_eq!(*document_change_vector, None, "the batch deletes the document");
    assert_eq!(totals(&test.shop), (2, 2));
}

#[test]
fn what_cannot_be_leaves_nothing_of_its_batch() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    attach(&test.shop, "a", "x", "kept");
    let before = (test.shop.stats().unwrap().last_etag, get(&test.shop, "a"));
    let stale = Expected::ChangeVector("A:1-x".into());
    let with = |name: &str, expected| Command::AttachmentPut {
        id: "a".into(),
        name: name.into(),
        content_type: String::new(),
        content: Bytes::from_static(b"new"),
        expected,
    };
    let remove = |expected| Command::AttachmentDelete { id: "a".into(), name: "x".into(), expected };
    for (command, code) in [
        (put_attachment("nope", "x", "c"), "missing-document"),
        (copy_attachment(("a", "none"), ("a", "c")), "missing-attachment"),
        (copy_attachment(("nope", "x"), ("a", "c")), "missing-attachment"),
        (copy_attachment(("a", "x"), ("nope", "c")), "missing-document"),
        (move_attachment(("a", "x"), ("nope", "c")), "missing-document"),
        (copy_attachment(("a", "x"), ("a", "X")), "attachment-concurrency"),
        (with("x", stale.clone()), "attachment-concurrency"),
        (with("x", Expected::MustNotExist), "attachment-concurrency"),
        (with("none", stale.clone()), "attachment-concurrency"),
        (remove(stale), "attachment-concurrency"),
        (remove(Expected::MustNotExist), "attachment-concurrency"),
        (with("", Expected::Any), "bad-attachment"),
        (with(&"n".repeat(513), Expected::Any), "bad-attachment"),
    ] {
        let batch = vec![put_attachment("a", "y", "gone"), delete_attachment("a", "x"), command.clone()];
        // The removal goes first where the command needs what it removes to be there.
        let batch = if matches!(code, "missing-document" | "attachment-concurrency") {
            vec![put_attachment("a", "y", "gone"), command]
        } else {
            batch
        };
        let error = test.shop.execute(batch).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert_eq!((test.shop.stats().unwrap().last_etag, get(&test.shop, "a")), before);
        assert_eq!(totals(&test.shop), (1, 1));
        assert_eq!(test.shop.attachment_references("nonsense").unwrap(), 0);
    }
    let current = test.shop.attachment("a", "x").unwrap().unwrap().change_vector;
    test.shop.execute(vec![with("x", Expected::ChangeVector(current))]).unwrap();
    test.shop.execute(vec![with("z", Expected::MustNotExist)]).unwrap();
    assert_eq!(totals(&test.shop), (2, 1));
}

#[test]
fn equal_contents_are_stored_once_and_go_with_the_last() {
    let test = test_engine_with(eager());
    put(&test.shop, "a", &json!({}));
    let first = attach(&test.shop, "a", "1", pattern(BIG, 8));
    attach(&test.shop, "a", "2", pattern(BIG, 8));
    // Replacing with the same bytes, under another spelling.
    assert_eq!(attach(&test.shop, "a", "1", pattern(BIG, 8)).hash, first.hash);
    assert_eq!(test.shop.attachment_references(&first.hash).unwrap(), 2);
    test.shop.flush_and_sync().unwrap();
    let rows = |table: &str| {
        let report = test.shop.storage_report().unwrap();
        report.tables.iter().find(|found| found.name == table).map_or(0, |found| found.entries)
    };
    assert_eq!((rows("attachments"), rows("attachment-hashes"), rows("attachment-pieces")), (2, 1, 3));
    attach(&test.shop, "a", "1", "small");
    test.shop.execute(vec![delete_attachment("a", "2")]).unwrap();
    test.shop.flush_and_sync().unwrap();
    assert_eq!((rows("attachments"), rows("attachment-hashes"), rows("attachment-pieces")), (1, 1, 1));
    // Gone and back within one batch.
    test.shop.execute(vec![delete_attachment("a", "1"), put_attachment("a", "3", "small")]).unwrap();
    assert_eq!(content(&test.shop, "a", "3").unwrap(), b"small");
    assert_eq!(totals(&test.shop), (1, 1));
}

#[test]
fn acknowledged_attachments_are_there_after_a_crash() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    attach(&test.shop, "a", "flushed", pattern(BIG, 1));
    test.shop.flush_and_sync().unwrap();
    attach(&test.shop, "a", "journal", pattern(BIG, 2));
    test.shop.execute(vec![copy_attachment(("a", "flushed"), ("a", "copy"))]).unwrap();
    let before = (get(&test.shop, "a"), test.shop.attachments("a").unwrap());
    let test = test.dropped_and_reopened();
    assert_eq!((get(&test.shop, "a"), test.shop.attachments("a").unwrap()), before);
    assert_eq!(content(&test.shop, "a", "copy").unwrap(), pattern(BIG, 1));
    assert_eq!(content(&test.shop, "a", "journal").unwrap(), pattern(BIG, 2));
    assert_eq!(totals(&test.shop), (3, 2));
    let newest = put(&test.shop, "b", &json!({})).etag;
    assert!(before.1.iter().all(|attachment| attachment.etag < newest), "etags are not given out twice");
    let test = test.closed_and_reopened();
    assert_eq!(content(&test.shop, "a", "journal").unwrap(), pattern(BIG, 2));
}

#[test]
fn names_may_be_odd_and_contents_empty() {
    let test = test_engine();
    put(&test.shop, "a", &json!({}));
    put(&test.shop, "a/1", &json!({}));
    for name in ["ü\"\\ \n.txt", "a/b", "0\u{0}1", "İ", "\u{1e}", "😀"] {
        attach(&test.shop, "a", name, name.as_bytes().to_vec());
        assert_eq!(content(&test.shop, "a", name).unwrap(), name.as_bytes(), "{name:?}");
    }
    attach(&test.shop, "a/1", "x", "other document");
    assert_eq!(test.shop.attachments("a").unwrap().len(), 6);
    let listed = get(&test.shop, "a")["@metadata"]["@attachments"].clone();
    assert!(listed.as_array().unwrap().iter().any(|item| item["Name"] == "ü\"\\ \n.txt"), "{listed}");
    assert_eq!(attach(&test.shop, "a", "empty", Bytes::new()).size, 0);
    assert_eq!(content(&test.shop, "a", "empty").unwrap(), b"");
    let error = test.shop.execute(vec![put_attachment("a", &"é".repeat(300), "")]).unwrap_err();
    assert!(matches!(error, EngineError::BadAttachment { .. }), "{error}");
    assert!(error.to_string().contains("600 bytes"), "{error}");
}
