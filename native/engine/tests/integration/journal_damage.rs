//! Truncated or corrupted journals: a torn end is skipped, damage in the middle is always reported.

use std::fs::OpenOptions;
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rookery_engine::{Engine, EngineError, StorageError};
use tempfile::TempDir;

use crate::fixture::{TestEngine, get, options, put, quiet, test_engine, test_engine_in, user};

const BLOCK: u64 = 4096;

/// Five users in five records, nothing flushed; the engine is closed.
fn five_records() -> (Arc<TempDir>, PathBuf) {
    let test = test_engine();
    for n in 1..=5 {
        put(&test.shop, &format!("users/{n}"), &user("x"));
    }
    let journal = test.journals().join("0000000000000000001.journal");
    let TestEngine { engine, shop, folder } = test;
    drop((engine, shop));
    (folder, journal)
}

fn flip(path: &Path, at: u64) {
    let mut file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut byte = [0];
    file.seek(SeekFrom::Start(at)).unwrap();
    file.read_exact(&mut byte).unwrap();
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(&[byte[0] ^ 0xff]).unwrap();
}

fn open_error(folder: &TempDir) -> EngineError {
    let engine = Engine::open(options(folder.path(), quiet())).unwrap();
    let error = engine.database("shop").unwrap_err();
    assert_eq!(engine.info("shop").unwrap().load_error, Some(error.to_string()));
    error
}

#[test]
fn a_torn_last_record_is_skipped_and_reported() {
    for torn_at in [BLOCK * 5 + 60, BLOCK * 5 + 50, BLOCK * 5 + 41] {
        let (folder, journal) = five_records();
        flip(&journal, torn_at);
        let test = test_engine_in(folder.clone(), options(folder.path(), quiet()));
        let stats = test.shop.stats().unwrap();
        assert_eq!((stats.documents, stats.recovery.replayed_records), (4, 4));
        let said = stats.recovery.torn_tail.unwrap();
        assert!(said.contains("record 5") && said.contains("byte 20480"), "{said}");
        // Writing continues in a fresh segment, and the torn record stays void.
        put(&test.shop, "users/6", &user("y"));
        let test = test.dropped_and_reopened();
        assert_eq!(test.shop.stats().unwrap().documents, 5);
        assert!(get(&test.shop, "users/5").is_null());
    }
}

#[test]
fn a_file_cut_short_ends_at_its_last_whole_record() {
    for cut in [BLOCK * 5, BLOCK * 5 + 100, BLOCK * 4 + 4000] {
        let (folder, journal) = five_records();
        OpenOptions::new().write(true).open(&journal).unwrap().set_len(cut).unwrap();
        let test = test_engine_in(folder.clone(), options(folder.path(), quiet()));
        let expected = (cut / BLOCK) - 1;
        assert_eq!(test.shop.stats().unwrap().documents, expected, "cut at {cut}");
    }
}

#[test]
fn a_damaged_record_with_intact_ones_behind_it_keeps_the_database_closed() {
    let (folder, journal) = five_records();
    flip(&journal, BLOCK * 3 + 70);
    let error = open_error(&folder);
    let EngineError::Storage(StorageError::Corrupt { path, reason }) = &error else { panic!("{error}") };
    assert_eq!(*path, journal);
    assert!(reason.contains("record 3") && reason.contains("record 4 after it is intact"), "{reason}");
    // The damage undone, everything is there: nothing was touched.
    flip(&journal, BLOCK * 3 + 70);
    let test = test_engine_in(folder.clone(), options(folder.path(), quiet()));
    assert_eq!(test.shop.stats().unwrap().documents, 5);
}

#[test]
fn a_missing_segment_in_the_middle_is_noticed() {
    let test = test_engine();
    for n in 1..=40 {
        put(&test.shop, &format!("texts/{n}"), &serde_json::json!({"Text": "x".repeat(20_000)}));
    }
    let journals = test.journals();
    let TestEngine { engine, shop, folder } = test;
    drop((engine, shop));
    assert!(std::fs::read_dir(&journals).unwrap().count() >= 3);
    let second = journals.join("0000000000000000002.journal");
    let aside = folder.path().join("aside");
    std::fs::rename(&second, &aside).unwrap();
    let error = open_error(&folder);
    assert!(error.to_string().contains("are missing before it"), "{error}");
    std::fs::rename(&aside, &second).unwrap();
    let test = test_engine_in(folder.clone(), options(folder.path(), quiet()));
    assert_eq!(test.shop.stats().unwrap().documents, 40);
}

