//! Opens the data file: initially, after a failed write or read, and read-only while the disk rejects writes.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock};

use super::backend::{TracedFile, Written};
use super::overlay::OverlaidFile;
use super::{FILE_NAME, OpenStore, Store, corrupt, failed, with_cause};
use crate::error::EngineError;
use rookery_storage::IoRecorder;
use rookery_storage::{Disk, Purpose};

/// How long reopening waits for reads that began before the failure.
const LAST_READERS: Duration = Duration::from_secs(5);
/// The minimum time between two attempts of readers to reopen the file.
const BETWEEN_TRIES: Duration = Duration::from_millis(5);

impl Store {
    /// Opens the data file; creates it and its tables if it is missing.
    pub(crate) fn open(
        folder: &Path,
        disk: Arc<dyn Disk>,
        recorder: IoRecorder,
        cache: usize,
    ) -> Result<Self, EngineError> {
        let store = Self {
            path: Arc::new(folder.join(FILE_NAME)),
            disk,
            recorder,
            cache,
            open: RwLock::new(None),
            shared: Mutex::default(),
            suspect: Mutex::default(),
            unreadable: Arc::default(),
            last_reopen: Mutex::default(),
            closed: AtomicBool::new(false),
            not_open: Mutex::default(),
        };
        store.make_if_missing()?;
        store.reopen()?;
        Ok(store)
    }

    /// A new data file is renamed to its name when it is complete and synced: a partial one could not be
    /// opened.
    fn make_if_missing(&self) -> Result<(), EngineError> {
        match self.disk.open(&self.path, Purpose::Read) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            found => return found.map(drop).map_err(EngineError::io(self.path.as_path(), "open")),
        }
        let beside = self.path.with_extension("new");
        match self.disk.remove_file(&beside) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(EngineError::io(beside, "remove the unfinished data file")(error));
            }
            _ => {}
        }
        drop(self.open_for_writing(&beside, &mut Vec::new())?);
        let named = self.disk.rename(&beside, &self.path).and_then(|()| match self.path.parent() {
            Some(folder) => self.disk.sync_folder(folder),
            None => Ok(()),
        });
        named.map_err(EngineError::io(self.path.as_path(), "create"))
    }

    /// Reopens the file after a failed write, when redb no longer accepts calls. Everything committed
    /// is kept; the unfinished transaction is lost.
    pub(crate) fn reopen(&self) -> Result<(), EngineError> {
        self.reopen_within(LAST_READERS)
    }

    /// Reopens the file if a read failed: redb fails every later call, even if the disk recovered. The next
    /// reader tries, without waiting for others, whose own reads fail.
    pub(crate) fn reopen_if_unreadable(&self) {
        if !self.unreadable.load(Ordering::Acquire) {
            return;
        }
        {
            let mut last_reopen = self.last_reopen.lock();
            if last_reopen.is_some_and(|at| at.elapsed() < BETWEEN_TRIES) {
                return;
            }
            *last_reopen = Some(Instant::now());
        }
        // A remaining failure is reported by the read that follows.
        let _ = self.reopen_within(Duration::ZERO);
    }

    fn reopen_within(&self, patience: Duration) -> Result<(), EngineError> {
        let mut open = self.open.write();
        if self.closed.load(Ordering::Acquire) {
            return Err(self.closed());
        }
        self.forget_shared();
        // Two instances on one file do not share snapshots, so the old one must have no readers before the
        // new one may write. New readers wait at the lock meanwhile.
        if let Some(OpenStore { mut database, state, writable }) = open.take() {
            let patience = Instant::now() + patience;
            loop {
                database = match Arc::try_unwrap(database) {
                    Ok(alone) => {
                        // Dropping it may write.
                        drop(alone);
                        self.suspect.lock().extend(state.lock().take_unsynced());
                        break;
                    }
                    Err(held) if Instant::now() < patience => held,
                    Err(held) => {
                        *open = Some(OpenStore { database: held, state, writable });
                        return Err(EngineError::io(&*self.path, "reopen")(std::io::Error::other(
                            "reads through the failed instance are still running",
                        )));
                    }
                };
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        let mut suspect = self.suspect.lock();
        let opened = self.open_for_writing(&self.path, &mut suspect);
        *self.not_open.lock() = opened.as_ref().err().map(ToString::to_string);
        if opened.is_err() {
            // Reads continue with the committed contents.
            *open = self.open_for_reading().ok();
        }
        *open = Some(opened?);
        Ok(())
    }

    /// `suspect` are ranges to be written again first; ranges this opening leaves unsynced are added.
    fn open_for_writing(&self, path: &Path, suspect: &mut Vec<Written>) -> Result<OpenStore, EngineError> {
        let unreadable = self.unreadable.clone();
        let file = TracedFile::open(path, &*self.disk, self.recorder.clone(), unreadable)
            .map_err(EngineError::io(path, "open"))?;
        file.write_again(suspect).map_err(EngineError::io(path, "write"))?;
        suspect.clear();
        let state = file.state();
        let opened = contained(path, || {
            let database = redb::Builder::new()
                .set_cache_size(self.cache)
                .create_with_backend(file)
                .map_err(|error| with_cause(failed(path, "open", error), state.lock().failure()))?;
            self.lay_out(&database).map(|()| database)
        });
        match opened {
            Ok(database) => {
                self.unreadable.store(false, Ordering::Release);
                Ok(OpenStore { database: Arc::new(database), state, writable: true })
            }
            Err(error) => {
                self.unreadable.store(true, Ordering::Release);
                suspect.extend(state.lock().take_unsynced());
                Err(error)
            }
        }
    }

    fn open_for_reading(&self) -> Result<OpenStore, EngineError> {
        let file = OverlaidFile::open(&self.path, &*self.disk)
            .map_err(EngineError::io(self.path.as_path(), "open"))?;
        let database = contained(&self.path, || {
            let opened = redb::Builder::new().set_cache_size(self.cache).create_with_backend(file);
            opened.map_err(|error| failed(&self.path, "open", error))
        })?;
        Ok(OpenStore { database: Arc::new(database), state: Arc::default(), writable: false })
    }
}

/// redb validates most of what it reads, but a corrupt page can make it panic. The panic becomes an error
/// like any other damage, and the database stays closed.
pub(crate) fn contained<T>(
    path: &Path,
    work: impl FnOnce() -> Result<T, EngineError>,
) -> Result<T, EngineError> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("nothing");
        Err(corrupt(path, format!("its pages do not fit together (redb stopped and said: {said})")))
    })
}
