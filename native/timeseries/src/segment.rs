//! The bytes of a segment, checked as far as possible without decoding.

use crate::MAX_VALUES;
use crate::layout::{HEADER, MAX_TAGS, Position, RESUME, RESUME_POSITION, VERSION};

/// Bytes that are not a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the segment of a time series is damaged: {0}")]
pub struct DamagedSegment(pub(crate) &'static str);

/// A segment: its header, and its entries on request.
#[derive(Debug, Clone)]
pub struct Segment<'a> {
    pub(crate) positions: usize,
    pub(crate) entries: u32,
    pub(crate) bits: usize,
    first: i64,
    last: i64,
    pub(crate) tags: Vec<&'a str>,
    pub(crate) stream: &'a [u8],
    /// The stream and what follows, so that words can be read at its end.
    pub(crate) padded_stream: &'a [u8],
    pub(crate) resume: &'a [u8],
}

impl<'a> Segment<'a> {
    /// Reads the header. The stream is checked when it is decoded.
    pub fn read(bytes: &'a [u8]) -> Result<Self, DamagedSegment> {
        let (header, rest) = bytes.split_at_checked(HEADER).ok_or(DamagedSegment("it is too short"))?;
        let word =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let time = |at: usize| i64::from(word(at + 4).cast_signed()) << 32 | i64::from(word(at));
        if header[0] != VERSION {
            return Err(DamagedSegment("its version is unknown"));
        }
        let positions = usize::from(header[1]);
        let (entries, bits) = (word(4), word(8) as usize);
        let (first, last) = (time(16), time(24));
        if !(1..=MAX_VALUES).contains(&positions) || entries == 0 {
            return Err(DamagedSegment("it has no entries"));
        }
        if first > last || (entries == 1 && first != last) {
            return Err(DamagedSegment("its times are in disorder"));
        }
        let (tags, rest) =
            rest.split_at_checked(word(12) as usize).ok_or(DamagedSegment("its tags are cut off"))?;
        let tags = read_tags(tags, usize::from(header[2]))?;
        let (stream, resume) =
            rest.split_at_checked(bits.div_ceil(8)).ok_or(DamagedSegment("its stream is cut off"))?;
        if resume.len() != RESUME + positions * RESUME_POSITION {
            return Err(DamagedSegment("its end has a wrong length"));
        }
        Ok(Self { positions, entries, bits, first, last, tags, stream, padded_stream: rest, resume })
    }

    /// Number of entries, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a segment is never empty")]
    pub fn len(&self) -> usize {
        self.entries as usize
    }

    /// The time of the first entry, in milliseconds since 1970.
    pub fn first(&self) -> i64 {
        self.first
    }

    /// The time of the last entry.
    pub fn last(&self) -> i64 {
        self.last
    }

    /// The state after the last entry: difference of times, numbers, tag, positions.
    pub(crate) fn end_state(&self) -> (i64, usize, u8, [Position; MAX_VALUES]) {
        let mut positions = [Position::default(); MAX_VALUES];
        let (head, states) = self.resume.split_at(RESUME);
        for (position, state) in positions.iter_mut().zip(states.chunks_exact(RESUME_POSITION)) {
            let bits = u64::from_le_bytes(state[..8].try_into().unwrap_or_default());
            // A window beyond 64 bits would be one of damaged bytes.
            let leading = state[8].min(31);
            *position = Position { bits, leading, width: state[9].min(64 - leading) };
        }
        let difference = i64::from_le_bytes(head[..8].try_into().unwrap_or_default());
        (difference, usize::from(head[8]), head[9], positions)
    }
}

fn read_tags(mut bytes: &[u8], count: usize) -> Result<Vec<&str>, DamagedSegment> {
    if count > MAX_TAGS {
        return Err(DamagedSegment("it has too many tags"));
    }
    let mut tags = Vec::with_capacity(count);
    for _ in 0..count {
        let (length, rest) = bytes.split_first().ok_or(DamagedSegment("its tags are cut off"))?;
        let (tag, rest) =
            rest.split_at_checked(usize::from(*length)).ok_or(DamagedSegment("its tags are cut off"))?;
        tags.push(std::str::from_utf8(tag).map_err(|_| DamagedSegment("a tag is not UTF-8"))?);
        bytes = rest;
    }
    if !bytes.is_empty() {
        return Err(DamagedSegment("its tags are too long"));
    }
    Ok(tags)
}
