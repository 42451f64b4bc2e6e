//! Makes a database of a backup.

use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use rookery_storage::{Disk, EnvironmentType, IoMetrics};

use super::Engine;
use crate::backup::BackupInfo;
use crate::backup::reader::BackupReader;
use crate::database::backup::BackupProgress;
use crate::document::ids::key_of;
use crate::engine::database_entry::DatabaseEntry;
use crate::engine::restored_bodies::check_bodies;
use crate::error::EngineError;
use crate::files::database_file::{self, DatabaseFile};
use crate::files::database_name;
use crate::store::raw_rows::RawTable;
use crate::store::{self, Store};

/// Blocks of a backup between two syncs of the new data file.
const BLOCKS: u64 = 16;

/// Reads a backup and checks every byte of it, without an engine. `progress` gets the bytes that were checked and
/// returns whether to continue.
///
/// # Errors
/// What is damaged and where; [`EngineError::Cancelled`] when `progress` returned false.
pub fn verify_backup(
    disk: &dyn Disk,
    path: &Path,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<BackupInfo, EngineError> {
    BackupReader::open(disk, path)?.verify(progress)
}

/// What a backup is of, by its first bytes; the rest is not read.
///
/// # Errors
/// When these bytes are not those of a backup.
pub fn backup_info(disk: &dyn Disk, path: &Path) -> Result<BackupInfo, EngineError> {
    Ok(BackupReader::open(disk, path)?.info())
}

impl Engine {
    /// Makes a new database of a backup. It appears when it is complete: a failure, a crash or a false `progress`
    /// leaves nothing of it. An existing database is never touched.
    ///
    /// # Errors
    /// [`EngineError::AlreadyExists`] for the name of an existing database, the damage of a damaged backup.
    pub fn restore(
        &self,
        name: &str,
        backup: &Path,
        progress: &mut dyn FnMut(&BackupProgress) -> bool,
    ) -> Result<BackupInfo, EngineError> {
        self.check_open()?;
        database_name::check(name)?;
        self.check_free(name)?;
        let disk = &self.options.disk;
        let mut reader = BackupReader::open(&**disk, backup)?;
        let contents = reader.manifest().database.clone();
        let contents = database_file::restored_contents(backup, contents, name, self.server.next_index()?)?;
        let staged = self.folders.stage()?;
        let filled = self.fill(&staged, &mut reader, progress).and_then(|()| {
            DatabaseFile::create(&staged, contents, disk.clone(), self.recorder.clone()).map(drop)
        });
        let named = filled.and_then(|()| self.adopt(name, &staged));
        if named.is_err() {
            // Otherwise it is removed when the engine is opened.
            let _ = disk.remove_folder(&staged);
        }
        named.map(|()| reader.info())
    }

    pub(super) fn check_free(&self, name: &str) -> Result<(), EngineError> {
        match self.databases.read().contains_key(&key_of(name)) {
            true => Err(EngineError::AlreadyExists(name.to_owned())),
            false => Ok(()),
        }
    }

    /// Writes the rows of the backup into a data file.
    fn fill(
        &self,
        folder: &Path,
        reader: &mut BackupReader,
        progress: &mut dyn FnMut(&BackupProgress) -> bool,
    ) -> Result<(), EngineError> {
        let disk = self.options.disk.clone();
        let recorder = Arc::new(IoMetrics::default()).environment(folder, EnvironmentType::Documents);
        let store = Store::open(folder, disk.clone(), recorder, self.options.tuning.store_cache)?;
        let mut state =
            BackupProgress { documents: reader.manifest().documents, ..BackupProgress::default() };
        let mut blocks = 0;
        while let Some(block) = reader.next_block()? {
            blocks += 1;
            // The last table has one block.
            let durable = block.table == RawTable::Meta || blocks % BLOCKS == 0;
            store.load_rows(block.table, block.rows(), durable)?;
            let info = reader.info();
            (state.rows, state.bytes, state.verified) = (info.rows, reader.offset(), reader.offset());
            if !progress(&state) || self.check_open().is_err() {
                return Err(EngineError::Cancelled);
            }
        }
        // A backup has the format of its data file among its rows.
        store.check_format()?;
        check_bodies(&store, &mut || progress(&state) && self.check_open().is_ok())?;
        let (found, expected) = (store.read()?.position()?, reader.manifest());
        if (found.applied_record, found.last_etag, found.documents)
            != (expected.applied_record, expected.last_etag, expected.documents)
        {
            return Err(EngineError::corrupt(
                folder.join(store::FILE_NAME),
                "the restored rows are of another moment than the backup says",
            ));
        }
        store.close();
        disk.sync_folder(folder).map_err(EngineError::io(folder, "make names durable in"))
    }

    /// Gives the folder its name, if that is still free.
    pub(super) fn adopt(&self, name: &str, staged: &Path) -> Result<(), EngineError> {
        let disk = &self.options.disk;
        // Held until the name is used: names are unique.
        let mut databases = self.databases.write();
        self.check_open()?;
        if databases.contains_key(&key_of(name)) {
            return Err(EngineError::AlreadyExists(name.to_owned()));
        }
        let folder = self.folders.make(name, |folder| {
            for entry in disk.list(staged).map_err(EngineError::io(staged, "list"))? {
                disk.rename(&staged.join(&entry.name), &folder.join(&entry.name))
                    .map_err(EngineError::io(folder, "fill"))?;
            }
            disk.sync_folder(folder).map_err(EngineError::io(folder, "make names durable in"))
        })?;
        let file = DatabaseFile::read(&folder, disk.clone(), self.recorder.clone()).inspect_err(|_| {
            // A database that cannot be read back is not returned; the first error is reported.
            let _ = self.folders.put_aside(&folder, name, None);
        })?;
        let entry =
            DatabaseEntry { disk: disk.clone(), folder, file: Ok(Arc::new(file)), state: Mutex::default() };
        databases.insert(key_of(name), Arc::new(entry));
        // Empty by now. Otherwise it is removed when the engine is opened.
        let _ = disk.remove_folder(staged);
        Ok(())
    }
}
