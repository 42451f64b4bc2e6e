//! Where a database's journals are: beside its data file, or in a folder of their own on another disk, when
//! the record's `Settings` say so at creation.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

use crate::database_file::Contents;
use crate::disk::Disk;
use crate::error::EngineError;
use crate::folder_size;

/// The setting's name in the record's `Settings`.
const SETTING: &str = "Storage.JournalsPath";

fn refuse(reason: String) -> EngineError {
    EngineError::BadConfiguration { setting: "journals path", reason }
}

fn asked(record: &Map<String, Value>) -> Option<&Value> {
    record.get("Settings")?.get(SETTING).filter(|value| !value.is_null())
}

/// Refuses a setting that is not an absolute path.
pub(crate) fn check(record: &Map<String, Value>) -> Result<(), EngineError> {
    match asked(record) {
        None => Ok(()),
        Some(Value::String(path)) if Path::new(path).is_absolute() => Ok(()),
        Some(other) => Err(refuse(format!("{SETTING} must be an absolute path, but is {other}"))),
    }
}

/// Refuses to change the setting of a database that exists: its journals are where they are.
pub(crate) fn check_unchanged(old: &Map<String, Value>, new: &Map<String, Value>) -> Result<(), EngineError> {
    match asked(old) == asked(new) {
        true => Ok(()),
        false => Err(refuse(format!(
            "{SETTING} is given when a database is created and cannot be changed later; create a database with \
             the new path and copy the documents"
        ))),
    }
}

/// The folder on another path, named after the journal so that several databases can share the path.
fn outside(contents: &Contents) -> Option<PathBuf> {
    let path = asked(&contents.record)?.as_str()?;
    Some(Path::new(path).join(format!("journals-{}", contents.journal_id)))
}

/// The folder of a database's journals.
pub(crate) fn folder(contents: &Contents, database: &Path) -> PathBuf {
    outside(contents).unwrap_or_else(|| database.join("journals"))
}

/// Makes the folder of a new database durable, if it is on another path.
pub(crate) fn create(disk: &dyn Disk, contents: &Contents) -> Result<(), EngineError> {
    let Some(folder) = outside(contents) else { return Ok(()) };
    disk.create_folders(&folder).map_err(EngineError::io(&folder, "create the folder"))?;
    let parent = folder.parent().unwrap_or(&folder);
    disk.sync_folder(parent).map_err(EngineError::io(parent, "make names durable in"))
}

/// Refuses to open a database whose journals are on a path that is not there: the latest changes are in them,
/// and an empty folder in their place would look as if there had been none.
pub(crate) fn check_present(disk: &dyn Disk, contents: &Contents) -> Result<(), EngineError> {
    let Some(folder) = outside(contents) else { return Ok(()) };
    disk.list(&folder).map(|_| ()).map_err(EngineError::io(&folder, "find the journals in"))
}

/// Removes the journals of a deleted database, if they are on another path.
pub(crate) fn remove(disk: &dyn Disk, contents: &Contents) -> Result<(), EngineError> {
    let Some(folder) = outside(contents) else { return Ok(()) };
    match disk.remove_folder(&folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(EngineError::io(&folder, "delete")(error))
        }
        _ => Ok(()),
    }
}

/// Bytes of all files of a database.
pub(crate) fn size_on_disk(disk: &dyn Disk, contents: &Contents, database: &Path) -> u64 {
    let journals = outside(contents).map_or(0, |folder| folder_size::of(disk, &folder));
    folder_size::of(disk, database) + journals
}
