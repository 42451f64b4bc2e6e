//! Why a recording cannot be written or read.

use std::io;

use arrow_schema::{ArrowError, DataType};

/// A sentence for a person.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The file cannot be read or written.
    #[error("The file cannot be read or written: {0}.")]
    Io(#[from] io::Error),
    /// The file is not a recording, or so damaged that nothing can be read.
    #[error("{0}")]
    NotARecording(String),
    /// A newer version wrote the file.
    #[error(
        "The recording has format {found}, this version reads formats up to {newest}: use a newer Rookery."
    )]
    Newer {
        /// The format of the file.
        found: u32,
        /// The newest format known here.
        newest: u32,
    },
    /// A part of the file is damaged.
    #[error("{0}")]
    Damaged(String),
    /// What was requested does not match the recording.
    #[error("{0}")]
    Refused(String),
    /// The recording needs more memory than allowed.
    #[error(
        "The recording takes more than {mebibytes} MiB of memory: record a shorter time, or fewer sources."
    )]
    TooLarge {
        /// The limit in MiB.
        mebibytes: u64,
    },
}

impl RecordingError {
    pub(crate) fn wrong_column(table: &str, column: &str, found: &DataType) -> Self {
        Self::Damaged(format!(
            "The column '{column}' of '{table}' has the type {found}, which is not the one of its name."
        ))
    }
}

impl From<ArrowError> for RecordingError {
    fn from(error: ArrowError) -> Self {
        Self::Damaged(format!("The columns cannot be read: {error}."))
    }
}
