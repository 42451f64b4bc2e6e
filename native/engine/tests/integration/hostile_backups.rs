//! Backups that were changed and given fitting checksums are refused.

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::backups::{fill, go_on, verified};
use crate::fixture::{TestEngine, put, test_engine, user};

/// A database and the bytes of its backup.
fn backed_up() -> (TestEngine, Vec<u8>) {
    let test = test_engine();
    fill(&test);
    let path = test.folder.path().join("shop.backup");
    test.shop.back_up(&path, &mut go_on).unwrap();
    let whole = std::fs::read(&path).unwrap();
    (test, whole)
}

#[test]
fn a_manifest_that_lies_is_found() {
    let (test, whole) = backed_up();
    let text = String::from_utf8_lossy(&whole).into_owned();
    let last_etag = text.split_once("\"lastEtag\":").unwrap().1.split_once(',').unwrap().0.to_owned();
    let other_etag = format!("{}{}", if last_etag.starts_with('9') { 8 } else { 9 }, &last_etag[1..]);
    let lying = test.folder.path().join("lying.backup");
    for (from, to, found) in [
        ("\"documents\":3", "\"documents\":3", None),
        ("\"documents\":3", "\"documents\":2", Some("number of documents")),
        (
            &*format!("\"lastEtag\":{last_etag}"),
            &*format!("\"lastEtag\":{other_etag}"),
            Some("another moment"),
        ),
    ] {
        let at = whole.windows(from.len()).position(|bytes| bytes == from.as_bytes()).unwrap();
        let mut bytes = whole.clone();
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
        std::fs::write(&lying, sealed_again(bytes)).unwrap();
        let error = verified(&lying).err().map(|error| error.to_string()).unwrap_or_default();
        assert!(found.map_or(error.is_empty(), |found| error.contains(found)), "{to}: {error}");
        let copy = test.engine.restore(&format!("copy-{}", found.is_some()), &lying, &mut go_on);
        assert_eq!(copy.is_ok(), found.is_none(), "{to}: {copy:?}");
    }
}

/// The bytes of a backup with the checksums that belong to them.
fn sealed_again(mut bytes: Vec<u8>) -> Vec<u8> {
    let length = |bytes: &[u8], at: usize| {
        usize::try_from(u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())).unwrap()
    };
    let seal = |bytes: &mut [u8], at: usize, before: u64| {
        let sealed = xxh3_64_with_seed(&bytes[at..at + 24], before);
        bytes[at + 24..at + 32].copy_from_slice(&sealed.to_le_bytes());
        sealed
    };
    let mut at = 32 + length(&bytes, 8);
    let manifest = xxh3_64_with_seed(&bytes[32..at], 1);
    bytes[16..24].copy_from_slice(&manifest.to_le_bytes());
    let mut before = seal(&mut bytes, 0, 0);
    while at < bytes.len() {
        before = seal(&mut bytes, at, before);
        at += 32 + length(&bytes, at + 8);
    }
    bytes
}

/// A backup with other numbers in its manifest and in its rows.
fn with_position(whole: &[u8], record: u64, etag: u64) -> Vec<u8> {
    let change = |table: u8, rows: &mut Vec<u8>| {
        for (name, number) in [("applied-record", record), ("last-etag", etag)] {
            if table == 8 {
                let value = position(rows, name.as_bytes()).unwrap() + name.len();
                rows[value..value + 8].copy_from_slice(&number.to_le_bytes());
            }
        }
    };
    changed(whole, Some((record, etag)), &change)
}

fn position(bytes: &[u8], part: &[u8]) -> Option<usize> {
    bytes.windows(part.len()).position(|found| found == part)
}

