//! A file of a backup as a stream, with the checksum of what was written or read.

use std::io::{self, Read, Write};

use rookery_engine::DiskFile;
use xxhash_rust::xxh3::Xxh3;

/// Bytes per read and per write.
const PIECE: usize = 256 * 1024;

/// Writes a file from its beginning.
pub struct FileWriter {
    file: Box<dyn DiskFile>,
    offset: u64,
    waiting: Vec<u8>,
    hash: Xxh3,
}

impl FileWriter {
    pub fn new(file: Box<dyn DiskFile>) -> Self {
        Self { file, offset: 0, waiting: Vec::with_capacity(PIECE), hash: Xxh3::new() }
    }

    /// Everything is on the device; the number of bytes and their checksum.
    pub fn finish(mut self) -> io::Result<(u64, u64)> {
        self.write_waiting()?;
        self.file.sync()?;
        Ok((self.offset, self.hash.digest()))
    }

    fn write_waiting(&mut self) -> io::Result<()> {
        self.file.write_all_at(self.offset, &self.waiting)?;
        self.offset += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }
}

impl Write for FileWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = &bytes[..bytes.len().min(PIECE - self.waiting.len())];
        self.hash.update(taken);
        self.waiting.extend_from_slice(taken);
        if self.waiting.len() == PIECE {
            self.write_waiting()?;
        }
        Ok(taken.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads a file from its beginning.
pub struct FileReader {
    file: Box<dyn DiskFile>,
    size: u64,
    offset: u64,
    hash: Xxh3,
}

impl FileReader {
    pub fn new(file: Box<dyn DiskFile>) -> io::Result<Self> {
        Ok(Self { size: file.size()?, file, offset: 0, hash: Xxh3::new() })
    }

    /// Reads what is left; the number of all bytes and their checksum.
    pub fn finish(mut self) -> io::Result<(u64, u64)> {
        let mut piece = vec![0; PIECE];
        while self.read(&mut piece)? > 0 {}
        Ok((self.offset, self.hash.digest()))
    }
}

impl Read for FileReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.size - self.offset).unwrap_or(usize::MAX);
        let length = bytes.len().min(left).min(PIECE);
        self.file.read_exact_at(self.offset, &mut bytes[..length])?;
        self.hash.update(&bytes[..length]);
        self.offset += length as u64;
        Ok(length)
    }
}
