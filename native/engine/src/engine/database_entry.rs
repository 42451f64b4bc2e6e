//! One database's place in the engine: its folder, its `database.json`, and the open database if it is open.

use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::Mutex;
use time::OffsetDateTime;

use crate::database::Database;
use crate::error::EngineError;
use crate::files::database_file::DatabaseFile;
use crate::files::journals_path;
use crate::files::totals_file;
use rookery_storage::Disk;
use rookery_storage::StorageError;
use rookery_storage::folder_size;

/// Metadata of a database that does not require opening it.
#[derive(Debug, Clone, PartialEq)]
pub struct DatabaseInfo {
    /// The name as given at creation.
    pub name: String,
    /// The id change vectors carry: 22 characters.
    pub id: String,
    /// Disabled in its record.
    pub disabled: bool,
    /// Whether it is open.
    pub loaded: bool,
    /// When it was opened; absent while it is closed.
    pub opened_at: Option<OffsetDateTime>,
    /// Documents; of a closed database, the number when it was last closed.
    pub documents: u64,
    /// Indexes in its record, including automatic ones.
    pub indexes: u64,
    /// Documents that could not be indexed, as recorded by the open indexes; 0 while it is closed.
    pub indexing_errors: u64,
    /// Indexing was stopped for all indexes; absent while the database is closed.
    pub indexing_stopped: Option<bool>,
    /// Bytes of all its files.
    pub size_on_disk: u64,
    /// When it was created.
    pub created_at: OffsetDateTime,
    /// Why it could not be opened, if the last try failed.
    pub load_error: Option<String>,
}

/// How long a list waits for the state of a database.
const LIST_PATIENCE: std::time::Duration = std::time::Duration::from_millis(20);

pub(crate) struct DatabaseEntry {
    pub disk: Arc<dyn Disk>,
    pub folder: PathBuf,
    pub file: Result<Arc<DatabaseFile>, BrokenFile>,
    pub state: Mutex<EntryState>,
}

/// A folder whose `database.json` cannot be read: listed under the folder's name.
pub(crate) struct BrokenFile {
    pub name: String,
    pub path: PathBuf,
    pub reason: String,
    /// The version of a file that a newer program wrote, and the greatest that this one reads.
    pub too_new: Option<(u32, u32)>,
}

#[derive(Default)]
pub(crate) struct EntryState {
    pub open: Option<Arc<Database>>,
    /// When `open` was set last.
    pub opened_at: Option<OffsetDateTime>,
    /// When it was used last.
    pub last_used: Option<OffsetDateTime>,
    pub load_error: Option<String>,
    pub deleted: bool,
}

impl DatabaseEntry {
    pub(crate) fn file(&self) -> Result<Arc<DatabaseFile>, EngineError> {
        match &self.file {
            Ok(file) => Ok(file.clone()),
            Err(broken) => Err(match broken.too_new {
                Some((found, supported)) => {
                    StorageError::TooNew { path: broken.path.clone(), found, supported }.into()
                }
                None => EngineError::corrupt(&broken.path, broken.reason.clone()),
            }),
        }
    }

    pub(crate) fn close(&self) -> Result<(), EngineError> {
        // Locked until it is closed, as below.
        let mut state = self.state.lock();
        state.open.take().map_or(Ok(()), |database| self.close_database(&database))
    }

    /// Closes the database if it has no other holder and was not used for `after`.
    pub(crate) fn close_if_idle(
        &self,
        now: OffsetDateTime,
        after: std::time::Duration,
    ) -> Result<(), EngineError> {
        // Locked until it is closed: callers that need the database meanwhile wait and open it again.
        let mut state = self.state.lock();
        let unused = now - state.last_used.unwrap_or(now) >= after;
        match state.open.take_if(|database| unused && Arc::strong_count(database) == 1) {
            Some(database) => self.close_database(&database),
            None => Ok(()),
        }
    }

    /// Records why the database could not be closed cleanly; its journal has what it could not flush.
    pub(crate) fn note_failure(&self, reason: String) {
        self.state.lock().load_error = Some(reason);
    }

    fn close_database(&self, database: &Database) -> Result<(), EngineError> {
        let documents = database.core.view.read().documents();
        let closed = database.close();
        // Only for the list of closed databases: the number may be missing.
        let _ = totals_file::write(&*self.disk, &self.folder, documents);
        closed
    }

    pub(crate) fn info(&self) -> DatabaseInfo {
        let (open, opened_at, load_error) = {
            // A database that is being opened or closed keeps this locked; the list waits only briefly.
            match self.state.try_lock_for(LIST_PATIENCE) {
                Some(state) => (state.open.clone(), state.opened_at, state.load_error.clone()),
                None => (None, None, None),
            }
        };
        match &self.file {
            Err(broken) => DatabaseInfo {
                name: broken.name.clone(),
                id: String::new(),
                disabled: false,
                loaded: false,
                opened_at: None,
                documents: 0,
                indexes: 0,
                indexing_errors: 0,
                indexing_stopped: None,
                size_on_disk: folder_size(&*self.disk, &self.folder),
                created_at: OffsetDateTime::UNIX_EPOCH,
                load_error: Some(broken.reason.clone()),
            },
            Ok(file) => {
                let contents = file.contents();
                let documents = open.as_ref().map_or_else(
                    || totals_file::read(&*self.disk, &self.folder),
                    |database| database.core.view.read().documents(),
                );
                DatabaseInfo {
                    id: file.id_text(),
                    disabled: file.disabled(),
                    loaded: open.is_some(),
                    opened_at: open.as_ref().and(opened_at),
                    documents,
                    indexes: indexes_in(&contents.record),
                    indexing_errors: open.as_ref().map_or(0, |database| database.indexing_errors()),
                    indexing_stopped: open.as_ref().map(|database| database.is_indexing_stopped()),
                    size_on_disk: journals_path::size_on_disk(&*self.disk, &contents, &self.folder),
                    created_at: crate::document::date::parse(&contents.created_at)
                        .unwrap_or(OffsetDateTime::UNIX_EPOCH),
                    name: contents.name,
                    load_error,
                }
            }
        }
    }
}

/// How many indexes a database record defines.
fn indexes_in(record: &serde_json::Map<String, serde_json::Value>) -> u64 {
    let defined = |member| record.get(member).and_then(|value| value.as_object()).map_or(0, |map| map.len());
    (defined("Indexes") + defined("AutoIndexes")) as u64
}
