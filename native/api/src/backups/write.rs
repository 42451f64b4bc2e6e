//! Writes one backup of a database into a folder.

use std::path::{Path, PathBuf};
use std::time::Instant;

use rookery_dump::{DumpOptions, ItemType};
use rookery_engine::{BackupProgress, Database, Engine, OperationHandle, Purpose};
use time::OffsetDateTime;

use super::failure::BackupFailure;
use super::file::FileWriter;
use super::name::{FULL, ONE_FILE, time_text};
use super::result::{Written, one_file_progress};
use super::settings::BackupKind;
use super::staging::Staging;
use super::verify::verify_dump;
use crate::dto::text::human_readable_size;
use crate::dumps::Report;
use crate::dumps::export::Export;

/// What is backed up, where to and how.
pub struct BackupJob<'a> {
    pub engine: &'a Engine,
    pub database: &'a Database,
    pub kind: BackupKind,
    /// The folder of the client, allowed by [`Engine::backup_path`].
    pub root: &'a Path,
    /// The first line of the messages.
    pub title: &'a str,
    pub operation: &'a OperationHandle,
}

/// Writes, syncs and verifies a backup; it gets its name when it is complete. Nothing is left of one that is not.
pub fn back_up(job: &BackupJob<'_>, now: OffsetDateTime) -> Result<Written, BackupFailure> {
    let begun = Instant::now();
    let (engine, disk) = (job.engine, job.engine.disk());
    disk.create_folders(job.root).map_err(BackupFailure::io("Creating", job.root))?;
    // Again: a link may have been created in between.
    let root = engine.backup_path(job.root)?;
    let staging = Staging::begin(disk, &root, job.database.name(), engine.node_tag(), now)?;
    let mut report = Report::new();
    report.say("INFO", &format!("Started task: '{}'", job.title));
    report.say("INFO", "Started a full backup");
    let ending = match job.kind {
        BackupKind::Dump => FULL,
        BackupKind::OneFile => ONE_FILE,
    };
    let file_name = format!("{}{ending}", time_text(staging.name.moment));
    let path = staging.folder.join(&file_name);
    let (bytes, last_etag) = match job.kind {
        BackupKind::Dump => dump(job, &path, &mut report)?,
        BackupKind::OneFile => one_file(job, &path, &mut report)?,
    };
    let moment = staging.name.moment;
    if job.operation.is_cancelled() {
        return Err(BackupFailure::Killed);
    }
    let folder = staging.publish()?;
    let size = human_readable_size(bytes);
    report.say("INFO", &format!("Wrote and verified {size} in '{}'", folder.join(&file_name).display()));
    let took = begun.elapsed();
    Ok(Written { kind: job.kind, folder, file_name, bytes, last_etag, moment, took, report })
}

fn dump(job: &BackupJob<'_>, path: &Path, report: &mut Report) -> Result<(u64, i64), BackupFailure> {
    let disk = &**job.engine.disk();
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let options = DumpOptions::default();
    let file = disk.open(&partial, Purpose::Replacement).map_err(BackupFailure::io("Creating", &partial))?;
    let mut writer = FileWriter::new(file);
    let last_etag = job.database.stats()?.last_etag;
    let export = Export::new(job.database, &options, job.operation, &mut writer)?;
    *report = export.continuing(report.clone()).run()?;
    let written = writer.finish().map_err(BackupFailure::io("Writing", &partial))?;
    verify_dump(disk, &partial, written, report, job.operation)?;
    disk.rename(&partial, path).map_err(BackupFailure::io("Naming", path))?;
    Ok((written.0, last_etag))
}

fn one_file(job: &BackupJob<'_>, path: &Path, report: &mut Report) -> Result<(u64, i64), BackupFailure> {
    report.start(ItemType::Documents);
    let info = job.database.back_up(path, &mut |state: &BackupProgress| {
        job.operation.progress(one_file_progress(report, state));
        !job.operation.is_cancelled()
    })?;
    let counts = report.of(ItemType::Documents);
    (counts.read, counts.bytes) = (info.documents, info.bytes);
    report.finish(ItemType::Documents);
    Ok((info.bytes, info.last_etag))
}
