//! Disks that do one thing differently and pass everything else on: they fail, count or delay.
//!
//! Implement [`DiskLayer`] and [`FileLayer`] with the calls that differ. A complete disk, such
//! as one in memory, implements [`Disk`] instead, so that no call reaches another disk by default.

use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};

use super::{Disk, DiskEntry, DiskFile, Purpose, RealDisk, Tightened};

/// A disk over another one.
pub trait DiskLayer: Debug + Send + Sync + 'static {
    /// What calls are passed on to.
    fn below(&self) -> &dyn Disk {
        &RealDisk
    }

    /// See [`Disk::open`]. Mostly wraps the file from below in a [`FileLayer`].
    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>>;

    /// See [`Disk::create_folder`].
    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.below().create_folder(folder)
    }

    /// See [`Disk::create_folders`].
    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        self.below().create_folders(folder)
    }

    /// See [`Disk::list`].
    fn list(&self, folder: &Path) -> io::Result<Vec<DiskEntry>> {
        self.below().list(folder)
    }

    /// See [`Disk::rename`].
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.below().rename(from, to)
    }

    /// See [`Disk::remove_file`].
    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.below().remove_file(path)
    }

    /// See [`Disk::remove_folder`].
    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        self.below().remove_folder(folder)
    }

    /// See [`Disk::sync_folder`].
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.below().sync_folder(folder)
    }

    /// See [`Disk::canonical`].
    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        self.below().canonical(path)
    }

    /// See [`Disk::tighten`].
    fn tighten(&self, path: &Path, below: bool, done: &mut Tightened) -> io::Result<()> {
        self.below().tighten(path, below, done)
    }
}

impl<T: DiskLayer> Disk for T {
    fn has_real_files(&self) -> bool {
        self.below().has_real_files()
    }

    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>> {
        DiskLayer::open(self, path, purpose)
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        DiskLayer::create_folder(self, folder)
    }

    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        DiskLayer::create_folders(self, folder)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<DiskEntry>> {
        DiskLayer::list(self, folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        DiskLayer::rename(self, from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        DiskLayer::remove_file(self, path)
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        DiskLayer::remove_folder(self, folder)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        DiskLayer::sync_folder(self, folder)
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        DiskLayer::canonical(self, path)
    }

    fn tighten(&self, path: &Path, below: bool, done: &mut Tightened) -> io::Result<()> {
        DiskLayer::tighten(self, path, below, done)
    }
}

/// A file over another one.
pub trait FileLayer: Debug + Send + Sync {
    /// What calls are passed on to.
    fn below(&self) -> &dyn DiskFile;

    /// See [`DiskFile::read_exact_at`].
    fn read_exact_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        self.below().read_exact_at(offset, bytes)
    }

    /// See [`DiskFile::write_all_at`].
    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.below().write_all_at(offset, bytes)
    }

    /// See [`DiskFile::set_size`].
    fn set_size(&self, size: u64) -> io::Result<()> {
        self.below().set_size(size)
    }

    /// See [`DiskFile::sync`].
    fn sync(&self) -> io::Result<()> {
        self.below().sync()
    }
}

impl<T: FileLayer> DiskFile for T {
    fn size(&self) -> io::Result<u64> {
        self.below().size()
    }

    fn read_exact_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        FileLayer::read_exact_at(self, offset, bytes)
    }

    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        FileLayer::write_all_at(self, offset, bytes)
    }

    fn set_size(&self, size: u64) -> io::Result<()> {
        FileLayer::set_size(self, size)
    }

    fn sync(&self) -> io::Result<()> {
        FileLayer::sync(self)
    }

    fn is_direct(&self) -> bool {
        self.below().is_direct()
    }

    fn try_lock(&self) -> io::Result<bool> {
        self.below().try_lock()
    }
}
