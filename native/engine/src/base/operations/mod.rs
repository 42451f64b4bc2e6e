//! Long-running work by number: what runs, its progress, its result, and a way to stop it.
//!
//! Contains the registry of one database's operations, the handle through which the work reports, and the
//! feed of state changes. Independent of the kind of work: progress and results are JSON values.

mod handle;
mod state;

pub use self::handle::OperationHandle;
pub use self::state::{OperationChange, OperationFailure, OperationInfo, OperationState, OperationStatus};

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use parking_lot::Mutex;
use rookery_cancel::CancelToken;
use serde_json::Value;
use time::OffsetDateTime;

use crate::base::changes::{ChangeReceiver, MAX_PENDING_CHANGES};
use crate::base::clock::Clock;

/// Ended operations that are kept; older ones are removed.
pub const KEPT_AFTER_THEIR_END: usize = 256;

/// Reserved numbers that can still be killed before their work begins; older ones count as unused.
const KEPT_BEFORE_THEIR_BEGINNING: usize = 256;

/// Why an operation was not started or not killed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OperationError {
    /// No operation has this number, or it ended long ago.
    #[error("Operation {0} was not registered")]
    Unknown(i64),
    /// The number is taken by work that still runs.
    #[error(
        "Operation {0} is running already. Ask for a new id (operations/next-operation-id), or wait for it to end."
    )]
    Running(i64),
    /// This kind of work cannot be stopped half-way.
    #[error("Operation {0} cannot be killed; it ends on its own.")]
    NotKillable(i64),
}

/// The registry. Cloning shares it.
#[derive(Clone)]
pub struct Operations(Arc<Inner>);

struct Inner {
    clock: Arc<dyn Clock>,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    last_id: i64,
    known: BTreeMap<i64, Operation>,
    /// Reserved numbers whose work has not begun, and whether it is cancelled when it does: the kill of an
    /// aborted bulk insert may arrive before the insert.
    awaited: BTreeMap<i64, bool>,
    /// Ended operations, in the order they ended.
    ended: VecDeque<i64>,
    subscribers: Vec<crossbeam_channel::Sender<OperationChange>>,
}

struct Operation {
    kind: Arc<str>,
    description: Arc<str>,
    killable: bool,
    killed: bool,
    /// Cancelled when it is killed.
    token: CancelToken,
    wakers: Vec<Box<dyn FnOnce() + Send>>,
    started_at: OffsetDateTime,
    ended_at: Option<OffsetDateTime>,
    state: Arc<OperationState>,
}

