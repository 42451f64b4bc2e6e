//! Segments of time series: any bytes are read, decoded and continued without a panic; entries made of the input are read
//! back as they were written.
#![no_main]

use rookery_timeseries::{Points, Segment, SegmentWriter, raven};

fn read(bytes: &[u8]) {
    let _ = raven::read(bytes, 0, &mut Points::default());
    let Ok(segment) = Segment::read(bytes) else { return };
    let mut points = Points::default();
    let _ = segment.decode_range(i64::MIN, i64::MAX, &mut points);
    assert!(points.is_sorted());
    let mut writer = SegmentWriter::resume(&segment);
    let _ = writer.push(i64::MAX, &[1.5, -2.0], Some("tag"));
    let _ = Segment::read(&writer.finish());
}

fn write(bytes: &[u8]) {
    let mut points = Points::default();
    let mut timestamp = 0i64;
    for chunk in bytes.chunks(11) {
        let [gap, kind, rest @ ..] = chunk else { break };
        timestamp += i64::from(*gap) + 1;
        let mut number = [0; 8];
        let length = rest.len().min(8);
        number[..length].copy_from_slice(&rest[..length]);
        let values = vec![f64::from_bits(u64::from_le_bytes(number)); usize::from(kind % 32) + 1];
        points.push(timestamp, &values, [None, Some("a"), Some("b")][usize::from(kind % 3)]);
    }
    let mut segments = Vec::new();
    let mut writer = SegmentWriter::new();
    for entry in points.iter() {
        if !writer.push(entry.timestamp, entry.values, entry.tag) {
            segments.push(std::mem::take(&mut writer).finish());
            assert!(writer.push(entry.timestamp, entry.values, entry.tag));
        }
    }
    if !writer.is_empty() {
        segments.push(writer.finish());
    }
    let mut found = Points::default();
    for bytes in &segments {
        let segment = Segment::read(bytes).expect("a written segment can be read");
        segment.decode_range(i64::MIN, i64::MAX, &mut found).expect("and decoded");
    }
    assert!(found == points);
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    match data.split_first() {
        Some((0, bytes)) => write(bytes),
        Some((_, bytes)) => read(bytes),
        None => {}
    }
});
