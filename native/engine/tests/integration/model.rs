//! The engine against a map that cannot be wrong: random changes, flushes, crashes and reopenings.

use std::collections::BTreeMap;

use proptest::prelude::*;
use rookery_engine::{
    Command, CompactOptions, Database, Document, DocumentsCompression, EngineError, Expected, PrefixQuery,
    Tuning,
};
use serde_json::{Value, json};

use crate::fixture::{TestEngine, bytes, delete, delete_command, put, quiet, test_engine};

#[derive(Debug, Clone)]
enum Step {
    Put(u8, u8, u16),
    Delete(u8),
    Flush,
    Crash,
    Close,
    /// Several puts and deletes at the same time; the last requires a version that is there or (refused) one that is
    /// not.
    Batch(Vec<(u8, Option<u16>)>, u8, bool),
    /// Reads pages that begin and end anywhere.
    Page(u8, u8),
    /// Compacts with compression on or off: nothing may look different after it.
    Compact(bool),
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => (0u8..24, 0u8..3, any::<u16>()).prop_map(|(id, collection, text)| Step::Put(id, collection, text)),
        4 => (0u8..24).prop_map(Step::Delete),
        2 => Just(Step::Flush),
        1 => Just(Step::Crash),
        1 => Just(Step::Close),
        2 => any::<bool>().prop_map(Step::Compact),
        5 => (proptest::collection::vec((0u8..24, proptest::option::weighted(0.7, any::<u16>())), 1..8), 0u8..24, any::<bool>())
            .prop_map(|(changes, last, refused)| Step::Batch(changes, last, refused)),
        4 => (any::<u8>(), any::<u8>()).prop_map(|(start, take)| Step::Page(start, take)),
    ]
}

/// What must be there: by lower-case id the id, collection, body text and etag.
#[derive(Debug, Default, Clone)]
struct Model {
    documents: BTreeMap<String, (String, String, Value, i64)>,
    tombstones: BTreeMap<String, i64>,
    last_etag: i64,
}

fn apply(step: &Step, test: TestEngine, model: &mut Model) -> TestEngine {
    match step {
        Step::Put(number, collection, text) => {
            // Ids differ in case now and then, lengths vary, and collections stay with their id.
            let id = if text % 3 == 0 { format!("Docs/{number}-é") } else { format!("docs/{number}-É") };
            let key = format!("docs/{number}-é");
            let collection = match model.documents.get(&key) {
                Some((_, known, ..)) => known.clone(),
                None => format!("C{collection}"),
            };
            let body = json!({"T": "x".repeat(usize::from(text % 700)), "N": text, "@metadata": {"@collection": collection}});
            let saved = put(&test.shop, &id, &body);
            model.last_etag += 1;
            assert_eq!(saved.etag, model.last_etag);
            model.tombstones.remove(&key);
            model.documents.insert(key, (id, collection, body["N"].clone(), saved.etag));
        }
        Step::Delete(number) => {
            let key = format!("docs/{number}-é");
            let was = model.documents.remove(&key).is_some();
            assert_eq!(delete(&test.shop, &format!("DOCS/{number}-é")), was);
            if was {
                model.last_etag += 1;
                model.tombstones.insert(key, model.last_etag);
            }
        }
        Step::Batch(changes, last, refused) => apply_batch(changes, *last, *refused, &test.shop, model),
        Step::Page(start, take) => check_pages(&test.shop, model, u64::from(*start), u64::from(*take)),
        Step::Flush => test.shop.flush_and_sync().unwrap(),
        Step::Crash => return test.dropped_and_reopened_with(small()),
        Step::Close => return test.closed_and_reopened(),
        Step::Compact(compress_all_collections) => {
            let settings = DocumentsCompression {
                compress_all_collections: *compress_all_collections,
                ..Default::default()
            };
            test.shop.set_documents_compression(settings).unwrap();
            let report = test.shop.compact(&CompactOptions::default(), &mut |_| true).unwrap();
            assert_eq!((report.documents, report.file_skipped), (model.documents.len() as u64, None));
        }
    }
    test
}

/// The end of the change vector of the change with this etag.
fn change_vector(shop: &Database, etag: i64) -> String {
    format!("A:{etag}-{}", shop.id())
}

fn apply_batch(changes: &[(u8, Option<u16>)], last: u8, refused: bool, shop: &Database, model: &mut Model) {
    // As if it were accepted; thrown away if it is not.
    let mut after = model.clone();
    let mut commands = Vec::new();
    let put = |number: u8, text: u16, expected: Expected, after: &mut Model, commands: &mut Vec<_>| {
        let (id, key) = (format!("docs/{number}-é"), format!("docs/{number}-é"));
        let collection = after.documents.get(&key).map_or_else(|| "C0".to_owned(), |known| known.1.clone());
        let body = json!({"T": "y".repeat(usize::from(text % 300)), "N": text, "@metadata": {"@collection": collection}});
        commands.push(Command::Put { id: id.clone(), body: bytes(&body), expected });
        after.last_etag += 1;
        after.tombstones.remove(&key);
        after.documents.insert(key, (id, collection, body["N"].clone(), after.last_etag));
    };
    for (number, text) in changes {
        match text {
            Some(text) => put(*number, *text, Expected::Any, &mut after, &mut commands),
            None => {
                let key = format!("docs/{number}-é");
                commands.push(delete_command(&key));
                if after.documents.remove(&key).is_some() {
                    after.last_etag += 1;
                    after.tombstones.insert(key, after.last_etag);
                }
            }
        }
    }
    // What the last command finds is what the ones before it left.
    let there = after.documents.get(&format!("docs/{last}-é")).map(|document| document.3);
    let expected = match (there, refused) {
        (Some(etag), false) => Expected::ChangeVector(change_vector(shop, etag)),
        (Some(_), true) => Expected::MustNotExist,
        (None, false) => Expected::MustNotExist,
        (None, true) => Expected::ChangeVector(change_vector(shop, 1)),
    };
    put(last, 7, expected, &mut after, &mut commands);
    match (shop.execute(commands), refused) {
        (Ok(_), false) => *model = after,
        (Err(EngineError::Concurrency { actual, .. }), true) => {
            assert_eq!(actual, there.map(|etag| change_vector(shop, etag)), "what the refusal says is there");
        }
        (answer, _) => panic!("refused should be {refused}, but {answer:?}"),
    }
}

