//! What a backup is of: the first part of its file, as JSON.

use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::document::date;
use crate::files::database_record::Contents;

/// The JSON of the manifest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Manifest {
    /// When the rows were as they are in the backup.
    pub created_at: String,
    /// The last journal record in the rows.
    pub applied_record: u64,
    /// The greatest etag in the rows.
    pub last_etag: i64,
    /// Documents in the rows.
    pub documents: u64,
    /// `database.json`: name, id, record with settings and indexes.
    pub database: Contents,
}

/// What is in a backup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BackupInfo {
    /// The database it was made of.
    pub database: String,
    /// The moment of its contents.
    pub created_at: OffsetDateTime,
    /// Documents.
    pub documents: u64,
    /// Rows of all tables; 0 until they were read.
    pub rows: u64,
    /// The greatest etag: every change up to it is included, none after it.
    pub last_etag: i64,
    /// Bytes of the file.
    pub bytes: u64,
}

impl Manifest {
    /// The public part.
    pub(crate) fn info(&self, bytes: u64, rows: u64) -> BackupInfo {
        BackupInfo {
            database: self.database.name.clone(),
            created_at: date::parse(&self.created_at).unwrap_or(OffsetDateTime::UNIX_EPOCH),
            documents: self.documents,
            rows,
            last_etag: self.last_etag,
            bytes,
        }
    }
}
