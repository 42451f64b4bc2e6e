//! Encodes segments of RavenDB.

use super::{DIFFERENCES, HEADER, MAX_OFFSET, MAX_TAGS, NO_TAG, POSITION, STREAM_HEADER, VERSION};
use crate::bits::BitWriter;
use crate::{Entry, MAX_SEGMENT_BYTES, Points};

/// Writes sorted entries as segments, one after the other: `each` takes the baseline in milliseconds since 1970 and the
/// bytes. Ends with its first error.
pub fn write<E>(points: &Points, mut each: impl FnMut(i64, &[u8]) -> Result<(), E>) -> Result<(), E> {
    let mut start = 0;
    while let Some(first) = points.get(start) {
        let mut segment = Writer::fill(points, start, first.values.len());
        // Each entry has as many positions as the one with the most; their states take space.
        while let Some(wider) = segment.wider {
            let next = Writer::fill(points, start, wider);
            if next.entries <= segment.entries {
                break;
            }
            segment = next;
        }
        each(first.timestamp, &segment.finish())?;
        start += segment.entries;
    }
    Ok(())
}

struct Writer<'a> {
    baseline: i64,
    stream: BitWriter,
    tags: Vec<&'a str>,
    /// Bytes of the tags and of what goes with them.
    tag_bytes: usize,
    entries: usize,
    time: i64,
    difference: i64,
    tag: Option<usize>,
    positions: Vec<Position>,
    /// The count of numbers of the next entry, when it has more than the segment.
    wider: Option<usize>,
}

#[derive(Clone)]
struct Position {
    bits: u64,
    leading: u32,
    trailing: u32,
    first: f64,
    last: f64,
    max: f64,
    min: f64,
    sum: f64,
    count: u32,
}

const UNUSED: Position = Position {
    bits: 0,
    leading: 0,
    trailing: 0,
    first: f64::NAN,
    last: f64::NAN,
    max: f64::NAN,
    min: f64::NAN,
    sum: 0.0,
    count: 0,
};

impl<'a> Writer<'a> {
    /// As many entries from `start` on as fit, at least one.
    fn fill(points: &'a Points, start: usize, positions: usize) -> Self {
        let mut writer = Self {
            baseline: points.timestamp(start).unwrap_or_default(),
            stream: BitWriter::default(),
            tags: Vec::new(),
            tag_bytes: 1,
            entries: 0,
            time: 0,
            difference: 0,
            tag: None,
            positions: vec![UNUSED; positions],
            wider: None,
        };
        let mut next = start;
        while let Some(entry) = points.get(next)
            && writer.push(entry)
        {
            next += 1;
        }
        writer
    }

    /// Appends an entry; false when it does not fit.
    fn push(&mut self, entry: Entry<'a>) -> bool {
        if entry.values.len() > self.positions.len() {
            self.wider = Some(entry.values.len());
            return false;
        }
        let time = entry.timestamp.checked_sub(self.baseline).filter(|time| *time <= MAX_OFFSET);
        let Some(time) = time else { return false };
        let known = entry.tag.map(|tag| self.tags.iter().position(|known| *known == tag));
        let new_tag = match known {
            Some(None) => entry.tag.unwrap_or_default(),
            _ => "",
        };
        if self.entries > 0 {
            let most_bits = 46 + 77 * self.positions.len();
            let stream = (self.stream.len() + most_bits).div_ceil(8);
            let bytes = HEADER + self.positions.len() * POSITION + self.tag_bytes + new_tag.len() + 4;
            if bytes + STREAM_HEADER + stream > MAX_SEGMENT_BYTES
                || (known == Some(None) && self.tags.len() == MAX_TAGS)
            {
                return false;
            }
        }
        self.stream.push(0, 1);
        self.write_time(time);
        for index in 0..self.positions.len() {
            let number = entry.values.get(index).copied().unwrap_or(f64::NAN);
            self.positions[index].write(&mut self.stream, number);
        }
        let tag = match (known, entry.tag) {
            (Some(None), Some(tag)) => {
                self.tags.push(tag);
                self.tag_bytes += size_of(tag.len()) + 1;
                Some(self.tags.len() - 1)
            }
            (known, _) => known.flatten(),
        };
        self.write_tag(tag);
        self.entries += 1;
        true
    }

