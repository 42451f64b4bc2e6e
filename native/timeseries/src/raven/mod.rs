//! Segments as RavenDB stores them and writes them to dumps. Only what moves data from and to a RavenDB uses them.
//!
//! The layout as observed in dumps of RavenDB 7.1.5 and 6.2; numbers are little-endian:
//!
//! ```text
//!  0  u32  time of the last entry, in milliseconds after the baseline
//!  4  u32  the last difference of times
//!  8  u16  number of entries, deleted ones included
//! 10  u16  bytes of the tags
//! 12  u8   the last tag's number, 255 for none
//! 13  u8   numbers per entry
//! 14  u8   version, 1; the upper two bits are set when entries have the same time
//! 15  u8   0
//! 16  48 bytes per position: f64 first, last, maximum, minimum, sum; u32 count; u8 leading and u8 trailing zeros of the
//!     last window; u16 0
//!     tags: each length (7 bits per byte), text, 0; then a u8 with the bytes of each of these; then u8 how many there are
//!     u32  bits of the stream's uncompressed end
//!     u16  bytes of the stream's compressed start (LZ4 block), 0 for none
//!     u16  the same, uncompressed
//!     the compressed start, then the end
//! ```
//!
//! An entry of the stream, most significant bits first:
//!
//! ```text
//! 1 bit: the entry is deleted; its numbers do not count and do not change the state
//! time:   the first 31 bits; then the change of the difference: 0 none, 10 7 bits, 110 9 bits, 1110 12 bits, 1111 32 bits
//! number: 0 as before; 11 the changed bits in the last window; 10 5 bits leading zeros, 6 bits width - 1, the changed bits
//! tag:    0 as before; 10 none; 11 and 7 bits of its number
//! ```
//!
//! An entry with fewer numbers than the segment has NaN at the rest, which do not change the state of a position.

mod read;
mod write;

pub use read::read;
pub use write::write;

const HEADER: usize = 16;
const POSITION: usize = 48;
const STREAM_HEADER: usize = 8;
const VERSION: u8 = 1;
/// The part of the version's byte that is the version.
const VERSION_BITS: u8 = 0b11_1111;
const NO_TAG: u8 = 255;
/// Most tags of a segment.
const MAX_TAGS: usize = 127;
/// The last time after the baseline.
const MAX_OFFSET: i64 = i32::MAX as i64;
/// Prefix, its width, and the width of the number after it.
const DIFFERENCES: [(u64, u32, u32); 4] = [(0b10, 2, 7), (0b110, 3, 9), (0b1110, 4, 12), (0b1111, 4, 32)];
