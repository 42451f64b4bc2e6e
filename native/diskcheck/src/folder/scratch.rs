//! The private folder of one check. It is removed with everything that the check wrote, in any case.
//!
//! A check that is killed leaves its folder; the next check in the same folder removes it. Only a real folder (no link)
//! with the prefix, in which nothing has a name that a check does not use, and whose lock nobody holds, is removed.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rookery_storage::{Disk as _, FolderLock, RealDisk, StorageError};

use crate::error::DiskCheckError;

/// How the names of private folders begin.
pub const PREFIX: &str = ".rookery-disk-check-";
/// The file for direct writes and reads.
const DIRECT: &str = "direct.data";
/// The file that is written through the page cache.
const CACHED: &str = "cached.data";
/// The journal's folder.
const JOURNAL: &str = "journal";
/// The file of [`FolderLock`].
const LOCK: &str = "rookery.lock";
/// Names tried for a new folder.
const ATTEMPTS: u32 = 100;

/// A folder of this check alone.
#[derive(Debug)]
pub(crate) struct ScratchFolder {
    path: PathBuf,
    /// Dropped before the folder is removed: Windows does not delete open files.
    lock: Option<FolderLock>,
}

impl ScratchFolder {
    /// Makes a new one in `folder`.
    pub(crate) fn create(folder: &Path, since: &str) -> Result<Self, DiskCheckError> {
        let process = std::process::id();
        let mut number = 0;
        let path = loop {
            let path = folder.join(format!("{PREFIX}{process}-{number}"));
            match RealDisk.create_folder(&path) {
                Ok(()) => break path,
                Err(error) if error.kind() == ErrorKind::AlreadyExists && number < ATTEMPTS => number += 1,
                Err(source) => return Err(DiskCheckError::NotWritable { path: folder.to_owned(), source }),
            }
        };
        let mut scratch = Self { path, lock: None };
        scratch.lock = Some(FolderLock::take(&RealDisk, &scratch.path, since)?);
        Ok(scratch)
    }

    pub(crate) fn direct(&self) -> PathBuf {
        self.path.join(DIRECT)
    }

    pub(crate) fn cached(&self) -> PathBuf {
        self.path.join(CACHED)
    }

    pub(crate) fn journal(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    /// Removes it and says so if that fails.
    pub(crate) fn remove(mut self) -> Result<(), DiskCheckError> {
        self.lock = None;
        let path = std::mem::take(&mut self.path);
        RealDisk
            .remove_folder(&path)
            .map_err(|error| DiskCheckError::NotRemoved(StorageError::io(path, "delete the folder")(error)))
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        self.lock = None;
        if !self.path.as_os_str().is_empty() {
            // After another failure, which is the one that is reported. The next check tries again.
            let _ = RealDisk.remove_folder(&self.path);
        }
    }
}

/// Removes what killed checks left in `folder`, as far as possible. Returns how many folders were removed.
pub(crate) fn remove_leftovers(folder: &Path, since: &str) -> usize {
    let Ok(entries) = RealDisk.list(folder) else { return 0 };
    entries
        .into_iter()
        .filter(|entry| entry.is_folder && entry.name.to_string_lossy().starts_with(PREFIX))
        .filter(|entry| remove_leftover(&folder.join(&entry.name), since))
        .count()
}

fn remove_leftover(path: &Path, since: &str) -> bool {
    if !path.symlink_metadata().is_ok_and(|found| found.is_dir()) || !is_of_a_check(path) {
        return false;
    }
    let Ok(lock) = FolderLock::take(&RealDisk, path, since) else { return false };
    drop(lock);
    RealDisk.remove_folder(path).is_ok()
}

/// Whether everything in it has a name that a check gives.
fn is_of_a_check(path: &Path) -> bool {
    let all = |folder: &Path, known: &dyn Fn(&str, bool) -> bool| {
        RealDisk.list(folder).is_ok_and(|entries| {
            entries.iter().all(|entry| entry.name.to_str().is_some_and(|name| known(name, entry.is_folder)))
        })
    };
    let journal = path.join(JOURNAL);
    all(path, &|name, is_folder| match name {
        JOURNAL => is_folder,
        DIRECT | CACHED | LOCK => !is_folder,
        _ => false,
    }) && (journal.symlink_metadata().is_err()
        || journal.symlink_metadata().is_ok_and(|found| found.is_dir())
            && all(&journal, &|name, is_folder| !is_folder && name.ends_with(".journal")))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const NOW: &str = "2026-01-01T00:00:00Z";

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_folder_is_removed_when_it_is_dropped() {
        let parent = tempfile::tempdir().unwrap();
        let scratch = ScratchFolder::create(parent.path(), NOW).unwrap();
        fs::write(scratch.direct(), "x").unwrap();
        let second = ScratchFolder::create(parent.path(), NOW).unwrap();
        assert_eq!(names(parent.path()).len(), 2);
        drop(scratch);
        second.remove().unwrap();
        assert!(names(parent.path()).is_empty());
    }

    #[test]
    fn leftovers_are_removed_and_nothing_else() {
        let parent = tempfile::tempdir().unwrap();
        let running = ScratchFolder::create(parent.path(), NOW).unwrap();
        let named = |name: &str| parent.path().join(format!("{PREFIX}{name}"));
        // Killed: its lock is free.
        fs::create_dir_all(named("killed").join(JOURNAL)).unwrap();
        for file in [LOCK, DIRECT, CACHED, "journal/0000000000000000001.journal"] {
            fs::write(named("killed").join(file), "x").unwrap();
        }
        fs::create_dir(named("empty")).unwrap();
        // Of someone else.
        fs::create_dir(named("user")).unwrap();
        fs::write(named("user").join("thesis.txt"), "x").unwrap();
        fs::create_dir_all(named("deep").join(JOURNAL).join("inner")).unwrap();
        fs::create_dir(named("wrong")).unwrap();
        fs::create_dir(named("wrong").join(DIRECT)).unwrap();
        fs::write(named("file"), "x").unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        fs::write(elsewhere.path().join(DIRECT), "x").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(elsewhere.path(), named("link")).unwrap();
        let before = names(parent.path());
        assert_eq!(remove_leftovers(parent.path(), NOW), 2);
        let kept: Vec<String> =
            before.into_iter().filter(|name| !name.ends_with("killed") && !name.ends_with("empty")).collect();
        assert_eq!(names(parent.path()), kept);
        assert_eq!(names(elsewhere.path()), [DIRECT]);
        drop(running);
    }
}
