//! What a data folder keeps for backups: where they may be, their tasks in a database's record, how they ended.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rookery_storage::Disk;
use serde_json::Value;

use super::Engine;
use crate::error::EngineError;
use crate::files::backup_roots;
use crate::files::database_record::BACKUP_STATUS;

impl Engine {
    /// The folder for backups without another path: `Backups` in the data folder. It may not exist yet.
    pub fn backups_dir(&self) -> PathBuf {
        backup_roots::default_folder(&self.options)
    }

    /// The folder or file that a client names for backups, without links; a relative path is below
    /// [`Engine::backups_dir`].
    ///
    /// # Errors
    /// [`EngineError::BackupFolder`] for a path that is not below an allowed folder.
    pub fn backup_path(&self, path: &Path) -> Result<PathBuf, EngineError> {
        backup_roots::allowed(&self.options, path)
    }

    /// The disk with the files.
    pub fn disk(&self) -> &Arc<dyn Disk> {
        &self.options.disk
    }

    /// Keeps how the backup tasks of a database ended. The record's etag stays: clients do not see it.
    ///
    /// # Errors
    /// Those of the disk.
    pub fn note_backup_status(&self, name: &str, status: Value) -> Result<(), EngineError> {
        self.check_open()?;
        self.entry(name)?.file()?.note(BACKUP_STATUS, status)
    }
}
