//! A byte buffer whose address is a multiple of 4 KiB, as direct I/O asks for.

use super::format::{BLOCK, padded};

/// Grows as needed and keeps its room. Bytes beyond what was written are zero.
#[derive(Debug, Default)]
pub(crate) struct AlignedBuffer {
    /// One block longer than the room, so that an aligned start can be found in it.
    storage: Vec<u8>,
    start: usize,
    len: usize,
}

impl AlignedBuffer {
    /// A zeroed buffer of `len` bytes.
    pub(crate) fn zeroed(len: usize) -> Self {
        let mut buffer = Self::default();
        buffer.reset(len);
        buffer
    }

    /// Makes the buffer `len` bytes long, rounded up to whole blocks; all zero beyond what the caller writes.
    pub(crate) fn reset(&mut self, len: usize) -> &mut [u8] {
        let room = padded(len);
        if self.storage.len() < room + BLOCK {
            self.storage = vec![0; room + BLOCK];
            self.start = self.storage.as_ptr().align_offset(BLOCK);
        }
        self.len = room;
        let blocks = &mut self.storage[self.start..self.start + room];
        // Only the padding can hold remains of the last use that nobody overwrites.
        blocks[len..].fill(0);
        &mut blocks[..len]
    }

    /// The whole blocks.
    pub(crate) fn blocks(&self) -> &[u8] {
        &self.storage[self.start..self.start + self.len]
    }

    /// Gives room back when one huge record has been written.
    pub(crate) fn shrink_to(&mut self, room: usize) {
        if self.storage.len() > 2 * (room + BLOCK) {
            *self = Self::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned_and_padding_is_zero_after_reuse() {
        let mut buffer = AlignedBuffer::default();
        for len in [1, 4096, 5000, 100_000, 10] {
            buffer.reset(len).fill(7);
            assert_eq!(buffer.blocks().as_ptr().align_offset(BLOCK), 0);
            assert_eq!(buffer.blocks().len(), padded(len));
            assert!(buffer.blocks()[len..].iter().all(|byte| *byte == 0), "{len}");
        }
    }
}
