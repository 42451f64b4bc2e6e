//! Why a backup or restore ends early.

use std::path::Path;

use rookery_engine::{EngineError, OperationHandle};

use crate::dumps::export::ExportFailure;
use crate::dumps::import::ImportFailure;
use crate::dumps::kind_of;
use crate::error::ApiError;

/// The end of a backup or restore before it is complete.
#[derive(Debug)]
pub enum BackupFailure {
    /// It was stopped on request.
    Killed,
    /// Exception name of the cause, and a sentence.
    Failed { kind: String, message: String },
}

impl BackupFailure {
    /// A failure to do `what` with a file or folder.
    pub fn io(what: &str, path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        let sentence = format!("{what} '{}' failed", path.display());
        move |error| Self::new("System.IO.IOException", format!("{sentence}: {error}."))
    }

    pub fn new(kind: &str, message: impl Into<String>) -> Self {
        Self::Failed { kind: kind.to_owned(), message: message.into() }
    }

    /// Damage of a file.
    pub fn damaged(path: &Path, reason: &str) -> Self {
        let text = format!("The backup '{}' is damaged: {reason}.", path.display());
        Self::new("System.IO.InvalidDataException", text)
    }

    /// A sentence.
    pub fn message(&self) -> &str {
        match self {
            Self::Killed => "It was stopped on request.",
            Self::Failed { message, .. } => message,
        }
    }

    /// Ends the operation.
    pub fn end(self, operation: OperationHandle) {
        match self {
            Self::Killed => operation.cancel(),
            Self::Failed { kind, message } => operation.fail(&kind, message),
        }
    }
}

impl From<EngineError> for BackupFailure {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Cancelled => Self::Killed,
            other => ApiError::from(other).into(),
        }
    }
}

impl From<ApiError> for BackupFailure {
    fn from(error: ApiError) -> Self {
        Self::new(&error.kind, error.message.clone())
    }
}

impl From<ImportFailure> for BackupFailure {
    fn from(failure: ImportFailure) -> Self {
        match failure.cancelled {
            true => Self::Killed,
            false => Self::Failed { kind: failure.kind, message: failure.message },
        }
    }
}

impl From<ExportFailure> for BackupFailure {
    fn from(failure: ExportFailure) -> Self {
        match failure {
            ExportFailure::Killed => Self::Killed,
            ExportFailure::Engine(error) => error.into(),
            ExportFailure::Script(error) => Self::new(kind_of(&error), format!("{error}.")),
            ExportFailure::Output(error) => {
                Self::new("System.IO.IOException", format!("The backup could not be written: {error}."))
            }
        }
    }
}
