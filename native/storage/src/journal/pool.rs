//! The segments that are full: kept until the data file holds all they hold, then used again or deleted.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;

use super::report::JournalReport;
use super::segment::{file_name, number_of};
use crate::disk::Disk;
use crate::error::StorageError;
use crate::io::IoRecorder;

/// Emptied segments kept for use at least.
const LEAST_SPARE: usize = 2;

/// The full segments of one journal and the emptied ones that are kept for reuse.
#[derive(Debug)]
pub struct SegmentPool {
    folder: PathBuf,
    disk: Arc<dyn Disk>,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Oldest first.
    full: Vec<FullSegment>,
    spare: Vec<FullSegment>,
    applied_record: u64,
    current: Option<JournalReport>,
}

/// A full segment.
#[derive(Debug, Clone, Copy)]
pub(super) struct FullSegment {
    pub number: u64,
    pub last_record: u64,
    pub size: u64,
}

impl SegmentPool {
    pub(super) fn new(
        folder: PathBuf,
        disk: Arc<dyn Disk>,
        full: Vec<FullSegment>,
        applied_record: u64,
    ) -> Self {
        Self { folder, disk, state: Mutex::new(State { full, applied_record, ..State::default() }) }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn add(&self, segment: FullSegment) {
        let mut state = self.state.lock();
        state.full.push(segment);
        state.current = None;
    }

    /// Notes how far the current segment is, for reports.
    pub(super) fn note_current(&self, report: JournalReport) {
        self.state.lock().current = Some(report);
    }

    pub(super) fn has_spare(&self) -> bool {
        !self.state.lock().spare.is_empty()
    }

    /// A file to write over, and its size.
    pub(super) fn take_spare(&self) -> Option<(PathBuf, u64)> {
        let segment = self.state.lock().spare.pop()?;
        Some((self.folder.join(file_name(segment.number)), segment.size))
    }

    /// Releases the segments whose records are all in the data file. Kept are as many as were filled since
    /// the last time and one more, for a fresh file is written twice: while the load lasts there is none.
    ///
    /// `reusable` is the size a segment must have to be worth keeping.
    pub fn release(
        &self,
        applied_record: u64,
        reusable: u64,
        recorder: &IoRecorder,
    ) -> Result<(), StorageError> {
        let mut state = self.state.lock();
        state.applied_record = state.applied_record.max(applied_record);
        let (done, full): (Vec<_>, Vec<_>) =
            state.full.drain(..).partition(|segment| segment.last_record <= applied_record);
        state.full = full;
        if done.is_empty() {
            return Ok(());
        }
        let most = LEAST_SPARE.max(done.len() + 1);
        let mut surplus = Vec::new();
        for segment in done {
            recorder.closed(&file_name(segment.number));
            if segment.size >= reusable {
                state.spare.push(segment);
            } else {
                surplus.push(segment);
            }
        }
        let kept = state.spare.len().min(most);
        surplus.extend(state.spare.drain(kept..));
        let mut failed = Ok(());
        for segment in surplus {
            let path = self.folder.join(file_name(segment.number));
            match self.disk.remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                    // Kept on the list: the next release tries again.
                    state.full.insert(0, segment);
                    failed = Err(StorageError::io(path, "delete the used journal")(error));
                }
                _ => {}
            }
        }
        failed
    }

    /// All segments, oldest first.
    pub fn report(&self) -> Vec<JournalReport> {
        let state = self.state.lock();
        let known = state.full.iter().chain(&state.spare).map(|segment| JournalReport {
            number: segment.number,
            name: file_name(segment.number),
            allocated: segment.size,
            available: 0,
            last_record: Some(segment.last_record),
            flushed: segment.last_record <= state.applied_record,
        });
        let current = state.current.iter().cloned().map(|current| JournalReport {
            flushed: current.last_record.is_none_or(|last| last <= state.applied_record),
            ..current
        });
        let mut all: Vec<JournalReport> = known.chain(current).collect();
        all.sort_by_key(|report| report.number);
        all
    }
}

/// The numbers of the journal files in a folder, in order.
pub(super) fn numbers_in(disk: &dyn Disk, folder: &Path) -> Result<Vec<u64>, StorageError> {
    let mut numbers = Vec::new();
    for entry in disk.list(folder).map_err(StorageError::io(folder, "list"))? {
        numbers.extend(entry.name.to_str().and_then(number_of));
    }
    numbers.sort_unstable();
    Ok(numbers)
}
