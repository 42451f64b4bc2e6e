//! The engine: a data folder with its databases, opened by one process at a time.
//!
//! ```text
//! <data folder>/rookery.lock          who has it open
//!               server.json           the server's identity
//!               databases/<folder>/   one database each: database.json, store.redb, journals/
//! ```
pub(crate) mod backup_tasks;
pub(crate) mod database_entry;
pub(crate) mod idle;
pub(crate) mod restore;
mod restored_bodies;
pub(crate) mod staged;

use crate::files::journals_path::Roots;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use serde_json::Value;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::base::operations::Operations;
use crate::base::options::EngineOptions;
use crate::database::Database;
use crate::document::ids::key_of;
use crate::engine::database_entry::{BrokenFile, DatabaseEntry, DatabaseInfo};
use crate::engine::idle::{DatabaseEntries, IdleWatch};
use crate::error::EngineError;
use crate::files::database_file;
use crate::files::database_file::DatabaseFile;
use crate::files::database_folders::{DatabaseFolders, sync_name_of};
use crate::files::database_name;
use crate::files::database_record::BACKUP_STATUS;
use crate::files::journals_path;
use crate::files::private_folder;
use crate::files::server_file::ServerFile;
use crate::indexes::history::RECORD_MEMBERS;
use rookery_storage::FolderLock;
use rookery_storage::StorageError;
use rookery_storage::Tightened;
use rookery_storage::{EnvironmentType, IoMetrics, IoRecorder};

/// An open data folder.
pub struct Engine {
    options: EngineOptions,
    started_at: OffsetDateTime,
    metrics: Arc<IoMetrics>,
    recorder: IoRecorder,
    server: Arc<ServerFile>,
    folders: DatabaseFolders,
    databases: DatabaseEntries,
    idle: IdleWatch,
    lock: Mutex<Option<FolderLock>>,
    operations: Operations,
    tightened: Tightened,
}

impl Engine {
    /// Opens the data folder; creates it if it is missing. No database is opened yet.
    pub fn open(options: EngineOptions) -> Result<Self, EngineError> {
        let folders = DatabaseFolders::open(&options.data_dir, options.disk.clone())?;
        let started_at = options.clock.now();
        let lock =
            FolderLock::take(&*options.disk, &options.data_dir, &crate::document::date::to_text(started_at))?;
        if !ServerFile::exists(&*options.disk, &options.data_dir)? {
            // The process that made the folder may have stopped before its name was durable. A folder that
            // may not be read was not made by this program.
            match sync_name_of(&*options.disk, &options.data_dir) {
                Err(error) if error.kind() != std::io::ErrorKind::PermissionDenied => {
                    return Err(EngineError::io(&options.data_dir, "make durable the name of")(error));
                }
                _ => {}
            }
        }
        let tightened = private_folder::tighten(&*options.disk, &options.data_dir)?;
        let metrics = Arc::new(IoMetrics::default());
        let recorder = metrics.environment(&options.data_dir, EnvironmentType::System);
        let server = Arc::new(ServerFile::open(
            &options.data_dir,
            started_at,
            options.disk.clone(),
            recorder.clone(),
        )?);
        let databases = DatabaseEntries::default();
        let operations = Operations::new(options.clock.clone());
        let idle = IdleWatch::start(databases.clone(), options.clock.clone(), options.tuning.idle_after)
            .map_err(EngineError::io(&options.data_dir, "start a thread for"))?;
        let engine = Self {
            options,
            started_at,
            metrics,
            recorder,
            server,
            folders,
            databases,
            idle,
            lock: Mutex::new(Some(lock)),
            operations,
            tightened,
        };
        *engine.databases.write() = engine.find_databases()?;
        Ok(engine)
    }

    /// Flushes and closes every database and releases the folder. May be called again.
    pub fn close(&self) -> Result<(), EngineError> {
        self.idle.stop();
        let entries: Vec<Arc<DatabaseEntry>> =
            std::mem::take(&mut *self.databases.write()).into_values().collect();
        let mut first_error = None;
        for entry in entries {
            if let Err(error) = entry.close() {
                first_error.get_or_insert(error);
            }
        }
        self.lock.lock().take();
        first_error.map_or(Ok(()), Err)
    }

    /// Long-running work that belongs to no database, or closes one.
    pub fn operations(&self) -> &Operations {
        &self.operations
    }

    /// The node's tag in change vectors.
    pub fn node_tag(&self) -> &str {
        &self.options.node_tag
    }

    /// When the engine was opened.
    pub fn started_at(&self) -> OffsetDateTime {
        self.started_at
    }

    /// The data folder.
    pub fn data_dir(&self) -> &Path {
        &self.options.data_dir
    }

    /// What other users could read in the data folder when it was opened; for a warning to the operator.
    pub fn tightened(&self) -> &Tightened {
        &self.tightened
    }

    /// The server's lasting identity, kept in the data folder.
    pub fn server_id(&self) -> Uuid {
        self.server.server_id()
    }

    /// All databases by name. Opens none.
    pub fn list(&self) -> Vec<DatabaseInfo> {
        let entries: Vec<Arc<DatabaseEntry>> = self.databases.read().values().cloned().collect();
        entries.iter().map(|entry| entry.info()).collect()
    }

    /// One database's entry of [`Engine::list`].
    pub fn info(&self, name: &str) -> Result<DatabaseInfo, EngineError> {
        Ok(self.entry(name)?.info())
    }

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

