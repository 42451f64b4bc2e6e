//! The backups in a folder.

use std::path::{Path, PathBuf};

use rookery_engine::Disk;
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::failure::BackupFailure;
use super::name::{FileKind, FolderName, parse_time};

/// Most folders of one listing.
const MOST: usize = 10_000;

/// A file that a database can be restored from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestorePoint {
    pub moment: OffsetDateTime,
    pub folder: PathBuf,
    pub file_name: String,
    pub kind: FileKind,
    /// Files of its folder up to it.
    pub files: usize,
    /// The database and the node, when the name of the folder says them.
    pub name: Option<FolderName>,
}

impl RestorePoint {
    /// An entry of the answer.
    pub fn to_json(&self) -> Value {
        let date = crate::dto::text::date(self.moment);
        json!({
            "DateTime": date.trim_end_matches('Z'),
            "Location": self.folder.to_string_lossy(),
            "FileName": self.folder.join(&self.file_name).to_string_lossy(),
            "IsSnapshotRestore": matches!(self.kind, FileKind::Snapshot | FileKind::OneFile),
            "IsEncrypted": self.kind == FileKind::Encrypted,
            "IsIncremental": self.kind == FileKind::Incremental,
            "FilesToRestore": self.files,
            "DatabaseName": self.name.as_ref().map(|name| &name.database),
            "NodeTag": self.name.as_ref().map(|name| &name.node),
        })
    }
}

/// The backups in a folder or in the folders in it, newest first. Backups in progress have other names.
pub fn restore_points(disk: &dyn Disk, folder: &Path) -> Result<Vec<RestorePoint>, BackupFailure> {
    let entries = disk.list(folder).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => BackupFailure::new(
            "System.InvalidOperationException",
            format!("Path '{}' doesn't exist", folder.display()),
        ),
        _ => BackupFailure::io("Listing", folder)(error),
    })?;
    let mut points = Vec::new();
    add_points(&mut points, disk, folder);
    let inner =
        entries.iter().filter(|entry| entry.is_folder && !entry.name.to_string_lossy().starts_with('.'));
    for entry in inner.take(MOST) {
        add_points(&mut points, disk, &folder.join(&entry.name));
    }
    points.sort_by(|one, other| (other.moment, &other.file_name).cmp(&(one.moment, &one.file_name)));
    Ok(points)
}

fn add_points(points: &mut Vec<RestorePoint>, disk: &dyn Disk, folder: &Path) {
    // A folder that cannot be read has no backups that could be restored.
    let entries = disk.list(folder).unwrap_or_default();
    let name = folder.file_name().and_then(|name| FolderName::parse(&name.to_string_lossy()));
    let mut files: Vec<String> = entries
        .into_iter()
        .filter(|entry| !entry.is_folder)
        .map(|entry| entry.name.to_string_lossy().into_owned())
        .filter(|name| FileKind::of(name).is_some())
        .collect();
    files.sort();
    for (index, file_name) in files.into_iter().enumerate() {
        let (Some(kind), Some(moment)) = (FileKind::of(&file_name), parse_time(&file_name)) else { continue };
        let files = if matches!(kind, FileKind::Incremental) { index + 1 } else { 1 };
        points.push(RestorePoint {
            moment,
            folder: folder.to_owned(),
            file_name,
            kind,
            files,
            name: name.clone(),
        });
    }
}
