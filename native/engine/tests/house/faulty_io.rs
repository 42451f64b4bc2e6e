//! Journal files that fail when they are told to.

use std::io;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use rookery_engine::{JournalFile, JournalIo, RealFiles};

/// What the next calls do.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Fault {
    #[default]
    None,
    /// No journal can be made or written, nor the data file.
    DiskFull,
    /// Every journal write fails after its first half has reached the file.
    TornWrite,
    /// Every journal write reaches the file whole and is reported as failed all the same.
    LateError,
    /// Journal writes succeed, the sync behind them fails.
    SyncFails,
    /// Only the data file fails.
    StoreFails,
}

/// Real files behind a switch.
#[derive(Debug, Default)]
pub struct FaultyFiles {
    fault: Arc<Mutex<Fault>>,
}

impl FaultyFiles {
    pub fn set(&self, fault: Fault) {
        *self.fault.lock() = fault;
    }

    fn wrap(&self, file: io::Result<Box<dyn JournalFile>>) -> io::Result<Box<dyn JournalFile>> {
        Ok(Box::new(FaultyFile { file: file?, fault: self.fault.clone() }))
    }

    fn full(&self) -> io::Result<()> {
        match *self.fault.lock() {
            Fault::DiskFull => Err(io::Error::from(io::ErrorKind::StorageFull)),
            _ => Ok(()),
        }
    }
}

impl JournalIo for FaultyFiles {
    fn create(&self, path: &Path) -> io::Result<Box<dyn JournalFile>> {
        self.full()?;
        self.wrap(RealFiles.create(path))
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn JournalFile>> {
        self.wrap(RealFiles.open(path))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        RealFiles.sync_folder(folder)
    }

    fn before_store_io(&self, path: &Path, _bytes: u64) -> io::Result<()> {
        match *self.fault.lock() {
            Fault::StoreFails if path.ends_with("store.redb") => {
                Err(io::Error::other("the disk answers with an error"))
            }
            Fault::DiskFull => Err(io::Error::from(io::ErrorKind::StorageFull)),
            _ => Ok(()),
        }
    }
}

#[derive(Debug)]
struct FaultyFile {
    file: Box<dyn JournalFile>,
    fault: Arc<Mutex<Fault>>,
}

impl JournalFile for FaultyFile {
    fn write_at(&mut self, offset: u64, blocks: &[u8]) -> io::Result<()> {
        let fault = *self.fault.lock();
        match fault {
            Fault::DiskFull => Err(io::Error::from(io::ErrorKind::StorageFull)),
            Fault::TornWrite => {
                let half = blocks.len() / 2 / 4096 * 4096;
                self.file.write_at(offset, &blocks[..half])?;
                Err(io::Error::other("input/output error"))
            }
            Fault::LateError => {
                self.file.write_at(offset, blocks)?;
                Err(io::Error::other("input/output error"))
            }
            _ => self.file.write_at(offset, blocks),
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        match *self.fault.lock() {
            Fault::SyncFails => Err(io::Error::other("the sync failed")),
            _ => self.file.sync(),
        }
    }
}
