//! Real files with injected failures.

use std::io;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use rookery_engine::{Disk as _, DiskFile, DiskLayer, FileLayer, Purpose, RealDisk};

/// What the next calls do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Fault {
    #[default]
    None,
    /// Nothing can be made, written or given space.
    DiskFull,
    /// Every journal write fails after its first half has reached the file.
    TornWrite,
    /// Every journal write reaches the file whole and is reported as failed all the same.
    LateError,
    /// Journal writes succeed, the sync behind them fails.
    SyncFails,
    /// Only the data file fails.
    StoreFails,
    /// Nothing can be changed, as on a disk mounted read-only or in a folder of somebody else's.
    ReadOnly,
    /// The device answers every change with an error.
    Broken,
}

/// Real files behind a switch.
#[derive(Debug, Default)]
pub struct FaultyDisk {
    fault: Arc<Mutex<Fault>>,
}

impl FaultyDisk {
    pub fn set(&self, fault: Fault) {
        *self.fault.lock() = fault;
    }

    /// The result of creating, renaming or truncating a file.
    fn making(&self) -> io::Result<()> {
        match *self.fault.lock() {
            Fault::DiskFull => Err(io::ErrorKind::StorageFull.into()),
            Fault::ReadOnly => Err(io::ErrorKind::ReadOnlyFilesystem.into()),
            Fault::Broken => Err(io::Error::other("input/output error")),
            _ => Ok(()),
        }
    }
}

impl DiskLayer for FaultyDisk {
    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>> {
        if matches!(purpose, Purpose::NewJournal | Purpose::Replacement) {
            self.making()?;
        }
        if purpose != Purpose::Read && *self.fault.lock() == Fault::ReadOnly {
            return Err(io::ErrorKind::ReadOnlyFilesystem.into());
        }
        let file = RealDisk.open(path, purpose)?;
        Ok(Box::new(FaultyFile { file, purpose, fault: self.fault.clone() }))
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        self.making()?;
        RealDisk.create_folder(folder)
    }

    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        self.making()?;
        RealDisk.create_folders(folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        if *self.fault.lock() != Fault::DiskFull {
            self.making()?;
        }
        RealDisk.rename(from, to)
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        if *self.fault.lock() != Fault::DiskFull {
            self.making()?;
        }
        RealDisk.remove_file(path)
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        if *self.fault.lock() != Fault::DiskFull {
            self.making()?;
        }
        RealDisk.remove_folder(folder)
    }
}

#[derive(Debug)]
struct FaultyFile {
    file: Box<dyn DiskFile>,
    purpose: Purpose,
    fault: Arc<Mutex<Fault>>,
}

impl FaultyFile {
    fn is_journal(&self) -> bool {
        matches!(self.purpose, Purpose::NewJournal | Purpose::Journal)
    }

    /// The fault of a call that changes something, as far as it concerns every file or this one.
    fn changing(&self) -> io::Result<Fault> {
        match *self.fault.lock() {
            Fault::DiskFull => Err(io::ErrorKind::StorageFull.into()),
            Fault::ReadOnly => Err(io::ErrorKind::ReadOnlyFilesystem.into()),
            Fault::Broken => Err(io::Error::other("input/output error")),
            Fault::StoreFails if self.purpose == Purpose::Data => {
                Err(io::Error::other("the disk answers with an error"))
            }
            fault if self.is_journal() => Ok(fault),
            _ => Ok(Fault::None),
        }
    }
}

impl FileLayer for FaultyFile {
    fn below(&self) -> &dyn DiskFile {
        &*self.file
    }

    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        match self.changing()? {
            Fault::TornWrite => {
                let half = bytes.len() / 2 / 4096 * 4096;
                self.file.write_all_at(offset, &bytes[..half])?;
                Err(io::Error::other("input/output error"))
            }
            Fault::LateError => {
                self.file.write_all_at(offset, bytes)?;
                Err(io::Error::other("input/output error"))
            }
            _ => self.file.write_all_at(offset, bytes),
        }
    }

    fn set_size(&self, size: u64) -> io::Result<()> {
        self.changing()?;
        self.file.set_size(size)
    }

    fn sync(&self) -> io::Result<()> {
        match self.changing()? {
            Fault::SyncFails => Err(io::Error::other("the sync failed")),
            _ => self.file.sync(),
        }
    }
}
