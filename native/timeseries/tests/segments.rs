//! Segments against the entries that they were made of, and bytes that are not segments.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use proptest::prelude::*;
use rookery_timeseries::{MAX_SEGMENT_BYTES, Points, Segment, SegmentWriter};

fn value() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        (0..40i32).prop_map(|whole| f64::from(whole) / 4.0),
        Just(0.0),
        Just(-0.0),
        Just(f64::INFINITY),
    ]
}

fn gap() -> impl Strategy<Value = i64> {
    prop_oneof![Just(1_000), 1..3i64, 1..5_000i64, 1..1i64 << 40, Just(i64::MAX >> 9)]
}

fn tag() -> impl Strategy<Value = Option<String>> {
    prop_oneof![Just(None), "[a-c]".prop_map(Some), ".{0,60}".prop_map(Some)]
}

fn points() -> impl Strategy<Value = Points> {
    let entry = (gap(), proptest::collection::vec(value(), 1..=32), tag());
    let narrow = (gap(), proptest::collection::vec(value(), 1..3), tag());
    let entries = prop_oneof![
        proptest::collection::vec(entry, 1..40).boxed(),
        proptest::collection::vec(narrow, 1..400).boxed()
    ];
    (-62_135_596_800_000..253_402_300_799_999i64, entries).prop_map(|(start, entries)| {
        let mut points = Points::default();
        let mut timestamp = start;
        for (gap, values, tag) in entries {
            points.push(timestamp, &values, tag.as_deref());
            let Some(next) = timestamp.checked_add(gap) else { break };
            timestamp = next;
        }
        points
    })
}

fn written(points: &Points, pause: usize) -> Vec<Vec<u8>> {
    let mut segments = Vec::new();
    let mut writer = SegmentWriter::new();
    for (index, entry) in points.iter().enumerate() {
        if pause > 0 && index % pause == 0 && !writer.is_empty() {
            writer = SegmentWriter::resume(&Segment::read(&writer.finish()).unwrap());
        }
        if !writer.push(entry.timestamp, entry.values, entry.tag) {
            segments.push(std::mem::take(&mut writer).finish());
            assert!(
                writer.push(entry.timestamp, entry.values, entry.tag),
                "an empty segment takes any entry"
            );
        }
    }
    segments.push(writer.finish());
    segments
}

fn decoded(segments: &[Vec<u8>], from: i64, to: i64) -> Points {
    let mut points = Points::default();
    for bytes in segments {
        Segment::read(bytes).unwrap().decode_range(from, to, &mut points).unwrap();
    }
    points
}

proptest! {
    #[test]
    fn segments_give_back_their_entries_and_resuming_writes_the_same_bytes(
        points in points(), pause in 1..20usize,
    ) {
        let segments = written(&points, 0);
        prop_assert!(segments.iter().all(|bytes| bytes.len() <= MAX_SEGMENT_BYTES));
        prop_assert!(decoded(&segments, i64::MIN, i64::MAX) == points);
        prop_assert_eq!(&written(&points, pause), &segments);
        let lengths: usize = segments.iter().map(|bytes| Segment::read(bytes).unwrap().len()).sum();
        prop_assert_eq!(lengths, points.len());
    }

    #[test]
    fn a_range_has_the_entries_between_its_ends(
        points in points(), from: prop::sample::Index, to: prop::sample::Index,
    ) {
        let at = |index: prop::sample::Index| points.timestamp(index.index(points.len())).unwrap();
        let (from, to) = (at(from), at(to));
        let found = decoded(&written(&points, 0), from, to);
        let expected = points.iter().filter(|entry| (from..=to).contains(&entry.timestamp));
        let times: Vec<i64> = expected.map(|entry| entry.timestamp).collect();
        prop_assert_eq!(found.iter().map(|entry| entry.timestamp).collect::<Vec<_>>(), times);
    }

    #[test]
    fn changed_bytes_are_an_error_or_ordered_entries(
        points in points(), at: prop::sample::Index, mask in 1..=255u8, cut: prop::sample::Index,
    ) {
        let mut bytes = written(&points, 0).remove(0);
        let length = bytes.len();
        bytes[at.index(length)] ^= mask;
        for bytes in [&bytes[..], &bytes[..cut.index(length)]] {
            let mut found = Points::default();
            if let Ok(segment) = Segment::read(bytes) {
                let _ = segment.decode_range(i64::MIN, i64::MAX, &mut found);
                let mut writer = SegmentWriter::resume(&segment);
                let _ = writer.push(i64::MAX, &[1.5; 32], Some("x"));
                let _ = writer.finish();
            }
            prop_assert!(found.is_sorted());
            prop_assert!(found.len() <= bytes.len() * 8);
        }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let framed: Vec<u8> = [&[1, 1, 0, 0, 9, 0, 0, 0, 200, 3, 0, 0, 0, 0, 0, 0][..], &bytes].concat();
        for bytes in [&bytes, &framed] {
            if let Ok(segment) = Segment::read(bytes) {
                let _ = segment.decode_range(i64::MIN, i64::MAX, &mut Points::default());
            }
        }
    }
}

#[test]
fn sorting_keeps_the_last_entry_of_a_time() {
    let mut points = Points::default();
    for (timestamp, value, tag) in
        [(5, 1.0, Some("a")), (3, 2.0, None), (5, 3.0, Some("b")), (3, 4.0, Some("a"))]
    {
        points.push(timestamp, &[value], tag);
    }
    points.sort();
    let found: Vec<_> = points.iter().map(|entry| (entry.timestamp, entry.values[0], entry.tag)).collect();
    assert_eq!(found, [(3, 4.0, Some("a")), (5, 3.0, Some("b"))]);
}

#[test]
fn an_entry_that_does_not_fit_changes_nothing() {
    let mut writer = SegmentWriter::new();
    assert!(writer.push(10, &[1.0], None));
    let before = writer.finish();
    assert!(!writer.push(10, &[2.0], None), "not after the last one");
    assert!(!writer.push(11, &[], None));
    assert!(!writer.push(11, &[0.0; 33], None));
    assert!(!writer.push(11, &[0.0], Some(&"x".repeat(256))));
    assert_eq!(writer.finish(), before);
}

#[test]
fn regular_measurements_are_small() {
    let mut points = Points::default();
    for index in 0..100_000i64 {
        points.push(1_700_000_000_000 + index * 60_000, &[60.0 + (index % 20) as f64], Some("watches/1"));
    }
    let bytes: usize = written(&points, 0).iter().map(Vec::len).sum();
    assert!(bytes < points.len() * 3, "{bytes} bytes for {} entries", points.len());
}
