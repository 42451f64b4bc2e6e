//! Removing the folder of an index that queries may still read. Unix removes open files. Windows refuses to remove files
//! that are mapped into memory: there the folder is marked, is removed after the last user of the index, and at
//! the latest when the database is opened; an index of the same name gets another folder until then.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rookery_storage::{Disk, Purpose};

use crate::error::EngineError;

/// The file that marks a folder.
const MARK: &str = "deleted";
const REMOVES_OPEN_FILES: bool = !cfg!(windows);

/// The folder of one index. Dropped after the index itself.
#[derive(Debug)]
pub(crate) struct FolderRemoval {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    is_requested: AtomicBool,
}

impl FolderRemoval {
    pub(crate) fn new(disk: Arc<dyn Disk>, folder: &Path) -> Self {
        Self { disk, folder: folder.to_owned(), is_requested: AtomicBool::new(false) }
    }

    /// Removes the folder, now or later.
    pub(crate) fn request(&self) -> io::Result<()> {
        if REMOVES_OPEN_FILES {
            return self.disk.remove_folder(&self.folder);
        }
        mark(&*self.disk, &self.folder)?;
        self.is_requested.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for FolderRemoval {
    fn drop(&mut self) {
        if *self.is_requested.get_mut() {
            // What stays is removed when the database is opened.
            let _ = self.disk.remove_folder(&self.folder);
        }
    }
}

fn mark(disk: &dyn Disk, folder: &Path) -> io::Result<()> {
    disk.open(&folder.join(MARK), Purpose::Replacement)?.sync()
}

/// Whether the index of a folder was removed.
pub(crate) fn is_marked(disk: &dyn Disk, folder: &Path) -> io::Result<bool> {
    match disk.open(&folder.join(MARK), Purpose::Read) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// The folder for an index: the first of `base`, `base.2`, … that is not marked.
pub(crate) fn unmarked(disk: &dyn Disk, base: &Path) -> io::Result<PathBuf> {
    let mut folder = base.to_owned();
    let mut number = 1_u32;
    while is_marked(disk, &folder)? {
        number += 1;
        let mut name = base.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{number}"));
        folder = base.with_file_name(name);
    }
    Ok(folder)
}

/// The folder that `unmarked` took another one for.
pub(crate) fn base_of(folder: &Path) -> PathBuf {
    // Names of folders have no other dots.
    folder.with_extension("")
}

/// Gives the folder that was taken for `base` its name, once that is free.
pub(crate) fn take_base_name(disk: &dyn Disk, base: &Path) -> Result<(), EngineError> {
    if base.is_dir() {
        return Ok(());
    }
    let parent = base.parent().unwrap_or(base);
    let entries = disk.list(parent).map_err(EngineError::io(parent, "list"))?;
    let taken = entries.into_iter().map(|entry| parent.join(entry.name)).find(|path| base_of(path) == base);
    taken.map_or(Ok(()), |taken| disk.rename(&taken, base).map_err(EngineError::io(&taken, "rename")))
}

#[cfg(test)]
mod tests {
    use rookery_storage::RealDisk;

    use super::*;

    #[test]
    fn a_marked_folder_is_left_to_its_users_and_another_one_is_taken() {
        let parent = tempfile::tempdir().unwrap();
        let base = parent.path().join("orders-1");
        assert_eq!(unmarked(&RealDisk, &base).unwrap(), base);
        for (number, taken) in [(1, "orders-1"), (2, "orders-1.2"), (3, "orders-1.3")] {
            let folder = unmarked(&RealDisk, &base).unwrap();
            assert_eq!(folder, parent.path().join(taken), "{number}");
            std::fs::create_dir(&folder).unwrap();
            mark(&RealDisk, &folder).unwrap();
        }
    }

    #[test]
    fn the_folder_in_use_takes_the_name_when_it_is_free() {
        let parent = tempfile::tempdir().unwrap();
        let base = parent.path().join("orders-1");
        let second = parent.path().join("orders-1.2");
        assert_eq!(base_of(&second), base);
        assert_eq!(base_of(&base), base);
        std::fs::create_dir(&base).unwrap();
        std::fs::create_dir(&second).unwrap();
        std::fs::write(second.join("entries"), "").unwrap();
        mark(&RealDisk, &base).unwrap();
        // The name is not free yet.
        take_base_name(&RealDisk, &base).unwrap();
        assert_eq!(unmarked(&RealDisk, &base).unwrap(), second);
        std::fs::remove_dir_all(&base).unwrap();
        take_base_name(&RealDisk, &base).unwrap();
        assert!(base.join("entries").exists() && !second.exists());
    }

    #[test]
    fn a_requested_folder_is_removed_after_the_last_user() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("orders-1");
        std::fs::create_dir(&folder).unwrap();
        drop(FolderRemoval::new(Arc::new(RealDisk), &folder));
        assert!(folder.exists());
        let removal = FolderRemoval::new(Arc::new(RealDisk), &folder);
        removal.request().unwrap();
        assert_eq!(folder.exists(), !REMOVES_OPEN_FILES);
        drop(removal);
        assert!(!folder.exists());
    }
}
