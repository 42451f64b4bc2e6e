//! The journal's bytes. A file is a row of 4 KiB blocks; everything begins on one.
//!
//! Little-endian. Block 0 of a segment:
//!
//! ```text
//!  0  4×u8  "RKJS"
//!  4  u16   format version, 2
//!  6  u16   0
//!  8  u128  journal id: whose journal this is
//! 24  u64   segment number, also in the file's name
//! 32  u64   first record: records of earlier segments from this number on are void
//! 40  u64   xxh3 of bytes 0..40
//! ```
//!
//! Then records, each padded with zeros to whole blocks:
//!
//! ```text
//!  0  4×u8  "RKJR"
//!  4  u16   format version, 2
//!  6  u16   flags: 1 = the payload is zstd-compressed
//!  8  u128  journal id
//! 24  u64   segment number: distinguishes a record from the old contents of a recycled file
//! 32  u64   record number, counting up by one through all segments
//! 40  u32   payload length as stored
//! 44  u32   payload length before compression
//! 48  u64   xxh3 of bytes 0..48, seeded with the xxh3 of the stored payload
//! 56        payload
//! ```
//!
//! So a payload can be summed up before it is known which number and segment it gets. Version 1, which is
//! still read, has the xxh3 of bytes 0..48 and the payload one behind the other there.

use xxhash_rust::xxh3::{Xxh3, xxh3_64, xxh3_64_with_seed};

/// Everything is written in multiples of this, at multiples of this.
pub(crate) const BLOCK: usize = 4096;
/// The format this version writes and the highest it reads.
pub(crate) const VERSION: u16 = 2;
/// The oldest that is read.
const FIRST_VERSION: u16 = 1;
/// Bytes of a record before its payload.
pub(crate) const RECORD_HEADER: usize = 56;
/// Most bytes of one record's payload.
pub(crate) const MAX_PAYLOAD: usize = 1 << 30;

const SEGMENT_MAGIC: [u8; 4] = *b"RKJS";
const RECORD_MAGIC: [u8; 4] = *b"RKJR";
const COMPRESSED: u16 = 1;

/// Block 0 of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SegmentHeader {
    pub journal: u128,
    pub number: u64,
    pub first_record: u64,
}

impl SegmentHeader {
    pub(crate) fn to_bytes(self) -> [u8; 48] {
        let mut bytes = [0; 48];
        bytes[0..4].copy_from_slice(&SEGMENT_MAGIC);
        bytes[4..6].copy_from_slice(&VERSION.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.journal.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.number.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.first_record.to_le_bytes());
        let checksum = xxh3_64(&bytes[..40]);
        bytes[40..48].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// `Err` contains the version when it is a newer one.
    pub(crate) fn read(bytes: &[u8]) -> Result<Option<Self>, u16> {
        let Some(bytes) = bytes.get(..48).filter(|bytes| bytes[..4] == SEGMENT_MAGIC) else {
            return Ok(None);
        };
        if u64_at(bytes, 40) != xxh3_64(&bytes[..40]) {
            return Ok(None);
        }
        match u16_at(bytes, 4) {
            FIRST_VERSION..=VERSION => Ok(Some(Self {
                journal: u128_at(bytes, 8),
                number: u64_at(bytes, 24),
                first_record: u64_at(bytes, 32),
            })),
            newer => Err(newer),
        }
    }
}

/// A record's header, not yet checked against its payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RecordHeader {
    pub version: u16,
    pub journal: u128,
    pub segment: u64,
    pub record: u64,
    pub compressed: bool,
    pub stored_len: u32,
    pub original_len: u32,
    pub checksum: u64,
}

impl RecordHeader {
    /// Writes this header over the first bytes of a record whose stored payload has the xxh3 `sum`. What it
    /// says of version and checksum is not looked at.
    pub(crate) fn write(&self, sum: u64, bytes: &mut [u8]) {
        let flags = if self.compressed { COMPRESSED } else { 0 };
        bytes[0..4].copy_from_slice(&RECORD_MAGIC);
        bytes[4..6].copy_from_slice(&VERSION.to_le_bytes());
        bytes[6..8].copy_from_slice(&flags.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.journal.to_le_bytes());
        bytes[24..32].copy_from_slice(&self.segment.to_le_bytes());
        bytes[32..40].copy_from_slice(&self.record.to_le_bytes());
        bytes[40..44].copy_from_slice(&self.stored_len.to_le_bytes());
        bytes[44..48].copy_from_slice(&self.original_len.to_le_bytes());
        let checksum = xxh3_64_with_seed(&bytes[..48], sum);
        bytes[48..56].copy_from_slice(&checksum.to_le_bytes());
    }

    /// `Err` contains the version when it is a newer one.
    pub(crate) fn read(bytes: &[u8]) -> Result<Option<Self>, u16> {
        let Some(bytes) = bytes.get(..RECORD_HEADER).filter(|bytes| bytes[..4] == RECORD_MAGIC) else {
            return Ok(None);
        };
        match u16_at(bytes, 4) {
            version @ FIRST_VERSION..=VERSION => Ok(Some(Self {
                version,
                compressed: u16_at(bytes, 6) & COMPRESSED != 0,
                journal: u128_at(bytes, 8),
                segment: u64_at(bytes, 24),
                record: u64_at(bytes, 32),
                stored_len: u32_at(bytes, 40),
                original_len: u32_at(bytes, 44),
                checksum: u64_at(bytes, 48),
            })),
            newer => Err(newer),
        }
    }