impl Operations {
    /// An empty registry.
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self(Arc::new(Inner { clock, table: Mutex::default() }))
    }

    /// A number for an operation that is about to be started; each is given once.
    pub fn next_id(&self) -> i64 {
        let mut table = self.0.table.lock();
        let id = table.next_id();
        table.awaited.insert(id, false);
        if table.awaited.len() > KEPT_BEFORE_THEIR_BEGINNING {
            table.awaited.pop_first();
        }
        id
    }

    /// Starts an operation under a new number.
    pub fn start(&self, kind: &str, description: &str, killable: bool) -> OperationHandle {
        let mut table = self.0.table.lock();
        let id = table.next_id();
        let token = self.insert(&mut table, id, kind, description, killable);
        OperationHandle::new(self.clone(), id, token)
    }

    /// Starts an operation under a number of the caller. An ended operation with that number is removed.
    pub fn start_with_id(
        &self,
        id: i64,
        kind: &str,
        description: &str,
        killable: bool,
    ) -> Result<OperationHandle, OperationError> {
        let mut table = self.0.table.lock();
        match table.known.get(&id) {
            Some(known) if known.ended_at.is_none() => return Err(OperationError::Running(id)),
            Some(_) => table.ended.retain(|ended| *ended != id),
            None => {}
        }
        let token = self.insert(&mut table, id, kind, description, killable);
        Ok(OperationHandle::new(self.clone(), id, token))
    }

    /// One operation, running or ended lately.
    pub fn get(&self, id: i64) -> Option<OperationInfo> {
        self.0.table.lock().known.get(&id).map(|operation| operation.info(id))
    }

    /// All of them, newest number first.
    pub fn list(&self) -> Vec<OperationInfo> {
        self.0.table.lock().known.iter().rev().map(|(id, operation)| operation.info(*id)).collect()
    }

    /// Requests an operation to stop. An ended one is not changed; one whose number is reserved and that has
    /// not begun is cancelled when it begins.
    pub fn kill(&self, id: i64) -> Result<(), OperationError> {
        let (token, wakers) = {
            let mut table = self.0.table.lock();
            if let Some(killed) = table.awaited.get_mut(&id) {
                *killed = true;
                return Ok(());
            }
            let operation = table.known.get_mut(&id).ok_or(OperationError::Unknown(id))?;
            if operation.ended_at.is_some() {
                return Ok(());
            }
            if !operation.killable {
                return Err(OperationError::NotKillable(id));
            }
            operation.killed = true;
            (operation.token.clone(), std::mem::take(&mut operation.wakers))
        };
        token.cancel();
        wakers.into_iter().for_each(|wake| wake());
        Ok(())
    }

    /// Subscribes to all state changes from now on. A receiver that is not read for too long is dropped.
    pub fn subscribe(&self) -> ChangeReceiver<OperationChange> {
        let (sender, receiver) = crossbeam_channel::unbounded();
        self.0.table.lock().subscribers.push(sender);
        receiver
    }

    /// Ends every subscription.
    pub(crate) fn close(&self) {
        self.0.table.lock().subscribers.clear();
    }

    pub(crate) fn on_kill(&self, id: i64, wake: Box<dyn FnOnce() + Send>) {
        let mut table = self.0.table.lock();
        match table.known.get_mut(&id) {
            Some(operation) if !operation.killed => operation.wakers.push(wake),
            _ => {
                drop(table);
                wake();
            }
        }
    }

    pub(crate) fn set_state(&self, id: i64, state: OperationState) {
        let now = self.0.clock.now();
        let ended = state.status != OperationStatus::InProgress;
        let state = Arc::new(state);
        let mut table = self.0.table.lock();
        let Some(operation) = table.known.get_mut(&id) else { return };
        operation.state = state.clone();
        let kind = operation.kind.clone();
        if ended {
            operation.ended_at = Some(now);
            operation.wakers.clear();
            table.ended.push_back(id);
            if table.ended.len() > KEPT_AFTER_THEIR_END
                && let Some(oldest) = table.ended.pop_front()
            {
                table.known.remove(&oldest);
            }
        }
        let change = OperationChange { id, kind, state };
        table
            .subscribers
            .retain(|sender| sender.len() < MAX_PENDING_CHANGES && sender.send(change.clone()).is_ok());
    }

    /// Returns the token that is cancelled when the operation is killed.
    fn insert(
        &self,
        table: &mut Table,
        id: i64,
        kind: &str,
        description: &str,
        killable: bool,
    ) -> CancelToken {
        let killed = table.awaited.remove(&id).unwrap_or(false) && killable;
        let token = CancelToken::new();
        if killed {
            token.cancel();
        }
        let operation = Operation {
            kind: kind.into(),
            description: description.into(),
            killable,
            killed,
            token: token.clone(),
            wakers: Vec::new(),
            started_at: self.0.clock.now(),
            ended_at: None,
            state: Arc::new(OperationState {
                status: OperationStatus::InProgress,
                progress: None::<Value>,
                result: None,
                failure: None,
            }),
        };
        table.known.insert(id, operation);
        token
    }
}

impl Table {
    fn next_id(&mut self) -> i64 {
        loop {
            self.last_id += 1;
            // Clients may have started work under numbers of their own.
            if !self.known.contains_key(&self.last_id) {
                return self.last_id;
            }
        }
    }
}

impl Operation {
    fn info(&self, id: i64) -> OperationInfo {
        OperationInfo {
            id,
            kind: self.kind.clone(),
            description: self.description.clone(),
            killable: self.killable,
            started_at: self.started_at,
            ended_at: self.ended_at,
            state: self.state.clone(),
        }
    }
}

impl std::fmt::Debug for Operations {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Operations").field("known", &self.0.table.lock().known.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use serde_json::json;

    use super::*;
    use crate::base::clock::SystemClock;

    fn registry() -> Operations {
        Operations::new(Arc::new(SystemClock))
    }

    fn status(operations: &Operations, id: i64) -> Option<OperationStatus> {
        operations.get(id).map(|info| info.state.status)
    }

