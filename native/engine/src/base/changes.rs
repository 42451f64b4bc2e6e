//! Notifies subscribers of saved and removed documents and changed counters and time series, in commit order.

use parking_lot::Mutex;

pub use crossbeam_channel::Receiver as ChangeReceiver;

/// A subscriber with this many unread changes is dropped (its receiver reports "disconnected").
pub const MAX_PENDING_CHANGES: usize = 128 * 1024;

/// One document was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentChange {
    /// What happened.
    pub kind: ChangeKind,
    /// The document's id.
    pub id: String,
    /// Its collection.
    pub collection: String,
    /// The change vector of the change.
    pub change_vector: String,
}

/// What happened to a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// It was saved.
    Put,
    /// It was removed.
    Delete,
}

/// One counter was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CounterChange {
    /// What happened.
    pub kind: CounterChangeKind,
    /// The counter's name as the change spelled it.
    pub name: String,
    /// Its new value; 0 when it was deleted.
    pub value: i64,
    /// The document's id as the change spelled it.
    pub document_id: String,
    /// The document's collection.
    pub collection: String,
    /// The change vector of the change.
    pub change_vector: String,
}

/// What happened to a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CounterChangeKind {
    /// It was created.
    Put,
    /// It was incremented.
    Increment,
    /// It was removed. There is no event when a counter is removed together with its document.
    Delete,
}

/// One time series was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeSeriesChange {
    /// What happened.
    pub kind: TimeSeriesChangeKind,
    /// The series's name as the change spelled it.
    pub name: String,
    /// The first saved time, or the start of the removed range, in milliseconds since 1970; `None`: open.
    pub from: Option<i64>,
    /// Likewise the last one.
    pub to: Option<i64>,
    /// The document's id as the change spelled it.
    pub document_id: String,
    /// The document's collection.
    pub collection: String,
    /// The change vector of the change.
    pub change_vector: String,
}

/// What happened to a time series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeSeriesChangeKind {
    /// Entries were saved or incremented.
    Put,
    /// Entries were removed. There is no event when a series is removed together with its document.
    Delete,
}

/// Something happened to an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexChange {
    /// What.
    pub kind: IndexChangeKind,
    /// The index's name.
    pub name: String,
}

/// What happened to an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexChangeKind {
    /// A batch was indexed.
    BatchCompleted,
    /// It was created.
    IndexAdded,
    /// It was removed.
    IndexRemoved,
    /// It was disabled.
    IndexDemotedToDisabled,
    /// It was stopped.
    IndexPaused,
    /// It got into the state `Error`.
    IndexMarkedAsErrored,
    /// It replaced the index of its name.
    SideBySideReplace,
    /// Its lock mode changed.
    LockModeChanged,
    /// Its priority changed.
    PriorityChanged,
}

/// The subscribers of one kind of change.
#[derive(Debug)]
pub(crate) struct Subscribers<T> {
    senders: Mutex<Vec<crossbeam_channel::Sender<T>>>,
}

impl<T> Default for Subscribers<T> {
    fn default() -> Self {
        Self { senders: Mutex::default() }
    }
}

impl<T: Clone> Subscribers<T> {
    pub(crate) fn subscribe(&self) -> ChangeReceiver<T> {
        let (sender, receiver) = crossbeam_channel::unbounded();
        self.senders.lock().push(sender);
        receiver
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.senders.lock().is_empty()
    }

    /// Sends to every subscriber that is still connected and keeps up.
    pub(crate) fn publish(&self, changes: &[T]) {
        self.senders.lock().retain(|sender| {
            sender.len() + changes.len() <= MAX_PENDING_CHANGES
                && changes.iter().all(|change| sender.send(change.clone()).is_ok())
        });
    }

    /// Ends every subscription.
    pub(crate) fn close(&self) {
        self.senders.lock().clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(id: &str) -> DocumentChange {
        DocumentChange {
            kind: ChangeKind::Put,
            id: id.into(),
            collection: "C".into(),
            change_vector: "A:1-x".into(),
        }
    }

    #[test]
    fn a_subscriber_that_never_reads_is_dropped_and_the_others_go_on() {
        let subscribers = Subscribers::default();
        let stuck = subscribers.subscribe();
        subscribers.publish(&vec![change("a"); MAX_PENDING_CHANGES]);
        let fresh = subscribers.subscribe();
        subscribers.publish(&[change("b")]);
        assert_eq!(fresh.recv().unwrap().id, "b");
        assert_eq!(stuck.iter().count(), MAX_PENDING_CHANGES);
    }
}
