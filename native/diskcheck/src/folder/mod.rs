//! The folder to check: its file system, its free space, and the private folder of a check in it.

mod mount;
mod scratch;

use std::path::{Path, PathBuf};

use rookery_storage::{Disk as _, RealDisk, disk_space};
use serde::Serialize;

pub use mount::{FileSystem, FileSystemKind};
pub use scratch::PREFIX;
pub(crate) use scratch::{ScratchFolder, remove_leftovers};

use crate::error::DiskCheckError;

/// Of a large disk not a tenth but so much is left free.
const MOST_RESERVE: u64 = 4 << 30;

/// A disk's space in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct Space {
    /// What this user can still write.
    pub available: u64,
    /// All of it.
    pub total: u64,
}

/// The canonical path of an existing folder.
pub(crate) fn existing(folder: &Path) -> Result<PathBuf, DiskCheckError> {
    match RealDisk.canonical(folder) {
        Ok(path) if path.is_dir() => Ok(path),
        _ => Err(DiskCheckError::NotAFolder { path: folder.to_owned() }),
    }
}

/// Refuses a check that would leave less than a tenth of the disk free.
pub(crate) fn space(folder: &Path, needed: u64) -> Result<Space, DiskCheckError> {
    let found = disk_space(folder)
        .map_err(rookery_storage::StorageError::io(folder, "read the free space of the disk of"))?;
    let reserve = (found.total / 10).min(MOST_RESERVE);
    if found.available < needed.saturating_add(reserve) {
        let (path, available) = (folder.to_owned(), found.available);
        return Err(DiskCheckError::TooLittleSpace { path, available, needed, reserve });
    }
    Ok(Space { available: found.available, total: found.total })
}

/// What the operating system says about the file system of a folder.
pub(crate) fn file_system(folder: &Path) -> FileSystem {
    mount::of(folder)
}
