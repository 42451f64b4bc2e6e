//! Appends records: one write that is on the device before [`Journal::append`] returns.

use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::ahead::NextSegment;
use super::aligned::AlignedBuffer;
use super::format::{MAX_PAYLOAD, RECORD_HEADER, RecordHeader, VERSION, padded};
use super::options::JournalOptions;
use super::pool::{FullSegment, SegmentPool};
use super::record::RecordBuffer;
use super::report::JournalReport;
use super::segment::{EmptySegment, Segment};
use crate::disk::Disk;
use crate::error::StorageError;
use crate::io::IoRecorder;

/// zstd acceleration for journal records: the caller of a save waits for the compression.
const ACCELERATION: i32 = 3;
/// Room the write buffer keeps between records.
const USUAL_RECORD: usize = 8 << 20;

/// The writing end of a journal. One per database, used by its writer thread only.
pub struct Journal {
    id: u128,
    disk: Arc<dyn Disk>,
    recorder: IoRecorder,
    pool: Arc<SegmentPool>,
    segment_size: u64,
    step: u64,
    prepare_in_background: bool,
    compress_from: usize,
    current: Option<Segment>,
    /// What comes behind the current one, made ready in good time.
    next: Option<NextSegment>,
    next_number: u64,
    next_record: u64,
    /// The record that is compressed, if one is.
    packed: AlignedBuffer,
    compressor: zstd::bulk::Compressor<'static>,
}

impl Journal {
    pub(super) fn new(
        id: u128,
        disk: Arc<dyn Disk>,
        recorder: IoRecorder,
        pool: Arc<SegmentPool>,
        options: &JournalOptions,
        next_number: u64,
        next_record: u64,
    ) -> Result<Self, StorageError> {
        let compressor = zstd::bulk::Compressor::new(-ACCELERATION).map_err(StorageError::io(
            pool.folder(),
            "reserve memory to compress records for the journal in",
        ))?;
        Ok(Self {
            id,
            disk,
            recorder,
            pool,
            segment_size: options.segment_size,
            step: options.step,
            prepare_in_background: options.prepare_in_background,
            compress_from: options.compress_from,
            current: None,
            next: None,
            next_number,
            next_record,
            packed: AlignedBuffer::default(),
            compressor,
        })
    }

    /// The full segments, shared with the flush thread.
    pub fn pool(&self) -> &Arc<SegmentPool> {
        &self.pool
    }

    /// Appends one sealed record and returns its number. After an error nothing counts as written: the
    /// segment is left behind, and the next append begins a fresh one that declares the record void.
    pub fn append(&mut self, record: &mut RecordBuffer) -> Result<u64, StorageError> {
        let length = record.payload().len();
        if length > MAX_PAYLOAD {
            return Err(StorageError::Io {
                path: self.pool.folder().to_owned(),
                action: "write one batch to the journal in",
                source: std::io::Error::new(
                    std::io::ErrorKind::InvalidInput,
                    format!("it is {length} bytes long, and {MAX_PAYLOAD} is the most; split it"),
                ),
            });
        }
        let result = self.try_append(record);
        self.packed.shrink_to(USUAL_RECORD);
        match result {
            Ok(()) => {
                self.next_record += 1;
                self.look_ahead();
                self.note_current();
                Ok(self.next_record - 1)
            }
            Err(error) => {
                self.leave_segment();
                Err(error)
            }
        }
    }

    fn try_append(&mut self, record: &mut RecordBuffer) -> Result<(), StorageError> {
        let original = record.payload().len();
        let packed = self.compress(record.payload())?;
        let stored = packed.unwrap_or(original);
        let size = padded(RECORD_HEADER + stored) as u64;
        if self.current.as_ref().is_some_and(|segment| segment.position + size > self.segment_size) {
            self.leave_segment();
        }
        if self.current.is_none() {
            self.begin_segment()?;
        }
        let segment = self.current.as_mut().expect("a segment was begun above");
        segment.prewrite(segment.position + size, self.step, &self.recorder)?;
        let (sum, blocks) = match packed {
            Some(_) => (xxh3_64(&self.packed.blocks()[RECORD_HEADER..][..stored]), self.packed.blocks_mut()),
            None => (record.sum(), record.blocks_mut()),
        };
        let short = |length: usize| u32::try_from(length).expect("checked to be at most 1 GiB");
        let header = RecordHeader {
            version: VERSION,
            journal: self.id,
            segment: segment.number,
            record: self.next_record,
            compressed: packed.is_some(),
            stored_len: short(stored),
            original_len: short(original),
            checksum: 0,
        };
        header.write(sum, blocks);
        segment.write(blocks, &self.recorder)
    }

    /// Compresses a large payload into the buffer for that, after space for the header; returns its
    /// compressed length, or `None` when it is stored uncompressed.
    fn compress(&mut self, payload: &[u8]) -> Result<Option<usize>, StorageError> {
        if payload.len() < self.compress_from {
            return Ok(None);
        }
        if self.current.is_none() {
            // The event names the file the record goes to.
            self.begin_segment()?;
        }
        let name = self.current.as_ref().map(|segment| segment.name.clone()).expect("begun above");
        let measure = self.recorder.begin();
        let most = zstd::zstd_safe::compress_bound(payload.len());
        let buffer = self.packed.reset(RECORD_HEADER + most);
        let packed = self
            .compressor
            .compress_to_buffer(payload, &mut buffer[RECORD_HEADER..])
            .map_err(StorageError::io(self.pool.folder(), "compress a record for the journal in"))?;
        self.recorder.compressed(measure, &name, payload.len() as u64, packed as u64, ACCELERATION);
        if packed >= payload.len() {
            return Ok(None);
        }
        self.packed.cut(RECORD_HEADER + packed);
        Ok(Some(packed))
    }

    /// Has the next segment made ready while writes continue: from an emptied one as soon as this one is half
    /// full, from nothing only at its end, for by then one may have been emptied, and a fresh file is written
    /// twice.
    fn look_ahead(&mut self) {
        let Some(segment) = self.current.as_ref().filter(|_| self.next.is_none()) else { return };
        let left = self.segment_size.saturating_sub(segment.position);
        let soon = left <= self.segment_size / 2 && self.pool.has_spare();
        if soon || left <= self.segment_size / 8 {
            let number = self.take_number();
            let (pool, disk) = (self.pool.clone(), self.disk.clone());
            self.next = match self.prepare_in_background {
                true => NextSegment::start(number, pool, disk),
                false => NextSegment::make(number, &pool, &*disk),
            };
        }
    }

    /// A number is used once, even if the file under it did not come about.
    fn take_number(&mut self) -> u64 {
        self.next_number += 1;
        self.next_number - 1
    }

    fn begin_segment(&mut self) -> Result<(), StorageError> {
        let empty = match self.next.take().and_then(NextSegment::finish) {
            Some(empty) => empty,
            None => {
                let number = self.take_number();
                EmptySegment::make(self.pool.folder(), number, self.pool.take_spare(), &*self.disk)?
            }
        };
        let segment = empty.begin(self.id, self.next_record, &*self.disk, &self.recorder)?;
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
