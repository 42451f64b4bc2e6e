//! Why an import ends early.

use rookery_dump::DumpError;
use rookery_engine::{EngineError, TransformError};

use crate::dumps::report::MOST_REJECTED;
use crate::dumps::transform;
use crate::error::ApiError;

/// The end of an import before the end of its dump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportFailure {
    /// Exception name of the cause.
    pub kind: String,
    /// A sentence.
    pub message: String,
    /// It was stopped on request.
    pub cancelled: bool,
}

impl ImportFailure {
    fn new(kind: &str, message: impl Into<String>) -> Self {
        Self { kind: kind.to_owned(), message: message.into(), cancelled: false }
    }

    pub fn killed() -> Self {
        let failure = Self::new("System.OperationCanceledException", "The import was stopped on request.");
        Self { cancelled: true, ..failure }
    }

    /// The thread that saves ended without a result, which only a panic does.
    pub fn saver_ended() -> Self {
        Self::new("System.InvalidOperationException", "The thread that saves the import's items ended early.")
    }

    /// No thread could be started.
    pub fn no_thread(error: &std::io::Error) -> Self {
        Self::new(
            "System.OutOfMemoryException",
            format!("No thread could be started for this import: {error}. Try again later."),
        )
    }

    pub fn too_many_rejected() -> Self {
        Self::new(
            "System.InvalidOperationException",
            format!("The import stopped at {MOST_REJECTED} rejected items. Its report names each of them."),
        )
    }

    pub fn no_memory(needed: usize) -> Self {
        Self::new(
            "System.OutOfMemoryException",
            format!(
                "There is no memory for the next {needed} bytes: other requests hold all that this server has for \
                 bodies (--body-memory). Import again when fewer are running."
            ),
        )
    }
}

impl From<DumpError> for ImportFailure {
    fn from(error: DumpError) -> Self {
        match error {
            DumpError::NoMemory { bytes, .. } => {
                Self::no_memory(usize::try_from(bytes).unwrap_or(usize::MAX))
            }
            error => Self::new(error.kind(), error.to_string()),
        }
    }
}

impl From<TransformError> for ImportFailure {
    fn from(error: TransformError) -> Self {
        Self::new(transform::kind_of(&error), format!("{error}."))
    }
}

impl From<EngineError> for ImportFailure {
    fn from(error: EngineError) -> Self {
        let error = ApiError::from(error);
        Self::new(&error.kind, error.message.clone())
    }
}

/// Whether the error concerns one item, so that the import continues without it.
pub fn concerns_one_item(error: &EngineError) -> bool {
    matches!(
        error,
        EngineError::BadDocument { .. }
            | EngineError::BadId { .. }
            | EngineError::BadAttachment { .. }
            | EngineError::BadCounter { .. }
            | EngineError::BadCompareExchange { .. }
            | EngineError::BadRevision { .. }
            | EngineError::BadTimeSeries { .. }
            | EngineError::BatchTooLarge { .. }
            | EngineError::CollectionMismatch { .. }
            | EngineError::MissingAttachment { .. }
            | EngineError::MissingDocument { .. }
    )
}
