//! The data file: tables of the documents that were flushed from the journal.
//!
//! Only this folder uses redb. The rest of the engine sees [`Store`] (one per database, one writer) and
//! [`StoreRead`] (a read transaction; any number, never blocking the writer).

pub(crate) mod apply;
pub(crate) mod backend;
pub(crate) mod compact;
pub(crate) mod compressed_totals;
pub(crate) mod id_filter;
pub(crate) mod id_hash;
pub(crate) mod layout;
pub(crate) mod mem_table;
pub(crate) mod opening;
pub(crate) mod overlay;
pub(crate) mod raw_rows;
pub(crate) mod read;
pub(crate) mod report;
pub(crate) mod row_cache;
pub(crate) mod side_table;
pub(crate) mod tables;
pub(crate) mod totals;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parking_lot::{Mutex, RwLock};
use redb::{ReadableDatabase as _, ReadableTable as _};

pub(crate) use read::{Rows, SideRows, StoreRead};

use self::backend::{BurstState, Written};
use self::tables::{APPLIED_RECORD, COLLECTIONS, CollectionRow, LAST_ETAG, META};
use crate::document::ids;
use crate::error::EngineError;
use crate::store::totals::Totals;
use rookery_storage::Disk;
use rookery_storage::IoRecorder;
use rookery_storage::StorageError;

/// The data file's name in the database's folder.
pub(crate) const FILE_NAME: &str = "store.redb";

/// One database's data file.
pub(crate) struct Store {
    path: Arc<PathBuf>,
    disk: Arc<dyn Disk>,
    recorder: IoRecorder,
    cache: usize,
    open: RwLock<Option<OpenStore>>,
    /// The read transaction that readers share until the next flush: beginning one and opening its tables
    /// costs more than a small read. Locked under `open`.
    shared: Mutex<Option<Arc<StoreRead>>>,
    /// Ranges of the file that must be written again: a sync of them failed.
    suspect: Mutex<Vec<Written>>,
    /// A read failed, after which redb fails every call: the next reader reopens the file.
    unreadable: Arc<AtomicBool>,
    /// When reopening was last tried.
    last_reopen: Mutex<Option<Instant>>,
    closed: AtomicBool,
    /// Why it could not be reopened.
    not_open: Mutex<Option<String>>,
}

struct OpenStore {
    database: Arc<redb::Database>,
    state: Arc<Mutex<BurstState>>,
    /// False while the disk refuses writes and the instance only reads.
    writable: bool,
}

/// The last journal record and etag in the data file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StorePosition {
    pub applied_record: u64,
    pub last_etag: i64,
    pub totals: Totals,
}

impl Store {
    /// The data file, for errors about its rows.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Releases the file. Later calls fail.
    pub(crate) fn close(&self) {
        let mut open = self.open.write();
        self.closed.store(true, Ordering::Release);
        self.forget_shared();
        if let Some(OpenStore { database, state, .. }) = open.take()
            && Arc::into_inner(database).is_none()
        {
            // The thread of an endless script may hold it indefinitely. Dropping it there must not write to a
            // file that was reopened meanwhile; what it would have written is computed at the next opening.
            state.lock().detach();
        }
    }

    /// Like [`Store::read`], with one transaction for all readers between two flushes.
    pub(crate) fn shared_read(&self) -> Result<Arc<StoreRead>, EngineError> {
        self.reopen_if_unreadable();
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

    /// Ends the shared read transaction for later readers. Present readers keep theirs.
    fn forget_shared(&self) {
        let previous = self.shared.lock().take();
        // Outside the lock: the last holder ends the transaction.
        drop(previous);
    }

    fn closed(&self) -> EngineError {
        EngineError::io(&*self.path, "read")(std::io::Error::other(match &*self.not_open.lock() {
            Some(why) if !self.closed.load(Ordering::Acquire) => {
                format!("it could not be opened again after a failure ({why}), and will be tried again")
            }
            _ => "the data file is closed".to_owned(),
        }))
    }

    /// A read transaction.
    pub(crate) fn read(&self) -> Result<StoreRead, EngineError> {
        StoreRead::begin(self.database()?, &self.path)
    }

    /// The position of the file.
    pub(crate) fn position(&self) -> Result<StorePosition, EngineError> {
        opening::contained(&self.path, || self.read_position())
    }

    fn read_position(&self) -> Result<StorePosition, EngineError> {
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
        self.reopen_if_unreadable();
        match &*self.open.read() {
            Some(open) => Ok(open.database.clone()),
            None => Err(self.closed()),
        }
    }

    fn is_writable(&self) -> bool {
        self.open.read().as_ref().is_some_and(|open| open.writable)
    }

    /// The system's message about the failed write, if there was one.
    fn failure(&self) -> Option<String> {
        self.open.read().as_ref().and_then(|open| open.state.lock().failure().map(str::to_owned))
    }
}

/// redb's error as the engine's, with the file's name.
fn failed(path: &Path, action: &'static str, error: impl Into<redb::Error>) -> EngineError {
    match error.into() {
        redb::Error::Io(source) => EngineError::io(path, action)(source),
        redb::Error::Corrupted(found) => corrupt(path, found),
        redb::Error::PreviousIo => EngineError::io(path, action)(std::io::Error::other(
            "an earlier call failed; the file is opened again as soon as the disk allows",
        )),
        redb::Error::UpgradeRequired(version) => {
            corrupt(path, format!("its file format {version} is older than this program can read"))
        }
        other => EngineError::io(path, action)(std::io::Error::other(other)),
    }
}

/// redb reports the cause of a failed write only once: it is added to later errors.
fn with_cause(error: EngineError, failure: Option<&str>) -> EngineError {
    match (error, failure) {
        (EngineError::Storage(StorageError::Io { path, source, .. }), Some(failure)) => {
            EngineError::io(path, "write")(std::io::Error::new(source.kind(), failure.to_owned()))
        }
        (error, _) => error,
    }
}

fn corrupt(path: &Path, found: String) -> EngineError {
    EngineError::corrupt(
        path,
        format!(
            "{found}. Restore the database's folder from a copy; the journals next to it hold the latest changes"
        ),
    )
}
