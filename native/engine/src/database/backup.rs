//! Writes a backup of an open database while others read and write.

use std::path::Path;

use super::Database;
use crate::backup::manifest::{BackupInfo, Manifest};
use crate::backup::reader::BackupReader;
use crate::backup::writer::BackupWriter;
use crate::document::date;
use crate::error::EngineError;
use crate::store::raw_rows::RawTable;

/// Rows between two reports of progress; large rows are reported with each block.
const PROGRESS: u64 = 1_024;

/// How far a backup or restore is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BackupProgress {
    /// Documents in the backup.
    pub documents: u64,
    /// Rows copied.
    pub rows: u64,
    /// Bytes of the file that were written, or read by a restore.
    pub bytes: u64,
    /// Bytes that were read again and checked.
    pub verified: u64,
}

impl Database {
    /// Writes a backup to `path`, which must not exist, and reads it again; the file gets its name when it was
    /// found complete. It has every change that was acknowledged before the call and is a state between two
    /// transactions. `progress` returns whether to continue.
    ///
    /// # Errors
    /// [`EngineError::Cancelled`] when `progress` returned false; no file is left then, nor after another error as
    /// far as the disk allows its removal.
    pub fn back_up(
        &self,
        path: &Path,
        progress: &mut dyn FnMut(&BackupProgress) -> bool,
    ) -> Result<BackupInfo, EngineError> {
        self.check_open()?;
        let core = &self.core;
        core.flush_all()?;
        let created_at = date::to_text(core.clock.now());
        // What another flush adds between these two lines is complete as well.
        let read = core.store.read()?;
        let position = read.position()?;
        let manifest = Manifest {
            created_at,
            applied_record: position.applied_record,
            last_etag: position.last_etag,
            documents: position.documents,
            database: core.file.contents(),
        };
        let mut writer = BackupWriter::create(core.disk.clone(), path, &manifest)?;
        let mut state = BackupProgress { documents: manifest.documents, ..BackupProgress::default() };
        for table in RawTable::all() {
            read.raw_rows(table, &mut |key, value| {
                writer.row(table, key, value)?;
                if writer.rows().is_multiple_of(PROGRESS) || writer.bytes() != state.bytes {
                    (state.rows, state.bytes) = (writer.rows(), writer.bytes());
                    if !progress(&state) || self.check_open().is_err() {
                        return Err(EngineError::Cancelled);
                    }
                }
                Ok(())
            })?;
        }
        // Readers that hold the data file keep its unused pages.
        drop(read);
        let (file, written) = writer.finish()?;
        (state.rows, state.bytes) = (writer.rows(), writer.bytes());
        let info = BackupReader::over(file, &written)?.verify(&mut |bytes| {
            state.verified = bytes;
            progress(&state) && self.check_open().is_ok()
        })?;
        if info.rows != writer.rows() {
            return Err(EngineError::corrupt(path, "the backup was not read back as it was written"));
        }
        writer.publish()?;
        Ok(info)
    }
}