/// Pages of every walk are slices of what the whole walk gives.
fn check_pages(shop: &Database, model: &Model, start: u64, take: u64) {
    let (start, take) = (start % 30, take % 12);
    let slice = |mut etags: Vec<i64>, newest: bool| -> Vec<i64> {
        etags.sort_unstable();
        if newest {
            etags.reverse();
        }
        etags.into_iter().skip(start as usize).take(take as usize).collect()
    };
    let etags = |documents: Vec<Document>| -> Vec<i64> { documents.iter().map(|one| one.etag).collect() };
    let all: Vec<i64> = model.documents.values().map(|document| document.3).collect();
    assert_eq!(etags(shop.newest(start, take).unwrap()), slice(all.clone(), true));
    let from = model.last_etag / 2;
    let later = all.iter().copied().filter(|etag| *etag >= from).collect();
    assert_eq!(etags(shop.from_etag(from, start, take).unwrap()), slice(later, false));
    for collection in ["C0", "c1", "none"] {
        let same = |name: &str| name.eq_ignore_ascii_case(collection);
        let own = model.documents.values().filter(|document| same(&document.1)).map(|document| document.3);
        assert_eq!(
            etags(shop.collection_newest(collection, start, take).unwrap()),
            slice(own.collect(), true)
        );
    }
    let after = format!("docs/{start}");
    let query = PrefixQuery {
        starts_with: "DOCS/1".into(),
        start_after: Some(after.clone()),
        take,
        ..PrefixQuery::default()
    };
    let found: Vec<_> = shop.by_prefix(&query).unwrap().into_iter().map(|document| document.id).collect();
    let keys = model.documents.iter().filter(|(key, _)| key.starts_with("docs/1") && **key > after);
    assert_eq!(found, keys.map(|(_, document)| document.0.clone()).take(take as usize).collect::<Vec<_>>());
}

fn small() -> Tuning {
    Tuning { journal_segment: 32 << 10, journal_step: 8 << 10, flush_bytes: 8 << 10, ..quiet() }
}

fn check(shop: &Database, model: &Model) {
    let stats = shop.stats().unwrap();
    assert_eq!(stats.last_etag, model.last_etag);
    assert_eq!(stats.documents, model.documents.len() as u64);
    assert_eq!(stats.tombstones, model.tombstones.len() as u64);

    let mut by_etag: Vec<_> = model.documents.values().map(|(id, .., etag)| (*etag, id.clone())).collect();
    by_etag.sort();
    let walked: Vec<_> = shop.from_etag(0, 0, 1000).unwrap().into_iter().map(|d| (d.etag, d.id)).collect();
    assert_eq!(walked, by_etag);
    by_etag.reverse();
    let newest: Vec<_> = shop.newest(0, 1000).unwrap().into_iter().map(|d| (d.etag, d.id)).collect();
    assert_eq!(newest, by_etag);

    let prefix = PrefixQuery { starts_with: "docs/".into(), take: 1000, ..PrefixQuery::default() };
    let in_order: Vec<_> = shop.by_prefix(&prefix).unwrap().into_iter().map(|document| document.id).collect();
    assert_eq!(in_order, model.documents.values().map(|(id, ..)| id.clone()).collect::<Vec<_>>());

    for (key, (id, collection, number, etag)) in &model.documents {
        let document = shop.get(key).unwrap().unwrap();
        assert_eq!((&document.id, &document.collection, document.etag), (id, collection, *etag));
        let body: Value = serde_json::from_slice(&document.body).unwrap();
        assert_eq!(&body["N"], number);
    }
    for collection in shop.collections().unwrap() {
        let mut own: Vec<_> =
            model.documents.values().filter(|(_, name, ..)| *name == collection.name).map(|d| d.3).collect();
        assert_eq!(collection.documents, own.len() as u64, "{collection:?}");
        own.sort_unstable_by(|a, b| b.cmp(a));
        let found = shop.collection_newest(&collection.name, 0, 1000).unwrap();
        assert_eq!(found.iter().map(|d| d.etag).collect::<Vec<_>>(), own);
        let bytes: u64 = found.iter().map(|document| document.stored_size as u64).sum();
        assert_eq!(collection.documents_size, bytes, "{collection:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 200, ..ProptestConfig::default() })]
    #[test]
    fn the_engine_agrees_with_a_map(steps in proptest::collection::vec(step(), 1..60)) {
        let mut test = test_engine();
        let mut model = Model::default();
        for step in &steps {
            test = apply(step, test, &mut model);
            if !matches!(step, Step::Put(..)) {
                check(&test.shop, &model);
            }
        }
        check(&test.shop, &model);
    }
}
