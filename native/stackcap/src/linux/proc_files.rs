//! Reading `/proc` relative to a directory handle, so that a recycled process id can never be read by mistake.

use std::fs::File;
use std::io::{self, Read};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{AtFlags, CWD, Mode, OFlags, RawDir, openat, statat};

/// No file read here is larger; a mapping list of this size belongs to no sane process.
const MOST_BYTES: u64 = 16 * 1024 * 1024;
const READ_ONLY: OFlags = OFlags::RDONLY.union(OFlags::CLOEXEC);

/// Opens a directory.
pub fn open_dir(path: &str) -> io::Result<OwnedFd> {
    Ok(openat(CWD, path, READ_ONLY | OFlags::DIRECTORY, Mode::empty())?)
}

/// Opens a file below a directory handle for reading.
pub fn open_file(dir: impl AsFd, name: &str) -> io::Result<File> {
    Ok(openat(dir, name, READ_ONLY, Mode::empty())?.into())
}

/// The whole content of a file below a directory handle.
pub fn read(dir: impl AsFd, name: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(16 * 1024);
    open_file(dir, name)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "larger than any process has reason for"));
    }
    Ok(bytes)
}

/// Device and inode of what a name below a directory handle leads to.
pub fn identity(dir: impl AsFd, name: &str) -> io::Result<(u64, u64)> {
    let stat = statat(dir, name, AtFlags::empty())?;
    Ok((stat.st_dev, stat.st_ino))
}

/// The numeric names in a directory, in order: the process's threads in `task`.
pub fn numbers_in(dir: impl AsFd, name: &str, numbers: &mut Vec<i32>) -> io::Result<()> {
    let listed = openat(dir, name, READ_ONLY | OFlags::DIRECTORY, Mode::empty())?;
    let mut room = [MaybeUninit::uninit(); 32 * 1024];
    let mut entries = RawDir::new(listed, &mut room);
    numbers.clear();
    while let Some(entry) = entries.next() {
        numbers.extend(entry?.file_name().to_str().ok().and_then(|name| name.parse::<i32>().ok()));
    }
    numbers.sort_unstable();
    Ok(())
}
