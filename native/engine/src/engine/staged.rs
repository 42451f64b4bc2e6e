//! A new database that appears when it is filled.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::Engine;
use crate::base::options::{EngineOptions, Tuning};
use crate::database::Database;
use crate::error::EngineError;
use crate::files::database_name;

/// Longer than any filling: the database is in use all the time.
const NEVER_IDLE: Duration = Duration::from_secs(10 * 365 * 24 * 3600);

impl Engine {
    /// Makes a new database that `fill` fills before it appears. A failure, a crash or an error of `fill` leaves
    /// nothing of it. An existing database is never touched.
    ///
    /// # Errors
    /// [`EngineError::AlreadyExists`] for the name of an existing database, the error of `fill`.
    pub fn create_filled<T, E: From<EngineError>>(
        &self,
        name: &str,
        fill: impl FnOnce(&Arc<Database>) -> Result<T, E>,
    ) -> Result<T, E> {
        self.check_open()?;
        database_name::check(name)?;
        self.check_free(name)?;
        // Like any unfinished creation it is removed when the engine is opened, should that fail here.
        let staged = self.folders.stage()?;
        let filled = self.fill_staged(name, &staged, fill);
        let named = filled.and_then(|(folder, value)| Ok(self.adopt(name, &folder).map(|()| value)?));
        let _ = self.options.disk.remove_folder(&staged);
        named
    }

    /// Fills a database of an engine of its own, which nobody else uses, and closes both.
    fn fill_staged<T, E: From<EngineError>>(
        &self,
        name: &str,
        staged: &Path,
        fill: impl FnOnce(&Arc<Database>) -> Result<T, E>,
    ) -> Result<(PathBuf, T), E> {
        let tuning = Tuning { idle_after: NEVER_IDLE, ..self.options.tuning.clone() };
        let options = EngineOptions {
            data_dir: staged.to_owned(),
            journals_roots: Vec::new(),
            backups_roots: Vec::new(),
            tuning,
            ..self.options.clone()
        };
        let engine = Engine::open(options)?;
        engine.create(name, Value::Null)?;
        let database = engine.database(name)?;
        let folder = database.folder().to_owned();
        let filled = fill(&database);
        drop(database);
        let closed = engine.close();
        let value = filled?;
        closed?;
        Ok((folder, value))
    }
}
