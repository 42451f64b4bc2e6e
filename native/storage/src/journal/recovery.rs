//! Opens a journal: finds the records that the data file does not hold yet and passes them on in order.
//!
//! The last record may be torn (the program or the machine ended while it was written); it was never
//! acknowledged and is left out. A damaged record with intact ones after it was acknowledged once: that
//! is not glossed over but reported as damage, and the database stays closed.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::append::Journal;
use super::format::{BLOCK, MAX_PAYLOAD, RECORD_HEADER, RecordHeader, SegmentHeader, VERSION};
use super::options::JournalOptions;
use super::pool::{FullSegment, SegmentPool, numbers_in};
use super::report::RecoveryReport;
use super::segment::file_name;
use crate::disk::{Disk, DiskFile, Purpose};
use crate::error::StorageError;
use crate::io::IoRecorder;

/// Where a journal is and whose it is.
pub struct JournalLocation {
    /// The folder of its segments; created if missing.
    pub folder: PathBuf,
    /// The id in every header: segments of another journal are refused.
    pub id: u128,
    /// The disk with that folder.
    pub disk: Arc<dyn Disk>,
    /// Records every write.
    pub recorder: IoRecorder,
}

impl JournalLocation {
    /// Replays every record after `applied_record` through `replay` (number, payload) and returns the
    /// journal ready for writing, with what was found. New records go to a fresh segment.
    pub fn open<E: From<StorageError>>(
        self,
        options: &JournalOptions,
        applied_record: u64,
        mut replay: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<(Journal, RecoveryReport), E> {
        self.disk
            .create_folders(&self.folder)
            .map_err(StorageError::io(&self.folder, "create the folder"))?;
        let numbers = numbers_in(&*self.disk, &self.folder)?;
        let mut segments = Vec::new();
        let mut unusable = Vec::new();
        for number in &numbers {
            match OldSegment::open(&*self.disk, &self.folder, *number, self.id)? {
                Some(segment) => segments.push(segment),
                None => unusable.push(self.folder.join(file_name(*number))),
            }
        }
        let mut report = RecoveryReport { segments: segments.len() as u64, ..RecoveryReport::default() };
        let mut full = Vec::with_capacity(segments.len());
        let mut last_record = applied_record;
        let mut seen_until = applied_record;
        for (at, segment) in segments.iter().enumerate() {
            let first = segment.header.first_record;
            if first > seen_until + 1 && first > applied_record + 1 {
                return Err(segment
                    .damaged(&format!(
                        "records {} to {} are missing before it",
                        seen_until.max(applied_record) + 1,
                        first - 1
                    ))
                    .into());
            }
            let void_from = segments.get(at + 1).map_or(u64::MAX, |next| next.header.first_record);
            let end = segment.read(void_from, applied_record, |record, payload| {
                report.replayed_records += 1;
                last_record = record;
                replay(record, payload)
            })?;
            seen_until = end.next_record - 1;
            if let Some(offset) = end.torn_at.filter(|_| at + 1 == segments.len()) {
                report.torn_tail =
                    Some(format!("record {} in {} at byte {offset}", end.next_record, segment.name()));
            }
            full.push(FullSegment {
                number: segment.header.number,
                last_record: seen_until,
                size: segment.size,
            });
        }
        // Nothing is missing, so what could not be read held nothing.
        for path in unusable {
            self.disk.remove_file(&path).map_err(StorageError::io(&path, "remove the unfinished journal"))?;
        }
        let next_number = numbers.last().map_or(1, |last| last + 1);
        let pool = Arc::new(SegmentPool::new(self.folder, self.disk.clone(), full, applied_record));
        let journal = Journal::new(
            self.id,
            self.disk,
            self.recorder,
            pool,
            options,
            next_number,
            last_record.max(seen_until).max(applied_record) + 1,
        )?;
        Ok((journal, report))
    }
}

struct OldSegment {
    path: PathBuf,
    file: Box<dyn DiskFile>,
    size: u64,
    header: SegmentHeader,
}

/// Where the records of a segment end.
struct End {
    next_record: u64,
    /// Where a record began that was only partly written.
    torn_at: Option<u64>,
}

impl OldSegment {
    /// `None` for a file that was being made or recycled when the program ended and holds no records.
    fn open(
        disk: &dyn Disk,
        folder: &Path,
        number: u64,
        journal: u128,
    ) -> Result<Option<Self>, StorageError> {
        let path = folder.join(file_name(number));
        let file = disk.open(&path, Purpose::Read).map_err(StorageError::io(&path, "open the journal"))?;
        let size = file.size().map_err(StorageError::io(&path, "read the size of"))?;
        let mut block = vec![0; BLOCK];
        if size < BLOCK as u64 {
            return Ok(None);
        }
        file.read_exact_at(0, &mut block).map_err(StorageError::io(&path, "read the journal"))?;
        let too_new = |found: u16| StorageError::TooNew {
            path: path.clone(),
            found: u32::from(found),
            supported: u32::from(VERSION),
        };
        let header = SegmentHeader::read(&block).map_err(too_new)?;
        let own = header.filter(|header| header.number == number && header.journal == journal);
        let segment = Self {
            header: own.unwrap_or(SegmentHeader { journal, number, first_record: 0 }),
            path: path.clone(),
            file,
            size,
        };
        if let Some(foreign) = header.filter(|header| header.journal != journal) {
            return Err(segment.damaged(&format!(
                "it belongs to another journal ({:032x}); it was copied here from elsewhere",
                foreign.journal
            )));
        }
        // Record numbers begin at 1 and cannot overflow in the life of a disk.
        if let Some(header) = own.filter(|header| !(1..=u64::MAX / 2).contains(&header.first_record)) {
            return Err(segment.damaged(&format!("its records start at number {}", header.first_record)));
        }
        if own.is_none() && segment.record_at(BLOCK as u64, None)?.is_some() {
            return Err(segment.damaged("its first block is unreadable, but records follow it"));
        }
        Ok(own.is_some().then_some(segment))
    }

