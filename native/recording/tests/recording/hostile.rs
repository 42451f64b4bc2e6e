//! Files that are damaged, or made to do harm: an error or a recording with its damage, never a panic.

use std::io::{Cursor, Read, Write};
use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, Int64Array, NullArray, RecordBatch, StringArray, UInt64Array};
use arrow_ipc::writer::StreamWriter;
use rookery_recording::tables::Rows;
use rookery_recording::{Limits, Recording, RecordingError, Space, Texts, read, write_recording};
use zip::write::{SimpleFileOptions, ZipWriter};

use crate::mutations::each;
use crate::sample::sample;

const LIMITS: Limits = Limits { unpacked: 64 << 20, memory: 256 << 20 };

fn valid() -> Vec<u8> {
    write_recording(&sample(), Cursor::new(Vec::new())).expect("a file").into_inner()
}

fn open(file: &[u8]) -> Result<Recording, RecordingError> {
    read(Cursor::new(file), LIMITS)
}

/// The entries of an archive.
fn entries(file: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(file)).expect("an archive");
    let mut entries = Vec::new();
    for number in 0..archive.len() {
        let mut entry = archive.by_index(number).expect("an entry");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("its bytes");
        entries.push((entry.name().expect("a name").into_owned(), bytes));
    }
    entries
}

fn archive(entries: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        zip.start_file(name.as_str(), SimpleFileOptions::default()).expect("an entry");
        zip.write_all(bytes).expect("its bytes");
    }
    zip.finish().expect("an archive").into_inner()
}

fn manifest() -> (String, Vec<u8>) {
    ("recording.json".to_owned(), br#"{"format":1}"#.to_vec())
}

/// A file of a manifest and one chunk.
fn with_chunk(name: &str, columns: Vec<(&str, ArrayRef)>) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns).expect("a batch");
    archive(&[manifest(), (name.to_owned(), stream(&[batch]))])
}

fn stream(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = StreamWriter::try_new(Vec::new(), &batches[0].schema()).expect("a stream");
    for batch in batches {
        writer.write(batch).expect("a batch");
    }
    writer.into_inner().expect("a stream")
}

fn times(rows: usize) -> ArrayRef {
    Arc::new(Int64Array::from(vec![5; rows]))
}

/// The only sentence about damage.
fn damage(file: &[u8]) -> String {
    let recording = open(file).expect("a recording");
    assert_eq!(recording.damage.len(), 1, "{:?}", recording.damage);
    recording.damage[0].clone()
}

#[test]
fn changed_bytes_give_an_error_or_damage() {
    each(&[valid()], 3_000, |file| {
        let _ = open(file);
    });
}

#[test]
fn changed_columns_give_an_error_or_damage() {
    // The checksum of the entry is right here, so that Arrow reads what was changed.
    let chunks: Vec<Vec<u8>> = entries(&valid())
        .into_iter()
        .filter(|(name, _)| name.ends_with(".arrow"))
        .map(|(_, bytes)| bytes)
        .collect();
    each(&chunks, 5_000, |bytes| {
        for table in ["io", "logs"] {
            let _ = Rows::default().add_chunk(
                table,
                bytes.to_vec(),
                Space { memory: 1 << 20, rest: 1e9 },
                &mut Texts::default(),
            );
        }
    });
}

#[test]
fn a_file_that_is_cut_off_keeps_its_whole_chunks() {
    let file = valid();
    let whole = open(&file).expect("a recording");
    let mut seen = 0;
    for end in (0..file.len()).rev().step_by(97) {
        let Ok(recording) = open(&file[..end]) else {
            assert!(end < 400, "{end}");
            continue;
        };
        let counts = recording.rows.counts();
        assert!(counts.iter().zip(whole.rows.counts()).all(|(cut, whole)| cut.1 == 0 || *cut == whole));
        assert!(recording.ending.is_some() || recording.damage.len() == 1, "{end}");
        seen += 1;
    }
    assert!(seen > 50);
}