    /// The database if it is open and not being opened or closed. Never does I/O.
    pub fn opened(&self, name: &str) -> Option<Arc<Database>> {
        self.check_open().ok()?;
        let entry = self.entry(name).ok()?;
        let mut state = entry.state.try_lock()?;
        if state.deleted {
            return None;
        }
        state.last_used = Some(self.options.clock.now());
        state.open.clone()
    }

    /// All open databases by name, without those being opened or closed. Unlike [`Engine::opened`] this does not
    /// count as a use.
    pub fn open_databases(&self) -> Vec<Arc<Database>> {
        let entries: Vec<Arc<DatabaseEntry>> = self.databases.read().values().cloned().collect();
        entries.iter().filter_map(|entry| entry.state.try_lock()?.open.clone()).collect()
    }

    /// The database, opened if it is not open yet.
    pub fn database(&self, name: &str) -> Result<Arc<Database>, EngineError> {
        self.check_open()?;
        let entry = self.entry(name)?;
        let file = entry.file()?;
        let mut state = entry.state.lock();
        if state.deleted {
            return Err(EngineError::UnknownDatabase(name.to_owned()));
        }
        state.last_used = Some(self.options.clock.now());
        if let Some(open) = &state.open {
            return Ok(open.clone());
        }
        if file.disabled() {
            return Err(EngineError::Disabled(file.name()));
        }
        match Database::open(entry.folder.clone(), file, &self.options, self.server.clone()) {
            Ok(database) => {
                let database = Arc::new(database);
                state.open = Some(database.clone());
                state.opened_at = Some(self.options.clock.now());
                state.load_error = None;
                Ok(database)
            }
            Err(error) => {
                state.load_error = Some(error.to_string());
                Err(error)
            }
        }
    }

    /// A database's record and the number of its last change.
    pub fn record(&self, name: &str) -> Result<(Value, i64), EngineError> {
        let contents = self.entry(name)?.file()?.contents();
        Ok((Value::Object(contents.record), contents.etag))
    }

    /// Replaces a database's record, except its indexes; with `etag`, only if it is still that version.
    /// Returns the new etag.
    pub fn update_record(&self, name: &str, record: Value, etag: Option<i64>) -> Result<i64, EngineError> {
        self.check_open()?;
        let file = self.entry(name)?.file()?;
        let mut record = record_members(record)?;
        database_file::check_record(&record)?;
        record.insert("DatabaseName".to_owned(), Value::String(file.name()));
        let next = self.server.next_index()?;
        file.update(next, |contents| {
            if let Some(etag) = etag.filter(|etag| *etag != contents.etag) {
                return Err(EngineError::Concurrency {
                    id: format!("db/{name}"),
                    operation: "Put",
                    expected: etag.to_string(),
                    actual: Some(contents.etag.to_string()),
                });
            }
            journals_path::check_unchanged(&contents.record, &record)?;
            // Indexes are created and deleted by their own requests: the caller's copy of the record may be
            // outdated.
            for member in RECORD_MEMBERS.into_iter().chain([BACKUP_STATUS]) {
                match contents.record.get(member) {
                    Some(known) => drop(record.insert(member.to_owned(), known.clone())),
                    None => drop(record.remove(member)),
                }
            }
            contents.record = record;
            Ok(())
        })?;
        Ok(next)
    }

    /// The number of the next cluster-wide command. Unique, also across restarts.
    pub fn next_raft_index(&self) -> i64 {
        // A block of numbers was reserved on disk; if the next block cannot be, numbers continue from
        // this one's end and the reservation is tried again at the next call.
        self.server.next_index().unwrap_or_else(|_| self.server.unreserved_index())
    }

    /// The record of the disk operations of the server's own files.
    pub fn system_io(&self) -> Arc<IoMetrics> {
        self.metrics.clone()
    }

    fn entry(&self, name: &str) -> Result<Arc<DatabaseEntry>, EngineError> {
        let databases = self.databases.read();
        databases.get(&key_of(name)).cloned().ok_or_else(|| EngineError::UnknownDatabase(name.to_owned()))
    }

    fn check_open(&self) -> Result<(), EngineError> {
        match &*self.lock.lock() {
            Some(_) => Ok(()),
            None => Err(EngineError::Closed("the whole engine".to_owned())),
        }
    }

    /// Deletes a database's files permanently, and its journals on another path if its file can still be read
    /// and names them.
    fn remove_database(&self, folder: &Path) -> Result<(), EngineError> {
        let disk = &self.options.disk;
        if let Ok(file) = DatabaseFile::read(folder, disk.clone(), self.recorder.clone()) {
            Roots::of(&self.options).remove(&file.contents())?;
        }
        disk.remove_folder(folder).map_err(EngineError::io(folder, "delete"))
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

    fn find_databases(&self) -> Result<BTreeMap<String, Arc<DatabaseEntry>>, EngineError> {
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

impl Drop for Engine {
    /// Databases that are still shared stay open until the last reference is dropped.
    fn drop(&mut self) {
        self.databases.write().clear();
    }
}

fn record_members(record: Value) -> Result<serde_json::Map<String, Value>, EngineError> {
    match record {
        Value::Object(members) => Ok(members),
        Value::Null => Ok(serde_json::Map::new()),
        other => Err(EngineError::BadConfiguration {
            setting: "database record",
            reason: format!("it must be a JSON object, but is {other}"),
        }),
    }
}
