//! Merging entries into segments. Works on one segment and on entries in memory; independent of rows.

use rookery_timeseries::{Entry, MAX_VALUES, Points, SegmentWriter};

/// What becomes of an entry of an existing time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MergeMode {
    /// The new one replaces it.
    Replace,
    /// The numbers are added by their position.
    Add,
}

/// A segment to be stored.
#[derive(Debug, Clone)]
pub(crate) struct NewSegment {
    pub start: i64,
    pub entries: u64,
    pub bytes: Vec<u8>,
}

impl NewSegment {
    fn of(writer: &SegmentWriter) -> Self {
        Self { start: writer.first(), entries: writer.len() as u64, bytes: writer.finish() }
    }
}

/// Fills segments from `writer` on with entries whose times are after it.
pub(crate) fn fill<'a>(
    mut writer: SegmentWriter,
    entries: impl Iterator<Item = Entry<'a>>,
) -> Vec<NewSegment> {
    let mut full = Vec::new();
    for Entry { timestamp, values, tag } in entries {
        if !writer.push(timestamp, values, tag) {
            full.push(NewSegment::of(&std::mem::take(&mut writer)));
            // An empty segment takes every checked entry.
            writer.push(timestamp, values, tag);
        }
    }
    if !writer.is_empty() {
        full.push(NewSegment::of(&writer));
    }
    full
}

/// Segments of sorted entries; the last two have about the same number, so that entries that come in descending order do
/// not leave tiny segments behind.
pub(crate) fn split(points: &Points) -> Vec<NewSegment> {
    let mut segments = fill(SegmentWriter::new(), points.iter());
    if let [.., before, last] = segments.as_slice() {
        let together = before.entries + last.entries;
        let tail = usize::try_from(together).unwrap_or(0);
        let start = points.len() - tail;
        let half = start + tail / 2;
        let entries = |from: usize, to: usize| (from..to).filter_map(|index| points.get(index));
        let mut halves = fill(SegmentWriter::new(), entries(start, half));
        halves.extend(fill(SegmentWriter::new(), entries(half, points.len())));
        if halves.len() == 2 {
            segments.truncate(segments.len() - 2);
            segments.append(&mut halves);
        }
    }
    segments
}

/// The entries of both, sorted. `None`: an addition whose sum is not finite, at this time.
pub(crate) fn merged<'a>(
    old: &Points,
    new: impl Iterator<Item = Entry<'a>>,
    mode: MergeMode,
) -> Result<Points, i64> {
    let mut merged = Points::default();
    let mut old = old.iter().peekable();
    for entry in new {
        while let Some(before) = old.next_if(|old| old.timestamp < entry.timestamp) {
            merged.push(before.timestamp, before.values, before.tag);
        }
        let same = old.next_if(|old| old.timestamp == entry.timestamp);
        match (same, mode) {
            (Some(same), MergeMode::Add) => {
                let (values, count) = sums(same.values, entry.values);
                let values = &values[..count];
                if !values.iter().all(|value| value.is_finite()) {
                    return Err(entry.timestamp);
                }
                merged.push(entry.timestamp, values, same.tag);
            }
            _ => merged.push(entry.timestamp, entry.values, entry.tag),
        }
    }
    old.for_each(|entry| merged.push(entry.timestamp, entry.values, entry.tag));
    Ok(merged)
}

/// The sums by position, and how many there are.
pub(crate) fn sums(left: &[f64], right: &[f64]) -> ([f64; MAX_VALUES], usize) {
    let mut values = [0.0; MAX_VALUES];
    for (at, value) in values.iter_mut().enumerate() {
        *value = left.get(at).unwrap_or(&0.0) + right.get(at).unwrap_or(&0.0);
    }
    (values, left.len().max(right.len()).min(MAX_VALUES))
}

#[cfg(test)]
mod tests {
    use super::*;
    use rookery_timeseries::{MAX_SEGMENT_BYTES, Segment};

    fn noisy(count: i64) -> Points {
        let mut points = Points::default();
        for index in 0..count {
            points.push(index * 1000, &[(index as f64).sin()], None);
        }
        points
    }

    #[test]
    fn a_split_leaves_no_tiny_segment() {
        for count in [1, 2, 150, 210, 260, 3000] {
            let segments = split(&noisy(count));
            assert_eq!(segments.iter().map(|segment| segment.entries).sum::<u64>(), count as u64);
            assert!(segments.iter().all(|segment| segment.bytes.len() <= MAX_SEGMENT_BYTES));
            let least = segments.iter().map(|segment| segment.entries).min().unwrap();
            assert!(segments.len() == 1 || least >= 50, "{count} entries: {least}");
            for segment in &segments {
                assert_eq!(Segment::read(&segment.bytes).unwrap().first(), segment.start);
            }
        }
    }

    #[test]
    fn additions_are_by_position_and_finite() {
        let mut old = Points::default();
        old.push(1, &[1.0, 2.0], None);
        old.push(2, &[f64::MAX], None);
        let mut new = Points::default();
        new.push(1, &[10.0, 20.0, 30.0], None);
        let sum = merged(&old, new.iter(), MergeMode::Add).unwrap();
        assert_eq!(sum.get(0).unwrap().values, [11.0, 22.0, 30.0]);
        new.push(2, &[f64::MAX], None);
        assert_eq!(merged(&old, new.iter(), MergeMode::Add), Err(2));
    }
}
