//! Bits in a row of bytes, the most significant ones first.

/// Writes bits.
#[derive(Debug, Clone, Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    /// The bits that fill no eight bytes yet, at its upper end.
    pending: u64,
    used: u32,
}

impl BitWriter {
    /// Continues after the first `length` bits of `bytes`.
    pub(crate) fn resume(bytes: &[u8], length: usize) -> Self {
        let whole = length / 64 * 8;
        let mut writer = Self { bytes: bytes[..whole].to_vec(), pending: 0, used: 0 };
        let mut rest = [0; 8];
        let tail = &bytes[whole..length.div_ceil(8)];
        rest[..tail.len()].copy_from_slice(tail);
        writer.used = u32::try_from(length % 64).unwrap_or(0);
        if writer.used > 0 {
            writer.pending = u64::from_be_bytes(rest) & (u64::MAX << (64 - writer.used));
        }
        writer
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len() * 8 + self.used as usize
    }

    /// Appends the lowest `width` bits of `value`, which has no others; 1 to 64.
    #[inline]
    pub(crate) fn push(&mut self, value: u64, width: u32) {
        let free = 64 - self.used;
        if width < free {
            self.pending |= value << (free - width);
            self.used += width;
            return;
        }
        let rest = width - free;
        self.bytes.extend_from_slice(&(self.pending | value >> rest).to_be_bytes());
        self.pending = if rest == 0 { 0 } else { value << (64 - rest) };
        self.used = rest;
    }

    /// Appends the bytes to `out`; the last one is filled with zeros.
    pub(crate) fn write_to(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.bytes);
        out.extend_from_slice(&self.pending.to_be_bytes()[..(self.used as usize).div_ceil(8)]);
    }
}

/// Reads bits. Beyond the bytes it reads zeros: the caller compares [`BitReader::position`] with the length.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> BitReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    pub(crate) fn position(&self) -> usize {
        self.position
    }

    /// The next 57 or more bits, at the upper end.
    #[inline]
    pub(crate) fn window(&self) -> u64 {
        let at = self.position / 8;
        let word = match self.bytes.get(at..at + 8).and_then(|word| word.try_into().ok()) {
            Some(word) => u64::from_be_bytes(word),
            None => self.last_window(at),
        };
        word << (self.position % 8)
    }

    #[cold]
    fn last_window(&self, at: usize) -> u64 {
        let mut word = [0; 8];
        let rest = self.bytes.get(at..).unwrap_or_default();
        word[..rest.len().min(8)].copy_from_slice(&rest[..rest.len().min(8)]);
        u64::from_be_bytes(word)
    }

    #[inline]
    pub(crate) fn skip(&mut self, width: u32) {
        self.position += width as usize;
    }

    /// The next bits; 1 to 64.
    #[inline]
    pub(crate) fn read(&mut self, width: u32) -> u64 {
        if width <= 56 {
            let value = self.window() >> (64 - width);
            self.skip(width);
            return value;
        }
        let upper = self.window() >> 32;
        self.skip(32);
        let lower = self.window() >> (96 - width);
        self.skip(width - 32);
        upper << (width - 32) | lower
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bits_are_read_as_written_also_after_a_pause(
            parts in proptest::collection::vec((any::<u64>(), 1..=64u32), 0..60), pause: prop::sample::Index,
        ) {
            let pause = if parts.is_empty() { 0 } else { pause.index(parts.len()) };
            let mut writer = BitWriter::default();
            for (index, (value, width)) in parts.iter().enumerate() {
                if index == pause {
                    let mut bytes = Vec::new();
                    writer.write_to(&mut bytes);
                    writer = BitWriter::resume(&bytes, writer.len());
                }
                writer.push(value >> (64 - width), *width);
            }
            let mut bytes = Vec::new();
            writer.write_to(&mut bytes);
            prop_assert_eq!(bytes.len(), writer.len().div_ceil(8));
            let mut reader = BitReader::new(&bytes);
            for (value, width) in &parts {
                prop_assert_eq!(reader.read(*width), value >> (64 - width));
            }
            prop_assert_eq!(reader.position(), writer.len());
            prop_assert_eq!(reader.read(64), 0);
        }
    }
}
