//! The seam between the journal and the operating system: real files by default, failing ones in tests.
//!
//! On Linux a journal file is opened `O_DIRECT | O_DSYNC`, so that one write call is on the device
//! when it returns and does not push other pages out of the cache; file systems that refuse
//! `O_DIRECT` get `O_DSYNC` alone. Elsewhere a write is followed by a data sync (on macOS that is
//! `F_FULLFSYNC`; on Windows the file is also opened write-through).

use std::fmt::Debug;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// Opens journal files, and is asked before the data file is touched. Injected through the options.
pub trait JournalIo: Debug + Send + Sync + 'static {
    /// Makes a new, empty journal file.
    fn create(&self, path: &Path) -> io::Result<Box<dyn JournalFile>>;

    /// Opens an existing journal file for writing over its blocks.
    fn open(&self, path: &Path) -> io::Result<Box<dyn JournalFile>>;

    /// Makes created, renamed and deleted names in `folder` durable.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Asked before each write (`bytes` > 0) and each sync (`bytes` = 0) of a data file; an error is
    /// reported as if the file had made it.
    fn before_store_io(&self, path: &Path, bytes: u64) -> io::Result<()> {
        let _ = (path, bytes);
        Ok(())
    }
}

/// One open journal file.
pub trait JournalFile: Debug + Send {
    /// Writes all of `blocks` at `offset`. Offset, length and address are multiples of 4 KiB.
    fn write_at(&mut self, offset: u64, blocks: &[u8]) -> io::Result<()>;

    /// Returns when everything written is on the device.
    fn sync(&mut self) -> io::Result<()>;
}

/// Real files.
#[derive(Debug, Default, Clone, Copy)]
pub struct RealFiles;

impl JournalIo for RealFiles {
    fn create(&self, path: &Path) -> io::Result<Box<dyn JournalFile>> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create_new(true);
        open_durable(path, &options)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn JournalFile>> {
        let mut options = OpenOptions::new();
        options.read(true).write(true);
        open_durable(path, &options)
    }

    #[cfg(unix)]
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    /// Windows makes names durable with the file itself and cannot sync a folder.
    #[cfg(not(unix))]
    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        Ok(())
    }
}

#[derive(Debug)]
struct RealFile {
    file: File,
    /// Whether a write is on the device when it returns.
    durable_writes: bool,
}

impl JournalFile for RealFile {
    fn write_at(&mut self, offset: u64, blocks: &[u8]) -> io::Result<()> {
        write_all_at(&self.file, offset, blocks)
    }

    fn sync(&mut self) -> io::Result<()> {
        if self.durable_writes { Ok(()) } else { self.file.sync_data() }
    }
}

#[cfg(target_os = "linux")]
fn open_durable(path: &Path, options: &OpenOptions) -> io::Result<Box<dyn JournalFile>> {
    use std::os::unix::fs::OpenOptionsExt;
    let file = match options.clone().custom_flags(libc::O_DIRECT | libc::O_DSYNC).open(path) {
        // The kernel's word for "this file system has no direct I/O". The first try may have made the file.
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {
            options.clone().create_new(false).create(true).custom_flags(libc::O_DSYNC).open(path)?
        }
        other => other?,
    };
    Ok(Box::new(RealFile { file, durable_writes: true }))
}

#[cfg(windows)]
fn open_durable(path: &Path, options: &OpenOptions) -> io::Result<Box<dyn JournalFile>> {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_FLAG_WRITE_THROUGH: u32 = 0x8000_0000;
    let file = options.clone().custom_flags(FILE_FLAG_WRITE_THROUGH).open(path)?;
    Ok(Box::new(RealFile { file, durable_writes: false }))
}

#[cfg(not(any(target_os = "linux", windows)))]
fn open_durable(path: &Path, options: &OpenOptions) -> io::Result<Box<dyn JournalFile>> {
    Ok(Box::new(RealFile { file: options.open(path)?, durable_writes: false }))
}

#[cfg(unix)]
pub(crate) fn write_all_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
pub(crate) fn write_all_at(file: &File, mut offset: u64, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = std::os::windows::fs::FileExt::seek_write(file, bytes, offset)?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        offset += written as u64;
        bytes = &bytes[written..];
    }
    Ok(())
}

#[cfg(windows)]
pub(crate) fn read_exact_at(file: &File, mut offset: u64, mut bytes: &mut [u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, offset)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        offset += read as u64;
        bytes = &mut bytes[read..];
    }
    Ok(())
}
