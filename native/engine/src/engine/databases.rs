//! Creates, deletes and finds databases in the data folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use rookery_storage::{StorageError, is_in_use};
use serde_json::Value;

use super::Engine;
use super::database_entry::{BrokenFile, DatabaseEntry, DatabaseInfo};
use super::records::record_members;
use crate::document::ids::key_of;
use crate::error::EngineError;
use crate::files::database_file::{self, DatabaseFile};
use crate::files::database_name;
use crate::files::journals_path::Roots;

impl Engine {
    /// Creates a database. `record` is its record as clients know it; an object or null.
    pub fn create(&self, name: &str, record: Value) -> Result<DatabaseInfo, EngineError> {
        self.check_open()?;
        database_name::check(name)?;
        let record = record_members(record)?;
        database_file::check_record(&record)?;
        // Held throughout: names are unique.
        let mut databases = self.databases.write();
        if databases.contains_key(&key_of(name)) {
            return Err(EngineError::AlreadyExists(name.to_owned()));
        }
        let contents =
            database_file::new_contents(name, record, self.server.next_index()?, self.options.clock.now());
        let (disk, recorder) = (&self.options.disk, &self.recorder);
        Roots::of(&self.options).create(&contents)?;
        let folder = self.folders.make(name, |folder| {
            DatabaseFile::create(folder, contents, disk.clone(), recorder.clone()).map(drop)
        })?;
        let file = DatabaseFile::read(&folder, disk.clone(), recorder.clone()).inspect_err(|_| {
            // A database that cannot be read back is not returned; the first error is reported.
            let _ = self.folders.put_aside(&folder, name, None);
        })?;
        let entry = Arc::new(DatabaseEntry {
            disk: self.options.disk.clone(),
            folder,
            file: Ok(Arc::new(file)),
            state: Mutex::default(),
        });
        databases.insert(key_of(name), entry.clone());
        Ok(entry.info())
    }

    /// Deletes a database: `hard` removes its files, otherwise they are kept in a hidden folder of the data
    /// folder. Returns whether there was one.
    pub fn delete(&self, name: &str, hard: bool) -> Result<bool, EngineError> {
        self.check_open()?;
        let known = self.databases.read().get(&key_of(name)).cloned();
        if let Some(entry) = known {
            if let (true, Ok(file)) = (hard, &entry.file) {
                // Before anything is deleted, check that the journals may be deleted.
                Roots::of(&self.options).check(&file.contents())?;
            }
            // Its files are closed first; on a read-only disk they could not be opened again.
            self.folders.try_names()?;
        }
        let Some(entry) = self.databases.write().remove(&key_of(name)) else {
            return self.folders.settle().map(|()| false);
        };
        let mut state = entry.state.lock();
        state.deleted = true;
        if let Some(database) = state.open.take() {
            // Changes that could not be flushed are deleted with the files.
            let _ = database.close();
        }
        let remove = |folder: &Path| self.remove_database(folder);
        match self.folders.put_aside(&entry.folder, name, hard.then_some(&remove)) {
            Ok(removed) => removed.map(|()| true),
            Err(error) => {
                state.deleted = false;
                drop(state);
                self.databases.write().insert(key_of(name), entry.clone());
                Err(error)
            }
        }
    }

    /// Deletes a database's files permanently, and its journals on another path if its file can still be read
    /// and names them.
    fn remove_database(&self, folder: &Path) -> Result<(), EngineError> {
        let disk = &self.options.disk;
        if let Ok(file) = DatabaseFile::read(folder, disk.clone(), self.recorder.clone()) {
            Roots::of(&self.options).remove(&file.contents())?;
        }
        match disk.remove_folder(folder) {
            // A query still reads an index: the rest is removed when the engine is opened.
            Err(error) if is_in_use(&error) => Ok(()),
            removed => removed.map_err(EngineError::io(folder, "delete")),
        }
    }

    /// As [`Engine::remove_database`] for what an earlier run left. Journals outside the roots stay, together
    /// with the folder that names them, until a run may delete both.
    fn clear_away(&self, folder: &Path) -> Result<(), EngineError> {
        let file = DatabaseFile::read(folder, self.options.disk.clone(), self.recorder.clone());
        if file.is_ok_and(|file| Roots::of(&self.options).check(&file.contents()).is_err()) {
            return Ok(());
        }
        self.remove_database(folder)
    }

    pub(super) fn find_databases(&self) -> Result<BTreeMap<String, Arc<DatabaseEntry>>, EngineError> {
        let mut databases = BTreeMap::new();
        for folder in self.folders.find(&|folder| self.clear_away(folder))? {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let file = DatabaseFile::read(&folder, self.options.disk.clone(), self.recorder.clone());
            let file = file.map(Arc::new).map_err(|error| BrokenFile {
                name: name.clone(),
                path: folder.join(database_file::FILE_NAME),
                reason: error.to_string(),
                too_new: match error {
                    EngineError::Storage(StorageError::TooNew { found, supported, .. }) => {
                        Some((found, supported))
                    }
                    _ => None,
                },
            });
            let key = key_of(&file.as_ref().map_or_else(|broken| broken.name.clone(), |file| file.name()));
            databases.insert(
                key,
                Arc::new(DatabaseEntry {
                    disk: self.options.disk.clone(),
                    folder,
                    file,
                    state: Mutex::default(),
                }),
            );
        }
        Ok(databases)
    }
}
