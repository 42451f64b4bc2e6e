//! Decodes a segment of RavenDB.

use std::borrow::Cow;

use super::{DIFFERENCES, HEADER, POSITION, STREAM_HEADER, VERSION, VERSION_BITS};
use crate::bits::BitReader;
use crate::segment::DamagedSegment;
use crate::{MAX_VALUES, Points};

/// Appends the entries of a segment to `points`, without deleted ones. `baseline`: milliseconds since 1970. Damaged bytes
/// are an error; `points` may have some of the entries then.
pub fn read(bytes: &[u8], baseline: i64, points: &mut Points) -> Result<(), DamagedSegment> {
    let mut segment = Reader::new(bytes)?;
    let stream = segment.stream(bytes)?;
    let mut bits = BitReader::new(&stream.bytes);
    let mut numbers = [0.0; MAX_VALUES];
    for index in 0..segment.entries {
        let deleted = bits.read(1) == 1;
        segment.read_time(&mut bits, index == 0)?;
        for (position, number) in numbers[..segment.positions].iter_mut().enumerate() {
            *number = segment.states[position].read(&mut bits, deleted)?;
        }
        segment.read_tag(&mut bits)?;
        if bits.position() > stream.bits {
            return Err(DamagedSegment("its stream ends within an entry"));
        }
        if deleted {
            continue;
        }
        let mut values = &numbers[..segment.positions];
        while let [rest @ .., last] = values
            && last.is_nan()
        {
            values = rest;
        }
        if values.is_empty() {
            return Err(DamagedSegment("an entry has no numbers"));
        }
        let timestamp = baseline.checked_add(segment.time).ok_or(DamagedSegment("a time is out of range"))?;
        points.push(timestamp, values, segment.tag.map(|tag| segment.tags[tag]));
    }
    Ok(())
}

/// The header, and the state after an entry.
struct Reader<'a> {
    entries: usize,
    positions: usize,
    tags: Vec<&'a str>,
    /// Where the stream's header begins.
    stream_at: usize,
    time: i64,
    difference: i64,
    tag: Option<usize>,
    states: [State; MAX_VALUES],
}

/// The state of one position of the numbers.
#[derive(Clone, Copy, Default)]
struct State {
    bits: u64,
    leading: u32,
    trailing: u32,
}

