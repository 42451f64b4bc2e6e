//! Reads any bytes as a backup.

use std::path::Path;

use super::one_journal::OneJournal;
use crate::backup::format::{BlockHead, HEAD, Header, hash, seal_of};
use crate::backup::reader::BackupReader;
use crate::error::EngineError;

/// Reads and checks a backup with these bytes. With `seal`, headers and heads of blocks get valid checksums first, so
/// that the code after the checksums is reached too. Returns the number of rows.
pub fn backup(bytes: &[u8], seal: bool) -> Result<u64, EngineError> {
    let mut bytes = bytes.to_vec();
    if seal {
        seal_all(&mut bytes);
    }
    let disk = OneJournal::holding(bytes);
    let mut reader = BackupReader::open(&disk, Path::new("x.backup"))?;
    Ok(reader.verify(&mut |_| true)?.rows)
}

/// Gives every part that is complete the checksums that belong to it. `None` at the first that is not.
fn seal_all(bytes: &mut [u8]) -> Option<()> {
    let word = |bytes: &[u8], at: usize| -> Option<usize> {
        let word = <[u8; 4]>::try_from(bytes.get(at..at + 4)?).ok()?;
        usize::try_from(u32::from_le_bytes(word)).ok()
    };
    let length = word(bytes, 8)?;
    let end = HEAD.checked_add(length)?;
    let header = Header {
        version: u16::from_le_bytes([*bytes.get(4)?, *bytes.get(5)?]),
        manifest_length: u32::try_from(length).ok()?,
        manifest_hash: hash(bytes.get(HEAD..end)?),
    };
    let header = header.to_bytes();
    bytes.get_mut(..HEAD)?.copy_from_slice(&header);
    let (mut at, mut before) = (end, seal_of(&header));
    loop {
        let stored = word(bytes, at + 8)?;
        let end = (at + HEAD).checked_add(stored)?;
        let head = BlockHead {
            table: *bytes.get(at)?,
            rows: u32::try_from(word(bytes, at + 4)?).ok()?,
            stored_length: u32::try_from(stored).ok()?,
            length: u32::try_from(word(bytes, at + 12)?).ok()?,
            payload_hash: hash(bytes.get(at + HEAD..end)?),
        };
        let head = head.to_bytes(before);
        bytes.get_mut(at..at + HEAD)?.copy_from_slice(&head);
        (at, before) = (end, seal_of(&head));
    }
}
