//! The seam between the engine and the operating system: everything the engine does to files goes through
//! here.
//!
//! What lives here: the two traits and the real files behind them ([`RealDisk`]). Journals, the data
//! file, the small JSON files and the lock are opened, written, synced, renamed, listed and deleted
//! through [`Disk`] and nothing else, so that a test can put a disk in its place that fails, lies or
//! loses power. What it must not know: what the bytes mean.

mod faults;
pub(crate) mod in_use;
mod layer;
mod private;
mod real;

use std::ffi::OsString;
use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};

pub use faults::{DiskFaults, FaultCounts, FaultyDisk, LONGEST_DISK_DELAY};
pub use layer::{DiskLayer, FileLayer};
pub use real::RealDisk;

/// A place for files. Injected through the options.
pub trait Disk: Debug + Send + Sync + 'static {
    /// Opens a file with the flags that its purpose needs.
    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>>;

    /// Makes a folder that must not be there yet.
    fn create_folder(&self, folder: &Path) -> io::Result<()>;

    /// Makes a folder and those above it, as far as they are missing.
    fn create_folders(&self, folder: &Path) -> io::Result<()>;

    /// What is in a folder, in no particular order.
    fn list(&self, folder: &Path) -> io::Result<Vec<DiskEntry>>;

    /// Gives a file or folder another name; a file already of that name is replaced. The change is atomic.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Deletes a file.
    fn remove_file(&self, path: &Path) -> io::Result<()>;

    /// Deletes a folder and all that is in it.
    fn remove_folder(&self, folder: &Path) -> io::Result<()>;

    /// Makes created, renamed and deleted names in `folder` durable.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// The path with all links resolved. It must be there.
    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        // A disk without links.
        Ok(path.to_owned())
    }

    /// Takes every other user's access from a file or folder and, if `below`, from all below it. A path that
    /// is not there is passed over.
    fn tighten(&self, path: &Path, below: bool, done: &mut Tightened) -> io::Result<()> {
        // A disk without users.
        let _ = (path, below, done);
        Ok(())
    }

    /// Whether paths lead to files of the operating system, so that a library that maps files into memory can
    /// use them. Without it there are no indexes, and queries read the documents.
    fn has_real_files(&self) -> bool {
        false
    }

    /// All bytes of a file. For small ones.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let file = self.open(path, Purpose::Read)?;
        let size = usize::try_from(file.size()?).map_err(|_| io::ErrorKind::FileTooLarge)?;
        let mut bytes = vec![0; size];
        file.read_exact_at(0, &mut bytes)?;
        Ok(bytes)
    }
}

/// One open file. Closed, and a lock on it released, when dropped.
pub trait DiskFile: Debug + Send + Sync {
    /// Its size now.
    fn size(&self) -> io::Result<u64>;

    /// Fills `bytes` from `offset` on; an error when the file ends before.
    fn read_exact_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()>;

    /// Writes all of `bytes` at `offset`. Of a journal, offset, length and address are multiples of 4 KiB.
    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Cuts the file, or makes it longer with zeros.
    fn set_size(&self, size: u64) -> io::Result<()>;

    /// Returns when everything written is on the device.
    fn sync(&self) -> io::Result<()>;

    /// Whether reads and writes go around the page cache.
    fn is_direct(&self) -> bool {
        false
    }

    /// Locks the file for this process; false when another process holds the lock.
    fn try_lock(&self) -> io::Result<bool>;
}

/// What a file is opened for: says whether it may or must be there, and how durable a write to it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// To be read; it must be there.
    Read,
    /// Read and written at any place, made if missing; written bytes are durable after a sync.
    Data,
    /// Emptied or made, written from the beginning; bytes and size are durable after a sync.
    Replacement,
    /// A new journal; it must not be there. A write is on the device after the sync behind it, which
    /// costs nothing where the write itself waits for the device.
    NewJournal,
    /// A journal that is there, to write over its blocks; durable like a new one.
    Journal,
    /// Read, written and locked, created if missing; its bytes need not be durable.
    Lock,
}

/// The result of [`Disk::tighten`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tightened {
    /// How many files and folders other users could use before, and cannot now.
    pub changed: u64,
    /// The first that other users can still use, because it is not this user's or its file system has no
    /// modes.
    pub kept: Option<PathBuf>,
}

/// One name in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiskEntry {
    /// The name without the folder.
    pub name: OsString,
    /// Whether it is a folder.
    pub is_folder: bool,
    /// A file's size.
    pub size: u64,
}
