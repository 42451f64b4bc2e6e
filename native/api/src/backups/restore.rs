//! Restores a backup as a new database.

use std::path::{Path, PathBuf};

use rookery_dump::{DumpOptions, ItemType, Limits};
use rookery_engine::{BackupProgress, Engine, OperationHandle, Purpose};
use serde_json::Value;

use super::failure::BackupFailure;
use super::file::FileReader;
use super::name::FileKind;
use super::result::{one_file_progress, restore_result};
use crate::body_memory::Reservation;
use crate::dumps::Report;
use crate::dumps::import::Import;

/// Most bytes of one document or attachment of a dump.
const LARGEST: u64 = 1 << 30;

/// What is restored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoreSource {
    pub path: PathBuf,
    pub is_one_file: bool,
}

impl RestoreSource {
    /// The file to restore of a folder with a backup; `last` is the file of the wished restore point. Files that this
    /// server cannot restore are refused.
    pub fn find(engine: &Engine, location: &Path, last: Option<&str>) -> Result<Self, BackupFailure> {
        let folder = engine.backup_path(location)?;
        let wrong = |text: String| Err(BackupFailure::new("System.InvalidOperationException", text));
        let entries = engine.disk().list(&folder).map_err(BackupFailure::io("Listing", &folder))?;
        let mut files: Vec<(String, FileKind)> = entries
            .into_iter()
            .filter(|entry| !entry.is_folder)
            .filter_map(|entry| {
                let name = entry.name.to_string_lossy().into_owned();
                FileKind::of(&name).map(|kind| (name, kind))
            })
            .collect();
        files.sort_by(|(one, _), (other, _)| one.cmp(other));
        if let Some(last) = last {
            // Clients send the whole path of a restore point, too.
            let last = last.rsplit(['/', '\\']).next().unwrap_or(last);
            match files.iter().position(|(name, _)| name == last) {
                Some(position) => files.truncate(position + 1),
                None => return wrong(format!("There is no backup file '{last}' in '{}'.", folder.display())),
            }
        }
        let Some((name, kind)) = files.last() else {
            return wrong(format!(
                "There is no backup in '{}'. Name the folder of one backup, such as \
                 2026-11-22-14-25-58.ravendb-shop-A-backup.",
                folder.display()
            ));
        };
        let what = match kind {
            FileKind::Full | FileKind::OneFile => {
                // A link may lead elsewhere.
                let path = engine.backup_path(&folder.join(name))?;
                return Ok(Self { path, is_one_file: *kind == FileKind::OneFile });
            }
            FileKind::Incremental => {
                "an incremental backup: set LastFileNameToRestore to the full backup, or restore it on a RavenDB server"
            }
            FileKind::Snapshot => "a snapshot of a RavenDB server: restore it there",
            FileKind::Encrypted => "encrypted: restore it on a RavenDB server",
        };
        wrong(format!("'{name}' cannot be restored by this server; it is {what}."))
    }

    /// Makes the database. It appears when it is complete; nothing is left of it otherwise.
    pub fn restore(
        &self,
        engine: &Engine,
        name: &str,
        skip_indexes: bool,
        memory: Reservation,
        operation: &OperationHandle,
    ) -> Result<Value, BackupFailure> {
        let mut report = Report::new();
        report.say("INFO", &format!("Restoring '{}'", self.path.display()));
        let report = match self.is_one_file {
            true => {
                self.restore_one_file(engine, name, &mut report, operation)?;
                report
            }
            false => self.restore_dump(engine, name, skip_indexes, memory, report, operation)?,
        };
        let folder = engine.data_dir().join("databases");
        let folder = engine.database(name).map_or(folder, |database| database.folder().to_owned());
        Ok(restore_result(&report, &folder, &self.path))
    }

    fn restore_one_file(
        &self,
        engine: &Engine,
        name: &str,
        report: &mut Report,
        operation: &OperationHandle,
    ) -> Result<(), BackupFailure> {
        report.start(ItemType::Documents);
        let info = engine.restore(name, &self.path, &mut |state: &BackupProgress| {
            operation.progress(one_file_progress(report, state));
            !operation.is_cancelled()
        })?;
        let counts = report.of(ItemType::Documents);
        (counts.read, counts.bytes) = (info.documents, info.bytes);
        report.finish(ItemType::Documents);
        Ok(())
    }

    fn restore_dump(
        &self,
        engine: &Engine,
        name: &str,
        skip_indexes: bool,
        memory: Reservation,
        report: Report,
        operation: &OperationHandle,
    ) -> Result<Report, BackupFailure> {
        let path = &self.path;
        let file = engine.disk().open(path, Purpose::Read).map_err(BackupFailure::io("Opening", path))?;
        let mut source = FileReader::new(file).map_err(BackupFailure::io("Reading", path))?;
        let mut options = DumpOptions { include_artificial: true, ..DumpOptions::default() };
        if skip_indexes {
            options.types = options.types.without(ItemType::Indexes);
        }
        engine.create_filled(name, |database| {
            let mut import = Import::new(database, &options, operation, memory);
            import.report = report;
            import.run(&mut source, Limits { item: LARGEST, content: LARGEST })?;
            match operation.is_cancelled() {
                true => Err(BackupFailure::Killed),
                false => Ok(import.report),
            }
        })
    }
}
