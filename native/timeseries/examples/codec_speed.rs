//! Points per second that are written to segments and read from them, one JSON object per line.

use std::time::Instant;

use rookery_timeseries::{Points, Segment, SegmentWriter};

const POINTS: usize = 4_000_000;

fn report(work: &str, shape: &str, seconds: f64, bytes: usize) {
    let (speed, size) = (POINTS as f64 / seconds / 1e6, bytes as f64 / POINTS as f64);
    println!(
        "{{\"work\":\"{work}\",\"shape\":\"{shape}\",\"millionPointsPerSecond\":{speed:.1},\"bytesPerPoint\":{size:.2}}}"
    );
}

/// The value of an entry by its number.
type Shape = fn(usize) -> f64;

fn main() {
    let shapes: [(&str, Shape); 3] = [
        ("whole", |index| 60.0 + (index * 7 % 40) as f64),
        ("sine", |index| (index as f64 / 300.0).sin()),
        ("constant", |_| 5.0),
    ];
    for (shape, value) in shapes {
        let start = Instant::now();
        let mut segments = Vec::new();
        let mut writer = SegmentWriter::new();
        for index in 0..POINTS {
            let (time, values) = (1_700_000_000_000 + index as i64 * 1_000, [value(index)]);
            if !writer.push(time, &values, None) {
                segments.push(std::mem::take(&mut writer).finish());
                writer.push(time, &values, None);
            }
        }
        segments.push(writer.finish());
        let bytes = segments.iter().map(Vec::len).sum();
        report("encode", shape, start.elapsed().as_secs_f64(), bytes);
        let start = Instant::now();
        let mut sum = 0.0;
        for bytes in &segments {
            let Ok(segment) = Segment::read(bytes) else { continue };
            let mut entries = segment.entries();
            while entries.advance().is_ok_and(|more| more) {
                sum += entries.values()[0];
            }
        }
        assert!(sum.is_finite());
        report("scan", shape, start.elapsed().as_secs_f64(), bytes);
        let start = Instant::now();
        let mut points = Points::default();
        for bytes in &segments {
            if let Ok(segment) = Segment::read(bytes) {
                let _ = segment.decode_range(i64::MIN, i64::MAX, &mut points);
            }
        }
        assert_eq!(points.len(), POINTS);
        report("decode", shape, start.elapsed().as_secs_f64(), bytes);
    }
}
