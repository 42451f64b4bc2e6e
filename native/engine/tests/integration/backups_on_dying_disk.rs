//! A disk that stops working at any call leaves whole backups and databases, or none.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rookery_engine::{
    Disk as _, DiskFile, DiskLayer, Engine, EngineError, EngineOptions, FileLayer, Purpose, RealDisk,
};

use crate::backups::{go_on, verified};
use crate::fixture::{TestEngine, get, options, put, quiet, test_engine_in, user};

/// A disk that stops working at the n-th call, as a computer that loses power: later calls fail, too.
#[derive(Debug, Default)]
struct DyingDisk {
    calls: AtomicU64,
    last: AtomicU64,
}

impl DyingDisk {
    fn call(&self) -> io::Result<()> {
        let last = self.last.load(Ordering::SeqCst);
        match last > 0 && self.calls.fetch_add(1, Ordering::SeqCst) >= last {
            true => Err(io::Error::other("the disk is gone")),
            false => Ok(()),
        }
    }

    /// From now on `calls` more calls work; 0 is any number of them.
    fn dies_after(&self, calls: u64) {
        self.calls.store(0, Ordering::SeqCst);
        self.last.store(calls, Ordering::SeqCst);
    }
}

#[derive(Debug)]
struct SharedDisk(Arc<DyingDisk>);

impl DiskLayer for SharedDisk {
    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>> {
        self.0.call()?;
        Ok(Box::new(DyingFile { file: RealDisk.open(path, purpose)?, disk: self.0.clone() }))
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.0.call()?;
        RealDisk.create_folder(folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.0.call()?;
        RealDisk.rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.0.call()?;
        RealDisk.remove_file(path)
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        self.0.call()?;
        RealDisk.remove_folder(folder)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.0.call()?;
        RealDisk.sync_folder(folder)
    }
}

#[derive(Debug)]
struct DyingFile {
    file: Box<dyn DiskFile>,
    disk: Arc<DyingDisk>,
}

impl FileLayer for DyingFile {
    fn below(&self) -> &dyn DiskFile {
        &*self.file
    }

    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.disk.call()?;
        self.file.write_all_at(offset, bytes)
    }

    fn sync(&self) -> io::Result<()> {
        self.disk.call()?;
        self.file.sync()
    }
}

#[test]
fn a_disk_that_dies_at_any_call_leaves_a_whole_backup_or_none_and_a_whole_database_or_none() {
    let kept = tempfile::tempdir().unwrap();
    let good: PathBuf = kept.path().join("good.backup");
    let (mut backups, mut restored, mut failures) = (0, 0, 0);
    for calls in 1..200 {
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let disk = Arc::new(DyingDisk::default());
        let dying =
            EngineOptions { disk: Arc::new(SharedDisk(disk.clone())), ..options(folder.path(), quiet()) };
        let test = test_engine_in(folder.clone(), dying);
        put(&test.shop, "users/1", &user("Ann"));
        test.shop.flush_and_sync().unwrap();
        let path = folder.path().join("shop.backup");
        disk.dies_after(calls);
        let backed_up = test.shop.back_up(&path, &mut go_on);
        // A failure after the rename leaves a whole file.
        assert!(backed_up.is_err() || path.exists(), "{calls}");
        assert!(!path.exists() || verified(&path).is_ok(), "{calls}");
        if backed_up.is_ok() && backups == 0 {
            std::fs::copy(&path, &good).unwrap();
        }
        backups += i32::from(backed_up.is_ok());
        let mut restore = Err(EngineError::Cancelled);
        if good.exists() {
            disk.dies_after(calls);
            restore = test.engine.restore("copy", &good, &mut go_on);
            restored += i32::from(restore.is_ok());
            failures += i32::from(restore.is_err());
        }
        let TestEngine { engine, shop, folder } = test;
        drop((shop, engine));
        // As after a restart of the computer.
        let engine = Engine::open(options(folder.path(), quiet())).unwrap();
        let found = engine.list().iter().any(|info| info.name == "copy");
        assert!(found || restore.is_err(), "{calls}");
        if found {
            assert_eq!(get(&engine.database("copy").unwrap(), "users/1")["Name"], "Ann", "{calls}");
        }
        let entries = std::fs::read_dir(folder.path().join("databases")).unwrap().count();
        assert_eq!(entries, 1 + usize::from(found), "{calls}: unfinished folders are removed");
        if restored > 2 {
            break;
        }
    }
    assert!(backups > 0 && restored > 2 && failures > 5, "{backups} {restored} {failures}");
}
