//! The bytes of a dump with their offsets.

use std::io::Read;

use crate::compression::Decompressed;
use crate::error::DumpError;

/// Bytes per read.
const BUFFER: usize = 64 * 1024;

pub(crate) struct ByteCursor<'a> {
    source: Decompressed<'a>,
    buffer: Box<[u8]>,
    at: usize,
    end: usize,
    /// Offset of the buffer's first byte.
    start: u64,
}

impl<'a> ByteCursor<'a> {
    pub(crate) fn new(source: impl Read + 'a) -> Result<Self, DumpError> {
        let source = Decompressed::new(source)?;
        Ok(Self { source, buffer: vec![0; BUFFER].into(), at: 0, end: 0, start: 0 })
    }

    /// The compression of the source.
    pub(crate) fn compression(&self) -> crate::compression::Compression {
        self.source.compression
    }

    /// Bytes that the decompression holds.
    pub(crate) fn window(&self) -> u64 {
        self.source.window
    }

    /// Offset of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.start + self.at as u64
    }

    /// The bytes that are read already, at least one unless the dump ends here.
    pub(crate) fn available(&mut self) -> Result<&[u8], DumpError> {
        if self.at == self.end {
            self.start += self.end as u64;
            (self.at, self.end) = (0, 0);
            self.end = self.source.read(&mut self.buffer, self.start)?;
        }
        Ok(&self.buffer[self.at..self.end])
    }

    /// Marks bytes of [`Self::available`] as consumed.
    pub(crate) fn consume(&mut self, bytes: usize) {
        self.at = (self.at + bytes).min(self.end);
    }

    /// The next byte, not consumed; `None` at the end.
    pub(crate) fn peek(&mut self) -> Result<Option<u8>, DumpError> {
        Ok(self.available()?.first().copied())
    }

    /// The next byte that is not whitespace, not consumed.
    pub(crate) fn peek_token(&mut self) -> Result<Option<u8>, DumpError> {
        loop {
            let available = self.available()?;
            if available.is_empty() {
                return Ok(None);
            }
            let length = available.len();
            let found = available.iter().position(|byte| !byte.is_ascii_whitespace());
            let token = found.map(|at| available[at]);
            self.consume(found.unwrap_or(length));
            if token.is_some() {
                return Ok(token);
            }
        }
    }

    /// The dump ends here though it should not.
    pub(crate) fn cut(&self, place: impl Into<String>) -> DumpError {
        DumpError::Cut { offset: self.offset(), place: place.into() }
    }

    /// The next byte is wrong.
    pub(crate) fn malformed(&self, reason: impl Into<String>) -> DumpError {
        DumpError::Malformed { offset: self.offset(), reason: reason.into() }
    }
}
