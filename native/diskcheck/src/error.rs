//! Why a disk check ends without a report.

use std::io;
use std::path::PathBuf;

use rookery_storage::StorageError;

use crate::units::bytes;

/// Every failure of a check. Each is a sentence: what failed, on which path, what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiskCheckError {
    /// The token was cancelled; the files of the check are removed.
    #[error("The disk check was stopped. Its files are removed.")]
    Cancelled,
    /// The path is not a folder.
    #[error("{path} is not a folder. Choose an existing folder on the disk to check.", path = path.display())]
    NotAFolder {
        /// What was given.
        path: PathBuf,
    },
    /// No folder can be made in it.
    #[error("{path} is not writable: {source}. Choose a folder in which this user can create files.",
        path = path.display())]
    NotWritable {
        /// The folder.
        path: PathBuf,
        /// The system's own error.
        source: io::Error,
    },
    /// Too little would be left free.
    #[error("The disk of {path} has {available} free. The check needs {needed} and leaves {reserve} free. Choose a \
        smaller size or another disk.", path = path.display(), available = bytes(*available),
        needed = bytes(*needed), reserve = bytes(*reserve))]
    TooLittleSpace {
        /// The folder.
        path: PathBuf,
        /// Bytes that this user can still write.
        available: u64,
        /// Bytes that the check writes at most.
        needed: u64,
        /// Bytes that it leaves free.
        reserve: u64,
    },
    /// Duration, size or threads are out of bounds.
    #[error("{0}")]
    Limits(String),
    /// The operating system refused a call.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The files of the check could not be removed.
    #[error("The files of the disk check could not be removed: {0} Delete the folder.")]
    NotRemoved(#[source] StorageError),
}

impl DiskCheckError {
    /// A stable name for programs, logs and tests.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::NotAFolder { .. } => "not-a-folder",
            Self::NotWritable { .. } => "not-writable",
            Self::TooLittleSpace { .. } => "too-little-space",
            Self::Limits(_) => "limits",
            Self::Storage(error) => error.code(),
            Self::NotRemoved(_) => "not-removed",
        }
    }
}
