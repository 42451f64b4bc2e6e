//! An index's files on disk, for their owner alone: tantivy makes them with the modes that the umask leaves.
//! Their writes and syncs are recorded.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rookery_storage::{IoKind, IoRecorder};
use tantivy::directory::error::{DeleteError, LockError, OpenDirectoryError, OpenReadError, OpenWriteError};
use tantivy::directory::{
    Directory, DirectoryLock, FileHandle, Lock, MmapDirectory, WatchCallback, WatchHandle, WritePtr,
};

use crate::metered_file::{self, MeteredFile, SEGMENTS};

/// [`MmapDirectory`] with folder mode 0700 and file mode 0600 on Unix.
#[derive(Debug, Clone)]
pub(crate) struct PrivateDirectory {
    folder: PathBuf,
    files: MmapDirectory,
    recorder: Option<IoRecorder>,
}

impl PrivateDirectory {
    /// Opens the folder, and creates it if it is missing.
    pub(crate) fn open(folder: &Path, recorder: Option<IoRecorder>) -> Result<Self, OpenDirectoryError> {
        let failed = |error: io::Error| OpenDirectoryError::wrap_io_error(error, folder.to_owned());
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder).map_err(failed)?;
        restrict(folder, 0o700).map_err(failed)?;
        Ok(Self { folder: folder.to_owned(), files: MmapDirectory::open(folder)?, recorder })
    }
}

#[cfg(unix)]
fn restrict(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    match std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)) {
        // Another user's folder, or a file system without modes: the engine reports such paths when it opens.
        Err(error)
            if matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::Unsupported) =>
        {
            Ok(())
        }
        other => other,
    }
}

#[cfg(not(unix))]
fn restrict(_path: &Path, _mode: u32) -> io::Result<()> {
    Ok(())
}

impl Directory for PrivateDirectory {
    fn get_file_handle(&self, path: &Path) -> Result<Arc<dyn FileHandle>, OpenReadError> {
        self.files.get_file_handle(path)
    }

    fn delete(&self, path: &Path) -> Result<(), DeleteError> {
        self.files.delete(path)
    }

    fn exists(&self, path: &Path) -> Result<bool, OpenReadError> {
        self.files.exists(path)
    }

    fn open_write(&self, path: &Path) -> Result<WritePtr, OpenWriteError> {
        let file = self.files.open_write(path)?;
        restrict(&self.folder.join(path), 0o600)
            .map_err(|error| OpenWriteError::wrap_io_error(error, path.to_owned()))?;
        let Some(recorder) = &self.recorder else { return Ok(file) };
        // Nothing is buffered yet; the outer buffer replaces the one that is taken off.
        let file = file
            .into_inner()
            .map_err(|error| OpenWriteError::wrap_io_error(error.into_error(), path.to_owned()))?;
        Ok(BufWriter::new(Box::new(MeteredFile::new(file, recorder.clone()))))
    }

    fn atomic_read(&self, path: &Path) -> Result<Vec<u8>, OpenReadError> {
        self.files.atomic_read(path)
    }

    fn atomic_write(&self, path: &Path, data: &[u8]) -> io::Result<()> {
        // Through a temporary file, which has mode 0600 and keeps it.
        let measure = self.recorder.as_ref().map(|recorder| (recorder, recorder.begin()));
        self.files.atomic_write(path, data)?;
        if let Some((recorder, measure)) = measure {
            metered_file::replaced(recorder, measure, path, data.len() as u64);
        }
        Ok(())
    }

    fn sync_directory(&self) -> io::Result<()> {
        let measure = self.recorder.as_ref().map(|recorder| (recorder, recorder.begin()));
        self.files.sync_directory()?;
        if let Some((recorder, measure)) = measure {
            recorder.wrote(measure, IoKind::DataSync, &Arc::from(SEGMENTS), 0, 0);
        }
        Ok(())
    }

    fn acquire_lock(&self, lock: &Lock) -> Result<DirectoryLock, LockError> {
        let held = self.files.acquire_lock(lock)?;
        restrict(&self.folder.join(&lock.filepath), 0o600).map_err(LockError::wrap_io_error)?;
        Ok(held)
    }

    fn watch(&self, callback: WatchCallback) -> tantivy::Result<WatchHandle> {
        self.files.watch(callback)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use rookery_storage::{EnvironmentType, IoMetrics};
    #[cfg(unix)]
    use tantivy::directory::INDEX_WRITER_LOCK;
    use tantivy::directory::TerminatingWrite;

    use super::*;

    #[test]
    fn every_write_and_sync_is_recorded_with_its_bytes() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("index");
        let metrics = Arc::new(IoMetrics::default());
        let recorder = metrics.environment(&folder, EnvironmentType::Index);
        let directory = PrivateDirectory::open(&folder, Some(recorder)).unwrap();
        let contents = vec![7; 100_000];
        let mut file = directory.open_write(Path::new("segment")).unwrap();
        file.write_all(&contents[..5]).unwrap();
        file.write_all(&contents[5..]).unwrap();
        file.terminate().unwrap();
        directory.sync_directory().unwrap();
        directory.atomic_write(Path::new("meta.json"), b"commit").unwrap();
        assert_eq!(std::fs::read(folder.join("segment")).unwrap(), contents);
        let (recorded, _) = metrics.since(0);
        let seen: Vec<_> =
            recorded.events.iter().map(|event| (event.kind, &*event.file, event.size)).collect();
        assert_eq!(
            seen,
            [
                (IoKind::DataFlush, SEGMENTS, 100_000),
                (IoKind::DataSync, SEGMENTS, 100_000),
                (IoKind::DataSync, SEGMENTS, 0),
                (IoKind::JournalWrite, "meta.json", 6),
            ]
        );
        assert!(recorded.events.iter().all(|event| event.environment_type == EnvironmentType::Index));
    }

    #[cfg(unix)]
    #[test]
    fn every_file_is_the_owners_alone() {
        use std::os::unix::fs::PermissionsExt;

        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("index");
        let directory = PrivateDirectory::open(&folder, None).unwrap();
        let mut file = directory.open_write(Path::new("segment")).unwrap();
        file.write_all(b"x").unwrap();
        file.terminate().unwrap();
        directory.atomic_write(Path::new("meta"), b"x").unwrap();
        let _lock = directory.acquire_lock(&INDEX_WRITER_LOCK).unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder), 0o700);
        let names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(names.len() >= 3, "{names:?}");
        for path in names {
            assert_eq!(mode(&path), 0o600, "{path:?}");
        }
    }
}
