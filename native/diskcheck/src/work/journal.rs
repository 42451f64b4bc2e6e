//! Commits through the engine's own journal.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_storage::{
    AlignedBuffer, EnvironmentType, IoMetrics, IoRecorder, Journal, JournalLocation, JournalOptions,
    RealDisk, RecordBuffer, StorageError,
};

use super::operations::buffer;
use super::{Done, Operation};
use crate::error::DiskCheckError;

/// Bytes of a record's header: with them a payload fills whole blocks.
const HEADER: usize = 56;
/// As in the engine.
const STEP: u64 = 4 << 20;
/// Payload of a record while the segments are filled for the first time.
const FIRST: usize = (256 << 10) - HEADER;

/// A journal that is in use: its segments were filled once, and new records replace old ones.
pub(crate) struct JournalWork {
    journal: Journal,
    record: RecordBuffer,
    recorder: IoRecorder,
    segment_bytes: u64,
    segment: u64,
    /// Bytes of records since the journal was opened.
    written: u64,
}

impl JournalWork {
    /// Opens one in a new folder and fills its segments, in at most about `time`.
    pub(crate) fn open(
        folder: PathBuf,
        segment_bytes: u64,
        time: Duration,
        cancel: &CancelToken,
    ) -> Result<Self, DiskCheckError> {
        let metrics = Arc::new(IoMetrics::default());
        let recorder = metrics.environment(Path::new("disk-check"), EnvironmentType::Documents);
        let options = JournalOptions {
            segment_size: segment_bytes,
            step: STEP.min(segment_bytes),
            prepare_in_background: true,
            // The bytes that are measured are the bytes that are written.
            compress_from: usize::MAX,
        };
        let location =
            JournalLocation { folder, id: 1, disk: Arc::new(RealDisk), recorder: recorder.clone() };
        let nothing = |_: u64, _: &[u8]| Ok::<(), StorageError>(());
        let (journal, _) = location.open(&options, 0, nothing)?;
        let record = RecordBuffer::default();
        let mut work = Self { journal, record, recorder, segment_bytes, segment: 0, written: 0 };
        let payload = buffer(FIRST, 5);
        let until = Instant::now() + time;
        while work.written < 3 * segment_bytes && Instant::now() < until {
            if cancel.is_cancelled() {
                return Err(DiskCheckError::Cancelled);
            }
            work.commit(&payload, FIRST)?;
        }
        Ok(work)
    }

    /// Bytes of records so far.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// The commit of one record that takes `size` bytes in the journal.
    pub(crate) fn operation(&mut self, size: u32) -> Operation<'_> {
        let length = size as usize - HEADER;
        let payload = buffer(length, 6);
        Box::new(move || {
            self.commit(&payload, length)?;
            Ok(Done::default())
        })
    }

    fn commit(&mut self, payload: &AlignedBuffer, length: usize) -> Result<(), StorageError> {
        self.record.begin(length);
        self.record.extend_from_slice(&payload.blocks()[..length]);
        self.record.seal();
        let number = self.journal.append(&mut self.record)?;
        self.written += (length + HEADER) as u64;
        // As the engine's flush: full segments are used again.
        let segment = self.written / (self.segment_bytes / 2).max(1);
        if segment != self.segment {
            self.segment = segment;
            self.journal.pool().release(number, self.segment_bytes / 2, &self.recorder)?;
        }
        Ok(())
    }
}
