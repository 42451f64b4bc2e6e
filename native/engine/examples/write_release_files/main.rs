//! Writes the data files that tests of later versions open: `write_release_files DATA KEPT`. DATA is the data folder and
//! must be new; KEPT gets its files, a backup and the description of the contents, each packed with zstd.
//! `scripts/write-release-files.ts` runs it.

#![allow(clippy::unwrap_used, reason = "a panic is the report")]

#[path = "../../tests/integration/release_files/contents.rs"]
mod contents;
mod fill;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rookery_engine::{Engine, EngineOptions, Tuning};
use serde_json::json;

fn main() {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [data, kept] = &folders[..] else { panic!("usage: write_release_files DATA KEPT") };
    assert!(!data.exists() && !kept.exists(), "both folders must be new");
    // Small files, and no flush except where the data asks for one: a part of it is in the journal only.
    let tuning = Tuning {
        journal_segment: 256 << 10,
        journal_step: 64 << 10,
        flush_documents: usize::MAX,
        flush_after: Duration::from_secs(3600),
        tombstone_cleanup: None,
        ..Tuning::default()
    };
    let engine = Engine::open(EngineOptions { tuning, ..EngineOptions::new(data) }).unwrap();
    engine.create("shop", json!({ "Settings": {} })).unwrap();
    let shop = engine.database("shop").unwrap();
    fill::flushed_part(&shop);
    shop.flush_and_sync().unwrap();
    let backup = data.with_extension("backup");
    fill::journal_part(&shop);
    // Queries also wait until the indexes have seen every change.
    let found = contents::contents(&shop);
    let indexes = contents::indexes(&shop);
    // Dropped without closing: closing would flush.
    drop(shop);
    drop(engine);
    pack_folder(data, &kept.join("data"));

    let engine = Engine::open(EngineOptions::new(data)).unwrap();
    engine.database("shop").unwrap().back_up(&backup, &mut |_| true).unwrap();
    engine.close().unwrap();
    pack(&backup, &kept.join("shop.backup"));
    fs::remove_file(&backup).unwrap();
    let text = serde_json::to_string_pretty(&json!({ "contents": found, "indexes": indexes })).unwrap();
    fs::write(kept.join("contents.json.zst"), zstd::encode_all(text.as_bytes(), 19).unwrap()).unwrap();
}

fn pack_folder(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (name, path) = (entry.file_name(), entry.path());
        if entry.file_type().unwrap().is_dir() {
            pack_folder(&path, &to.join(name));
        } else if !name.to_string_lossy().ends_with(".lock") {
            // Locks name the process that wrote the files.
            pack(&path, &to.join(name));
        }
    }
}

fn pack(from: &Path, to: &Path) {
    fs::create_dir_all(to.parent().unwrap()).unwrap();
    let mut name = to.as_os_str().to_owned();
    name.push(".zst");
    fs::write(name, zstd::encode_all(&fs::read(from).unwrap()[..], 19).unwrap()).unwrap();
}
