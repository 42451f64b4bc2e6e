//! Random puts, removals, copies and moves against a map that is obviously right.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use rookery_engine::{Command, Database, Expected};
use serde_json::json;

use crate::attachments::{content, copy_attachment, delete_attachment, put_attachment};
use crate::fixture::{delete_command, get, put_command, test_engine};

#[derive(Debug, Clone)]
enum Step {
    Document(u8),
    Delete(u8),
    Put(u8, u8, u8),
    Remove(u8, u8),
    Copy(u8, u8, u8, u8),
    Move(u8, u8, u8, u8),
    Flush,
}

fn step() -> impl Strategy<Value = Step> {
    let (document, name) = (0..3u8, 0..3u8);
    prop_oneof![
        2 => document.clone().prop_map(Step::Document),
        1 => document.clone().prop_map(Step::Delete),
        5 => (document.clone(), name.clone(), 0..4u8).prop_map(|(a, b, c)| Step::Put(a, b, c)),
        3 => (document.clone(), name.clone()).prop_map(|(a, b)| Step::Remove(a, b)),
        3 => (document.clone(), name.clone(), document.clone(), name.clone())
            .prop_map(|(a, b, c, d)| Step::Copy(a, b, c, d)),
        3 => (document.clone(), name.clone(), document, name)
            .prop_map(|(a, b, c, d)| Step::Move(a, b, c, d)),
        1 => Just(Step::Flush),
    ]
}

type Model = BTreeMap<u8, BTreeMap<u8, u8>>;

/// Some are one piece long, one is empty, one has two pieces.
fn bytes(content: u8) -> Vec<u8> {
    vec![content; [3, 0, 300_000, 17][usize::from(content)]]
}

/// Does the step in the model; `false` when it must be refused.
fn apply(model: &mut Model, step: &Step) -> bool {
    match *step {
        Step::Document(id) => {
            model.entry(id).or_default();
        }
        Step::Delete(id) => {
            model.remove(&id);
        }
        Step::Put(id, name, content) => match model.get_mut(&id) {
            Some(attachments) => {
                attachments.insert(name, content);
            }
            None => return false,
        },
        Step::Remove(id, name) => {
            model.get_mut(&id).and_then(|attachments| attachments.remove(&name));
        }
        Step::Copy(id, name, to, to_name) | Step::Move(id, name, to, to_name) => {
            let Some(content) = model.get(&id).and_then(|found| found.get(&name)).copied() else {
                return false;
            };
            let Some(target) = model.get_mut(&to) else { return false };
            if target.contains_key(&to_name) {
                return false;
            }
            target.insert(to_name, content);
            if matches!(step, Step::Move(..)) {
                model.entry(id).or_default().remove(&name);
            }
        }
        Step::Flush => {}
    }
    true
}

fn document(id: u8) -> String {
    format!("d/{id}")
}

fn name(name: u8) -> String {
    format!("n{name}")
}

fn command(step: &Step) -> Option<Command> {
    Some(match *step {
        Step::Document(id) => put_command(&document(id), &json!({"some": "thing"})),
        Step::Delete(id) => delete_command(&document(id)),
        Step::Put(id, attachment, content) => {
            put_attachment(&document(id), &name(attachment), bytes(content))
        }
        Step::Remove(id, attachment) => delete_attachment(&document(id), &name(attachment)),
        Step::Copy(id, attachment, to, to_name) => {
            copy_attachment((&document(id), &name(attachment)), (&document(to), &name(to_name)))
        }
        Step::Move(id, attachment, to, to_name) => Command::AttachmentMove {
            id: document(id),
            name: name(attachment),
            destination_id: document(to),
            destination_name: name(to_name),
            expected: Expected::Any,
        },
        Step::Flush => return None,
    })
}

fn agrees(database: &Database, model: &Model) {
    for id in 0..3 {
        let listed = get(database, &document(id))["@metadata"]["@attachments"].clone();
        let listed: Vec<String> = listed
            .as_array()
            .map(|items| items.iter().map(|item| item["Name"].as_str().unwrap().to_owned()).collect())
            .unwrap_or_default();
        let expected = model.get(&id).cloned().unwrap_or_default();
        assert_eq!(listed, expected.keys().map(|key| name(*key)).collect::<Vec<_>>());
        for attachment in 0..3 {
            let found = content(database, &document(id), &name(attachment));
            assert_eq!(found, expected.get(&attachment).map(|content| bytes(*content)));
        }
    }
    let used: Vec<u8> = model.values().flat_map(BTreeMap::values).copied().collect();
    let stats = database.stats().unwrap();
    assert_eq!(stats.attachments, used.len() as u64);
    assert_eq!(stats.unique_attachments, used.iter().collect::<BTreeSet<_>>().len() as u64);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn attachments_do_what_a_map_does(batches in proptest::collection::vec(
        proptest::collection::vec(step(), 1..4), 1..25)
    ) {
        let test = test_engine();
        let mut model = Model::new();
        for batch in &batches {
            let mut after = model.clone();
            let accepted = batch.iter().all(|step| apply(&mut after, step));
            let answer = test.shop.execute(batch.iter().filter_map(command).collect());
            prop_assert_eq!(answer.is_ok(), accepted, "{:?}: {:?}", batch, answer);
            if accepted {
                model = after;
            }
            if batch.iter().any(|step| matches!(step, Step::Flush)) {
                test.shop.flush_and_sync().unwrap();
            }
            agrees(&test.shop, &model);
        }
        let test = test.dropped_and_reopened();
        agrees(&test.shop, &model);
        // With the last attachment the last row goes.
        for id in 0..3 {
            test.shop.execute(vec![delete_command(&document(id))]).unwrap();
        }
        test.shop.flush_and_sync().unwrap();
        for table in test.shop.storage_report().unwrap().tables {
            if table.name.starts_with("attachment") {
                prop_assert_eq!(table.entries, 0, "rows left in {}", table.name);
            }
        }
    }
}
