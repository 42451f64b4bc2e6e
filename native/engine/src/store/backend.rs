//! The data file under redb: positional reads and writes of one file, each write and sync timed.
//!
//! Writes between two syncs are one burst: the pages of one flush. A burst is reported as one *DataFlush*
//! (bytes of all writes, time spent inside the write calls), each sync as one *DataSync*. The message of the
//! first failure is kept: redb reports later ones only as "there was an earlier one".

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parking_lot::Mutex;
use redb::StorageBackend;
use time::OffsetDateTime;

use rookery_storage::{Disk, DiskFile, Purpose};
use rookery_storage::{IoKind, IoRecorder};

/// Bytes of redb's pages.
pub(crate) const PAGE: u64 = 4096;

#[derive(Debug)]
pub(crate) struct TracedFile {
    name: Arc<str>,
    file: Box<dyn DiskFile>,
    recorder: IoRecorder,
    state: Arc<Mutex<BurstState>>,
    /// Set when a read fails: redb fails every later call.
    unreadable: Arc<AtomicBool>,
    detached: Arc<AtomicBool>,
}

/// Shared with the store, which reads the failure when redb reports one.
#[derive(Debug, Default)]
pub(crate) struct BurstState {
    length: u64,
    burst: Option<Burst>,
    failed: Option<String>,
    /// The ranges written since the last successful sync.
    unsynced: Vec<Written>,
    detached: Arc<AtomicBool>,
}

/// A written range: offset and length.
pub(crate) type Written = (u64, usize);

impl BurstState {
    /// Written ranges that may be visible in the file but not durable: the operating system reports a failed
    /// sync once, and the next one may succeed without having written anything.
    pub(crate) fn take_unsynced(&mut self) -> Vec<Written> {
        std::mem::take(&mut self.unsynced)
    }

    /// From now on every read and write through this instance fails: it may still be in use while another one
    /// is opened on the same file.
    /// opened on the same file.
    pub(crate) fn detach(&self) {
        self.detached.store(true, Ordering::Release);
    }

    pub(crate) fn failure(&self) -> Option<&str> {
        self.failed.as_deref()
    }
}

#[derive(Debug)]
struct Burst {
    start: OffsetDateTime,
    active: Duration,
    bytes: u64,
}

/// redb extends its file by whole pages. A power cut during that may leave a partial last page; nothing in it
/// was committed, but redb rejects such a file. Files of less than one page are not affected.
pub(crate) const fn whole_pages(length: u64) -> u64 {
    if length < PAGE { length } else { length - length % PAGE }
}

impl TracedFile {
    pub(crate) fn open(
        path: &Path,
        disk: &dyn Disk,
        recorder: IoRecorder,
        unreadable: Arc<AtomicBool>,
    ) -> io::Result<Self> {
        let file = disk.open(path, Purpose::Data)?;
        let found = file.size()?;
        let length = whole_pages(found);
        if length != found {
            file.set_size(length)?;
        }
        let state = BurstState { length, ..BurstState::default() };
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Self {
            name: Arc::from(name),
            file,
            recorder,
            detached: state.detached.clone(),
            state: Arc::new(Mutex::new(state)),
            unreadable,
        })
    }

    /// Writes these ranges again with their current contents, and syncs them.
    pub(crate) fn write_again(&self, places: &[Written]) -> io::Result<()> {
        if places.is_empty() {
            return Ok(());
        }
        let length = self.file.size()?;
        let mut bytes = Vec::new();
        // Writing the last byte restores the file's length.
        for (offset, size) in places.iter().copied().chain([(length.saturating_sub(1), 1)]) {
            let inside = usize::try_from(length.saturating_sub(offset)).map_or(size, |left| left.min(size));
            bytes.resize(inside, 0);
            self.read(offset, &mut bytes)?;
            self.write(offset, &bytes)?;
        }
        self.sync_data()
    }

    pub(crate) fn state(&self) -> Arc<Mutex<BurstState>> {
        self.state.clone()
    }

    fn check_attached(&self) -> io::Result<()> {
        match self.detached.load(Ordering::Acquire) {
            true => Err(io::Error::other("the data file was closed during this read")),
            false => Ok(()),
        }
    }

    fn changing<T>(&self, what: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        self.check_attached()?;
        what().inspect_err(|error| {
            self.state.lock().failed.get_or_insert_with(|| error.to_string());
        })
    }

    /// Ends the burst, reports the flush and returns the number of bytes that the next sync makes durable.
    fn end_burst(&self) -> u64 {
        let (burst, length) = {
            let mut state = self.state.lock();
            (state.burst.take(), state.length)
        };
        burst.map_or(0, |burst| {
            self.recorder.took(burst.start, burst.active, IoKind::DataFlush, &self.name, burst.bytes, length);
            burst.bytes
        })
    }
}

impl StorageBackend for TracedFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state.lock().length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.check_attached()?;
        self.file.read_exact_at(offset, out).inspect_err(|_| self.unreadable.store(true, Ordering::Release))
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        // A failed sync can lose a length as it can lose bytes; an empty range represents it.
        self.state.lock().unsynced.push((0, 0));
        self.changing(|| self.file.set_size(len))?;
        self.state.lock().length = len;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let written = self.end_burst();
        let measure = self.recorder.begin();
        self.changing(|| self.file.sync())?;
        let length = {
            let mut state = self.state.lock();
            state.unsynced.clear();
            state.length
        };
        self.recorder.wrote(measure, IoKind::DataSync, &self.name, written, length);
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let measure = self.recorder.begin();
        // Recorded before the write: a failed write may have been partial.
        self.state.lock().unsynced.push((offset, data.len()));
        self.changing(|| self.file.write_all_at(offset, data))?;
        let took = measure.started.elapsed();
        let mut state = self.state.lock();
        let burst =
            state.burst.get_or_insert(Burst { start: measure.start, active: Duration::ZERO, bytes: 0 });
        burst.active += took;
        burst.bytes += data.len() as u64;
        state.length = state.length.max(offset + data.len() as u64);
        Ok(())
    }

    fn close(&self) -> io::Result<()> {
        self.end_burst();
        self.recorder.closed(&self.name);
        Ok(())
    }
}