    fn write_time(&mut self, time: i64) {
        if self.entries == 0 {
            return self.stream.push(time.cast_unsigned(), 31);
        }
        let difference = time - self.time;
        let change = difference - self.difference;
        (self.time, self.difference) = (time, difference);
        if change == 0 {
            return self.stream.push(0, 1);
        }
        // There is no change of 0.
        let number = if change > 0 { change - 1 } else { change };
        let fits =
            |(_, _, width): &&(u64, u32, u32)| (-(1 << (width - 1))..1 << (width - 1)).contains(&number);
        if let Some((prefix, prefix_width, width)) = DIFFERENCES.iter().find(fits) {
            self.stream.push(*prefix, *prefix_width);
            self.stream.push((number + (1 << (width - 1))).cast_unsigned(), *width);
        }
    }

    fn write_tag(&mut self, tag: Option<usize>) {
        if tag == self.tag {
            return self.stream.push(0, 1);
        }
        self.tag = tag;
        match tag {
            None => self.stream.push(0b10, 2),
            Some(tag) => self.stream.push(0b11 << 7 | tag as u64, 9),
        }
    }

    fn finish(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(MAX_SEGMENT_BYTES);
        out.extend_from_slice(&(self.time as u32).to_le_bytes());
        out.extend_from_slice(&(self.difference as u32).to_le_bytes());
        out.extend_from_slice(&(self.entries as u16).to_le_bytes());
        out.extend_from_slice(&(self.tag_bytes as u16).to_le_bytes());
        let tag = self.tag.map_or(NO_TAG, |tag| tag as u8);
        out.extend_from_slice(&[tag, self.positions.len() as u8, VERSION, 0]);
        for position in &self.positions {
            for number in [position.first, position.last, position.max, position.min, position.sum] {
                out.extend_from_slice(&number.to_le_bytes());
            }
            out.extend_from_slice(&position.count.to_le_bytes());
            out.extend_from_slice(&[position.leading as u8, position.trailing as u8, 0, 0]);
        }
        for tag in &self.tags {
            out.extend_from_slice(length_of(tag.len()).as_slice());
            out.extend_from_slice(tag.as_bytes());
            out.push(0);
        }
        out.extend(self.tags.iter().map(|tag| size_of(tag.len()) as u8));
        out.push(self.tags.len() as u8);
        out.extend_from_slice(&(self.stream.len() as u32).to_le_bytes());
        // Nothing is compressed.
        out.extend_from_slice(&[0; 4]);
        self.stream.write_to(&mut out);
        out
    }
}

/// A tag's bytes with its length and the 0 after it.
fn size_of(length: usize) -> usize {
    length + if length < 128 { 2 } else { 3 }
}

/// A length below 16384, 7 bits per byte.
fn length_of(length: usize) -> Vec<u8> {
    match length {
        0..128 => vec![length as u8],
        _ => vec![length as u8 | 128, (length >> 7) as u8],
    }
}

impl Position {
    fn write(&mut self, stream: &mut BitWriter, number: f64) {
        let changed = number.to_bits() ^ self.bits;
        self.write_changed(stream, changed);
        if number.is_nan() {
            return;
        }
        self.bits = number.to_bits();
        if self.count == 0 {
            (self.first, self.max, self.min) = (number, number, number);
        }
        self.last = number;
        self.max = self.max.max(number);
        self.min = self.min.min(number);
        self.sum += number;
        self.count += 1;
    }

    fn write_changed(&mut self, stream: &mut BitWriter, changed: u64) {
        if changed == 0 {
            return stream.push(0, 1);
        }
        let (leading, trailing) = (changed.leading_zeros().min(31), changed.trailing_zeros());
        let width = 64 - leading - trailing;
        let last_width = 64 - self.leading - self.trailing;
        // A new window costs eleven bits.
        if leading >= self.leading && trailing >= self.trailing && last_width <= width + 11 {
            stream.push(0b11, 2);
            return stream.push(changed >> self.trailing, last_width);
        }
        stream.push(u64::from(0b10 << 11 | leading << 6 | (width - 1)), 13);
        stream.push(changed >> trailing, width);
        (self.leading, self.trailing) = (leading, trailing);
    }
}
