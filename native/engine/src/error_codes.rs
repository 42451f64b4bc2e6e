//! The stable names of errors.

use crate::error::EngineError;

impl EngineError {
    /// A stable name for programs, logs and tests.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Storage(error) => error.code(),
            Self::Cancelled => "cancelled",
            Self::Index(_) => "index-failed",
            Self::BadIndex { .. } => "bad-index",
            Self::UnknownIndex { .. } => "unknown-index",
            Self::IndexWithoutReduce { .. } => "index-without-reduce",
            Self::NoReplacement { .. } => "no-replacement",
            Self::LockedIndex { .. } => "locked-index",
            Self::AutomaticIndex { .. } => "automatic-index",
            Self::UnknownDatabase(_) => "unknown-database",
            Self::AlreadyExists(_) => "already-exists",
            Self::Disabled(_) => "disabled",
            Self::BadName { .. } => "bad-name",
            Self::BadId { .. } => "bad-id",
            Self::BadDocument { .. } => "bad-document",
            Self::BadAttachment { .. } => "bad-attachment",
            Self::BadCounter { .. } => "bad-counter",
            Self::CounterOverflow { .. } => "counter-overflow",
            Self::BadTimeSeries { .. } => "bad-time-series",
            Self::MissingDocument { .. } => "missing-document",
            Self::Script { .. } => "script",
            Self::PatchConflict { .. } => "patch-conflict",
            Self::ScriptThread { .. } => "script-thread",
            Self::MissingAttachment { .. } => "missing-attachment",
            Self::AttachmentConcurrency { .. } => "attachment-concurrency",
            Self::BackupFolder { .. } => "backup-folder",
            Self::BadConfiguration { .. } => "bad-configuration",
            Self::Concurrency { .. } => "concurrency",
            Self::BadCompareExchange { .. } => "bad-compare-exchange",
            Self::BadClusterTransaction { .. } => "bad-cluster-transaction",
            Self::ClusterExtensions { .. } => "cluster-extensions",
            Self::ClusterConcurrency { .. } => "cluster-concurrency",
            Self::Subscription { .. } => "subscription",
            Self::CollectionMismatch { .. } => "collection-mismatch",
            Self::BadRevision { .. } => "bad-revision",
            Self::NoDocumentToRevise { .. } => "no-document-to-revise",
            Self::BatchTooLarge { .. } => "batch-too-large",
            Self::ReadOnly { .. } => "read-only",
            Self::Closed(_) => "closed",
            Self::Internal { .. } => "internal",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_names_the_document_and_both_change_vectors() {
        let error = EngineError::Concurrency {
            id: "users/1".into(),
            operation: "Put",
            expected: "A:1-x".into(),
            actual: Some("A:2-x".into()),
        };
        let text = error.to_string();
        assert!(text.contains("users/1") && text.contains("A:1-x") && text.contains("A:2-x"), "{text}");
        assert_eq!(error.code(), "concurrency");
    }
}
