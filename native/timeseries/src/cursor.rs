//! Decodes a segment entry by entry.

use crate::bits::BitReader;
use crate::layout::{DIFFERENCES, unzigzag};
use crate::segment::{DamagedSegment, Segment};
use crate::{MAX_VALUES, Points};

impl<'a> Segment<'a> {
    /// The entries in the order of their times, decoded one by one.
    pub fn entries(&self) -> Entries<'a> {
        Entries::of(self)
    }

    /// Appends the entries between two times, both included, to `points`.
    pub fn decode_range(&self, from: i64, to: i64, points: &mut Points) -> Result<(), DamagedSegment> {
        let mut entries = self.entries();
        let mut names = points.tag_numbers(&self.tags);
        while entries.advance()? {
            if entries.timestamp() > to {
                break;
            }
            if entries.timestamp() >= from {
                let tag = names.number_of(points, entries.tag_number());
                points.push_numbered(entries.timestamp(), entries.values(), tag);
            }
        }
        Ok(())
    }
}

/// The entries of a segment. Holds the current one; damaged bytes are an error at the first entry that is not complete.
#[derive(Debug, Clone)]
pub struct Entries<'a> {
    reader: BitReader<'a>,
    bits: usize,
    tags: Vec<&'a str>,
    left: u32,
    is_first: bool,
    last: i64,
    timestamp: i64,
    difference: i64,
    positions: usize,
    numbers: usize,
    tag: u8,
    values: [f64; MAX_VALUES],
    /// Leading zeros and width of each position's window.
    windows: [(u8, u8); MAX_VALUES],
}

impl<'a> Entries<'a> {
    pub(crate) fn of(segment: &Segment<'a>) -> Self {
        Self {
            reader: BitReader::new(segment.padded_stream),
            bits: segment.bits,
            tags: segment.tags.clone(),
            left: segment.entries,
            is_first: true,
            last: segment.last(),
            timestamp: segment.first(),
            difference: 0,
            positions: segment.positions,
            numbers: 0,
            tag: 0,
            values: [0.0; MAX_VALUES],
            windows: [(0, 0); MAX_VALUES],
        }
    }

    /// Moves to the next entry; false at the end.
    #[inline]
    pub fn advance(&mut self) -> Result<bool, DamagedSegment> {
        if self.left == 0 {
            return Ok(false);
        }
        self.left -= 1;
        let before = self.timestamp;
        let window = self.reader.window();
        if !self.is_first && window >> 62 == 0 {
            // The same numbers and tag, the same difference: the most frequent entry.
            self.reader.skip(2);
            self.timestamp = before.wrapping_add(self.difference);
        } else {
            self.read_head(window)?;
        }
        for position in 0..self.numbers {
            self.read_value(position)?;
        }
        if self.reader.position() > self.bits {
            return Err(DamagedSegment("its stream ends within an entry"));
        }
        let is_last = self.left == 0;
        if (!self.is_first && self.timestamp <= before) || (is_last && self.timestamp != self.last) {
            return Err(DamagedSegment("its times are in disorder"));
        }
        self.is_first = false;
        Ok(true)
    }

    fn read_head(&mut self, window: u64) -> Result<(), DamagedSegment> {
        if window >> 63 == 0 {
            self.reader.skip(1);
        } else {
            let head = self.reader.read(13);
            self.numbers = usize::try_from(head >> 7 & 31).unwrap_or(0) + 1;
            self.tag = u8::try_from(head & 127).unwrap_or(0);
            if self.numbers > self.positions || usize::from(self.tag) > self.tags.len() {
                return Err(DamagedSegment("an entry has more than the segment"));
            }
        }
        if self.numbers == 0 {
            return Err(DamagedSegment("an entry has no numbers"));
        }
        if self.is_first {
            return Ok(());
        }
        let ones = self.reader.window().leading_ones().min(5);
        let change = match ones {
            0 => {
                self.reader.skip(1);
                0
            }
            ones => {
                let (_, prefix, width) = DIFFERENCES[ones as usize - 1];
                self.reader.skip(prefix);
                unzigzag(self.reader.read(width))
            }
        };
        self.difference = self.difference.wrapping_add(change);
        self.timestamp = self.timestamp.wrapping_add(self.difference);
        Ok(())
    }

    #[inline]
    fn read_value(&mut self, position: usize) -> Result<(), DamagedSegment> {
        let window = self.reader.window();
        if window >> 63 == 0 {
            self.reader.skip(1);
            return Ok(());
        }
        let (leading, width) = if window >> 62 == 0b10 {
            self.reader.skip(2);
            self.windows[position]
        } else {
            self.reader.skip(13);
            // Five and six bits of the window.
            let leading = (window >> 57 & 31) as u8;
            let width = (window >> 51 & 63) as u8 + 1;
            self.windows[position] = (leading, width);
            (leading, width)
        };
        if width == 0 || leading + width > 64 {
            return Err(DamagedSegment("a window is not within a number"));
        }
        let changed = self.reader.read(u32::from(width)) << (64 - leading - width);
        let value = &mut self.values[position];
        *value = f64::from_bits(value.to_bits() ^ changed);
        Ok(())
    }

    /// The time of the current entry, in milliseconds since 1970.
    #[inline]
    pub fn timestamp(&self) -> i64 {
        self.timestamp
    }

    /// The numbers of the current entry.
    #[inline]
    pub fn values(&self) -> &[f64] {
        &self.values[..self.numbers]
    }

    /// The tag of the current entry.
    pub fn tag(&self) -> Option<&'a str> {
        self.tags.get(usize::from(self.tag).wrapping_sub(1)).copied()
    }

    /// Its number in the segment, 0 without one.
    #[inline]
    pub(crate) fn tag_number(&self) -> u8 {
        self.tag
    }
}
