//! Reads a segment that an earlier run of the program wrote.

use std::path::{Path, PathBuf};

use super::aligned::AlignedBuffer;
use super::format::{BLOCK, MAX_PAYLOAD, RECORD_HEADER, RecordHeader, SegmentHeader, VERSION};
use super::segment::file_name;
use crate::disk::{Disk, DiskFile, Purpose};
use crate::error::StorageError;

/// A segment that an opening reads.
pub(super) struct OldSegment {
    path: PathBuf,
    file: Box<dyn DiskFile>,
    pub size: u64,
    pub header: SegmentHeader,
}

/// Where the records of a segment end.
#[derive(Debug)]
pub(super) struct End {
    pub next_record: u64,
    /// Where the next record would begin.
    offset: u64,
    /// Where a record began that was only partly written.
    pub torn_at: Option<u64>,
}

impl OldSegment {
    /// `None` for a file that was being made or recycled when the program ended and holds no records.
    pub fn open(
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

    pub fn name(&self) -> String {
        file_name(self.header.number)
    }

    /// Passes on the segment's records behind number `applied` in order, up to (not including) number
    /// `void_from`. Those before are checked only: a database closed in peace has nothing else, and unpacking
    /// is what costs.
    pub fn read<E: From<StorageError>>(
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
                return Ok(End { next_record, offset, torn_at: torn.then_some(offset) });
            };
            if next_record > applied {
                take(next_record, &self.unpacked(&header, stored)?)?;
            }
            next_record += 1;
            offset += header.padded_len();
        }
        Ok(End { next_record, offset, torn_at: None })
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

    /// Overwrites the headers of intact records from `end` on, which the next segment declares void.
    ///
    /// Segments are emptied in any order: without the next one such a record would count again, after its absence
    /// was seen.
    pub fn erase_void(&self, disk: &dyn Disk, end: &End) -> Result<(), StorageError> {
        let (mut offset, mut record) = (end.offset, end.next_record);
        while let Some((header, _)) = self.record_at(offset, Some(record))? {
            let file = disk
                .open(&self.path, Purpose::Journal)
                .map_err(StorageError::io(&self.path, "open the journal"))?;
            file.write_all_at(offset, AlignedBuffer::zeroed(BLOCK).blocks())
                .and_then(|()| file.sync())
                .map_err(StorageError::io(&self.path, "erase a void record in"))?;
            record += 1;
            offset += header.padded_len();
        }
        Ok(())
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

    pub fn damaged(&self, found: &str) -> StorageError {
        StorageError::Corrupt {
            path: self.path.clone(),
            reason: format!(
                "{found}. Nothing was changed; restore the database's folder from a copy, or move this file and the \
                 later ones away to open the database without the changes in them"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::disk::RealDisk;
    use crate::io::{EnvironmentType, IoMetrics};
    use crate::journal::{Journal, JournalLocation, JournalOptions, RecordBuffer};

    /// The journal of a folder and the payloads it replays.
    fn opened(folder: &Path) -> (Journal, Vec<Vec<u8>>) {
        let location = JournalLocation {
            folder: folder.to_owned(),
            id: 7,
            disk: Arc::new(RealDisk),
            recorder: Arc::new(IoMetrics::default()).environment(folder, EnvironmentType::Documents),
        };
        let options = JournalOptions {
            segment_size: 64 << 10,
            step: 4 << 10,
            prepare_in_background: false,
            compress_from: 1 << 20,
        };
        let mut payloads = Vec::new();
        let replay = |_, payload: &[u8]| {
            payloads.push(payload.to_vec());
            Ok::<(), StorageError>(())
        };
        let (journal, _) = location.open(&options, 0, replay).unwrap();
        (journal, payloads)
    }

    fn append(journal: &mut Journal, payload: &[u8]) {
        let mut record = RecordBuffer::default();
        record.begin(payload.len());
        record.extend_from_slice(payload);
        record.seal();
        journal.append(&mut record).unwrap();
    }

    #[test]
    fn a_void_record_stays_void_without_the_segment_that_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = opened(folder.path());
        for payload in [b"1", b"2", b"3"] {
            append(&mut journal, payload);
        }
        drop(journal);
        // The write of record 3 failed after all of its bytes were on the disk, and so did the first write behind
        // the header of the next segment.
        let second = folder.path().join(file_name(2));
        let header = SegmentHeader { journal: 7, number: 2, first_record: 3 }.to_bytes();
        let mut block = vec![0; BLOCK];
        block[..header.len()].copy_from_slice(&header);
        std::fs::write(&second, block).unwrap();

        assert_eq!(opened(folder.path()).1, [b"1", b"2"]);
        std::fs::remove_file(second).unwrap();
        assert_eq!(opened(folder.path()).1, [b"1", b"2"]);
    }
}
