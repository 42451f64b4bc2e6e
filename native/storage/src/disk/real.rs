//! Real files.
//!
//! On Linux a journal file is opened `O_DIRECT | O_DSYNC`, so that one write call is on the device
//! when it returns and does not push other pages out of the cache; file systems that refuse
//! `O_DIRECT` get `O_DSYNC` alone. Elsewhere a write is followed by a data sync (on macOS that is
//! `F_FULLFSYNC`; on Windows the file is also opened write-through).
//!
//! On Unix every file and folder made here is its owner's alone (see `private.rs`).

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::in_use::patiently;
use super::{Disk, DiskEntry, DiskFile, Purpose, Tightened, private};

/// The operating system's files.
#[derive(Debug, Default, Clone, Copy)]
pub struct RealDisk;

impl Disk for RealDisk {
    fn has_real_files(&self) -> bool {
        true
    }

    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>> {
        let mut options = OpenOptions::new();
        private::owner_only(options.read(true));
        let real = |file, sync| RealFile::new(file, sync, false);
        let file = match purpose {
            Purpose::Read => real(open_to_read(path, &mut options)?, SyncKind::Data),
            Purpose::Data => {
                real(options.write(true).create(true).truncate(false).open(path)?, SyncKind::Data)
            }
            Purpose::Replacement => {
                real(open_own(path, options.write(true).create(true).truncate(true))?, SyncKind::All)
            }
            Purpose::Lock => real(open_lock(path, options.create(true).truncate(false))?, SyncKind::All),
            Purpose::NewJournal => open_durable(path, options.write(true).create_new(true))?,
            Purpose::Journal => open_durable(path, options.write(true))?,
        };
        if purpose != Purpose::Read {
            private::restrict(&file.file)?;
        }
        Ok(Box::new(file))
    }

    fn create_folder(&self, folder: &Path) -> io::Result<()> {
        private::create_folder(folder)
    }

    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        private::create_folders(folder)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<DiskEntry>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            // Follows links: a database's folder may be on another disk.
            match fs::metadata(entry.path()) {
                Ok(found) => entries.push(DiskEntry {
                    name: entry.file_name(),
                    is_folder: found.is_dir(),
                    size: found.len(),
                }),
                // Gone since the folder was read.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(entries)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        patiently(|| fs::rename(from, to))
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        patiently(|| fs::remove_file(path))
    }

    fn remove_folder(&self, folder: &Path) -> io::Result<()> {
        patiently(|| fs::remove_dir_all(folder))
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        fs::canonicalize(path)
    }

    fn tighten(&self, path: &Path, below: bool, done: &mut Tightened) -> io::Result<()> {
        private::tighten(path, below, done)
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
    sync: SyncKind,
    is_direct: bool,
    /// Whether it must be unlocked.
    #[cfg_attr(windows, allow(dead_code, reason = "Windows unlocks a file when it closes it"))]
    locked: AtomicBool,
}

impl RealFile {
    fn new(file: File, sync: SyncKind, is_direct: bool) -> Self {
        Self { file, sync, is_direct, locked: AtomicBool::new(false) }
    }
}

/// Closing is not enough: a process that is just being started has a copy of every open file until its program
/// runs, and the copy keeps the lock.
#[cfg(not(windows))]
impl Drop for RealFile {
    fn drop(&mut self) {
        if *self.locked.get_mut() {
            // The lock ends at the latest with the last copy.
            let _ = fs4::fs_std::FileExt::unlock(&self.file);
        }
    }
}

/// What a sync has left to do.
#[derive(Debug, Clone, Copy)]
enum SyncKind {
    /// Nothing: each write was on the device when it returned.
    #[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "only Linux opens files that way"))]
    Nothing,
    /// The bytes, and of the rest what reading them takes.
    Data,
    /// Everything about the file.
    All,
}

impl DiskFile for RealFile {
    fn size(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    fn read_exact_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        read_exact_at(&self.file, offset, bytes)
    }

    fn write_all_at(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        write_all_at(&self.file, offset, bytes)
    }

    fn set_size(&self, size: u64) -> io::Result<()> {
        self.file.set_len(size)
    }

