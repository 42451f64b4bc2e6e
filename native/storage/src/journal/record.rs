//! Builds a record on the writer's thread, in the buffer that is written to the device.
//!
//! The writer puts the payload after the space for the header and computes the checksum; the record's number
//! and segment, which only the journal assigns, are added to the header just before the write.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::aligned::AlignedBuffer;
use super::format::{MAX_PAYLOAD, RECORD_HEADER};

/// Bytes taken by the first read.
const LEAST: usize = 16 << 10;
/// Bytes that are summed up while they are still in the processor's cache.
const PIECE: usize = 128 << 10;

/// One record's bytes. Used again for later records, so that its memory is already there.
#[derive(Default)]
pub struct RecordBuffer {
    buffer: AlignedBuffer,
    /// Header and payload.
    len: usize,
    /// The hash of the payload's whole pieces, and where they end.
    pieces: Option<Box<Xxh3>>,
    summed: usize,
    /// xxh3 of the payload, once it is sealed.
    sum: u64,
}

impl RecordBuffer {
    /// Empties it, with capacity for a payload of about so many bytes.
    pub fn begin(&mut self, capacity: usize) {
        self.len = RECORD_HEADER;
        self.summed = RECORD_HEADER;
        self.sum = 0;
        self.buffer.grow(0, RECORD_HEADER + capacity.clamp(LEAST, MAX_PAYLOAD));
    }

    /// Appends to the payload.
    pub fn extend_from_slice(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        if end > self.buffer.blocks().len() {
            self.buffer.grow(self.len, end);
        }
        for piece in bytes.chunks(PIECE) {
            let end = self.len + piece.len();
            self.buffer.blocks_mut()[self.len..end].copy_from_slice(piece);
            self.len = end;
            if end - self.summed >= PIECE {
                self.sum_up();
            }
        }
    }

    fn sum_up(&mut self) {
        let pieces = self.pieces.get_or_insert_default();
        if self.summed == RECORD_HEADER {
            pieces.reset();
        }
        pieces.update(&self.buffer.blocks()[self.summed..self.len]);
        self.summed = self.len;
    }

    /// Appends one byte to the payload.
    pub fn push(&mut self, byte: u8) {
        self.extend_from_slice(&[byte]);
    }

    /// The payload is complete.
    pub fn seal(&mut self) {
        if self.summed == RECORD_HEADER {
            self.sum = xxh3_64(self.payload());
        } else {
            self.sum_up();
            self.sum = self.pieces.as_ref().map_or(0, |pieces| pieces.digest());
        }
    }

    /// The payload so far.
    pub fn payload(&self) -> &[u8] {
        &self.buffer.blocks()[RECORD_HEADER..self.len.max(RECORD_HEADER)]
    }

    /// xxh3 of the payload when it was sealed.
    pub(super) fn sum(&self) -> u64 {
        self.sum
    }

    /// Header and payload in whole blocks, zero behind them.
    pub(super) fn blocks_mut(&mut self) -> &mut [u8] {
        self.buffer.grow(self.len, self.len);
        let blocks = self.buffer.blocks_mut();
        blocks[self.len..].fill(0);
        blocks
    }

    /// Frees memory after a huge record was written.
    pub fn shrink_to(&mut self, capacity: usize) {
        self.len = 0;
        self.buffer.shrink_to(capacity);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_appended_is_the_payload_whatever_its_length_and_nothing_else_is_written() {
        let mut record = RecordBuffer::default();
        for length in [5, 5000, 300_000, 7] {
            record.begin(10);
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8 + 1).collect();
            for piece in bytes.chunks(999) {
                record.extend_from_slice(piece);
            }
            record.push(9);
            record.seal();
            let payload = [&bytes[..], &[9]].concat();
            assert_eq!(record.payload(), payload);
            assert_eq!(record.sum(), xxh3_64(&payload));
            let end = RECORD_HEADER + payload.len();
            let blocks = record.blocks_mut();
            assert_eq!(blocks[RECORD_HEADER..end], payload);
            assert!(blocks[end..].iter().all(|byte| *byte == 0));
        }
    }
}