#[test]
fn an_unfinished_new_segment_is_cleared_away() {
    for content in [Vec::new(), vec![0; 4096], vec![0; 65536]] {
        let (folder, journal) = five_records();
        let unfinished = journal.with_file_name("0000000000000000002.journal");
        std::fs::write(&unfinished, content).unwrap();
        let test = test_engine_in(folder.clone(), options(folder.path(), quiet()));
        assert_eq!(test.shop.stats().unwrap().documents, 5);
        assert!(!unfinished.exists());
        put(&test.shop, "users/6", &user("y"));
        assert_eq!(test.dropped_and_reopened().shop.stats().unwrap().documents, 6);
    }
}

#[test]
fn a_recycled_file_that_was_only_renamed_is_cleared_away() {
    let (folder, journal) = five_records();
    let test = test_engine_in(folder.clone(), options(folder.path(), quiet()));
    test.shop.flush_and_sync().unwrap();
    let TestEngine { engine, shop, .. } = test;
    drop((engine, shop));
    let renamed = journal.with_file_name("0000000000000000009.journal");
    std::fs::rename(&journal, &renamed).ok();
    let test = test_engine_in(folder.clone(), options(folder.path(), quiet()));
    assert_eq!(test.shop.stats().unwrap().documents, 5);
    assert!(!renamed.exists());
}

#[test]
fn a_journal_from_elsewhere_is_refused() {
    let (_other, foreign) = five_records();
    let (folder, journal) = five_records();
    std::fs::copy(&foreign, journal.with_file_name("0000000000000000002.journal")).unwrap();
    // Renumbered, it is not even the file it says it is.
    assert!(open_error(&folder).to_string().contains("another journal"));
    std::fs::remove_file(journal.with_file_name("0000000000000000002.journal")).unwrap();
    std::fs::copy(&foreign, &journal).unwrap();
    assert!(open_error(&folder).to_string().contains("another journal"));
}

#[test]
fn a_journal_of_a_newer_version_requires_an_update() {
    let (folder, journal) = five_records();
    let mut bytes = std::fs::read(&journal).unwrap();
    bytes[BLOCK as usize + 4] = 3;
    std::fs::write(&journal, bytes).unwrap();
    let error = open_error(&folder);
    assert_eq!(error.code(), "too-new");
    assert!(error.to_string().contains("Update this program"), "{error}");
}

/// What version 1 would have written: one checksum over header and payload.
fn as_version_1(bytes: &mut [u8]) {
    use xxhash_rust::xxh3::xxh3_64;
    for block in (0..bytes.len()).step_by(BLOCK as usize) {
        let record = &mut bytes[block..];
        let sum = match &record[..4] {
            b"RKJS" => 40,
            b"RKJR" => 48,
            _ => continue,
        };
        record[4..6].copy_from_slice(&1u16.to_le_bytes());
        let mut summed = record[..sum].to_vec();
        if sum == 48 {
            let length = u32::from_le_bytes(record[40..44].try_into().unwrap()) as usize;
            summed.extend_from_slice(&record[56..56 + length]);
        }
        let checksum = xxh3_64(&summed).to_le_bytes();
        record[sum..sum + 8].copy_from_slice(&checksum);
    }
}

#[test]
fn a_journal_of_version_1_is_read() {
    let (folder, journal) = five_records();
    let mut bytes = std::fs::read(&journal).unwrap();
    let before = bytes.clone();
    as_version_1(&mut bytes);
    assert_ne!(bytes, before);
    std::fs::write(&journal, bytes).unwrap();
    let engine = Engine::open(options(folder.path(), quiet())).unwrap();
    let shop = engine.database("shop").unwrap();
    assert_eq!(shop.stats().unwrap().documents, 5);
    assert_eq!(shop.stats().unwrap().recovery.replayed_records, 5);
}
