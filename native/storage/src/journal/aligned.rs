//! A byte buffer whose address is a multiple of 4 KiB, as direct I/O requires.

use super::format::{BLOCK, padded};

/// Bytes for a file that is opened for a journal. Grows as needed and keeps its capacity. Bytes beyond what was written are zero.
#[derive(Debug, Default)]
pub struct AlignedBuffer {
    /// One block longer than the capacity, so that an aligned start can be found in it.
    storage: Vec<u8>,
    start: usize,
    len: usize,
}

impl AlignedBuffer {
    /// A zeroed buffer of `len` bytes.
    pub fn zeroed(len: usize) -> Self {
        let mut buffer = Self::default();
        buffer.reset(len);
        buffer
    }

    /// Makes the buffer `len` bytes long, rounded up to whole blocks; all zero beyond what the caller writes.
    pub(crate) fn reset(&mut self, len: usize) -> &mut [u8] {
        let capacity = padded(len);
        if self.storage.len() < capacity + BLOCK {
            self.storage = vec![0; capacity + BLOCK];
            self.start = self.storage.as_ptr().align_offset(BLOCK);
        }
        self.len = capacity;
        let blocks = &mut self.storage[self.start..self.start + capacity];
        // Only the padding can hold bytes of the last use that are not overwritten.
        blocks[len..].fill(0);
        &mut blocks[..len]
    }

    /// Makes the buffer `len` bytes long and keeps the first `kept` of them as they are; what is behind is
    /// whatever was there. Room grows by doubling.
    pub(crate) fn grow(&mut self, kept: usize, len: usize) {
        let capacity = padded(len);
        if self.storage.len() < capacity + BLOCK {
            let mut larger = Self::zeroed(capacity.max(2 * self.len));
            let from = self.start;
            larger.storage[larger.start..larger.start + kept]
                .copy_from_slice(&self.storage[from..from + kept]);
            *self = larger;
        }
        self.len = capacity;
    }

    /// Makes the buffer shorter; behind `len` bytes it is zero.
    pub(crate) fn cut(&mut self, len: usize) {
        self.len = padded(len).min(self.len);
        let blocks = &mut self.storage[self.start..self.start + self.len];
        blocks[len..].fill(0);
    }

    /// The whole blocks, to be written to.
    pub fn blocks_mut(&mut self) -> &mut [u8] {
        &mut self.storage[self.start..self.start + self.len]
    }

    /// The whole blocks.
    pub fn blocks(&self) -> &[u8] {
        &self.storage[self.start..self.start + self.len]
    }

    /// Frees memory after a huge record was written.
    pub(crate) fn shrink_to(&mut self, capacity: usize) {
        if self.storage.len() > 2 * (capacity + BLOCK) {
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

    #[test]
    fn growing_keeps_what_is_to_be_kept_and_stays_aligned() {
        let mut buffer = AlignedBuffer::default();
        buffer.grow(0, 10);
        buffer.blocks_mut()[..10].copy_from_slice(b"0123456789");
        for len in [4096, 4097, 100_000, 1 << 20] {
            buffer.grow(10, len);
            assert_eq!(buffer.blocks().as_ptr().align_offset(BLOCK), 0);
            assert_eq!(buffer.blocks().len(), padded(len));
            assert_eq!(&buffer.blocks()[..10], b"0123456789");
        }
    }
}
