//! The states and events of an operation.

use std::sync::Arc;

use serde_json::Value;
use time::OffsetDateTime;

/// How far an operation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OperationStatus {
    /// It runs.
    InProgress,
    /// It completed its work.
    Completed,
    /// It failed; earlier changes may remain.
    Faulted,
    /// It was stopped on request.
    Canceled,
}

impl OperationStatus {
    /// The name as RavenDB writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::InProgress => "InProgress",
            Self::Completed => "Completed",
            Self::Faulted => "Faulted",
            Self::Canceled => "Canceled",
        }
    }
}

/// Why an operation failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationFailure {
    /// The kind of failure, a name for programs.
    pub kind: String,
    /// A message for users.
    pub message: String,
    /// The message with its causes.
    pub details: String,
}

/// An operation's state at one moment.
#[derive(Debug, Clone, PartialEq)]
pub struct OperationState {
    /// How far it is.
    pub status: OperationStatus,
    /// The last reported progress; `None` after the end.
    pub progress: Option<Value>,
    /// The result, if it completed.
    pub result: Option<Value>,
    /// The failure, if it faulted.
    pub failure: Option<OperationFailure>,
}

/// An operation as listed.
#[derive(Debug, Clone, PartialEq)]
pub struct OperationInfo {
    /// Its number.
    pub id: i64,
    /// What sort of work, e.g. `BulkInsert`.
    pub kind: Arc<str>,
    /// A description of the work.
    pub description: Arc<str>,
    /// Whether it may be stopped.
    pub killable: bool,
    /// When it began.
    pub started_at: OffsetDateTime,
    /// When it ended.
    pub ended_at: Option<OffsetDateTime>,
    /// How far it is.
    pub state: Arc<OperationState>,
}

/// Sent to subscribers whenever the state of an operation changes.
#[derive(Debug, Clone, PartialEq)]
pub struct OperationChange {
    /// Its number.
    pub id: i64,
    /// What sort of work.
    pub kind: Arc<str>,
    /// The new state.
    pub state: Arc<OperationState>,
}