/// A backup with changed rows, and other numbers in its manifest if given.
fn changed(whole: &[u8], numbers: Option<(u64, u64)>, change: &dyn Fn(u8, &mut Vec<u8>)) -> Vec<u8> {
    let length =
        |at: usize| usize::try_from(u32::from_le_bytes(whole[at..at + 4].try_into().unwrap())).unwrap();
    let end = 32 + length(8);
    let mut manifest: serde_json::Value = serde_json::from_slice(&whole[32..end]).unwrap();
    if let Some((record, etag)) = numbers {
        (manifest["appliedRecord"], manifest["lastEtag"]) = (record.into(), etag.into());
    }
    let text = manifest.to_string();
    let mut bytes = whole[..32].to_vec();
    bytes[8..12].copy_from_slice(&u32::try_from(text.len()).unwrap().to_le_bytes());
    bytes.extend(text.as_bytes());
    let mut at = end;
    while at < whole.len() {
        let next = at + 32 + length(at + 8);
        let (head, mut payload) = (whole[at..at + 32].to_vec(), whole[at + 32..next].to_vec());
        if head[0] != 0 {
            let mut rows = zstd::bulk::decompress(&payload, length(at + 12)).unwrap();
            change(head[0], &mut rows);
            payload = zstd::bulk::compress(&rows, 1).unwrap();
        }
        bytes.extend(head);
        let head = bytes.len() - 32;
        bytes[head + 8..head + 12].copy_from_slice(&u32::try_from(payload.len()).unwrap().to_le_bytes());
        bytes[head + 16..head + 24].copy_from_slice(&xxh3_64_with_seed(&payload, 1).to_le_bytes());
        bytes.extend(payload);
        at = next;
    }
    sealed_again(bytes)
}

#[test]
fn a_backup_with_bodies_that_no_client_can_write_is_refused() {
    let (test, whole) = backed_up();
    let hostile = test.folder.path().join("hostile.backup");
    let (open, close) = ("[".repeat(150_001), "]".repeat(150_001));
    for (name, from, to, found) in [
        ("same", "\"Ben\"", "\"Bob\"".to_owned(), None),
        ("deep", &*format!("\"{}\"", "x".repeat(300_000)), open + &close, Some("nested")),
        ("broken", "\"Ben\"", "\"Be\"x".to_owned(), Some("not a JSON object")),
        // Of a revision.
        ("revision", "\"Ann\"", "Ann()".to_owned(), Some("not a JSON object")),
    ] {
        let change = |_: u8, rows: &mut Vec<u8>| {
            if let Some(at) = position(rows, from.as_bytes()) {
                rows[at..at + to.len()].copy_from_slice(to.as_bytes());
            }
        };
        std::fs::write(&hostile, changed(&whole, None, &change)).unwrap();
        let restored = test.engine.restore(name, &hostile, &mut go_on);
        let error = restored.err().map(|error| error.to_string()).unwrap_or_default();
        assert!(found.map_or(error.is_empty(), |found| error.contains(found)), "{name}: {error}");
        assert_eq!(test.engine.database(name).is_ok(), found.is_none(), "{name}");
    }
}

#[test]
fn a_backup_with_the_greatest_numbers_is_refused_or_its_database_refuses_writes() {
    let (test, whole) = backed_up();
    let hostile = test.folder.path().join("hostile.backup");
    std::fs::write(&hostile, with_position(&whole, 5_000, 5_000)).unwrap();
    assert_eq!(test.engine.restore("far", &hostile, &mut go_on).unwrap().last_etag, 5_000);
    let far = test.engine.database("far").unwrap();
    put(&far, "users/9", &user("Zoe"));
    assert!(far.stats().unwrap().last_etag > 5_000);
    let greatest = u64::try_from(i64::MAX).unwrap();
    for (name, record, etag) in [
        ("record", u64::MAX, 5_000),
        ("near-record", u64::MAX - 1, 5_000),
        ("etag", 5_000, greatest),
        ("near-etag", 5_000, greatest - 1),
    ] {
        std::fs::write(&hostile, with_position(&whole, record, etag)).unwrap();
        let error = test.engine.restore(name, &hostile, &mut go_on).unwrap_err();
        assert!(error.to_string().contains("greater than any"), "{name}: {error}");
        assert!(test.engine.database(name).is_err());
    }
}