#[test]
fn entries_in_another_order_and_twice_are_read() {
    let mut parts = entries(&valid());
    parts[1..].reverse();
    assert_eq!(open(&archive(&parts)).expect("a recording").rows, sample().rows);
    let io = parts.iter().find(|(name, _)| name.starts_with("io/")).expect("a chunk").1.clone();
    parts.push(("io/000099.arrow".to_owned(), io));
    assert_eq!(open(&archive(&parts)).expect("a recording").rows.io.len(), 2 * sample().rows.io.len());
    parts.rotate_left(1);
    assert!(matches!(open(&archive(&parts)), Err(RecordingError::NotARecording(_))));
}

#[test]
fn declared_lengths_allocate_nothing() {
    let file = valid();
    // Sizes of the second entry's local header, and lengths in its columns.
    let second =
        file.windows(4).enumerate().filter(|(_, four)| four == b"PK\x03\x04").nth(1).expect("an entry").0;
    for (at, bytes) in [(18, [0xff; 4]), (22, [0xff; 4]), (26, [0xff, 0xff, 0, 0]), (28, [0xff; 4])] {
        let mut changed = file.clone();
        changed[second + at..second + at + 4].copy_from_slice(&bytes);
        // The unpacked size of a local header is not needed to read the entry.
        match open(&changed) {
            Ok(recording) if recording.damage.is_empty() => {
                assert_eq!((at, recording.rows), (22, sample().rows))
            }
            _ => {}
        }
    }
    let huge = [&[0xff; 4][..], &[0xff, 0xff, 0xff, 0x7f], &[0; 64]].concat();
    assert!(damage(&archive(&[manifest(), ("io/0.arrow".to_owned(), huge)])).contains("no whole message"));
}

