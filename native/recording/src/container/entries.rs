//! The entries of an archive in the order of the file, without its index: what a cut file still has.

use std::io::{self, BufRead, Read};

use zip::read::read_zipfile_from_stream;
use zip::result::ZipError;

/// What follows the entries of a complete archive.
const INDEX: [u8; 4] = *b"PK\x01\x02";

/// Bytes that are allocated for an entry before it is read: an archive can state any length.
const ALLOCATED: u64 = 16 << 20;

/// What was read.
pub enum Next {
    /// A whole entry.
    Entry { name: String, bytes: Vec<u8> },
    /// An entry larger than the limit.
    TooLarge,
    /// All entries were read.
    End,
    /// The file ends, or is damaged, here.
    Damaged(String),
}

/// Reads the next entry, at most `limit` bytes of it. The CRC of the entry is checked.
pub fn next(file: &mut impl BufRead, limit: u64) -> Next {
    match starts_with_index(file) {
        Ok(true) => return Next::End,
        Ok(false) => {}
        Err(error) => return Next::Damaged(error.to_string()),
    }
    let entry = match read_zipfile_from_stream(file) {
        Ok(Some(entry)) => entry,
        Ok(None) => return Next::End,
        Err(error) => return Next::Damaged(sentence(&error)),
    };
    let name = match entry.name() {
        Ok(name) => name.into_owned(),
        Err(error) => return Next::Damaged(sentence(&error)),
    };
    let allocated = entry.size().min(limit).min(ALLOCATED);
    let mut bytes = Vec::with_capacity(usize::try_from(allocated).unwrap_or_default());
    match entry.take(limit.saturating_add(1)).read_to_end(&mut bytes) {
        Ok(_) if bytes.len() as u64 > limit => Next::TooLarge,
        Ok(_) => Next::Entry { name, bytes },
        Err(error) => Next::Damaged(format!("{name}: {error}")),
    }
}

fn starts_with_index(file: &mut impl BufRead) -> io::Result<bool> {
    Ok(file.fill_buf()?.starts_with(&INDEX))
}

fn sentence(error: &ZipError) -> String {
    match error {
        ZipError::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
            "the file ends here".to_owned()
        }
        other => other.to_string(),
    }
}
