//! Errors of a bulk insert, for the client and the operation.

use rookery_engine::EngineError;

use crate::bulk::BulkError;
use crate::error::ApiError;

/// The cause of a failed bulk insert.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Exception name of the cause.
    pub kind: String,
    /// A sentence.
    pub message: String,
}

impl Failure {
    fn new(kind: &str, message: impl Into<String>) -> Self {
        Self { kind: kind.to_owned(), message: message.into() }
    }

    /// The stream's bytes are not what they must be.
    pub fn of_stream(error: &BulkError) -> Self {
        Self::new("System.IO.InvalidDataException", error.to_string())
    }

    /// The stream ended, or broke off, before the array was closed.
    pub fn cut_off(error: &BulkError, why: Option<&dyn std::fmt::Display>) -> Self {
        let message = match why {
            Some(why) => format!("{error} The connection said: {why}."),
            None => error.to_string(),
        };
        Self::new("System.IO.EndOfStreamException", message)
    }

    /// The bytes cannot be decoded.
    pub fn undecodable(encoding: &str, error: &std::io::Error) -> Self {
        Self::new(
            "System.IO.InvalidDataException",
            format!("The body says it is {encoding} but cannot be decoded as that: {error}."),
        )
    }

    /// The database was closed during a batch.
    pub fn lost() -> Self {
        Self::new(
            "System.InvalidOperationException",
            "The database was closed before it said what became of the last batch. Open it and look.",
        )
    }

    /// Other requests held the memory for too long.
    pub fn no_memory(needed: usize) -> Self {
        Self::new(
            "System.OutOfMemoryException",
            format!(
                "There is no memory for the next {needed} bytes: other requests hold all that this server has for \
                 bodies (--body-memory). Send what is not saved yet again."
            ),
        )
    }

    pub fn killed() -> Self {
        Self::new("System.OperationCanceledException", "The operation was killed on request.")
    }

    pub fn of(error: EngineError) -> Self {
        Self::of_api(&ApiError::from(error))
    }

    pub fn of_api(error: &ApiError) -> Self {
        Self::new(&error.kind, error.message.clone())
    }
}
