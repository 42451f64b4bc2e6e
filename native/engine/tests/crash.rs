//! Kill -9 under load: a child writes and reports what was acknowledged, is killed, and everything it
//! reported is there.
//!
//! The child is this very program, started with a folder in its environment; that is why it brings its own
//! `main` instead of the test harness's. Some kills come while the child is still opening what the last one
//! left. `ROOKERY_KILLS` says how many there are, if not 25.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

#[path = "simulated_disk/dice.rs"]
#[allow(dead_code, reason = "shared with the simulated disk, which uses the rest of it")]
mod dice;
#[path = "integration/fixture.rs"]
#[allow(dead_code, reason = "shared with the other tests, which use the rest of it")]
mod fixture;

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rookery_engine::{
    ClusterCommand, ClusterTransaction, CommandResult, CompactOptions, Database, DocumentsCompression,
    Engine, Health, Tuning,
};
use serde_json::{Value, json};

use dice::Dice;
use fixture::{delete_command, get, options, put_command, quiet};

const FOLDER: &str = "ROOKERY_CRASH_TEST_FOLDER";
const KILLS: &str = "ROOKERY_KILLS";
const USUAL_KILLS: u64 = 25;
const WRITERS: u64 = 4;

/// Flushes and new segments all the time, so that every moment to be killed at comes up.
fn busy() -> Tuning {
    Tuning {
        flush_documents: 40,
        flush_after: Duration::from_millis(5),
        journal_segment: 64 << 10,
        journal_step: 16 << 10,
        ..quiet()
    }
}

fn main() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return write_until_killed(folder.as_ref());
    }
    // In the harness's format, so that scripts that count tests count this one.
    println!("\nrunning 1 test");
    let kills = match std::env::var(KILLS) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{KILLS} is '{text}', which is not a number")),
        Err(_) => USUAL_KILLS,
    };
    everything_acknowledged_before_a_kill_is_there_after_it(kills);
    println!("test everything_acknowledged_before_a_kill_is_there_after_it ... ok\n");
    println!("test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out");
}

/// What the killed process does. Each batch puts and deletes documents of its writer's own, and puts the
/// same round into two that are in every batch.
fn write_until_killed(folder: &Path) {
    let engine = Engine::open(options(folder, busy())).unwrap();
    let _ = engine.create("shop", json!({}));
    let shop = engine.database("shop").unwrap();
    // Rounds go up over all lives: the first one not used yet by any writer.
    let used = |id: &String| get(&shop, id)["Round"].as_u64().unwrap_or(0);
    let begin = (0..WRITERS).flat_map(pair).map(|id| used(&id)).max().unwrap_or(0) + 1_000_000;
    let threads: Vec<_> = (0..WRITERS)
        .map(|writer| {
            let shop = shop.clone();
            std::thread::spawn(move || {
                for round in begin.. {
                    let [first, last] = pair(writer);
                    let length = if round % 17 == 0 { 9_000 } else { round % 300 };
                    let body = json!({"Round": round, "Text": "x".repeat(length as usize)});
                    let mut commands = vec![put_command(&first, &body)];
                    for n in 0..5 {
                        let id = format!("w{writer}/{}", (round * 5 + n) % 97);
                        commands.push(match (round + n) % 4 {
                            0 => delete_command(&id),
                            _ => put_command(&id, &body),
                        });
                    }
                    commands.push(put_command(&last, &body));
                    let mut line = format!("ack {round}");
                    for result in shop.execute(commands).unwrap() {
                        line += &match result {
                            CommandResult::Put { id, etag, .. } => format!(" {id}={etag}"),
                            CommandResult::Delete { id, .. } => format!(" {id}=deleted"),
                            other => panic!("unexpected {other:?}"),
                        };
                    }
                    line += " end\n";
                    // One write call per line, so that lines of several threads do not mix.
                    std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
                    if round % 5 == 0 {
                        let line = write_cluster_wide(&shop, writer, round);
                        std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
                    }
                }
            })
        })
        .collect();
    // Meanwhile all documents are stored now compressed, now not, and the data file loses its gaps.
    for on in [true, false].into_iter().cycle() {
        let settings = DocumentsCompression { compress_all_collections: on, ..Default::default() };
        shop.set_documents_compression(settings).unwrap();
        shop.compact(&CompactOptions::default(), &mut |_| true).unwrap();
        if threads.iter().any(std::thread::JoinHandle::is_finished) {
            break;
        }
    }
    for thread in threads {
        thread.join().unwrap();
    }
}

/// Puts the round into a document and a compare-exchange value in one transaction; what is reported about it.
fn write_cluster_wide(shop: &Database, writer: u64, round: u64) -> String {
    let [id, key] = cluster_pair(writer);
    let index = shop.compare_exchange(&[&key]).unwrap()[0].as_ref().map_or(0, |value| value.index);
    let body = json!({ "Round": round });
    let value = json!({ "Object": body }).to_string().into();
    let commands = vec![
        ClusterCommand::Put { id: id.clone(), body: body.to_string().into(), change_vector: None },
        ClusterCommand::CompareExchangePut { key, value, index },
    ];
    let request_id = Some(format!("{writer} {round}"));
    shop.cluster_transaction(ClusterTransaction { commands, guards: false, request_id }).unwrap();
    format!("ack {round} {id}={} end\n", shop.get(&id).unwrap().unwrap().etag)
}

/// A document and the key of a value that are always changed together.
fn cluster_pair(writer: u64) -> [String; 2] {
    [format!("w{writer}/cluster-wide"), format!("W{writer}/value")]
}

fn pair(writer: u64) -> [String; 2] {
    [format!("w{writer}/first"), format!("w{writer}/last")]
}

