//! Why an index could not do what was asked.

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
        /// What the layer below said.
        reason: String,
    },
    /// The condition has something an index cannot answer.
    #[error("{0}")]
    Unsupported(String),
    /// Nobody wants the answer any more.
    #[error("The search was cancelled.")]
    Cancelled,
}

/// What the layer below said, without the folder: [`crate::Index`] adds it.
pub(crate) type Low<T> = Result<T, tantivy::TantivyError>;

/// The error of the layer below as an [`IndexError`].
pub(crate) fn failed(error: tantivy::TantivyError) -> IndexError {
    IndexError::Files { folder: "".into(), reason: error.to_string() }
}