    fn name(&self) -> String {
        file_name(self.header.number)
    }

    /// Passes on the segment's records behind number `applied` in order, up to (not including) number
    /// `void_from`. Those before are checked only: a database closed in peace has nothing else, and unpacking
    /// is what costs.
    fn read<E: From<StorageError>>(
        &self,
        void_from: u64,
        applied: u64,
        mut take: impl FnMut(u64, &[u8]) -> Result<(), E>,
    ) -> Result<End, E> {
        let mut next_record = self.header.first_record;
        let mut offset = BLOCK as u64;
        while next_record < void_from {
            let Some((header, stored)) = self.record_at(offset, Some(next_record))? else {
                self.nothing_follows(offset, next_record, void_from)?;
                let torn = self.starts_record(offset, next_record)?;
                return Ok(End { next_record, torn_at: torn.then_some(offset) });
            };
            if next_record > applied {
                take(next_record, &self.unpacked(&header, stored)?)?;
            }
            next_record += 1;
            offset += header.padded_len();
        }
        Ok(End { next_record, torn_at: None })
    }

    /// The record at this offset with its stored payload, if it is complete, belongs to this segment, and
    /// (when given) has this number.
    fn record_at(
        &self,
        offset: u64,
        record: Option<u64>,
    ) -> Result<Option<(RecordHeader, Vec<u8>)>, StorageError> {
        let Some(head) = self.header_at(offset)? else { return Ok(None) };
        let (bytes, header) = head;
        let fits_file = offset + header.padded_len() <= self.size
            && header.stored_len as usize <= MAX_PAYLOAD
            && header.original_len as usize <= MAX_PAYLOAD;
        if !fits_file || record.is_some_and(|record| record != header.record) {
            return Ok(None);
        }
        let mut stored = vec![0; header.stored_len as usize];
        self.file
            .read_exact_at(offset + RECORD_HEADER as u64, &mut stored)
            .map_err(StorageError::io(&self.path, "read the journal"))?;
        if !header.fits(&bytes, &stored) {
            return Ok(None);
        }
        Ok(Some((header, stored)))
    }

    fn unpacked(&self, header: &RecordHeader, stored: Vec<u8>) -> Result<Vec<u8>, StorageError> {
        if !header.compressed {
            return Ok(stored);
        }
        zstd::bulk::decompress(&stored, header.original_len as usize)
            .map_err(|error| self.damaged(&format!("record {} cannot be unpacked: {error}", header.record)))
    }

    /// The header at this offset if it says it is this segment's.
    fn header_at(&self, offset: u64) -> Result<Option<(Vec<u8>, RecordHeader)>, StorageError> {
        if offset + BLOCK as u64 > self.size {
            return Ok(None);
        }
        let mut bytes = vec![0; RECORD_HEADER];
        self.file
            .read_exact_at(offset, &mut bytes)
            .map_err(StorageError::io(&self.path, "read the journal"))?;
        let header = RecordHeader::read(&bytes).map_err(|found| StorageError::TooNew {
            path: self.path.clone(),
            found: u32::from(found),
            supported: u32::from(VERSION),
        })?;
        let own = |header: &RecordHeader| {
            header.segment == self.header.number && header.journal == self.header.journal
        };
        Ok(header.filter(own).map(|header| (bytes, header)))
    }

    fn starts_record(&self, offset: u64, record: u64) -> Result<bool, StorageError> {
        Ok(self.header_at(offset)?.is_some_and(|(_, header)| header.record == record))
    }

    /// Records are written one after the other, each awaited: an intact one behind a damaged one
    /// proves that the damaged one had been acknowledged.
    fn nothing_follows(&self, offset: u64, missing: u64, void_from: u64) -> Result<(), StorageError> {
        let mut at = offset + BLOCK as u64;
        while at + BLOCK as u64 <= self.size {
            // Payload bytes can look like anything, a newer format included: only a whole record counts.
            let looks = match self.header_at(at) {
                Err(StorageError::TooNew { .. }) => None,
                other => other?,
            };
            if let Some((_, header)) = looks {
                let later = header.record > missing && header.record < void_from;
                if later && self.record_at(at, None)?.is_some() {
                    return Err(self.damaged(&format!(
                        "record {missing} at byte {offset} cannot be read, but record {} after it is intact",
                        header.record
                    )));
                }
            }
            at += BLOCK as u64;
        }
        Ok(())
    }

    fn damaged(&self, found: &str) -> StorageError {
        StorageError::Corrupt {
            path: self.path.clone(),
            reason: format!(
                "{found}. Nothing was changed; restore the database's folder from a copy, or move this file and the \
                 later ones away to open the database without the changes in them"
            ),
        }
    }
}
