//! Kill -9 under load: a child writes and reports what was acknowledged, is killed, and everything it reported is there.
//!
//! The child is this very program, started with a folder in its environment; that is why it brings its own
//! `main` instead of the test harness's.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

#[path = "house/fixture.rs"]
#[allow(dead_code, reason = "shared with the other tests, which use the rest of it")]
mod fixture;

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use rookery_engine::{Engine, Health, Tuning};
use serde_json::json;

use fixture::{get, options, put_command, quiet, saved};

const FOLDER: &str = "ROOKERY_CRASH_TEST_FOLDER";

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
    // In the harness's words, so that whoever counts tests counts this one.
    println!("\nrunning 1 test");
    everything_acknowledged_before_a_kill_is_there_after_it();
    println!("test everything_acknowledged_before_a_kill_is_there_after_it ... ok\n");
    println!("test result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out");
}

/// What the killed process does.
fn write_until_killed(folder: &Path) {
    let engine = Engine::open(options(folder, busy())).unwrap();
    let _ = engine.create("shop", json!({}));
    let shop = engine.database("shop").unwrap();
    let threads: Vec<_> = (0..3)
        .map(|writer| {
            let shop = shop.clone();
            std::thread::spawn(move || {
                for round in 0u64.. {
                    let commands = (0..5).map(|n| {
                        let id = format!("w{writer}/{}", (round * 5 + n) % 97);
                        put_command(&id, &json!({"Round": round, "Text": "x".repeat((round % 300) as usize)}))
                    });
                    let results = shop.execute(commands.collect()).unwrap();
                    let mut line = String::from("ack");
                    for result in &results {
                        let saved = saved(result);
                        line += &format!(" {}={}={round}", saved.id, saved.etag);
                    }
                    line.push('\n');
                    // One write call per line, so that lines of several threads do not mix.
                    std::io::stdout().lock().write_all(line.as_bytes()).unwrap();
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

fn everything_acknowledged_before_a_kill_is_there_after_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut acknowledged: BTreeMap<String, (i64, u64)> = BTreeMap::new();
    let mut last_etag = 0;
    for kills in [40, 150, 15, 300] {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut heard = 0;
        let mut killed = false;
        for line in lines {
            let Some(at) = line.find("ack ") else { continue };
            for part in line[at..].split(' ').skip(1) {
                let fields: Vec<&str> = part.split('=').collect();
                // The last line may have been cut by the kill.
                let [id, etag, round] = fields[..] else { continue };
                let (Ok(etag), Ok(round)) = (etag.parse::<i64>(), round.parse::<u64>()) else { continue };
                if !line.ends_with(part) || !killed {
                    last_etag = last_etag.max(etag);
                    let newest = acknowledged.entry(id.to_owned()).or_default();
                    *newest = (*newest).max((etag, round));
                }
            }
            heard += 1;
            if heard == kills {
                // SIGKILL on Unix; what is already in the pipe is still read.
                child.kill().unwrap();
                killed = true;
            }
        }
        child.wait().unwrap();
        assert!(heard >= kills, "the child ended on its own after {heard} lines");

        let engine = Engine::open(options(folder.path(), quiet())).unwrap();
        let shop = engine.database("shop").unwrap();
        let stats = shop.stats().unwrap();
        assert_eq!(stats.health, Health::ReadWrite);
        assert!(stats.last_etag >= last_etag, "{} < {last_etag}", stats.last_etag);
        for (id, (etag, round)) in &acknowledged {
            let document = shop.get(id).unwrap().unwrap_or_else(|| panic!("{id} is gone"));
            assert!(document.etag >= *etag, "{id}: {} < {etag}", document.etag);
            if document.etag == *etag {
                assert_eq!(get(&shop, id)["Round"], *round, "{id}");
            }
        }
        let all = shop.from_etag(0, 0, 10_000).unwrap();
        assert_eq!(all.len() as u64, stats.documents);
        engine.close().unwrap();
    }
    assert!(!acknowledged.is_empty());
}
