//! The two files of a check, written completely before they are measured, so that a write changes no metadata.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_storage::{AlignedBuffer, Disk as _, DiskFile, Purpose, RealDisk, StorageError};

use super::Operation;
use super::operations::{buffer, operation};
use crate::error::DiskCheckError;
use crate::pattern::{Method, Pattern};

/// Bytes of one write while a file is filled, and the unit of its size.
const PIECE: usize = 1 << 20;

/// The files of a check and how large they became.
#[derive(Debug)]
pub(crate) struct Files {
    direct: PathBuf,
    direct_bytes: u64,
    cached: PathBuf,
    cached_bytes: u64,
    is_direct: bool,
}

impl Files {
    /// Makes and fills both, each in at most half of `time`. A slow disk gets smaller files, but at least one piece
    /// per thread.
    pub(crate) fn fill(
        (direct, direct_bytes): (PathBuf, u64),
        (cached, cached_bytes): (PathBuf, u64),
        threads: u32,
        time: Duration,
        cancel: &CancelToken,
    ) -> Result<Self, DiskCheckError> {
        let source = buffer(PIECE, 1);
        let fill = |path: &Path, purpose: Purpose, most: u64| {
            let file = open(path, purpose)?;
            let least = u64::from(threads) * PIECE as u64;
            let bytes = write_pieces(&*file, path, &source, least.min(most)..=most, time / 2, cancel)?;
            file.sync().map_err(StorageError::io(path, "sync"))?;
            Ok::<_, DiskCheckError>((bytes, file.is_direct()))
        };
        let (direct_bytes, is_direct) = fill(&direct, Purpose::NewJournal, direct_bytes)?;
        let (cached_bytes, _) = fill(&cached, Purpose::Data, cached_bytes)?;
        Ok(Self { direct, direct_bytes, cached, cached_bytes, is_direct })
    }

    /// Whether the file for durable writes is used around the page cache.
    pub(crate) fn is_direct(&self) -> bool {
        self.is_direct
    }

    /// Bytes of both files.
    pub(crate) fn bytes(&self) -> u64 {
        self.direct_bytes + self.cached_bytes
    }

    /// The operations of a pattern, one per thread, each with a file handle of its own.
    pub(crate) fn operations(&self, pattern: Pattern) -> Result<Vec<Operation<'static>>, DiskCheckError> {
        let (path, purpose, bytes) = match pattern.method {
            Method::Durable | Method::Read | Method::Journal => {
                (&self.direct, Purpose::Journal, self.direct_bytes)
            }
            Method::WriteSync | Method::Buffered => (&self.cached, Purpose::Data, self.cached_bytes),
        };
        (0..pattern.threads)
            .map(|thread| Ok(operation(open(path, purpose)?, path, bytes, pattern, thread)))
            .collect()
    }

    /// Waits until all buffered writes are on the device; returns how long that took.
    pub(crate) fn flush(&self) -> Result<Duration, DiskCheckError> {
        let begun = Instant::now();
        let file = open(&self.cached, Purpose::Data)?;
        file.sync().map_err(StorageError::io(&self.cached, "sync"))?;
        Ok(begun.elapsed())
    }
}

fn open(path: &Path, purpose: Purpose) -> Result<Box<dyn DiskFile>, StorageError> {
    RealDisk.open(path, purpose).map_err(StorageError::io(path, "open"))
}

fn write_pieces(
    file: &dyn DiskFile,
    path: &Path,
    source: &AlignedBuffer,
    bounds: std::ops::RangeInclusive<u64>,
    time: Duration,
    cancel: &CancelToken,
) -> Result<u64, DiskCheckError> {
    let until = Instant::now() + time;
    let mut written = 0;
    while written < *bounds.end() && (written < *bounds.start() || Instant::now() < until) {
        if cancel.is_cancelled() {
            return Err(DiskCheckError::Cancelled);
        }
        file.write_all_at(written, source.blocks()).map_err(StorageError::io(path, "write"))?;
        written += PIECE as u64;
    }
    Ok(written)
}
