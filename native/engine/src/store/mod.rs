//! The data file: tables of documents that have left the journal.
//!
//! redb is named in this folder only. The rest of the engine sees [`Store`] (one per database, one
//! writer) and [`StoreRead`] (a consistent look, as many as wanted, never blocking the writer).

mod apply;
mod backend;
mod compact;
mod compressed_totals;
mod layout;
mod overlay;
mod read;
mod report;
mod tables;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, RwLock};
use redb::{ReadableDatabase as _, ReadableTable as _};

pub(crate) use read::{Rows, SideRows, StoreRead};

use self::backend::{BurstState, TracedFile, Written};
use self::overlay::OverlaidFile;
use self::tables::{APPLIED_RECORD, COLLECTIONS, CollectionRow, LAST_ETAG, META};
use crate::database::Totals;
use crate::disk::{Disk, Purpose};
use crate::error::EngineError;
use crate::ids;
use crate::io::IoRecorder;

/// The data file's name in the database's folder.
pub(crate) const FILE_NAME: &str = "store.redb";

/// How long reopening waits for reads that began before the failure.
const LAST_READERS: Duration = Duration::from_secs(5);

/// One database's data file.
pub(crate) struct Store {
    path: Arc<PathBuf>,
    disk: Arc<dyn Disk>,
    recorder: IoRecorder,
    cache: usize,
    open: RwLock<Option<OpenStore>>,
    /// The look readers share until the next flush: beginning one and opening its tables costs more than a
    /// small read. Taken under `open`.
    shared: Mutex<Option<Arc<StoreRead>>>,
    /// Places of the file that are written again before it is trusted: a sync of them failed.
    suspect: Mutex<Vec<Written>>,
}

struct OpenStore {
    database: Arc<redb::Database>,
    state: Arc<Mutex<BurstState>>,
    /// False while the disk refuses writes and the instance only reads.
    writable: bool,
}

/// How far the data file has come.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StorePosition {
    pub applied_record: u64,
    pub last_etag: i64,
    pub totals: Totals,
}

