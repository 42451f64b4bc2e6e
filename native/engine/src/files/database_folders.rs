//! The folder with the databases' folders: made, put aside and deleted so that a power cut or a failing
//! disk at any moment leaves each database whole or away. Knows names, not what is in a database.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use uuid::Uuid;

use crate::error::EngineError;
use crate::files::database_name;
use rookery_storage::Disk;

/// Folders being made or deleted carry these beginnings; opening the engine clears them away.
const CREATING: &str = ".creating-";
const DELETING: &str = ".deleting-";
/// A database deleted softly: out of sight, its files kept.
const DELETED: &str = ".deleted-";

/// Deletes a database's folder and what belongs to it elsewhere.
type Remove<'a> = &'a dyn Fn(&Path) -> Result<(), EngineError>;

pub(crate) struct DatabaseFolders {
    parent: PathBuf,
    disk: Arc<dyn Disk>,
    /// Set when names could not be made durable: an answer that relies on them tries again first.
    unsynced: AtomicBool,
}

impl DatabaseFolders {
    /// The folder, made if it is missing.
    pub(crate) fn open(data_dir: &Path, disk: Arc<dyn Disk>) -> Result<Self, EngineError> {
        let parent = data_dir.join("databases");
        make_durable(&*disk, &parent).map_err(EngineError::io(&parent, "create the folder"))?;
        Ok(Self { parent, disk, unsynced: AtomicBool::new(false) })
    }

    /// The databases' folders. What was being made or deleted when the program ended is cleared away.
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
            // Whoever gave them these names may have been stopped before that was durable.
            self.sync()?;
        }
        for folder in unfinished {
            remove(&folder)?;
        }
        Ok(folders)
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
                    // Whoever is told "no" must not find it later; if this fails too, it is put aside
                    // before the name is used again.
                    let _ = self.disk.rename(&folder, &making);
                })
            });
        if let Err(error) = named {
            // Half a database is cleared away at the next start if it cannot be now. Its files do not go
            // before it is sure that it has no other name any more.
            let _ = self.sync().map(|()| self.disk.remove_folder(&making));
            return Err(error);
        }
        Ok(folder)
    }

    /// Takes a database's folder out of sight, and lets `remove` delete it; without one its files are kept.
    /// The outer error: it is where it was. The inner one: it is out of sight, but not for good or not deleted.
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
            // Some file systems report a failure of what they have done.
            return match found {
                Err(found) if found.kind() == std::io::ErrorKind::NotFound => {
                    self.unsynced.store(true, Ordering::Release);
                    Ok(Err(error))
                }
                _ => Err(error),
            };
        }
        // Before the files go: under its old name the folder must not be found without them.
        let synced = self.sync();
        Ok(synced.and_then(|()| remove.map_or(Ok(()), |remove| remove(&aside))))
    }

    /// Fails if names cannot be changed at the moment: found out before anything is closed for it.
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

/// Makes a folder and those above it as far as they are missing; their names outlast a power cut.
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
