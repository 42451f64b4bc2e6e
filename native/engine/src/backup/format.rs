//! The bytes of a backup: a header, the manifest, blocks of rows, an end block.
//!
//! Each part has a checksum that covers its lengths and its bytes. The checksum of a block is seeded with that of
//! the part before it, so a block of another backup, a missing one or an exchanged one is found.

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The first bytes of the file.
pub(crate) const MAGIC: [u8; 4] = *b"RKBK";
/// The format that is written, and the latest that is read.
pub(crate) const VERSION: u16 = 1;
/// Bytes of the header and of the head of a block.
pub(crate) const HEAD: usize = 32;
/// The table number of the end block.
pub(crate) const END: u8 = 0;
/// A block is written when its rows have this many bytes.
pub(crate) const BLOCK: usize = 2 << 20;
/// Most bytes of a manifest: definitions of indexes with their history are in it.
pub(crate) const MOST_MANIFEST: u32 = 256 << 20;
/// Most bytes of a block: one row may be larger than [`BLOCK`].
pub(crate) const MOST_BLOCK: u32 = 1 << 30;

/// The start of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Header {
    pub version: u16,
    pub manifest_length: u32,
    pub manifest_hash: u64,
}

impl Header {
    pub(crate) fn to_bytes(self) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[..4].copy_from_slice(&MAGIC);
        bytes[4..6].copy_from_slice(&self.version.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.manifest_length.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.manifest_hash.to_le_bytes());
        seal(&mut bytes, 0);
        bytes
    }

    /// What is wrong with the bytes is a part of a sentence.
    pub(crate) fn from_bytes(bytes: &[u8; HEAD]) -> Result<Self, &'static str> {
        if bytes[..4] != MAGIC {
            return Err("it is not a backup of this program");
        }
        if !is_sealed(bytes, 0) || bytes[6..8] != [0; 2] || bytes[12..16] != [0; 4] {
            return Err("its header does not have the checksum that was written");
        }
        let header = Self {
            version: u16::from_le_bytes([bytes[4], bytes[5]]),
            manifest_length: number_at(bytes, 8),
            manifest_hash: long_at(bytes, 16),
        };
        match header.manifest_length <= MOST_MANIFEST {
            true => Ok(header),
            false => Err("its manifest is longer than any that this program writes"),
        }
    }
}

/// The head of a block; its payload follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct BlockHead {
    /// The table of the rows, or [`END`].
    pub table: u8,
    pub rows: u32,
    /// Bytes of the payload in the file.
    pub stored_length: u32,
    /// Bytes of the rows.
    pub length: u32,
    pub payload_hash: u64,
}

impl BlockHead {
    /// `before` is the checksum of the part before this block.
    pub(crate) fn to_bytes(self, before: u64) -> [u8; HEAD] {
        let mut bytes = [0; HEAD];
        bytes[0] = self.table;
        bytes[4..8].copy_from_slice(&self.rows.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.stored_length.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.length.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.payload_hash.to_le_bytes());
        seal(&mut bytes, before);
        bytes
    }

    /// `None` when the bytes are not those of the block that follows the part with the checksum `before`.
    pub(crate) fn from_bytes(bytes: &[u8; HEAD], before: u64) -> Option<Self> {
        let head = Self {
            table: bytes[0],
            rows: number_at(bytes, 4),
            stored_length: number_at(bytes, 8),
            length: number_at(bytes, 12),
            payload_hash: long_at(bytes, 16),
        };
        let is_possible = head.stored_length <= MOST_BLOCK && head.length <= MOST_BLOCK;
        (is_sealed(bytes, before) && is_possible && bytes[1..4] == [0; 3]).then_some(head)
    }
}

/// The checksum of a header or of the head of a block.
pub(crate) fn seal_of(bytes: &[u8; HEAD]) -> u64 {
    long_at(bytes, 24)
}

/// The checksum of a payload or a manifest.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    xxh3_64_with_seed(bytes, u64::from(VERSION))
}

/// Appends a row to a block.
pub(crate) fn put_row(block: &mut Vec<u8>, key: &[u8], value: &[u8]) -> Result<(), &'static str> {
    let length = |bytes: &[u8]| u32::try_from(bytes.len()).map_err(|_| "a row is longer than 4 GiB");
    block.extend_from_slice(&length(key)?.to_le_bytes());
    block.extend_from_slice(&length(value)?.to_le_bytes());
    block.extend_from_slice(key);
    block.extend_from_slice(value);
    Ok(())
}

/// Takes the first row of a block; `None` when it is not complete.
pub(crate) fn take_row<'a>(block: &mut &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
    let (lengths, rest) = block.split_at_checked(8)?;
    let length_at = |at: usize| usize::try_from(number_at(lengths, at)).ok();
    let (key, rest) = rest.split_at_checked(length_at(0)?)?;
    let (value, rest) = rest.split_at_checked(length_at(4)?)?;
    *block = rest;
    Some((key, value))
}

fn seal(bytes: &mut [u8; HEAD], seed: u64) {
    let sealed = xxh3_64_with_seed(&bytes[..24], seed);
    bytes[24..].copy_from_slice(&sealed.to_le_bytes());
}

fn is_sealed(bytes: &[u8; HEAD], seed: u64) -> bool {
    xxh3_64_with_seed(&bytes[..24], seed) == seal_of(bytes)
}

fn number_at(bytes: &[u8], at: usize) -> u32 {
    let mut number = [0; 4];
    number.copy_from_slice(&bytes[at..at + 4]);
    u32::from_le_bytes(number)
}

fn long_at(bytes: &[u8], at: usize) -> u64 {
    let mut number = [0; 8];
    number.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_back_and_every_changed_bit_is_found() {
        let header = Header { version: 1, manifest_length: 700, manifest_hash: 9 };
        let block = BlockHead { table: 7, rows: 3, stored_length: 40, length: 90, payload_hash: 5 };
        let (first, second) = (header.to_bytes(), block.to_bytes(11));
        assert_eq!(Header::from_bytes(&first), Ok(header));
        assert_eq!(BlockHead::from_bytes(&second, 11), Some(block));
        assert_eq!(BlockHead::from_bytes(&second, 12), None, "it follows another part");
        for bit in 0..HEAD * 8 {
            let flip = |mut bytes: [u8; HEAD]| {
                bytes[bit / 8] ^= 1 << (bit % 8);
                bytes
            };
            assert!(Header::from_bytes(&flip(first)).is_err(), "bit {bit}");
            assert_eq!(BlockHead::from_bytes(&flip(second), 11), None, "bit {bit}");
        }
    }

    #[test]
    fn rows_are_taken_in_order_and_incomplete_ones_are_not() {
        let mut block = Vec::new();
        put_row(&mut block, b"a", b"").unwrap();
        put_row(&mut block, b"", b"value").unwrap();
        let mut rest = &block[..];
        assert_eq!(take_row(&mut rest), Some((&b"a"[..], &b""[..])));
        assert_eq!(take_row(&mut rest), Some((&b""[..], &b"value"[..])));
        assert!(rest.is_empty() && take_row(&mut rest).is_none());
        for end in 10..block.len() {
            let mut rest = &block[..end];
            take_row(&mut rest);
            assert_eq!(take_row(&mut rest), None, "cut at {end}");
        }
    }
}