    #[test]
    fn an_operation_reports_every_state_change_and_ends_once() {
        let operations = registry();
        let changes = operations.subscribe();
        let handle = operations.start("BulkInsert", "Bulk Insert", true);
        let id = handle.id();
        handle.progress(json!({ "Total": 3 }));
        assert_eq!(operations.get(id).unwrap().state.progress, Some(json!({ "Total": 3 })));
        handle.complete(json!({ "Total": 4 }));
        let info = operations.get(id).unwrap();
        assert_eq!(
            (info.state.progress.clone(), info.state.result.clone()),
            (None, Some(json!({ "Total": 4 })))
        );
        assert!(info.ended_at.unwrap() >= info.started_at);
        let steps: Vec<_> = changes.try_iter().map(|change| (change.id, change.state.status)).collect();
        assert_eq!(steps, [(id, OperationStatus::InProgress), (id, OperationStatus::Completed)]);
    }

    #[test]
    fn work_that_is_given_up_is_faulted_and_says_so() {
        let operations = registry();
        let id = operations.start("Compact", "Compact", true).id();
        let state = operations.get(id).unwrap().state;
        assert_eq!(state.status, OperationStatus::Faulted);
        assert!(state.failure.as_ref().unwrap().message.contains("given up"));
    }

    #[test]
    fn killing_sets_the_flag_and_wakes_who_waits_once() {
        let operations = registry();
        let woken = Arc::new(AtomicUsize::new(0));
        let wake = |woken: &Arc<AtomicUsize>| {
            let woken = woken.clone();
            move || {
                woken.fetch_add(1, Ordering::Relaxed);
            }
        };
        let handle = operations.start("BulkInsert", "Bulk Insert", true);
        handle.on_kill(wake(&woken));
        assert!(!handle.is_cancelled());
        operations.kill(handle.id()).unwrap();
        operations.kill(handle.id()).unwrap();
        assert!(handle.is_cancelled());
        handle.on_kill(wake(&woken));
        assert_eq!(woken.load(Ordering::Relaxed), 2);
        let id = handle.id();
        handle.cancel();
        assert_eq!(status(&operations, id), Some(OperationStatus::Canceled));
        operations.kill(id).unwrap();
        assert_eq!(operations.kill(77), Err(OperationError::Unknown(77)));
        let stubborn = operations.start("Compact", "Compact", false);
        assert_eq!(operations.kill(stubborn.id()), Err(OperationError::NotKillable(stubborn.id())));
        assert!(!stubborn.is_cancelled());
    }

    #[test]
    fn work_killed_before_it_began_ends_as_it_begins() {
        let operations = registry();
        let id = operations.next_id();
        operations.kill(id).unwrap();
        assert_eq!(status(&operations, id), None);
        assert!(operations.start_with_id(id, "BulkInsert", "Bulk Insert", true).unwrap().is_cancelled());
        let untouched = operations.next_id();
        assert!(
            !operations.start_with_id(untouched, "BulkInsert", "Bulk Insert", true).unwrap().is_cancelled()
        );
        let unknown = operations.next_id();
        for _ in 0..KEPT_BEFORE_THEIR_BEGINNING {
            operations.next_id();
        }
        assert_eq!(operations.kill(unknown), Err(OperationError::Unknown(unknown)));
    }

    #[test]
    fn a_number_is_given_once_and_never_taken_from_running_work() {
        let operations = registry();
        assert_eq!(operations.next_id(), 1);
        let own = operations.start_with_id(2, "BulkInsert", "Bulk Insert", true).unwrap();
        assert_eq!(operations.next_id(), 3);
        let again = operations.start_with_id(2, "BulkInsert", "Bulk Insert", true).unwrap_err();
        assert_eq!(again, OperationError::Running(2));
        own.complete(json!({}));
        let second = operations.start_with_id(2, "BulkInsert", "Bulk Insert", true).unwrap();
        assert_eq!(status(&operations, 2), Some(OperationStatus::InProgress));
        second.complete(json!({}));
        assert_eq!(operations.list().len(), 1);
    }

    #[test]
    fn only_the_last_ended_ones_are_remembered_and_running_ones_always() {
        let operations = registry();
        let running = operations.start("Compact", "Compact", true);
        for _ in 0..KEPT_AFTER_THEIR_END + 10 {
            operations.start("BulkInsert", "Bulk Insert", true).complete(json!({}));
        }
        assert_eq!(operations.list().len(), KEPT_AFTER_THEIR_END + 1);
        assert_eq!(status(&operations, running.id()), Some(OperationStatus::InProgress));
        assert_eq!(status(&operations, running.id() + 1), None);
    }
}
