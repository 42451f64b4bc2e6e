//! The contents of `database.json`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// The member of a record with the backup tasks.
pub const BACKUPS: &str = "PeriodicBackups";
/// The member with how they ended; clients neither read nor write it.
pub const BACKUP_STATUS: &str = "PeriodicBackupsStatus";

/// The contents of the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Contents {
    pub version: u32,
    pub name: String,
    /// Identifies this database in change vectors.
    pub id: Uuid,
    /// Identifies its journal, so that a file of another database is not replayed.
    pub journal_id: Uuid,
    pub created_at: String,
    /// Incremented with every change of the record.
    pub etag: i64,
    /// The record as clients read it (`DatabaseName`, `DocumentsCompression`, `DataArchival`, …).
    pub record: serde_json::Map<String, Value>,
}
