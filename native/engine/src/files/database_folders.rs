//! The folder with the databases' folders: creates, moves and deletes them so that a power cut or a failing
//! disk at any moment leaves each database complete or absent. Works with names only, not with what is in a
//! database.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use uuid::Uuid;

use crate::error::EngineError;
use crate::files::database_name;
use rookery_storage::Disk;

/// Name prefixes of folders that are being created or deleted; opening the engine removes such folders.
const CREATING: &str = ".creating-";
const DELETING: &str = ".deleting-";
/// A softly deleted database: hidden, its files kept.
const DELETED: &str = ".deleted-";

/// Deletes a database's folder and its files on other paths.
type Remove<'a> = &'a dyn Fn(&Path) -> Result<(), EngineError>;

pub(crate) struct DatabaseFolders {
    parent: PathBuf,
    disk: Arc<dyn Disk>,
    /// Set when renames could not be made durable; the next operation that relies on them retries.
    unsynced: AtomicBool,
}

impl DatabaseFolders {
    /// The folder, made if it is missing.
    pub(crate) fn open(data_dir: &Path, disk: Arc<dyn Disk>) -> Result<Self, EngineError> {
        let parent = data_dir.join("databases");
        make_durable(&*disk, &parent).map_err(EngineError::io(&parent, "create the folder"))?;
        Ok(Self { parent, disk, unsynced: AtomicBool::new(false) })
    }

    /// The databases' folders. Unfinished creations and deletions are removed.
    pub(crate) fn find(&self, remove: Remove<'_>) -> Result<Vec<PathBuf>, EngineError> {
        let mut folders = Vec::new();
        let mut unfinished = Vec::new();
        for entry in self.disk.list(&self.parent).map_err(EngineError::io(&self.parent, "list"))? {
            let folder = self.parent.join(&entry.name);
            let name = entry.name.to_string_lossy();
            if name.starts_with(CREATING) || name.starts_with(DELETING) {
                unfinished.push(folder);
            } else if !name.starts_with('.') && entry.is_folder {
                folders.push(folder);
            }
        }
        if !unfinished.is_empty() {
            // The process that renamed them may have stopped before that was durable.
            self.sync()?;
        }
        for folder in unfinished {
            remove(&folder)?;
        }
        Ok(folders)
    }

    /// A folder for a database that is being filled for a long time. Like any unfinished creation it is removed
    /// when the engine is opened.
    pub(crate) fn stage(&self) -> Result<PathBuf, EngineError> {
        let folder = self.parent.join(format!("{CREATING}{}", Uuid::new_v4()));
        self.disk.create_folder(&folder).map_err(EngineError::io(&folder, "create the folder"))?;
        Ok(folder)
    }

    /// Makes a new database's folder, filled by `fill` before it gets its name.
    pub(crate) fn make(
        &self,
        database: &str,
        fill: impl FnOnce(&Path) -> Result<(), EngineError>,
    ) -> Result<PathBuf, EngineError> {
        let folder = self.parent.join(database_name::folder_for(database));
        if self.disk.list(&folder).is_ok() {
            // It was never reported as created: creating it failed, and so did removing it.
            self.put_aside(&folder, database, None)??;
        }
        let making = self.parent.join(format!("{CREATING}{}", Uuid::new_v4()));
        self.disk.create_folder(&making).map_err(EngineError::io(&making, "create the folder"))?;
        let named = fill(&making)
            .and_then(|()| {
                self.disk.rename(&making, &folder).map_err(EngineError::io(&folder, "create the folder"))
            })
            .and_then(|()| {
                self.sync().inspect_err(|_| {
                    // A creation that is reported as failed must not appear later; if this fails too, it is
                    // moved away before the name is used again.
                    let _ = self.disk.rename(&folder, &making);
                })
            });
        if let Err(error) = named {
            // An incomplete database is removed at the next start if it cannot be now. Its files are not
            // deleted before its former name is durably removed.
            let _ = self.sync().map(|()| self.disk.remove_folder(&making));
            return Err(error);
        }
        Ok(folder)
    }

    /// Hides a database's folder and has `remove` delete it; without `remove` its files are kept. The outer
    /// error: it was not moved. The inner one: it is hidden, but not durably or not deleted.
    pub(crate) fn put_aside(
        &self,
        folder: &Path,
        database: &str,
        remove: Option<Remove<'_>>,
    ) -> Result<Result<(), EngineError>, EngineError> {
        let aside = self.parent.join(match remove {
            Some(_) => format!("{DELETING}{}", Uuid::new_v4()),
            None => format!("{DELETED}{}-{}", database_name::folder_for(database), Uuid::new_v4()),
        });
        if let Err(error) = self.disk.rename(folder, &aside) {
            let found = self.disk.list(folder);
            let error = EngineError::io(folder, "delete")(error);
            // Some file systems report a failure although the rename was done.
            return match found {
                Err(found) if found.kind() == std::io::ErrorKind::NotFound => {
                    self.unsynced.store(true, Ordering::Release);
                    Ok(Err(error))
                }
                _ => Err(error),
            };
        }
        // Before the files are deleted: the folder must not reappear under its old name without them.
        let synced = self.sync();
        Ok(synced.and_then(|()| remove.map_or(Ok(()), |remove| remove(&aside))))
    }

    /// Fails if names cannot be changed at the moment: checked before anything is closed.
    pub(crate) fn try_names(&self) -> Result<(), EngineError> {
        let trial = self.parent.join(format!("{DELETING}{}", Uuid::new_v4()));
        self.disk.create_folder(&trial).map_err(EngineError::io(&self.parent, "change names in"))?;
        self.disk.remove_folder(&trial).map_err(EngineError::io(&trial, "delete"))
    }

    /// Makes the absence of the name durable.
    pub(crate) fn settle(&self) -> Result<(), EngineError> {
        if self.unsynced.load(Ordering::Acquire) { self.sync() } else { Ok(()) }
    }

    fn sync(&self) -> Result<(), EngineError> {
        let synced = self.disk.sync_folder(&self.parent);
        self.unsynced.store(synced.is_err(), Ordering::Release);
        synced.map_err(EngineError::io(&self.parent, "make names durable in"))
    }
}

/// Creates a folder and its missing parents; their names survive a power cut.
fn make_durable(disk: &dyn Disk, folder: &Path) -> std::io::Result<()> {
    let Err(error) = disk.create_folder(folder) else { return sync_name_of(disk, folder) };
    if disk.list(folder).is_ok() {
        return Ok(());
    }
    match folder.parent().filter(|_| error.kind() == std::io::ErrorKind::NotFound) {
        Some(parent) => {
            make_durable(disk, parent)?;
            disk.create_folder(folder)?;
            sync_name_of(disk, folder)
        }
        None => Err(error),
    }
}

/// Makes the name of a file or folder durable.
pub(crate) fn sync_name_of(disk: &dyn Disk, path: &Path) -> std::io::Result<()> {
    match path.parent() {
        Some(here) if here.as_os_str().is_empty() => disk.sync_folder(Path::new(".")),
        Some(parent) => disk.sync_folder(parent),
        None => Ok(()),
    }
}
