//! The last minutes, in memory: compressed chunks, bounded by time and bytes.

use std::collections::VecDeque;

use crate::error::RecordingError;
use crate::tables::Chunk;

/// Compression takes little time at this level, and chunks are compressed again for the file.
const LEVEL: i32 = 1;

/// Chunks of the last while.
pub struct Ring {
    kept_us: i64,
    limit: u64,
    bytes: u64,
    chunks: VecDeque<Packed>,
    dropped_rows: u64,
}

struct Packed {
    chunk: Chunk,
    /// Length of the bytes before compression.
    length: usize,
}

impl Ring {
    /// Keeps chunks of the last `kept_us` µs, and at most `limit` compressed bytes.
    pub fn new(kept_us: i64, limit: u64) -> Self {
        Self { kept_us, limit, bytes: 0, chunks: VecDeque::new(), dropped_rows: 0 }
    }

    /// Adds a chunk; drops those that ended before `now` minus the kept time, and the oldest while there are too many
    /// bytes.
    pub fn add(&mut self, mut chunk: Chunk, now: i64) -> Result<(), RecordingError> {
        let length = chunk.bytes.len();
        chunk.bytes = zstd::bulk::compress(&chunk.bytes, LEVEL)?;
        self.bytes += chunk.bytes.len() as u64;
        self.chunks.push_back(Packed { chunk, length });
        while let Some(oldest) = self.chunks.front() {
            let old = oldest.chunk.last < now.saturating_sub(self.kept_us);
            if !old && self.bytes <= self.limit {
                break;
            }
            self.bytes -= oldest.chunk.bytes.len() as u64;
            self.dropped_rows += if old { 0 } else { oldest.chunk.rows };
            self.chunks.pop_front();
        }
        Ok(())
    }

    /// Compressed bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Rows within the kept time that were dropped because there were too many bytes.
    pub fn dropped_rows(&self) -> u64 {
        self.dropped_rows
    }

    /// The chunks, oldest first.
    pub fn into_chunks(self) -> impl Iterator<Item = Result<Chunk, RecordingError>> {
        self.chunks.into_iter().map(|Packed { mut chunk, length }| {
            chunk.bytes = zstd::bulk::decompress(&chunk.bytes, length)?;
            Ok(chunk)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(last: i64, bytes: usize) -> Chunk {
        // Bytes that do not compress.
        let bytes =
            (0..bytes as u64).map(|at| (at.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as u8).collect();
        Chunk { table: "io", first: last - 10, last, rows: 5, bytes }
    }

    fn times(ring: Ring) -> Vec<i64> {
        ring.into_chunks().map(|chunk| chunk.unwrap().last).collect()
    }

    #[test]
    fn chunks_of_the_last_while_are_kept_as_they_were() {
        let mut ring = Ring::new(100, u64::MAX);
        for last in [10, 60, 120, 170] {
            ring.add(chunk(last, 100), last).unwrap();
        }
        assert_eq!(ring.dropped_rows(), 0);
        assert_eq!(times(ring), [120, 170]);
        let mut ring = Ring::new(100, u64::MAX);
        ring.add(chunk(5, 1_000), 5).unwrap();
        assert_eq!(ring.into_chunks().next().unwrap().unwrap(), chunk(5, 1_000));
    }

    #[test]
    fn bytes_are_bounded_and_what_is_dropped_is_counted() {
        let mut ring = Ring::new(1_000_000, 2_500);
        for last in 0..10 {
            ring.add(chunk(last, 1_000), last).unwrap();
            assert!(ring.bytes() <= 2_500);
        }
        let dropped = ring.dropped_rows();
        let kept = times(ring);
        assert_eq!(dropped, 5 * (10 - kept.len() as u64));
        assert!(!kept.is_empty() && kept.len() < 5);
        assert_eq!(kept.last(), Some(&9));
    }
}
