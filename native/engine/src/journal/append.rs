//! Appends records: one write that is on the device before [`Journal::append`] returns.

use std::sync::Arc;

use super::aligned::AlignedBuffer;
use super::format::{MAX_PAYLOAD, RECORD_HEADER, RecordHeader, SegmentHeader, padded};
use super::pool::{FullSegment, SegmentPool};
use super::segment::Segment;
use crate::database::JournalReport;
use crate::disk::Disk;
use crate::error::EngineError;
use crate::io::IoRecorder;
use crate::options::Tuning;

/// zstd level of journal records: the writer waits for it.
const JOURNAL_LEVEL: i32 = 1;
/// Room the write buffer keeps between records.
const USUAL_RECORD: usize = 8 << 20;

/// The writing end of a journal. One per database, used by its writer thread only.
#[derive(Debug)]
pub(crate) struct Journal {
    id: u128,
    disk: Arc<dyn Disk>,
    recorder: IoRecorder,
    pool: Arc<SegmentPool>,
    segment_size: u64,
    step: u64,
    compress_from: usize,
    current: Option<Segment>,
    next_number: u64,
    next_record: u64,
    buffer: AlignedBuffer,
}

impl Journal {
    pub(super) fn new(
        id: u128,
        disk: Arc<dyn Disk>,
        recorder: IoRecorder,
        pool: Arc<SegmentPool>,
        tuning: &Tuning,
        next_number: u64,
        next_record: u64,
    ) -> Self {
        Self {
            id,
            disk,
            recorder,
            pool,
            segment_size: tuning.journal_segment,
            step: tuning.journal_step,
            compress_from: tuning.journal_compress_from,
            current: None,
            next_number,
            next_record,
            buffer: AlignedBuffer::default(),
        }
    }

    /// The full segments, shared with the flush thread.
    pub(crate) fn pool(&self) -> &Arc<SegmentPool> {
        &self.pool
    }

    /// Appends one record and returns its number. After an error nothing counts as written: the
    /// segment is left behind, and the next append begins a fresh one that declares the record void.
    pub(crate) fn append(&mut self, payload: &[u8]) -> Result<u64, EngineError> {
        if payload.len() > MAX_PAYLOAD {
            return Err(EngineError::Io {
                path: self.pool.folder().to_owned(),
                action: "write one batch to the journal in",
                source: std::io::Error::new(
                    std::io::ErrorKind::InvalidInput,
                    format!("it is {} bytes long, and {MAX_PAYLOAD} is the most; split it", payload.len()),
                ),
            });
        }
        let result = self.try_append(payload);
        self.buffer.shrink_to(USUAL_RECORD);
        match result {
            Ok(()) => {
                self.next_record += 1;
                self.note_current();
                Ok(self.next_record - 1)
            }
            Err(error) => {
                self.leave_segment();
                Err(error)
            }
        }
    }

    fn try_append(&mut self, payload: &[u8]) -> Result<(), EngineError> {
        let packed = self.compress(payload)?;
        let stored = packed.as_deref().unwrap_or(payload);
        let length = RECORD_HEADER + stored.len();
        let room = padded(length) as u64;
        if self.current.as_ref().is_some_and(|segment| segment.position + room > self.segment_size) {
            self.leave_segment();
        }
        if self.current.is_none() {
            self.begin_segment()?;
        }
        let segment = self.current.as_mut().expect("a segment was begun above");
        segment.prewrite(segment.position + room, self.step, &self.recorder)?;
        let bytes = self.buffer.reset(length);
        bytes[RECORD_HEADER..].copy_from_slice(stored);
        let original = u32::try_from(payload.len()).expect("checked to be at most 1 GiB");
        RecordHeader::write(self.id, segment.number, self.next_record, packed.is_some(), original, bytes);
        segment.write(self.buffer.blocks(), &self.recorder)
    }

    fn compress(&mut self, payload: &[u8]) -> Result<Option<Vec<u8>>, EngineError> {
        if payload.len() < self.compress_from {
            return Ok(None);
        }
        if self.current.is_none() {
            // The event names the file the record goes to.
            self.begin_segment()?;
        }
        let name = self.current.as_ref().map(|segment| segment.name.clone()).expect("begun above");
        let measure = self.recorder.begin();
        let packed = zstd::bulk::compress(payload, JOURNAL_LEVEL)
            .map_err(EngineError::io(self.pool.folder(), "compress a record for the journal in"))?;
        self.recorder.compressed(measure, &name, payload.len() as u64, packed.len() as u64, JOURNAL_LEVEL);
        Ok((packed.len() < payload.len()).then_some(packed))
    }

    fn begin_segment(&mut self) -> Result<(), EngineError> {
        let header =
            SegmentHeader { journal: self.id, number: self.next_number, first_record: self.next_record };
        // A number is used once, even if the file under it did not come about.
        self.next_number += 1;
        let spare = self.pool.take_spare();
        let segment = Segment::begin(self.pool.folder(), header, spare, &*self.disk, &self.recorder)?;
        self.current = Some(segment);
        self.note_current();
        Ok(())
    }

    fn leave_segment(&mut self) {
        if let Some(segment) = self.current.take() {
            self.pool.add(FullSegment {
                number: segment.number,
                last_record: self.next_record - 1,
                size: segment.prewritten,
            });
        }
    }

    fn note_current(&self) {
        if let Some(segment) = &self.current {
            self.pool.note_current(JournalReport {
                number: segment.number,
                name: segment.name.to_string(),
                allocated: segment.prewritten,
                available: self.segment_size.saturating_sub(segment.position),
                last_record: (self.next_record > 1).then(|| self.next_record - 1),
                flushed: false,
            });
        }
    }
}
