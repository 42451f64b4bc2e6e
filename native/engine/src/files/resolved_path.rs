//! The place that a path of a client leads to.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use rookery_storage::Disk;

use crate::error::EngineError;

/// The path without links. A missing component cannot be a link. `None` for a path with `..`.
pub(crate) fn resolve(disk: &dyn Disk, path: &Path) -> Result<Option<PathBuf>, EngineError> {
    if path.components().any(|part| part == Component::ParentDir) {
        return Ok(None);
    }
    let mut missing = Vec::new();
    for part in path.ancestors() {
        match disk.canonical(part) {
            Ok(found) => {
                return Ok(Some(missing.iter().rev().fold(found, |path, name| path.join(name))));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => missing.extend(part.file_name()),
            Err(error) => return Err(EngineError::io(part, "resolve")(error)),
        }
    }
    Ok(Some(path.to_owned()))
}

/// A root without links. Its disk may not be mounted at the moment.
pub(crate) fn resolve_root(disk: &dyn Disk, root: &Path) -> Result<PathBuf, EngineError> {
    match disk.canonical(root) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Ok(resolve(disk, root)?.unwrap_or_else(|| root.to_owned()))
        }
        other => other.map_err(EngineError::io(root, "resolve")),
    }
}
