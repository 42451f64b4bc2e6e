//! Reading `/proc` relative to a directory handle, so that a recycled process id can never be read by mistake.

use std::ffi::CString;
use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

/// No file read here is larger; a mapping list of this size belongs to no sane process.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// Opens a directory.
pub fn open_dir(path: &str) -> io::Result<OwnedFd> {
    open(libc::AT_FDCWD, path, libc::O_DIRECTORY)
}

/// Opens a file below a directory handle for reading.
pub fn open_file(dir: BorrowedFd<'_>, name: &str) -> io::Result<File> {
    open(dir.as_raw_fd(), name, 0).map(File::from)
}

/// The whole text of a file below a directory handle.
pub fn read(dir: BorrowedFd<'_>, name: &str) -> io::Result<Vec<u8>> {
    read_all(open_file(dir, name)?)
}

/// The whole text of an opened file.
pub fn read_all(file: File) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(16 * 1024);
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, "larger than any process has reason for"));
    }
    Ok(bytes)
}

/// Device and inode of what a name below a directory handle leads to.
pub fn identity(dir: BorrowedFd<'_>, name: &str) -> io::Result<(u64, u64)> {
    let name = CString::new(name)?;
    let mut stat = std::mem::MaybeUninit::<libc::stat>::uninit();
    // SAFETY: the handle and the C string live through the call, and `stat` has room for the answer.
    if unsafe { libc::fstatat(dir.as_raw_fd(), name.as_ptr(), stat.as_mut_ptr(), 0) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call succeeded, so the kernel filled it in.
    let stat = unsafe { stat.assume_init() };
    Ok((stat.st_dev, stat.st_ino))
}

/// The numeric names in a directory: the process's threads in `task`.
pub fn numbers_in(dir: BorrowedFd<'_>, name: &str) -> io::Result<Vec<i32>> {
    let handle = open(dir.as_raw_fd(), name, libc::O_DIRECTORY)?;
    let mut numbers = Vec::with_capacity(256);
    let mut buffer = [0u8; 32 * 1024];
    loop {
        // SAFETY: the buffer is ours and its true length is passed.
        let got = unsafe {
            libc::syscall(libc::SYS_getdents64, handle.as_raw_fd(), buffer.as_mut_ptr(), buffer.len())
        };
        match usize::try_from(got) {
            Err(_) => return Err(io::Error::last_os_error()),
            Ok(0) => return Ok(numbers),
            Ok(length) => collect_numbers(buffer.get(..length).unwrap_or_default(), &mut numbers),
        }
    }
}

/// Walks `linux_dirent64` records: inode 8, offset 8, record length 2, type 1, then the name with its zero.
fn collect_numbers(mut records: &[u8], numbers: &mut Vec<i32>) {
    const NAME_AT: usize = 19;
    while let Some(&[low, high]) = records.get(16..18) {
        let length = usize::from(u16::from_ne_bytes([low, high]));
        let Some(record) = records.get(..length).filter(|record| record.len() > NAME_AT) else { return };
        let name = record.get(NAME_AT..).unwrap_or_default();
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        if let Some(number) = std::str::from_utf8(name).ok().and_then(|text| text.parse().ok()) {
            numbers.push(number);
        }
        records = records.get(length..).unwrap_or_default();
    }
}

fn open(dir: libc::c_int, path: &str, flags: libc::c_int) -> io::Result<OwnedFd> {
    let path = CString::new(path)?;
    // SAFETY: the C string lives through the call; the flags ask for no third argument.
    let handle = unsafe { libc::openat(dir, path.as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC | flags) };
    if handle < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the kernel just gave us this handle, nobody else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(handle) })
}