struct Stream<'a> {
    bytes: Cow<'a, [u8]>,
    bits: usize,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, DamagedSegment> {
        let (header, rest) = bytes.split_at_checked(HEADER).ok_or(DamagedSegment("it is too short"))?;
        if header[14] & VERSION_BITS != VERSION {
            return Err(DamagedSegment("its version is unknown"));
        }
        let positions = usize::from(header[13]);
        if !(1..=MAX_VALUES).contains(&positions) {
            return Err(DamagedSegment("its number of values is out of range"));
        }
        let tags_at = positions * POSITION;
        let tag_bytes = usize::from(u16_at(header, 10));
        let tags = rest.get(tags_at..tags_at + tag_bytes).ok_or(DamagedSegment("its tags are cut off"))?;
        Ok(Self {
            entries: usize::from(u16_at(header, 8)),
            positions,
            tags: read_tags(tags)?,
            stream_at: HEADER + tags_at + tag_bytes,
            time: 0,
            difference: 0,
            tag: None,
            states: [State::default(); MAX_VALUES],
        })
    }

    fn stream<'b>(&self, bytes: &'b [u8]) -> Result<Stream<'b>, DamagedSegment> {
        let cut = DamagedSegment("its stream is cut off");
        let (header, rest) = bytes[self.stream_at..].split_at_checked(STREAM_HEADER).ok_or(cut)?;
        let bits = u32::from_le_bytes([header[0], header[1], header[2], header[3]]) as usize;
        let (compressed, length) = (usize::from(u16_at(header, 4)), usize::from(u16_at(header, 6)));
        let (start, end) = rest.split_at_checked(compressed).ok_or(cut)?;
        let end = end.get(..bits.div_ceil(8)).ok_or(cut)?;
        if compressed == 0 {
            return Ok(Stream { bytes: Cow::Borrowed(end), bits });
        }
        // Two bytes hold the length, so it is small.
        let mut whole = vec![0; length];
        let written = lz4_flex::block::decompress_into(start, &mut whole)
            .map_err(|_| DamagedSegment("its compressed stream cannot be read"))?;
        if written != length {
            return Err(DamagedSegment("its compressed stream has another length than it says"));
        }
        whole.extend_from_slice(end);
        Ok(Stream { bytes: Cow::Owned(whole), bits: length * 8 + bits })
    }

    fn read_time(&mut self, bits: &mut BitReader<'_>, is_first: bool) -> Result<(), DamagedSegment> {
        if is_first {
            self.time = bits.read(31).cast_signed();
            return Ok(());
        }
        let ones = bits.window().leading_ones().min(4) as usize;
        if ones == 0 {
            bits.skip(1);
        } else {
            let (_, prefix, width) = DIFFERENCES[ones - 1];
            bits.skip(prefix);
            let change = bits.read(width).cast_signed() - (1 << (width - 1));
            // There is no change of 0.
            self.difference += if change >= 0 { change + 1 } else { change };
        }
        self.time += self.difference;
        // Entries of an incremental series may have the same time.
        if self.difference < 0 || self.time > super::MAX_OFFSET {
            return Err(DamagedSegment("its times are in disorder"));
        }
        Ok(())
    }

    fn read_tag(&mut self, bits: &mut BitReader<'_>) -> Result<(), DamagedSegment> {
        if bits.read(1) == 0 {
            return Ok(());
        }
        self.tag = match bits.read(1) {
            0 => None,
            _ => Some(bits.read(7) as usize),
        };
        match self.tag {
            Some(tag) if tag >= self.tags.len() => Err(DamagedSegment("an entry has an unknown tag")),
            _ => Ok(()),
        }
    }
}

impl State {
    fn read(&mut self, bits: &mut BitReader<'_>, deleted: bool) -> Result<f64, DamagedSegment> {
        let mut changed = 0;
        if bits.read(1) == 1 {
            if bits.read(1) == 0 {
                let (leading, width) = (bits.read(5) as u32, bits.read(6) as u32 + 1);
                if leading + width > 64 {
                    return Err(DamagedSegment("a window is not within a number"));
                }
                (self.leading, self.trailing) = (leading, 64 - leading - width);
            }
            changed = bits.read(64 - self.leading - self.trailing) << self.trailing;
        }
        let number = f64::from_bits(self.bits ^ changed);
        if !deleted && !number.is_nan() {
            self.bits ^= changed;
        }
        Ok(number)
    }
}

fn read_tags(bytes: &[u8]) -> Result<Vec<&str>, DamagedSegment> {
    let Some((count, bytes)) = bytes.split_last() else { return Ok(Vec::new()) };
    let damaged = DamagedSegment("its tags do not fit together");
    let at = bytes.len().checked_sub(usize::from(*count)).ok_or(damaged)?;
    let (mut texts, lengths) = bytes.split_at(at);
    let mut tags = Vec::with_capacity(lengths.len());
    for length in lengths {
        let (tag, rest) = texts.split_at_checked(usize::from(*length)).ok_or(damaged)?;
        let text = match tag {
            [low, 1, text @ .., 0] if text.len() == usize::from(*low) && *low >= 128 => text,
            [length, text @ .., 0] if text.len() == usize::from(*length) && *length < 128 => text,
            _ => return Err(damaged),
        };
        tags.push(std::str::from_utf8(text).map_err(|_| DamagedSegment("a tag is not UTF-8"))?);
        texts = rest;
    }
    if texts.is_empty() { Ok(tags) } else { Err(damaged) }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}
