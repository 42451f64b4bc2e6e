//! Errors of an index.

use std::path::PathBuf;

/// Every way in which index files fail.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// The files are not what they should be, or the disk refused.
    #[error("The index files in '{}' cannot be used: {reason}. An index can be reset: it is built again from the documents.", folder.display())]
    Files {
        /// Where they are.
        folder: PathBuf,
        /// The error text of the layer below.
        reason: String,
    },
    /// The condition has something an index cannot answer.
    #[error("{0}")]
    Unsupported(String),
    /// The search was cancelled.
    #[error("The search was cancelled.")]
    Cancelled,
}

/// A result of tantivy, whose error has no folder: [`crate::Index`] adds it.
pub(crate) type TantivyResult<T> = Result<T, tantivy::TantivyError>;

/// The error of the layer below as an [`IndexError`].
pub(crate) fn failed(error: tantivy::TantivyError) -> IndexError {
    IndexError::Files { folder: "".into(), reason: error.to_string() }
}
