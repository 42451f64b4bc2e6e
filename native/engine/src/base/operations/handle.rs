//! The working side of an operation: reports progress, learns that it was killed, and ends it exactly once.

use rookery_cancel::CancelToken;
use serde_json::Value;

use super::Operations;
use super::state::{OperationFailure, OperationState, OperationStatus};

/// Held by the code that does the work. If it is dropped without an end, the operation counts as faulted.
#[derive(Debug)]
pub struct OperationHandle {
    operations: Operations,
    id: i64,
    token: CancelToken,
    ended: bool,
}

impl OperationHandle {
    pub(super) fn new(operations: Operations, id: i64, token: CancelToken) -> Self {
        Self { operations, id, token, ended: false }
    }

    /// The operation's number.
    pub fn id(&self) -> i64 {
        self.id
    }

    /// Replaces the reported progress.
    pub fn progress(&self, progress: Value) {
        self.operations.set_state(
            self.id,
            OperationState {
                status: OperationStatus::InProgress,
                progress: Some(progress),
                result: None,
                failure: None,
            },
        );
    }

    /// Whether the operation was killed. The work checks this wherever it can stop cleanly.
    pub fn is_cancelled(&self) -> bool {
        self.token.is_cancelled()
    }

    /// Calls `wake` when the operation is killed, immediately if it already was. For work that waits and
    /// cannot poll.
    pub fn on_kill(&self, wake: impl FnOnce() + Send + 'static) {
        self.operations.on_kill(self.id, Box::new(wake));
    }

    /// All is done.
    pub fn complete(mut self, result: Value) {
        self.end(OperationState {
            status: OperationStatus::Completed,
            progress: None,
            result: Some(result),
            failure: None,
        });
    }

    /// Ends the operation as failed.
    pub fn fail(self, kind: &str, message: impl Into<String>) {
        let message = message.into();
        let details = format!("{kind}: {message}");
        self.fail_with(OperationFailure { kind: kind.to_owned(), message, details });
    }

    /// Ends the operation as failed, with its causes.
    pub fn fail_with(mut self, failure: OperationFailure) {
        self.end(faulted(failure));
    }

    /// A token that is cancelled when the operation is killed.
    pub fn cancel_token(&self) -> CancelToken {
        self.token.clone()
    }

    /// The work stopped because the operation was killed. The last reported progress is kept.
    pub fn cancel(mut self) {
        let last = self.operations.get(self.id).and_then(|info| info.state.progress.clone());
        self.end(OperationState {
            status: OperationStatus::Canceled,
            progress: last,
            result: None,
            failure: None,
        });
    }

    fn end(&mut self, state: OperationState) {
        if !std::mem::replace(&mut self.ended, true) {
            self.operations.set_state(self.id, state);
        }
    }
}

impl Drop for OperationHandle {
    fn drop(&mut self) {
        let message = "The work was given up before it said how it ended, so part of it may have been done. \
                       Look at the data, and start it again if something is missing."
            .to_owned();
        let kind = "System.InvalidOperationException".to_owned();
        let details = format!("{kind}: {message}");
        self.end(faulted(OperationFailure { kind, message, details }));
    }
}

fn faulted(failure: OperationFailure) -> OperationState {
    OperationState { status: OperationStatus::Faulted, progress: None, result: None, failure: Some(failure) }
}
