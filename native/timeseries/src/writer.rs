//! Writes a segment entry by entry.

use crate::bits::BitWriter;
use crate::layout::{
    DIFFERENCES, HEADER, MAX_TAGS, Position, RESUME, RESUME_POSITION, VERSION, most_bits, zigzag,
};
use crate::segment::Segment;
use crate::{MAX_SEGMENT_BYTES, MAX_SEGMENT_ENTRIES, MAX_TAG_BYTES, MAX_VALUES};

/// A segment that is being written.
#[derive(Debug, Clone, Default)]
pub struct SegmentWriter {
    stream: BitWriter,
    tags: Vec<Box<str>>,
    /// Bytes of the tags with their lengths.
    tag_bytes: usize,
    entries: u32,
    first: i64,
    last: i64,
    difference: i64,
    positions: usize,
    /// Of the last entry.
    numbers: usize,
    tag: u8,
    states: [Position; MAX_VALUES],
}

impl SegmentWriter {
    /// An empty segment.
    pub fn new() -> Self {
        Self::default()
    }

    /// Continues a segment after its last entry, without decoding it.
    pub fn resume(segment: &Segment<'_>) -> Self {
        let (difference, numbers, tag, states) = segment.end_state();
        Self {
            stream: BitWriter::resume(segment.stream, segment.bits),
            tags: segment.tags.iter().map(|tag| Box::from(*tag)).collect(),
            tag_bytes: segment.tags.iter().map(|tag| tag.len() + 1).sum(),
            entries: segment.entries,
            first: segment.first(),
            last: segment.last(),
            difference,
            positions: segment.positions,
            numbers,
            tag,
            states,
        }
    }

    /// Whether there is no entry yet.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.entries as usize
    }

    /// The time of the first entry; 0 without one.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// The time of the last entry; 0 without one.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// Appends an entry. Returns false and changes nothing if it does not fit: the segment is full, the time is not after
    /// the last one, there are no or more than [`MAX_VALUES`] numbers, or the tag is too long.
    pub fn push(&mut self, timestamp: i64, values: &[f64], tag: Option<&str>) -> bool {
        if !(1..=MAX_VALUES).contains(&values.len())
            || (self.entries > 0 && timestamp <= self.last)
            || tag.is_some_and(|tag| tag.len() > MAX_TAG_BYTES)
        {
            return false;
        }
        let known = tag.map(|tag| self.tags.iter().position(|known| **known == *tag));
        let new_tag_bytes = if known == Some(None) { tag.map_or(0, |tag| tag.len() + 1) } else { 0 };
        if self.entries > 0 {
            let positions = self.positions.max(values.len());
            let fixed = HEADER + self.tag_bytes + new_tag_bytes + RESUME + positions * RESUME_POSITION;
            let bytes = fixed + (self.stream.len() + most_bits(values.len())).div_ceil(8);
            let tags_full = new_tag_bytes > 0 && self.tags.len() == MAX_TAGS;
            if bytes > MAX_SEGMENT_BYTES || tags_full || self.len() == MAX_SEGMENT_ENTRIES {
                return false;
            }
        }
        let tag_number = match (known, tag) {
            (Some(Some(index)), _) => index + 1,
            (Some(None), Some(tag)) => {
                self.tags.push(Box::from(tag));
                self.tag_bytes += new_tag_bytes;
                self.tags.len()
            }
            _ => 0,
        };
        self.write(timestamp, values, u8::try_from(tag_number).unwrap_or(0));
        true
    }

    fn write(&mut self, timestamp: i64, values: &[f64], tag: u8) {
        if values.len() == self.numbers && tag == self.tag {
            self.stream.push(0, 1);
        } else {
            let numbers = values.len() as u64 - 1;
            self.stream.push(1 << 12 | numbers << 7 | u64::from(tag), 13);
            self.numbers = values.len();
            self.tag = tag;
            self.positions = self.positions.max(values.len());
        }
        if self.entries == 0 {
            self.first = timestamp;
        } else {
            let difference = timestamp.wrapping_sub(self.last);
            self.write_change(difference.wrapping_sub(self.difference));
            self.difference = difference;
        }
        for (value, state) in values.iter().zip(&mut self.states) {
            write_value(&mut self.stream, value.to_bits(), state);
        }
        self.entries += 1;
        self.last = timestamp;
    }

    fn write_change(&mut self, change: i64) {
        if change == 0 {
            return self.stream.push(0, 1);
        }
        let number = zigzag(change);
        let fits = |(_, _, width): &&(u64, u32, u32)| *width == 64 || number >> width == 0;
        if let Some((prefix, prefix_width, width)) = DIFFERENCES.iter().find(fits) {
            self.stream.push(*prefix, *prefix_width);
            self.stream.push(number, *width);
        }
    }

    /// The bytes of the segment; empty without entries.
    pub fn finish(&self) -> Vec<u8> {
        if self.entries == 0 {
            return Vec::new();
        }
        let bits = self.stream.len();
        let length = HEADER + self.tag_bytes + bits.div_ceil(8) + RESUME + self.positions * RESUME_POSITION;
        let mut out = Vec::with_capacity(length);
        out.extend_from_slice(&[VERSION, self.positions as u8, self.tags.len() as u8, 0]);
        for number in [self.entries as usize, bits, self.tag_bytes] {
            out.extend_from_slice(&(number as u32).to_le_bytes());
        }
        out.extend_from_slice(&self.first.to_le_bytes());
        out.extend_from_slice(&self.last.to_le_bytes());
        for tag in &self.tags {
            out.push(tag.len() as u8);
            out.extend_from_slice(tag.as_bytes());
        }
        self.stream.write_to(&mut out);
        out.extend_from_slice(&self.difference.to_le_bytes());
        out.extend_from_slice(&[self.numbers as u8, self.tag]);
        for Position { bits, leading, width } in &self.states[..self.positions] {
            out.extend_from_slice(&bits.to_le_bytes());
            out.extend_from_slice(&[*leading, *width]);
        }
        out
    }
}

#[inline]
fn write_value(stream: &mut BitWriter, bits: u64, state: &mut Position) {
    let changed = bits ^ state.bits;
    state.bits = bits;
    if changed == 0 {
        return stream.push(0, 1);
    }
    let leading = changed.leading_zeros().min(31);
    let trailing = changed.trailing_zeros();
    let width = 64 - leading - trailing;
    let (old_leading, old_width) = (u32::from(state.leading), u32::from(state.width));
    let old_trailing = 64 - old_leading - old_width;
    // A new window costs eleven bits.
    let covered = old_width > 0 && leading >= old_leading && trailing >= old_trailing;
    if covered && old_width <= width + 11 {
        stream.push(0b10, 2);
        return stream.push(changed >> old_trailing, old_width);
    }
    stream.push(u64::from(0b11 << 11 | leading << 6 | (width - 1)), 13);
    stream.push(changed >> trailing, width);
    (state.leading, state.width) = (leading as u8, width as u8);
}