    /// Whether these are the header's bytes and its payload.
    pub(crate) fn fits(&self, header: &[u8], payload: &[u8]) -> bool {
        header.len() >= RECORD_HEADER
            && payload.len() == self.stored_len as usize
            && checksum(self.version, &header[..48], payload) == self.checksum
    }

    /// Bytes the record takes with its padding.
    pub(crate) fn padded_len(&self) -> u64 {
        padded(RECORD_HEADER + self.stored_len as usize) as u64
    }
}

/// Rounded up to whole blocks.
pub(crate) fn padded(bytes: usize) -> usize {
    bytes.div_ceil(BLOCK) * BLOCK
}

fn checksum(version: u16, header: &[u8], payload: &[u8]) -> u64 {
    if version != FIRST_VERSION {
        return xxh3_64_with_seed(header, xxh3_64(payload));
    }
    let mut state = Xxh3::new();
    state.update(header);
    state.update(payload);
    state.digest()
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes(array(bytes, at))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(array(bytes, at))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(array(bytes, at))
}

fn u128_at(bytes: &[u8], at: usize) -> u128 {
    u128::from_le_bytes(array(bytes, at))
}

fn array<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(&bytes[at..at + N]);
    array
}

/// Gives everything that looks like a header this journal's id, segment 1, and a checksum that fits.
#[cfg(feature = "fuzzing")]
pub fn seal_for_fuzzing(journal: u128, bytes: &mut [u8]) {
    let id = journal.to_le_bytes();
    if bytes.len() >= 48 && bytes[..4] == SEGMENT_MAGIC {
        bytes[8..24].copy_from_slice(&id);
        bytes[24..32].copy_from_slice(&1u64.to_le_bytes());
        let checksum = xxh3_64(&bytes[..40]);
        bytes[40..48].copy_from_slice(&checksum.to_le_bytes());
    }
    for block in 1..bytes.len().div_ceil(BLOCK) {
        let record = &mut bytes[block * BLOCK..];
        if record.len() < RECORD_HEADER || record[..4] != RECORD_MAGIC {
            continue;
        }
        record[8..24].copy_from_slice(&id);
        record[24..32].copy_from_slice(&1u64.to_le_bytes());
        let end = RECORD_HEADER.saturating_add(u32_at(record, 40) as usize);
        if let Some(payload) = record.get(RECORD_HEADER..end) {
            let checksum = checksum(u16_at(record, 4), &record[..48], payload);
            record[48..56].copy_from_slice(&checksum.to_le_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![0; RECORD_HEADER];
        bytes.extend_from_slice(payload);
        let length = payload.len() as u32;
        let header = RecordHeader {
            version: VERSION,
            journal: 77,
            segment: 3,
            record: 9,
            compressed: false,
            stored_len: length,
            original_len: length,
            checksum: 0,
        };
        header.write(xxh3_64(payload), &mut bytes);
        bytes
    }

    /// As version 1 wrote it.
    fn first_version(payload: &[u8]) -> Vec<u8> {
        let mut bytes = record(payload);
        bytes[4] = 1;
        let summed = [&bytes[..48], payload].concat();
        bytes[48..56].copy_from_slice(&xxh3_64(&summed).to_le_bytes());
        bytes
    }

    #[test]
    fn a_record_of_either_version_reads_back_and_any_changed_byte_is_noticed() {
        for bytes in [record(b"payload"), first_version(b"payload")] {
            let header = RecordHeader::read(&bytes).unwrap().unwrap();
            assert_eq!((header.journal, header.segment, header.record), (77, 3, 9));
            assert!(header.fits(&bytes, &bytes[RECORD_HEADER..]));
            for at in (0..bytes.len()).filter(|at| !(4..6).contains(at)) {
                let mut changed = bytes.clone();
                changed[at] ^= 1;
                let header = RecordHeader::read(&changed).unwrap();
                let fits = header.is_some_and(|header| {
                    changed
                        .get(RECORD_HEADER..RECORD_HEADER + header.stored_len as usize)
                        .is_some_and(|payload| header.fits(&changed, payload))
                });
                assert!(!fits, "byte {at}");
            }
        }
    }

    #[test]
    fn a_newer_format_is_distinguished_from_damage() {
        let mut bytes = record(b"payload");
        bytes[4] = 3;
        assert_eq!(RecordHeader::read(&bytes), Err(3));
    }

    #[test]
    fn a_segment_header_reads_back_and_damage_is_noticed() {
        let header = SegmentHeader { journal: 1 << 100, number: 5, first_record: 6 };
        let bytes = header.to_bytes();
        assert_eq!(SegmentHeader::read(&bytes), Ok(Some(header)));
        for at in 0..48 {
            let mut changed = bytes;
            changed[at] ^= 0x40;
            assert_eq!(SegmentHeader::read(&changed), Ok(None), "byte {at}");
        }
    }
}
