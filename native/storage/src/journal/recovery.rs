//! Opens a journal: finds the records that the data file does not hold yet and passes them on in order.
//!
//! The last record may be torn (the program or the machine ended while it was written); it was never
//! acknowledged and is left out. A damaged record with intact ones after it was acknowledged once: that
//! is not glossed over but reported as damage, and the database stays closed.

use std::path::PathBuf;
use std::sync::Arc;

use super::append::Journal;
use super::old_segment::OldSegment;
use super::options::JournalOptions;
use super::pool::{FullSegment, SegmentPool, numbers_in};
use super::report::RecoveryReport;
use super::segment::file_name;
use crate::disk::Disk;
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
            if at + 1 < segments.len() {
                segment.erase_void(&*self.disk, &end)?;
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
