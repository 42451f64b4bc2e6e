//! Where a database's journals are: next to its data file, or in a separate folder on another disk, when the
//! record's `Settings` set one at creation.
//!
//! A client names that path, so it must lie below the data folder or below a root that the operator named
//! ([`crate::EngineOptions::journals_roots`]). Links are resolved before the paths are compared.

use crate::base::options::EngineOptions;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::error::EngineError;
use crate::files::database_record::Contents;
use crate::files::resolved_path::{resolve, resolve_root};
use rookery_storage::folder_size;
use rookery_storage::{Disk, Tightened};

/// The setting's name in the record's `Settings`.
const SETTING: &str = "Storage.JournalsPath";

fn refuse(reason: String) -> EngineError {
    EngineError::BadConfiguration { setting: "journals path", reason }
}

fn setting(record: &Map<String, Value>) -> Option<&Value> {
    record.get("Settings")?.get(SETTING).filter(|value| !value.is_null())
}

/// Removes the setting from the record of a database that is about to be made.
pub(crate) fn forget(record: &mut Map<String, Value>) {
    if let Some(settings) = record.get_mut("Settings").and_then(Value::as_object_mut) {
        settings.remove(SETTING);
    }
}

/// Rejects a setting that is not an absolute path.
pub(crate) fn check(record: &Map<String, Value>) -> Result<(), EngineError> {
    match setting(record) {
        None => Ok(()),
        Some(Value::String(path)) if Path::new(path).is_absolute() => Ok(()),
        Some(other) => Err(refuse(format!("{SETTING} must be an absolute path, but is {other}"))),
    }
}

/// Rejects a change of the setting of an existing database: its journals are not moved.
pub(crate) fn check_unchanged(old: &Map<String, Value>, new: &Map<String, Value>) -> Result<(), EngineError> {
    match setting(old) == setting(new) {
        true => Ok(()),
        false => Err(refuse(format!(
            "{SETTING} is given when a database is created and cannot be changed later; create a database with \
             the new path and copy the documents"
        ))),
    }
}

/// The folder on another path. It has the name of the journal, so that several databases can share the path.
fn outside(contents: &Contents) -> Option<PathBuf> {
    let path = setting(&contents.record)?.as_str()?;
    Some(Path::new(path).join(format!("journals-{}", contents.journal_id)))
}

/// The folder of a database's journals.
pub(crate) fn folder(contents: &Contents, database: &Path) -> PathBuf {
    outside(contents).unwrap_or_else(|| database.join("journals"))
}

/// The folders below which journals may be.
#[derive(Clone, Copy)]
pub(crate) struct Roots<'a> {
    pub(crate) disk: &'a dyn Disk,
    pub(crate) data_dir: &'a Path,
    pub(crate) named: &'a [PathBuf],
}

impl<'a> Roots<'a> {
    /// The data folder and the roots that the operator named.
    pub(crate) fn of(options: &'a EngineOptions) -> Self {
        Self { disk: &*options.disk, data_dir: &options.data_dir, named: &options.journals_roots }
    }

    /// Rejects journals outside the roots.
    pub(crate) fn check(&self, contents: &Contents) -> Result<(), EngineError> {
        outside(contents).map_or(Ok(()), |folder| self.check_folder(&folder))
    }

    fn check_folder(&self, folder: &Path) -> Result<(), EngineError> {
        let resolved = resolve(self.disk, folder)?.ok_or_else(|| {
            refuse(format!("{SETTING} must be a path without '..', but is '{}'", folder.display()))
        })?;
        let roots = std::iter::once(self.data_dir).chain(self.named.iter().map(PathBuf::as_path));
        for root in roots {
            if resolved.starts_with(resolve_root(self.disk, root)?) {
                return Ok(());
            }
        }
        let path = folder.parent().unwrap_or(folder).display();
        Err(refuse(format!(
            "{SETTING} '{path}' is neither below the data folder nor below a folder that may hold journals; start \
             the server with --journals-root {path} if it may"
        )))
    }

    /// Makes the folder of a new database durable, if it is on another path.
    pub(crate) fn create(&self, contents: &Contents) -> Result<(), EngineError> {
        let Some(folder) = outside(contents) else { return Ok(()) };
        self.check_folder(&folder)?;
        self.disk.create_folders(&folder).map_err(EngineError::io(&folder, "create the folder"))?;
        // Again: a link may have been created in between.
        self.check_folder(&folder)?;
        let parent = folder.parent().unwrap_or(&folder);
        self.disk.sync_folder(parent).map_err(EngineError::io(parent, "make names durable in"))
    }

    /// Rejects opening a database whose journals are on a missing path: the latest changes are in them, and
    /// an empty folder in their place would hide that.
    pub(crate) fn check_present(&self, contents: &Contents) -> Result<(), EngineError> {
        let Some(folder) = outside(contents) else { return Ok(()) };
        self.check_folder(&folder)?;
        self.disk.list(&folder).map_err(EngineError::io(&folder, "find the journals in"))?;
        let mut done = Tightened::default();
        self.disk
            .tighten(&folder, true, &mut done)
            .map_err(EngineError::io(&folder, "restrict the access to"))
    }

    /// Removes the journals of a deleted database, if they are on another path.
    pub(crate) fn remove(&self, contents: &Contents) -> Result<(), EngineError> {
        let Some(folder) = outside(contents) else { return Ok(()) };
        self.check_folder(&folder)?;
        match self.disk.remove_folder(&folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(EngineError::io(&folder, "delete")(error))
            }
            _ => Ok(()),
        }
    }
}

/// Bytes of all files of a database.
pub(crate) fn size_on_disk(disk: &dyn Disk, contents: &Contents, database: &Path) -> u64 {
    let journals = outside(contents).map_or(0, |folder| folder_size(disk, &folder));
    folder_size(disk, database) + journals
}
