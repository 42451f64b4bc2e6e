//! Progress and results of backups and restores, in the words of `BackupResult` and `RestoreResult`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rookery_engine::BackupProgress;
use serde_json::{Value, json};
use time::OffsetDateTime;

use super::settings::BackupKind;
use crate::dto::text::date;
use crate::dumps::Report;

/// The places of a backup in addition to the local folder.
const REMOTE: [&str; 5] = ["S3Backup", "AzureBackup", "GoogleCloudBackup", "GlacierBackup", "FtpBackup"];

/// A complete backup.
#[derive(Debug)]
pub struct Written {
    pub kind: BackupKind,
    /// The folder with the file.
    pub folder: PathBuf,
    pub file_name: String,
    pub bytes: u64,
    /// Changes up to it are in the backup.
    pub last_etag: i64,
    /// The moment in its name.
    pub moment: OffsetDateTime,
    pub took: Duration,
    pub report: Report,
}

/// How far a one-file backup or its restore is.
pub fn one_file_progress(report: &Report, state: &BackupProgress) -> Value {
    let mut progress = report.progress();
    progress["Documents"]["ReadCount"] = json!(state.documents);
    progress["SnapshotBackup"] = snapshot(Some(state.rows), state.bytes);
    progress
}

fn snapshot(rows: Option<u64>, bytes: u64) -> Value {
    json!({
        "StartTime": null,
        "Processed": true,
        "ReadCount": rows.unwrap_or(0),
        "Skipped": rows.is_none(),
        "ErroredCount": 0,
        "SizeInBytes": bytes,
    })
}

impl Written {
    /// The result of the operation.
    pub fn result(&self) -> Value {
        let mut result = self.report.result();
        result["SnapshotBackup"] = match self.kind {
            BackupKind::Dump => snapshot(None, 0),
            BackupKind::OneFile => {
                snapshot(Some(self.report.clone().of(rookery_dump::ItemType::Documents).read), self.bytes)
            }
        };
        for name in REMOTE {
            result[name] = json!({
                "LastFullBackup": null,
                "LastIncrementalBackup": null,
                "FullBackupDurationInMs": null,
                "IncrementalBackupDurationInMs": null,
                "Exception": null,
                "Skipped": true,
                "UploadProgress": {
                    "UploadType": "Regular", "UploadState": "PendingUpload", "UploadedInBytes": 0,
                    "TotalInBytes": 0, "BytesPutsPerSec": 0.0, "UploadTimeInMs": 0,
                },
            });
        }
        result["LocalBackup"] = self.local_backup();
        result
    }

    /// `LocalBackup` of results and states.
    pub fn local_backup(&self) -> Value {
        json!({
            "LastFullBackup": date(self.moment),
            "LastIncrementalBackup": null,
            "FullBackupDurationInMs": u64::try_from(self.took.as_millis()).unwrap_or(u64::MAX),
            "IncrementalBackupDurationInMs": null,
            "Exception": null,
            "BackupDirectory": self.folder.file_name().map(|name| name.to_string_lossy()),
            "FileName": self.file_name,
            "TempFolderUsed": false,
        })
    }
}

/// The result of a restore.
pub fn restore_result(report: &Report, folder: &Path, file: &Path) -> Value {
    let mut result = report.result();
    result["SnapshotRestore"] = snapshot(None, 0);
    result["DataDirectory"] = json!(folder.to_string_lossy());
    result["JournalStoragePath"] = Value::Null;
    result["Files"] = json!({
        "StartTime": null,
        "Processed": true,
        "ReadCount": 1,
        "Skipped": false,
        "ErroredCount": 0,
        "SizeInBytes": 0,
        "CurrentFileName": file.file_name().map(|name| name.to_string_lossy()),
        "CurrentFile": 1,
        "FileCount": 1,
    });
    result
}