    fn sync(&self) -> io::Result<()> {
        match self.sync {
            SyncKind::Nothing => Ok(()),
            SyncKind::Data => self.file.sync_data(),
            SyncKind::All => self.file.sync_all(),
        }
    }

    fn is_direct(&self) -> bool {
        self.is_direct
    }

    #[cfg(not(windows))]
    fn try_lock(&self) -> io::Result<bool> {
        let locked = fs4::fs_std::FileExt::try_lock_exclusive(&self.file)?;
        self.locked.fetch_or(locked, std::sync::atomic::Ordering::Relaxed);
        Ok(locked)
    }

    /// Opening it was the lock: a byte-range lock would keep others from reading who holds it.
    #[cfg(windows)]
    fn try_lock(&self) -> io::Result<bool> {
        Ok(true)
    }
}

/// Opens a file that only the engine makes. A link in its place is not followed, because what it points to is not
/// the engine's; a pipe or a device is refused.
#[cfg(unix)]
fn open_own(path: &Path, options: &OpenOptions) -> io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;
    let flags = libc::O_NOFOLLOW | libc::O_NONBLOCK;
    regular(options.clone().custom_flags(flags).open(path).map_err(|error| match error.raw_os_error() {
        Some(libc::ELOOP) => is_link(),
        _ => error,
    })?)
}

#[cfg(not(unix))]
fn open_own(path: &Path, options: &OpenOptions) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink()) {
        return Err(is_link());
    }
    regular(options.open(path)?)
}

fn is_link() -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidInput,
        "it is a link, and the file behind it is not changed; delete the link",
    )
}

fn regular(file: File) -> io::Result<File> {
    match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")),
    }
}

/// Others can read, rename and delete it, and cannot open it for writing as long as it is open.
fn open_lock(path: &Path, options: &OpenOptions) -> io::Result<File> {
    let mut options = options.clone();
    #[cfg(windows)]
    {
        use std::os::windows::fs::OpenOptionsExt;
        const FILE_SHARE_READ: u32 = 1;
        const FILE_SHARE_DELETE: u32 = 4;
        options.share_mode(FILE_SHARE_READ | FILE_SHARE_DELETE);
    }
    open_own(path, options.write(true))
}

/// Refuses what is not a file: opening a pipe would wait for its other end, and a device may have no end.
fn open_to_read(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(libc::O_NONBLOCK);
    }
    regular(options.open(path)?)
}

#[cfg(target_os = "linux")]
fn open_durable(path: &Path, options: &OpenOptions) -> io::Result<RealFile> {
    use std::os::unix::fs::OpenOptionsExt;
    let (file, is_direct) = match options.clone().custom_flags(libc::O_DIRECT | libc::O_DSYNC).open(path) {
        // The kernel's word for "this file system has no direct I/O". The first try may have made the file.
        Err(error) if error.raw_os_error() == Some(libc::EINVAL) => {
            (options.clone().create_new(false).create(true).custom_flags(libc::O_DSYNC).open(path)?, false)
        }
        other => (other?, true),
    };
    Ok(RealFile::new(file, SyncKind::Nothing, is_direct))
}

#[cfg(windows)]
fn open_durable(path: &Path, options: &OpenOptions) -> io::Result<RealFile> {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_FLAG_WRITE_THROUGH: u32 = 0x8000_0000;
    let file = options.clone().custom_flags(FILE_FLAG_WRITE_THROUGH).open(path)?;
    Ok(RealFile::new(file, SyncKind::Data, false))
}

#[cfg(not(any(target_os = "linux", windows)))]
fn open_durable(path: &Path, options: &OpenOptions) -> io::Result<RealFile> {
    Ok(RealFile::new(options.open(path)?, SyncKind::Data, false))
}

#[cfg(unix)]
fn write_all_at(file: &File, offset: u64, bytes: &[u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

#[cfg(unix)]
fn read_exact_at(file: &File, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
fn write_all_at(file: &File, mut offset: u64, mut bytes: &[u8]) -> io::Result<()> {
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
fn read_exact_at(file: &File, mut offset: u64, mut bytes: &mut [u8]) -> io::Result<()> {
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
