//! The bytes of a segment.
//!
//! ```text
//!  0  u8   version, 1
//!  1  u8   positions: the most numbers of an entry
//!  2  u8   number of tags
//!  3  u8   0
//!  4  u32  number of entries
//!  8  u32  length of the stream in bits
//! 12  u32  bytes of the tags
//! 16  i64  first time
//! 24  i64  last time
//! 32       tags: u8 length, text
//!          stream, filled with zero bits up to a whole byte
//!          i64 last difference of times, u8 numbers and u8 tag of the last entry, and for each position: u64 bits of its
//!          last number, u8 leading zeros and u8 width of its window (0: none yet)
//! ```
//!
//! An entry in the stream:
//!
//! ```text
//! 0 | 1, 5 bits numbers − 1, 7 bits tag (0: none)      as in the entry before, or others
//! difference of the differences of times (not of the first entry), zigzag:
//!   0 | 10, 7 bits | 110, 12 bits | 1110, 20 bits | 11110, 32 bits | 11111, 64 bits
//! for each number, xor of its bits with the last one at its position:
//!   0 | 10, the bits in the window | 11, 5 bits leading zeros, 6 bits width − 1, the bits: a new window
//! ```

/// The version that this crate writes.
pub(crate) const VERSION: u8 = 1;
pub(crate) const HEADER: usize = 32;
/// Bytes at the end, without positions.
pub(crate) const RESUME: usize = 10;
/// Bytes at the end for each position.
pub(crate) const RESUME_POSITION: usize = 10;
/// Most tags of a segment.
pub(crate) const MAX_TAGS: usize = 127;

/// Prefix, its width and the width of the number that follows, for differences of differences other than 0.
pub(crate) const DIFFERENCES: [(u64, u32, u32); 5] =
    [(0b10, 2, 7), (0b110, 3, 12), (0b1110, 4, 20), (0b11110, 5, 32), (0b11111, 5, 64)];

/// Most bits of an entry with so many numbers.
pub(crate) const fn most_bits(values: usize) -> usize {
    13 + 69 + values * 77
}

/// The last number at a position, and the window of its last change.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Position {
    pub(crate) bits: u64,
    pub(crate) leading: u8,
    /// 0: none yet.
    pub(crate) width: u8,
}

#[inline]
pub(crate) fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63).cast_unsigned()
}

#[inline]
pub(crate) fn unzigzag(number: u64) -> i64 {
    (number >> 1).cast_signed() ^ -(number & 1).cast_signed()
}