#[test]
fn two_gigabytes_of_zeros_are_too_large() {
    // One deflated block of 16 MiB without its end, 128 times.
    let mut block = Vec::with_capacity(1 << 20);
    let mut deflate = flate2::Compress::new(flate2::Compression::fast(), false);
    deflate.compress_vec(&vec![0; 16 << 20], &mut block, flate2::FlushCompress::Full).expect("a block");
    assert_eq!(deflate.total_in(), 16 << 20);
    let zeros = block.repeat(128);
    let mut file = archive(&[manifest()]);
    file.truncate(file.windows(4).position(|four| four == b"PK\x01\x02").expect("an index"));
    file.extend_from_slice(b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0");
    file.extend_from_slice(&(zeros.len() as u32).to_le_bytes());
    file.extend_from_slice(&(2_u32 << 30).to_le_bytes());
    file.extend_from_slice(b"\x0a\0\0\0io/0.arrow");
    file.extend_from_slice(&zeros);
    assert!(matches!(open(&file), Err(RecordingError::TooLarge { mebibytes: 64 })));
}

#[test]
fn rows_that_take_more_than_their_columns_are_too_large() {
    // 24 MiB of times are 3 million rows of 128 bytes.
    let file = with_chunk("logs/0.arrow", vec![("time", times(3 << 20))]);
    assert!(matches!(open(&file), Err(RecordingError::TooLarge { mebibytes: 256 })));
    let none: ArrayRef = Arc::new(NullArray::new(usize::MAX >> 8));
    assert!(damage(&with_chunk("io/0.arrow", vec![("x", none)])).contains("has no times"));
    let bits: ArrayRef = Arc::new(BooleanArray::from(vec![true; 1 << 24]));
    assert!(damage(&with_chunk("io/0.arrow", vec![("time", bits)])).contains("'time'"));
    let many = (0..100).map(|_| ("x", times(1))).collect();
    assert!(damage(&with_chunk("io/0.arrow", many)).contains("too many columns"));
}

/// Arrow panics on offsets outside of the bytes, so these are found before.
#[test]
fn buffers_outside_of_the_bytes_are_damage() {
    let file = valid();
    let (name, chunk) =
        entries(&file).into_iter().find(|(name, _)| name.starts_with("cpu/")).expect("a chunk");
    let mut found = 0;
    for at in 0..chunk.len() - 8 {
        let mut changed = chunk.clone();
        changed[at..at + 8].copy_from_slice(&(1_u64 << 40).to_le_bytes());
        let recording = open(&archive(&[manifest(), (name.clone(), changed)])).expect("a recording");
        found += recording.damage.iter().filter(|text| text.contains("outside of its bytes")).count();
        assert!(!recording.damage.iter().any(|text| text.contains("The columns of 'cpu' cannot")), "{at}");
    }
    assert!(found > 4, "{found}");
}

#[test]
fn columns_of_another_type_are_damage() {
    let texts: ArrayRef = Arc::new(StringArray::from(vec!["x"]));
    let file = with_chunk("io/0.arrow", vec![("time", times(1)), ("bytes", texts)]);
    assert!(damage(&file).contains("The column 'bytes' of 'io' has the type Utf8"));
}

#[test]
fn nulls_are_defaults_and_missing_columns_too() {
    // As an older version would write it, and with a column of a newer one.
    let texts: ArrayRef = Arc::new(StringArray::from(vec![None, Some("shop")]));
    let numbers: ArrayRef = Arc::new(UInt64Array::from(vec![Some(7), None]));
    let newer: ArrayRef = Arc::new(BooleanArray::from(vec![true, false]));
    let columns = vec![("time", times(2)), ("database", texts), ("bytes", numbers), ("newer", newer)];
    let recording = open(&with_chunk("io/0.arrow", columns)).expect("a recording");
    assert!(recording.damage.is_empty());
    let io = &recording.rows.io;
    assert_eq!((io[0].time, io[0].database.as_str(), io[0].bytes), (5, "", 7));
    assert_eq!((io[1].database.as_str(), io[1].bytes, io[1].kind.as_str()), ("shop", 0, ""));
}

#[test]
fn names_that_no_recording_has_are_damage() {
    for name in
        ["../../etc/passwd", "/etc/passwd", "io/../../x.arrow", "C:\\x", "unknown/0.arrow", "io/0.txt", "io"]
    {
        let text = damage(&archive(&[manifest(), (name.to_owned(), vec![1; 9])]));
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn a_hundred_thousand_entries_are_counted() {
    let entries: Vec<(String, Vec<u8>)> = std::iter::once(manifest())
        .chain((0..100_000).map(|number| (format!("x{number}"), Vec::new())))
        .collect();
    let recording = open(&archive(&entries)).expect("a recording");
    assert_eq!(recording.damage.len(), 101);
    assert_eq!(recording.damage[100], "99900 more entries cannot be read.");
}

#[test]
fn other_files_are_no_recordings() {
    let others: [&[u8]; 5] = [b"", b"PK", b"{\"format\":1}", b"PK\x05\x06", &[0; 100_000]];
    for other in others {
        assert!(matches!(open(other), Err(RecordingError::NotARecording(_))), "{other:?}");
    }
    for text in [
        "[]",
        "{}",
        "null",
        "{\"format\":\"1\"}",
        "{\"format\":-1}",
        "{\"format\":1,\"started\":{}}",
        "\u{fffd}",
    ] {
        let file = archive(&[("recording.json".to_owned(), text.as_bytes().to_vec())]);
        assert!(matches!(open(&file), Err(RecordingError::NotARecording(_))), "{text}");
    }
    let deep = format!("{{\"format\":1,\"settings\":{}", "[".repeat(1 << 20));
    assert!(open(&archive(&[("recording.json".to_owned(), deep.into_bytes())])).is_err());
    let newer = archive(&[("recording.json".to_owned(), br#"{"format":2,"started":"?"}"#.to_vec())]);
    assert!(matches!(open(&newer), Err(RecordingError::Newer { found: 2, newest: 1 })));
}
