//! Segments in RavenDB's layout: those of a RavenDB 7.1.5, those written here, and bytes that are not segments.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use proptest::prelude::*;
use rookery_timeseries::{MAX_SEGMENT_BYTES, Points, raven};

const BASELINE: i64 = 1_600_000_000_000;

fn bytes_of(hex: &str) -> Vec<u8> {
    let digits: Vec<u8> = hex.bytes().filter(u8::is_ascii_hexdigit).collect();
    let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(byte).collect()
}

fn read(bytes: &[u8]) -> Points {
    let mut points = Points::default();
    raven::read(bytes, BASELINE, &mut points).unwrap();
    points
}

fn points_of(entries: &[(i64, &[f64], Option<&str>)]) -> Points {
    let mut points = Points::default();
    entries.iter().for_each(|(time, values, tag)| points.push(BASELINE + time, values, *tag));
    points
}

#[test]
fn a_segment_of_ravendb_with_tags_is_read() {
    let segment = bytes_of(
        "b8 0b 00 00 d0 07 00 00 03 00 0d 00 00 02 01 00 00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 08 40
         00 00 00 00 00 00 08 40 00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 18 40 03 00 00 00 0c 06 00 00
         00 00 00 00 00 00 16 40 00 00 00 00 00 00 1e 40 00 00 00 00 00 00 1e 40 00 00 00 00 00 00 16 40
         00 00 00 00 00 80 33 40 03 00 00 00 0c 06 00 00 03 77 2f 31 00 03 77 2f 32 00 05 05 02 c9 01 00
         00 00 00 00 00 00 00 00 00 cf fc 00 00 00 00 00 00 34 01 60 00 00 00 00 00 0c 03 af 9f 7f f0 00
         00 00 00 00 00 99 6e 00 00 00 00 00 18 17 5f 3c cb 60 00 00 00 00 00 d0 00 00 00 00 00 c0 00",
    );
    let expected = points_of(&[
        (0, &[1.0, 5.5], Some("w/1")),
        (1000, &[2.0, 6.5], Some("w/2")),
        (3000, &[3.0, 7.5], Some("w/1")),
    ]);
    assert_eq!(read(&segment), expected);
}

#[test]
fn deleted_entries_of_ravendb_are_left_out() {
    let segment = bytes_of(
        "28 23 00 00 e8 03 00 00 0a 00 01 00 ff 01 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 22 40
         00 00 00 00 00 00 22 40 00 00 00 00 00 00 00 00 00 00 00 00 00 80 40 40 07 00 00 00 0a 06 00 00
         00 72 02 00 00 00 00 00 00 00 00 00 00 1d 7c f9 ff 80 00 00 00 00 00 00 df fc 00 00 00 00 00 00
         16 80 00 00 00 00 00 00 00 b4 00 00 00 00 00 00 00 05 a0 00 00 00 00 00 00 00 09 77 60 00 00 00
         00 00 19 00 00 00 00 00 01 2a ff 00 00 00 00 00 01 84 00 00 00 00 00 00",
    );
    let mut expected = Points::default();
    for index in [0, 1, 2, 6, 7, 8, 9_u32] {
        expected.push(BASELINE + 1000 * i64::from(index), &[f64::from(index)], None);
    }
    assert_eq!(read(&segment), expected);
}

#[test]
fn entries_of_one_time_in_incremental_series_of_ravendb_are_read() {
    let segment = bytes_of(
        "e8 03 00 00 00 00 00 00 04 00 41 00 01 02 c1 00 00 00 00 00 00 00 10 40 00 00 00 00 00 00 08 40
         00 00 00 00 00 00 10 40 00 00 00 00 00 00 f0 bf 00 00 00 00 00 00 08 40 02 00 00 00 00 00 00 00
         00 00 00 00 00 00 00 40 00 00 00 00 00 00 00 40 00 00 00 00 00 00 00 40 00 00 00 00 00 00 00 40
         00 00 00 00 00 00 00 40 01 00 00 00 00 00 00 00 1d 54 43 3a 44 45 43 2d 66 66 71 72 31 6e 42 45
         45 6b 32 34 6d 62 65 4b 53 31 47 4d 75 77 00 1d 54 43 3a 49 4e 43 2d 66 66 71 72 31 6e 42 45 45
         6b 32 34 6d 62 65 4b 53 31 47 4d 75 77 00 1f 1f 02 37 02 00 00 00 00 00 00 00 00 00 00 ef fc 00
         00 00 00 00 00 18 03 ff e4 00 00 00 00 00 00 d0 00 00 00 00 00 00 00 30 2e be 7e 00 10 00 00 00
         00 00 03 bf f8 00 00 00 00 00 00 c0 39 06 38 01 80 00 00 00 00 00 0e ff e0 00 00 00 00 00 03 02",
    );
    let (added, subtracted) = ("TC:INC-ffqr1nBEEk24mbeKS1GMuw", "TC:DEC-ffqr1nBEEk24mbeKS1GMuw");
    let expected = points_of(&[
        (0, &[-1.0, 0.0], Some(subtracted)),
        (0, &[5.0, 2.0], Some(added)),
        (1000, &[-4.0], Some(subtracted)),
        (1000, &[3.0], Some(added)),
    ]);
    assert_eq!(read(&segment), expected);
}