impl Store {
    /// Opens the data file, making it and its tables if it is not there.
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
        };
        store.make_if_missing()?;
        store.reopen()?;
        Ok(store)
    }

    /// A new data file gets its name when it is complete and synced: half of one could not be opened.
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

    /// Opens the file anew, after a failed write has made redb give up its instance. What was
    /// committed is all there; what was being written is not.
    pub(crate) fn reopen(&self) -> Result<(), EngineError> {
        let mut open = self.open.write();
        self.forget_shared();
        // Two instances on one file do not know of each other's snapshots, so the old one must be
        // free of readers before the new one may write. New readers wait at the lock meanwhile.
        if let Some(OpenStore { mut database, state, writable }) = open.take() {
            let patience = Instant::now() + LAST_READERS;
            loop {
                database = match Arc::try_unwrap(database) {
                    Ok(alone) => {
                        // Its end may write once more.
                        drop(alone);
                        self.suspect.lock().extend(state.lock().take_unsynced());
                        break;
                    }
                    Err(held) if Instant::now() < patience => held,
                    Err(held) => {
                        *open = Some(OpenStore { database: held, state, writable });
                        return Err(EngineError::Io {
                            path: self.path.to_path_buf(),
                            action: "reopen",
                            source: std::io::Error::other(
                                "reads through the failed instance are still under way",
                            ),
                        });
                    }
                };
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        let mut suspect = self.suspect.lock();
        let opened = self.open_for_writing(&self.path, &mut suspect);
        if opened.is_err() {
            // Reads go on over what the file holds.
            *open = self.open_for_reading().ok();
        }
        *open = Some(opened?);
        Ok(())
    }

    /// `suspect` are places to be written again first; what this opening leaves unsynced is added to them.
    fn open_for_writing(&self, path: &Path, suspect: &mut Vec<Written>) -> Result<OpenStore, EngineError> {
        let file = TracedFile::open(path, &*self.disk, self.recorder.clone())
            .map_err(EngineError::io(path, "open"))?;
        file.write_again(suspect).map_err(EngineError::io(path, "write"))?;
        suspect.clear();
        let state = file.state();
        let opened = redb::Builder::new()
            .set_cache_size(self.cache)
            .create_with_backend(file)
            .map_err(|error| with_cause(failed(path, "open", error), state.lock().failure()))
            .and_then(|database| self.lay_out(&database).map(|()| database));
        match opened {
            Ok(database) => Ok(OpenStore { database: Arc::new(database), state, writable: true }),
            Err(error) => {
                suspect.extend(state.lock().take_unsynced());
                Err(error)
            }
        }
    }

    fn open_for_reading(&self) -> Result<OpenStore, EngineError> {
        let file = OverlaidFile::open(&self.path, &*self.disk)
            .map_err(EngineError::io(self.path.as_path(), "open"))?;
        let database = redb::Builder::new()
            .set_cache_size(self.cache)
            .create_with_backend(file)
            .map_err(|error| failed(&self.path, "open", error))?;
        Ok(OpenStore { database: Arc::new(database), state: Arc::default(), writable: false })
    }

    /// Lets go of the file. Later calls answer with an error.
    pub(crate) fn close(&self) {
        let mut open = self.open.write();
        self.forget_shared();
        *open = None;
    }

    /// Like [`Store::read`], with one look for all readers between two flushes.
    pub(crate) fn shared_read(&self) -> Result<Arc<StoreRead>, EngineError> {
        let open = self.open.read();
        let mut shared = self.shared.lock();
        if let Some(read) = &*shared {
            return Ok(read.clone());
        }
        let Some(open) = &*open else { return Err(self.closed()) };
        let read = Arc::new(StoreRead::begin(open.database.clone(), &self.path)?);
        *shared = Some(read.clone());
        Ok(read)
    }

    /// Lets the next reader look anew. Those under way keep what they have.
    fn forget_shared(&self) {
        let forgotten = self.shared.lock().take();
        // Outside of the lock: the last holder ends the transaction.
        drop(forgotten);
    }

    fn closed(&self) -> EngineError {
        EngineError::Io {
            path: self.path.to_path_buf(),
            action: "read",
            source: std::io::Error::other("the data file is closed"),
        }
    }

    /// A consistent look at what is committed now.
    pub(crate) fn read(&self) -> Result<StoreRead, EngineError> {
        StoreRead::begin(self.database()?, &self.path)
    }

    /// How far the file has come.
    pub(crate) fn position(&self) -> Result<StorePosition, EngineError> {
        let failed = |error: redb::Error| failed(&self.path, "read", error);
        let transaction = self.database()?.begin_read().map_err(|error| failed(error.into()))?;
        let meta = transaction.open_table(META).map_err(|error| failed(error.into()))?;
        let number = |name: &str| -> Result<u64, EngineError> {
            Ok(meta.get(name).map_err(|error| failed(error.into()))?.map_or(0, |value| value.value()))
        };
        let mut totals = Totals::new();
        let collections = transaction.open_table(COLLECTIONS).map_err(|error| failed(error.into()))?;
        for row in collections.iter().map_err(|error| failed(error.into()))? {
            let (name, row) = row.map_err(|error| failed(error.into()))?;
            let row = CollectionRow::from_bytes(row.value())
                .ok_or_else(|| corrupt(&self.path, format!("the totals of collection '{}'", name.value())))?;
            totals.insert(ids::key_of(&row.totals.name), row.totals);
        }
        compressed_totals::read(&transaction, &mut totals).map_err(failed)?;
        Ok(StorePosition {
            applied_record: number(APPLIED_RECORD)?,
            last_etag: i64::try_from(number(LAST_ETAG)?).unwrap_or(i64::MAX),
            totals,
        })
    }

    fn database(&self) -> Result<Arc<redb::Database>, EngineError> {
        match &*self.open.read() {
            Some(open) => Ok(open.database.clone()),
            None => Err(self.closed()),
        }
    }

    fn is_writable(&self) -> bool {
        self.open.read().as_ref().is_some_and(|open| open.writable)
    }

    /// The system's own words about the write that failed, if one did.
    fn failure(&self) -> Option<String> {
        self.open.read().as_ref().and_then(|open| open.state.lock().failure().map(str::to_owned))
    }
}

/// redb's error as the engine's, with the file's name.
fn failed(path: &Path, action: &'static str, error: impl Into<redb::Error>) -> EngineError {
    match error.into() {
        redb::Error::Io(source) => EngineError::Io { path: path.to_owned(), action, source },
        redb::Error::Corrupted(found) => corrupt(path, found),
        redb::Error::UpgradeRequired(version) => {
            corrupt(path, format!("its file format {version} is older than this program can read"))
        }
        other => EngineError::Io { path: path.to_owned(), action, source: std::io::Error::other(other) },
    }
}

/// redb tells of a failed write once and afterwards only that there was one: the first words are put back.
fn with_cause(error: EngineError, failure: Option<&str>) -> EngineError {
    match (error, failure) {
        (EngineError::Io { path, source, .. }, Some(failure)) => EngineError::Io {
            path,
            action: "write",
            source: std::io::Error::new(source.kind(), failure.to_owned()),
        },
        (error, _) => error,
    }
}

fn corrupt(path: &Path, found: String) -> EngineError {
    EngineError::Corrupt {
        path: path.to_owned(),
        reason: format!(
            "{found}. Restore the database's folder from a copy; the journals beside it hold the latest changes"
        ),
    }
}
