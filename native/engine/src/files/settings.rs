//! Per-database settings in the database record, as spelled in the record.

use serde::{Deserialize, Serialize};

use crate::base::null_as_default::null_as_default;
use crate::error::EngineError;

/// Which documents are stored compressed. Applies to documents written after the change.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct DocumentsCompression {
    /// Names of the collections to compress (case is ignored).
    #[serde(deserialize_with = "null_as_default")]
    pub collections: Vec<String>,
    /// Compress every collection.
    #[serde(deserialize_with = "null_as_default")]
    pub compress_all_collections: bool,
    /// Compress revisions, whatever collection they are of. Those of compressed documents are in any case.
    #[serde(deserialize_with = "null_as_default")]
    pub compress_revisions: bool,
}

impl DocumentsCompression {
    /// Whether documents of this collection are to be compressed.
    pub fn covers(&self, collection: &str) -> bool {
        self.compress_all_collections
            || self.collections.iter().any(|name| crate::document::ids::same_ignoring_case(name, collection))
    }
}

/// A longer wait counts as never.
const CENTURY: u64 = 100 * 366 * 24 * 60 * 60;

/// Moving documents to the archive when their `@archive-at` has come.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct DataArchival {
    /// Nothing is archived while this is set.
    #[serde(deserialize_with = "null_as_default")]
    pub disabled: bool,
    /// Seconds between two sweeps; 60 when absent.
    pub archive_frequency_in_sec: Option<i64>,
    /// Most documents to archive in one sweep; unlimited when absent.
    pub max_items_to_process: Option<i64>,
}

impl DataArchival {
    /// Seconds between two sweeps by default.
    pub const DEFAULT_FREQUENCY_IN_SEC: i64 = 60;

    /// The time between two sweeps.
    pub fn frequency(&self) -> std::time::Duration {
        let seconds = self.archive_frequency_in_sec.unwrap_or(Self::DEFAULT_FREQUENCY_IN_SEC);
        std::time::Duration::from_secs(u64::try_from(seconds).unwrap_or(0).clamp(1, CENTURY))
    }

    pub(crate) fn check(&self) -> Result<(), EngineError> {
        let refuse = |reason: String| Err(EngineError::BadConfiguration { setting: "data archival", reason });
        if let Some(seconds) = self.archive_frequency_in_sec.filter(|seconds| *seconds <= 0) {
            return refuse(format!("ArchiveFrequencyInSec must be greater than 0, but is {seconds}"));
        }
        if let Some(items) = self.max_items_to_process.filter(|items| *items <= 0) {
            return refuse(format!("MaxItemsToProcess must be greater than 0, but is {items}"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_spelling_is_pascal_case() {
        let text = serde_json::to_string(&DataArchival::default()).unwrap();
        assert_eq!(text, r#"{"Disabled":false,"ArchiveFrequencyInSec":null,"MaxItemsToProcess":null}"#);
        let read: DocumentsCompression = serde_json::from_str(r#"{"Collections":null}"#).unwrap();
        assert_eq!(read, DocumentsCompression::default());
    }

    #[test]
    fn a_frequency_that_cannot_be_is_refused_by_name() {
        let error =
            DataArchival { archive_frequency_in_sec: Some(0), ..Default::default() }.check().unwrap_err();
        assert!(error.to_string().contains("ArchiveFrequencyInSec"), "{error}");
        // An unreachable date is valid, but must fit in a date.
        let never = DataArchival { archive_frequency_in_sec: Some(i64::MAX), ..Default::default() };
        never.check().unwrap();
        assert!(time::OffsetDateTime::now_utc().checked_add(never.frequency().try_into().unwrap()).is_some());
    }
}
