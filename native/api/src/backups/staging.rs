//! A folder of a backup under a temporary name until it is complete.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rookery_engine::{Disk, FolderLock};
use time::OffsetDateTime;

use super::failure::BackupFailure;
use super::name::{FolderName, time_text};

const PARTIAL: &str = ".partial";
/// The name of the file of a [`FolderLock`].
const LOCK_FILE: &str = "rookery.lock";
/// Seconds after the present that a name may have when those before are taken.
const MOST: u32 = 120;

/// Removed when dropped before [`Staging::publish`].
pub struct Staging {
    disk: Arc<dyn Disk>,
    root: PathBuf,
    pub name: FolderName,
    pub folder: PathBuf,
    lock: Option<FolderLock>,
}

impl Staging {
    /// Makes the folder, and removes those of the same database that killed processes left.
    pub fn begin(
        disk: &Arc<dyn Disk>,
        root: &Path,
        database: &str,
        node: &str,
        now: OffsetDateTime,
    ) -> Result<Self, BackupFailure> {
        let names = names_in(&**disk, root)?;
        remove_abandoned(&**disk, root, &names, database);
        let candidates = (0..MOST).map(|second| FolderName {
            moment: now + Duration::from_secs(second.into()),
            database: database.to_owned(),
            node: node.to_owned(),
        });
        for name in candidates.filter(|name| !names.contains(&name.to_text())) {
            let folder = root.join(format!(".{}{PARTIAL}", name.to_text()));
            match disk.create_folder(&folder) {
                Ok(()) => {
                    // Removed when the lock cannot be taken.
                    let mut staging =
                        Self { disk: disk.clone(), root: root.to_owned(), name, folder, lock: None };
                    let moment = time_text(staging.name.moment);
                    let lock = FolderLock::take(&**disk, &staging.folder, &moment);
                    staging.lock =
                        Some(lock.map_err(|error| {
                            BackupFailure::new("System.IO.IOException", error.to_string())
                        })?);
                    return Ok(staging);
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(BackupFailure::io("Creating", &folder)(error)),
            }
        }
        Err(BackupFailure::io("Creating a folder in", root)(ErrorKind::AlreadyExists.into()))
    }

    /// The folder that the complete backup gets.
    pub fn target(&self) -> PathBuf {
        self.root.join(self.name.to_text())
    }

    /// Gives the complete backup its name.
    pub fn publish(mut self) -> Result<PathBuf, BackupFailure> {
        let target = self.target();
        drop(self.lock.take());
        let lock_file = self.folder.join(LOCK_FILE);
        self.disk.remove_file(&lock_file).map_err(BackupFailure::io("Removing", &lock_file))?;
        self.disk.sync_folder(&self.folder).map_err(BackupFailure::io("Syncing", &self.folder))?;
        if names_in(&*self.disk, &self.root)?.contains(&self.name.to_text()) {
            return Err(BackupFailure::io("Creating", &target)(ErrorKind::AlreadyExists.into()));
        }
        self.disk.rename(&self.folder, &target).map_err(BackupFailure::io("Naming", &target))?;
        self.disk.sync_folder(&self.root).map_err(|error| {
            // A backup that is reported as failed should not be found later; dropped, it is removed.
            let _ = self.disk.rename(&target, &self.folder);
            BackupFailure::io("Syncing", &self.root)(error)
        })?;
        Ok(target)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        drop(self.lock.take());
        // After `publish` there is none. What stays is removed by the next backup of this database.
        let _ = self.disk.remove_folder(&self.folder);
    }
}

fn names_in(disk: &dyn Disk, root: &Path) -> Result<BTreeSet<String>, BackupFailure> {
    let entries = disk.list(root).map_err(BackupFailure::io("Listing", root))?;
    Ok(entries.into_iter().map(|entry| entry.name.to_string_lossy().into_owned()).collect())
}

/// Folders of backups that are still written are locked and stay.
fn remove_abandoned(disk: &dyn Disk, root: &Path, names: &BTreeSet<String>, database: &str) {
    for name in names {
        let Some(inner) = name.strip_prefix('.').and_then(|name| name.strip_suffix(PARTIAL)) else {
            continue;
        };
        if FolderName::parse(inner).is_none_or(|found| found.database != database) {
            continue;
        }
        let folder = root.join(name);
        // A link leads to a folder of somebody else.
        if disk.canonical(&folder).is_ok_and(|found| found != folder) {
            continue;
        }
        if let Ok(lock) = FolderLock::take(disk, &folder, "abandoned") {
            drop(lock);
            // Only litter: its name says so.
            let _ = disk.remove_folder(&folder);
        }
    }
}
