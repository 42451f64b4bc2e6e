//! A big attachment: what it costs in memory to put and to read. A program of its own, because the
//! peak is the whole process's.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use bytes::Bytes;
use rookery_engine::{Command, Engine, EngineOptions, Expected, Tuning};
use serde_json::Value;

const MIB: u64 = 1 << 20;
const SIZE: usize = 100 << 20;

/// The most memory this process had since the last reset, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

fn now() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    pages.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

fn reset_peak() {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
}

/// Bytes that neither repeat nor compress.
fn noise() -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut bytes = Vec::with_capacity(SIZE);
    while bytes.len() < SIZE {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes.extend_from_slice(&state.to_le_bytes());
    }
    bytes
}

#[test]
fn a_hundred_megabytes_are_read_in_little_memory_and_put_in_a_few_copies() {
    let folder = tempfile::tempdir().unwrap();
    let tuning = Tuning { store_cache: 8 << 20, ..Tuning::default() };
    let engine = Engine::open(EngineOptions { tuning, ..EngineOptions::new(folder.path()) }).unwrap();
    engine.create("shop", Value::Null).unwrap();
    let shop = engine.database("shop").unwrap();
    let document = Command::Put { id: "a".into(), body: Bytes::from_static(b"{}"), expected: Expected::Any };
    shop.execute(vec![document]).unwrap();

    let content = Bytes::from(noise());
    let before = now();
    reset_peak();
    shop.execute(vec![Command::AttachmentPut {
        id: "a".into(),
        name: "big".into(),
        content_type: String::new(),
        content: content.clone(),
        expected: Expected::Any,
    }])
    .unwrap();
    shop.flush_and_sync().unwrap();
    let put = peak() - before;
    println!("putting took {} MiB beside the content", put / MIB);
    // The journal record, its compressed form, and what the data file's transaction has not yet written.
    assert!(put < 320 * MIB, "{} MiB", put / MIB);
    let on_disk = std::fs::metadata(shop.folder().join("store.redb")).unwrap().len();
    println!("the data file has {} MiB", on_disk / MIB);
    assert!(on_disk < 140 * MIB, "pieces must fit their pages: {} MiB", on_disk / MIB);

    let before = now();
    reset_peak();
    let open = shop.open_attachment("a", "big").unwrap().unwrap();
    let mut at = 0;
    loop {
        let piece = open.read_at(at as u64).unwrap();
        if piece.is_empty() {
            break;
        }
        assert!(content[at..].starts_with(&piece), "other bytes at {at}");
        at += piece.len();
    }
    assert_eq!(at, SIZE);
    let read = peak().saturating_sub(before);
    println!("reading took {} MiB", read / MIB);
    assert!(read < 24 * MIB, "{} MiB", read / MIB);
}
