//! One database's place in the engine: its folder, its `database.json`, and the open database if it is open.

use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::Mutex;
use time::OffsetDateTime;

use crate::database::Database;
use crate::database_file::DatabaseFile;
use crate::disk::Disk;
use crate::error::EngineError;
use crate::folder_size;
use crate::known_totals;

/// What is known of a database without opening it.
#[derive(Debug, Clone, PartialEq)]
pub struct DatabaseInfo {
    /// The name as given at creation.
    pub name: String,
    /// The id change vectors carry: 22 characters.
    pub id: String,
    /// Switched off in its record.
    pub disabled: bool,
    /// Whether it is open.
    pub loaded: bool,
    /// Documents; of a database that is not open, as many as when it was last closed.
    pub documents: u64,
    /// Bytes of all its files.
    pub size_on_disk: u64,
    /// When it was created.
    pub created_at: OffsetDateTime,
    /// Why it could not be opened, if the last try failed.
    pub load_error: Option<String>,
}

pub(crate) struct Slot {
    pub disk: Arc<dyn Disk>,
    pub folder: PathBuf,
    pub file: Result<Arc<DatabaseFile>, BrokenFile>,
    pub state: Mutex<SlotState>,
}

/// A folder whose `database.json` cannot be read: listed under the folder's name.
pub(crate) struct BrokenFile {
    pub name: String,
    pub path: PathBuf,
    pub reason: String,
}

#[derive(Default)]
pub(crate) struct SlotState {
    pub open: Option<Arc<Database>>,
    pub load_error: Option<String>,
    pub deleted: bool,
}

impl Slot {
    pub(crate) fn file(&self) -> Result<Arc<DatabaseFile>, EngineError> {
        match &self.file {
            Ok(file) => Ok(file.clone()),
            Err(broken) => {
                Err(EngineError::Corrupt { path: broken.path.clone(), reason: broken.reason.clone() })
            }
        }
    }

    pub(crate) fn close(&self) -> Result<(), EngineError> {
        let Some(database) = self.state.lock().open.take() else { return Ok(()) };
        let documents = database.core.view.read().documents();
        let closed = database.close();
        // Only for the list, which does not open databases: a number that may be missing.
        let _ = known_totals::write(&*self.disk, &self.folder, documents);
        closed
    }

    pub(crate) fn info(&self) -> DatabaseInfo {
        let (open, load_error) = {
            // A database that is being opened right now keeps this locked; the list does not wait for it.
            match self.state.try_lock() {
                Some(state) => (state.open.clone(), state.load_error.clone()),
                None => (None, None),
            }
        };
        let size_on_disk = folder_size::of(&*self.disk, &self.folder);
        match &self.file {
            Err(broken) => DatabaseInfo {
                name: broken.name.clone(),
                id: String::new(),
                disabled: false,
                loaded: false,
                documents: 0,
                size_on_disk,
                created_at: OffsetDateTime::UNIX_EPOCH,
                load_error: Some(broken.reason.clone()),
            },
            Ok(file) => {
                let contents = file.contents();
                let documents = open.as_ref().map_or_else(
                    || known_totals::read(&*self.disk, &self.folder),
                    |database| database.core.view.read().documents(),
                );
                DatabaseInfo {
                    id: file.id_text(),
                    disabled: file.disabled(),
                    loaded: open.is_some(),
                    documents,
                    size_on_disk,
                    created_at: crate::date::parse(&contents.created_at)
                        .unwrap_or(OffsetDateTime::UNIX_EPOCH),
                    name: contents.name,
                    load_error,
                }
            }
        }
    }
}