/// The bytes as an LZ4 block without repetitions.
fn literals(bytes: &[u8]) -> Vec<u8> {
    let mut block = match bytes.len() {
        length @ 0..15 => vec![(length << 4) as u8],
        length => {
            let rest = length - 15;
            [vec![0xf0], vec![255; rest / 255], vec![(rest % 255) as u8]].concat()
        }
    };
    block.extend_from_slice(bytes);
    block
}

#[test]
fn a_segment_whose_stream_is_partly_compressed_is_read() {
    let points =
        points_of(&[(0, &[1.5], None), (1000, &[2.25], None), (2000, &[2.25], None), (9000, &[0.1], None)]);
    let written: Result<(), std::convert::Infallible> = raven::write(&points, |baseline, segment| {
        assert_eq!(baseline, BASELINE);
        let at = 16 + 48 + 1;
        let bits = u32::from_le_bytes(segment[at..at + 4].try_into().unwrap());
        let stream = &segment[at + 8..];
        for whole in 1..stream.len() {
            let block = literals(&stream[..whole]);
            let lengths = (block.len() as u32) | (whole as u32) << 16;
            let rest = bits - 8 * whole as u32;
            let compressed =
                [&segment[..at], &rest.to_le_bytes(), &lengths.to_le_bytes(), &block, &stream[whole..]]
                    .concat();
            assert_eq!(read(&compressed), points);
            let longer = lengths + (1 << 16);
            let wrong =
                [&segment[..at], &rest.to_le_bytes(), &longer.to_le_bytes(), &block, &stream[whole..]]
                    .concat();
            assert!(raven::read(&wrong, BASELINE, &mut Points::default()).is_err());
        }
        Ok(())
    });
    written.unwrap();
}

fn value() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>().prop_filter("finite", |value| value.is_finite()),
        (0..40i32).prop_map(|whole| f64::from(whole) / 4.0),
        Just(0.0),
        Just(-0.0),
    ]
}

fn points() -> impl Strategy<Value = Points> {
    let gap = prop_oneof![Just(60_000), 1..3i64, 1..5_000i64, 1..1i64 << 33];
    let tag = prop_oneof![Just(None), "[a-c]".prop_map(Some), "[a-zü]{0,126}".prop_map(Some)];
    let entry = |most: usize| (gap.clone(), proptest::collection::vec(value(), 1..=most), tag.clone());
    let entries = prop_oneof![
        proptest::collection::vec(entry(32), 1..40).boxed(),
        proptest::collection::vec(entry(3), 1..400).boxed()
    ];
    (-62_135_596_800_000..200_000_000_000_000i64, entries).prop_map(|(start, entries)| {
        let mut points = Points::default();
        let mut timestamp = start;
        for (gap, values, tag) in entries {
            points.push(timestamp, &values, tag.as_deref());
            timestamp += gap;
        }
        points
    })
}

proptest! {
    #[test]
    fn entries_are_read_as_written(points in points()) {
        let mut read = Points::default();
        let written: Result<(), std::convert::Infallible> = raven::write(&points, |baseline, segment| {
            // RavenDB refuses to store larger ones, except of one entry.
            assert!(segment.len() <= MAX_SEGMENT_BYTES || segment[8..10] == [1, 0]);
            raven::read(segment, baseline, &mut read).unwrap();
            Ok(())
        });
        written.unwrap();
        prop_assert_eq!(read, points);
    }

    #[test]
    fn damaged_bytes_are_errors_or_other_entries(points in points(), at: prop::sample::Index, bit in 0..8u8) {
        let written: Result<(), std::convert::Infallible> = raven::write(&points, |baseline, segment| {
            let mut damaged = segment.to_vec();
            damaged[at.index(segment.len())] ^= 1 << bit;
            raven::read(&damaged, baseline, &mut Points::default()).ok();
            let cut = at.index(segment.len());
            assert!(raven::read(&segment[..cut], baseline, &mut Points::default()).is_err());
            Ok(())
        });
        written.unwrap();
    }

    #[test]
    fn any_bytes_are_an_error_or_entries(bytes in proptest::collection::vec(any::<u8>(), 0..600), wide in 0..3u8) {
        let mut bytes = bytes;
        if bytes.len() > 15 {
            bytes[13] = wide;
            bytes[14] = 1;
        }
        raven::read(&bytes, BASELINE, &mut Points::default()).ok();
    }
}
