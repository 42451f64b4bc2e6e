//! The engine: a data folder with its databases, opened by one process at a time.
//!
//! ```text
//! <data folder>/rookery.lock          who has it open
//!               server.json           the server's identity
//!               databases/<folder>/   one database each: database.json, store.redb, journals/
//! ```

pub(crate) mod backup_tasks;
pub(crate) mod database_entry;
mod databases;
pub(crate) mod idle;
mod records;
pub(crate) mod restore;
mod restored_bodies;
pub(crate) mod staged;
mod states;

use std::path::Path;
use std::sync::Arc;

use parking_lot::Mutex;
use rookery_storage::{EnvironmentType, FolderLock, IoMetrics, IoRecorder, Tightened};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::base::operations::Operations;
use crate::base::options::EngineOptions;
use crate::database::Database;
use crate::document::ids::key_of;
use crate::engine::database_entry::{DatabaseEntry, DatabaseInfo};
use crate::engine::idle::{DatabaseEntries, IdleWatch};
use crate::error::EngineError;
use crate::files::database_folders::{DatabaseFolders, sync_name_of};
use crate::files::private_folder;
use crate::files::server_file::ServerFile;

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
}

impl Drop for Engine {
    /// Databases that are still shared stay open until the last reference is dropped.
    fn drop(&mut self) {
        self.databases.write().clear();
    }
}