/// The last acknowledged state of a document.
#[derive(Debug, Clone, Copy)]
struct Told {
    round: u64,
    /// `None` when it was deleted.
    etag: Option<i64>,
}

#[derive(Default)]
struct Acknowledged {
    documents: BTreeMap<String, Told>,
    last_etag: i64,
    batches: u64,
}

impl Acknowledged {
    /// Reads a line of the child's; false when it is none that was written to the end.
    fn hear(&mut self, line: &str) -> bool {
        let Some(at) = line.find("ack ") else { return false };
        let words: Vec<&str> = line[at..].split(' ').collect();
        let ["ack", round, results @ .., "end"] = &words[..] else { return false };
        let round = round.parse().unwrap();
        for result in results {
            let (id, etag) = result.split_once('=').unwrap();
            let etag = etag.parse::<i64>().ok();
            self.last_etag = self.last_etag.max(etag.unwrap_or(0));
            // Lines of one writer come in its order, and its documents are its own.
            self.documents.insert(id.to_owned(), Told { round, etag });
        }
        self.batches += 1;
        true
    }

    /// Opens the folder and looks whether everything is there.
    fn compare(&self, folder: &Path) {
        let engine = Engine::open(options(folder, quiet())).unwrap();
        if self.batches == 0 && engine.list().is_empty() {
            return;
        }
        let shop = engine.database("shop").unwrap();
        let stats = shop.stats().unwrap();
        assert_eq!(stats.health, Health::ReadWrite);
        assert!(stats.last_etag >= self.last_etag, "{} < {}", stats.last_etag, self.last_etag);
        for (id, reported) in &self.documents {
            let found = shop.get(id).unwrap();
            let round = get(&shop, id)["Round"].as_u64();
            match (&found, reported.etag) {
                // At most one batch of each writer was running and unacknowledged: a later round.
                (None, Some(_)) => {
                    assert!(newest_round(&shop, id) > reported.round, "{id} is gone: {reported:?}")
                }
                (Some(_), None) => {
                    assert!(round > Some(reported.round), "{id} is back: {reported:?}, {round:?}")
                }
                (Some(document), Some(etag)) if document.etag == etag => {
                    assert_eq!(round, Some(reported.round))
                }
                (Some(document), Some(etag)) => assert!(document.etag > etag && round > Some(reported.round)),
                (None, None) => {}
            }
        }
        for [first, last] in (0..WRITERS).map(pair) {
            assert_eq!(get(&shop, &first)["Round"], get(&shop, &last)["Round"], "half a batch is there");
        }
        for [id, key] in (0..WRITERS).map(cluster_pair) {
            let value = shop.compare_exchange(&[&key]).unwrap().remove(0);
            let value = value.map_or(Value::Null, |value| serde_json::from_slice(&value.value).unwrap());
            let round = &value["Object"]["Round"];
            assert_eq!(&get(&shop, &id)["Round"], round, "half a cluster-wide transaction is there");
        }
        assert_eq!(stats.compare_exchange, shop.compare_exchange_page("", 0, 100).unwrap().len() as u64);
        let all = shop.from_etag(0, 0, 10_000).unwrap();
        assert_eq!(all.len() as u64, stats.documents);
        let bytes: usize = all.iter().map(|document| document.stored_size).sum();
        assert_eq!(bytes as u64, shop.collections().unwrap().iter().map(|of| of.documents_size).sum::<u64>());
        let compressed = all.iter().filter(|document| document.compressed).count();
        let counted: u64 = shop.collection_compression().unwrap().iter().map(|of| of.documents).sum();
        assert_eq!(compressed as u64, counted);
        let by_collection: u64 = shop.collections().unwrap().iter().map(|own| own.documents).sum();
        assert_eq!(by_collection, stats.documents);
        engine.close().unwrap();
    }
}

/// The last round that is there of the writer a document belongs to.
fn newest_round(shop: &rookery_engine::Database, id: &str) -> u64 {
    let (writer, _) = id.split_once('/').unwrap();
    match &get(shop, &format!("{writer}/first"))["Round"] {
        Value::Number(round) => round.as_u64().unwrap(),
        _ => 0,
    }
}

fn start(folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn everything_acknowledged_before_a_kill_is_there_after_it(kills: u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut dice = Dice::new(kills);
    let mut acknowledged = Acknowledged::default();
    let mut while_opening = 0;
    for kill in 0..kills {
        let mut child = start(folder.path());
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        if dice.chance(25) {
            // SIGKILL on Unix; what is already in the pipe is still read.
            std::thread::sleep(Duration::from_micros(dice.below(20_000)));
            child.kill().unwrap();
            let before = acknowledged.batches;
            for line in lines.map_while(Result::ok) {
                acknowledged.hear(&line);
            }
            while_opening += u64::from(acknowledged.batches == before);
        } else {
            let batches = 1 + dice.below(200);
            let mut heard = 0;
            for line in lines.map_while(Result::ok) {
                heard += u64::from(acknowledged.hear(&line));
                if heard == batches {
                    child.kill().unwrap();
                }
            }
            assert!(heard >= batches, "the child ended on its own after {heard} batches");
        }
        child.wait().unwrap();
        // Otherwise the next child is the first to open what this one left.
        if dice.chance(60) || kill + 1 == kills {
            acknowledged.compare(folder.path());
        }
    }
    println!(
        "{kills} kills, {while_opening} of them while opening, {} batches reported",
        acknowledged.batches
    );
    assert!(acknowledged.batches > kills / 2);
    // How many come while a child still opens is the machine's choice; among many some must.
    assert!(while_opening > 0 || kills < 200);
}
