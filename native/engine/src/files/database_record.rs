//! The contents of `database.json`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// What the file holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Contents {
    pub version: u32,
    pub name: String,
    /// Names this database in change vectors.
    pub id: Uuid,
    /// Names its journal, so that a file from elsewhere is not replayed.
    pub journal_id: Uuid,
    pub created_at: String,
    /// Goes up with every change of the record.
    pub etag: i64,
    /// The record as clients know it (`DatabaseName`, `DocumentsCompression`, `DataArchival`, …).
    pub record: serde_json::Map<String, Value>,
}
