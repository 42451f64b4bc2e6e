//! Where an ELF file's bytes come from: a file on disk, or memory (the vdso exists nowhere else).

use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt};
use std::path::Path;

use rookery_cancel::CancelToken;

use super::Bytes;

/// Says whether two openings found the same, unchanged file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FileIdentity {
    device: u64,
    inode: u64,
    size: u64,
    changed: (i64, i64),
}

impl FileIdentity {
    /// Takes it from a file's metadata.
    pub fn of(metadata: &Metadata) -> Self {
        Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            size: metadata.size(),
            changed: (metadata.ctime(), metadata.ctime_nsec()),
        }
    }

    /// Is this the file with that inode?
    pub fn has_inode(&self, inode: u64) -> bool {
        self.inode == inode
    }
}

/// Bytes at offsets.
#[derive(Debug)]
pub(crate) enum Source {
    /// A regular file.
    File(File),
    /// Memory.
    Memory(Bytes),
}

impl Source {
    /// Reads exactly `length` bytes at `offset`; asking for more than `most` is refused.
    pub fn read(&self, offset: u64, length: u64, most: u64) -> io::Result<Vec<u8>> {
        if length > most {
            return Err(io::Error::new(
                io::ErrorKind::FileTooLarge,
                format!("a part of {length} bytes is larger than the {most} allowed"),
            ));
        }
        let end = offset.checked_add(length).ok_or_else(truncated)?;
        match self {
            // Checked before the allocation: a small file may announce large parts.
            Self::File(file) if end > file.metadata()?.len() => Err(truncated()),
            Self::File(file) => read_file(file, offset, length),
            Self::Memory(bytes) => {
                let range = usize::try_from(offset).ok().zip(usize::try_from(end).ok());
                range.and_then(|(start, end)| bytes.get(start..end)).map(<[u8]>::to_vec).ok_or_else(truncated)
            }
        }
    }
}

/// Reads exactly `length` bytes of a file, whatever size it claims to have.
pub(crate) fn read_file(file: &File, offset: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; usize::try_from(length).map_err(|_| truncated())?];
    let mut at = offset;
    for piece in bytes.chunks_mut(PIECE) {
        check_cancelled()?;
        file.read_exact_at(piece, at)?;
        at += piece.len() as u64;
    }
    Ok(bytes)
}

/// Bytes read between two checks for cancellation.
const PIECE: usize = 4 << 20;

/// An error of kind `Interrupted` when the thread's current token is cancelled. What was read until then must
/// not be kept: it is not what the file has.
pub(crate) fn check_cancelled() -> io::Result<()> {
    if CancelToken::is_current_cancelled() {
        return Err(io::Error::new(io::ErrorKind::Interrupted, "the capture was cancelled"));
    }
    Ok(())
}

fn truncated() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the file ends before the part that it promises")
}

/// Opens a regular file for reading; anything else (a pipe would block, a device would act) is refused.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    let file = File::options().read(true).custom_flags(libc::O_NONBLOCK | libc::O_NOCTTY).open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"))
    }
}
