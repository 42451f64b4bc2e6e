//! One read or write, as a closure with its file, its buffer and its next offset.

use std::path::Path;
use std::time::Instant;

use rookery_storage::{AlignedBuffer, DiskFile, StorageError};

use super::{Done, Operation};
use crate::pattern::{Access, Method, Pattern};

/// The operation of one thread of a pattern on a file of `bytes` bytes.
pub(super) fn operation(
    file: Box<dyn DiskFile>,
    path: &Path,
    bytes: u64,
    pattern: Pattern,
    thread: u32,
) -> Operation<'static> {
    let path = path.to_owned();
    let mut offsets = Offsets::new(bytes, pattern, thread);
    let mut data = buffer(pattern.block_size as usize, u64::from(thread) + 1);
    match pattern.method {
        Method::Read => Box::new(move || {
            file.read_exact_at(offsets.next(), data.blocks_mut()).map_err(StorageError::io(&path, "read"))?;
            Ok(Done::default())
        }),
        Method::Durable | Method::Journal => Box::new(move || {
            let at = offsets.next();
            number(&mut data, at);
            // As the journal writes: where the write itself waits for the device, the sync does nothing.
            file.write_all_at(at, data.blocks())
                .and_then(|()| file.sync())
                .map_err(StorageError::io(&path, "write"))?;
            Ok(Done::default())
        }),
        Method::WriteSync => Box::new(move || {
            let at = offsets.next();
            number(&mut data, at);
            file.write_all_at(at, data.blocks()).map_err(StorageError::io(&path, "write"))?;
            let begun = Instant::now();
            file.sync().map_err(StorageError::io(&path, "sync"))?;
            Ok(Done { sync: Some(begun.elapsed()) })
        }),
        Method::Buffered => Box::new(move || {
            let at = offsets.next();
            number(&mut data, at);
            file.write_all_at(at, data.blocks()).map_err(StorageError::io(&path, "write"))?;
            Ok(Done::default())
        }),
    }
}

/// A buffer of bytes that do not compress.
pub(super) fn buffer(len: usize, seed: u64) -> AlignedBuffer {
    let mut data = AlignedBuffer::zeroed(len);
    let mut random = Random(seed);
    for eight in data.blocks_mut().chunks_mut(8) {
        let bytes = random.next().to_le_bytes();
        eight.copy_from_slice(&bytes[..eight.len()]);
    }
    data
}

/// No two blocks are the same, so that a disk that stores equal ones once stores all.
fn number(data: &mut AlignedBuffer, at: u64) {
    for block in data.blocks_mut().chunks_mut(4096) {
        block[..8].copy_from_slice(&at.to_le_bytes());
        block[8] = block[8].wrapping_add(1);
    }
}

/// Where the operations of one thread go.
struct Offsets {
    block: u64,
    /// The first block of the thread's part and the number of blocks in it.
    first: u64,
    count: u64,
    next: u64,
    random: Option<Random>,
}

impl Offsets {
    /// A file has at least one block per thread.
    fn new(bytes: u64, pattern: Pattern, thread: u32) -> Self {
        let block = u64::from(pattern.block_size);
        let blocks = (bytes / block).max(1);
        match pattern.access {
            Access::Random => {
                Self { block, first: 0, count: blocks, next: 0, random: Some(Random(u64::from(thread) + 77)) }
            }
            Access::Sequential => {
                let count = (blocks / u64::from(pattern.threads)).max(1);
                let first = (u64::from(thread) * count).min(blocks - 1);
                Self { block, first, count: count.min(blocks - first), next: 0, random: None }
            }
        }
    }

    fn next(&mut self) -> u64 {
        let at = match &mut self.random {
            Some(random) => random.next() % self.count,
            None => {
                let at = self.next;
                self.next = (at + 1) % self.count;
                at
            }
        };
        (self.first + at) * self.block
    }
}

/// splitmix64: the numbers of <https://prng.di.unimi.it/splitmix64.c>.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(access: Access, block_size: u32, threads: u32) -> Pattern {
        Pattern { method: Method::Durable, access, block_size, threads }
    }

    #[test]
    fn sequential_threads_have_parts_of_their_own_and_begin_again() {
        let sequential = pattern(Access::Sequential, 4096, 2);
        let mut second = Offsets::new(5 * 4096, sequential, 1);
        assert_eq!([0; 3].map(|_| second.next() / 4096), [2, 3, 2]);
        let mut first = Offsets::new(5 * 4096, sequential, 0);
        assert_eq!([0; 3].map(|_| first.next() / 4096), [0, 1, 0]);
    }

    #[test]
    fn offsets_stay_in_the_file() {
        for (access, block, threads, bytes) in [
            (Access::Random, 4096, 16, 1 << 20),
            (Access::Random, 1 << 20, 1, 3 << 20),
            (Access::Sequential, 1 << 20, 64, 2 << 20),
            (Access::Sequential, 12 << 10, 3, 1 << 20),
        ] {
            for thread in 0..threads {
                let mut offsets = Offsets::new(bytes, pattern(access, block, threads), thread);
                for _ in 0..2000 {
                    let at = offsets.next();
                    assert!(at + u64::from(block) <= bytes && at.is_multiple_of(u64::from(block)), "{at}");
                }
            }
        }
    }

    #[test]
    fn blocks_differ_from_each_other_and_from_the_last_time() {
        let mut data = buffer(8192, 3);
        number(&mut data, 4096);
        let first = data.blocks().to_vec();
        assert_ne!(first[..4096], first[4096..]);
        number(&mut data, 4096);
        assert_ne!(first, data.blocks());
    }
}
