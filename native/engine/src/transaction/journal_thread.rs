//! The journal thread: makes one decided group after the other durable.
//!
//! The disk should be busy while there is something to write: when the next group is already waiting, this
//! thread continues with it immediately, and the publisher thread publishes the last one, replies, and wakes
//! the writer. When none is waiting, publishing here avoids a thread switch.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossbeam_channel::{Receiver, Sender};

use super::progress::Progress;
use super::publisher::{Journalled, Outcome, Publishing};
use super::writer::Decided;
use crate::base::thread_jobs::begin_job;
use rookery_storage::{Journal, RecordBuffer};

/// The capacity a record's buffer keeps for the next one: touching fresh memory costs more than copying into
/// it.
const KEPT_RECORD: usize = 8 << 20;

pub(crate) struct JournalThread {
    pub journal: Journal,
    pub publishing: Publishing,
    /// Holds one group at most: the writer waits until it is taken before it collects the next.
    pub decided: Receiver<Decided>,
    /// To the publisher thread.
    pub journalled: Sender<(Journalled, u64)>,
    /// Where record buffers go back to.
    pub buffers: Sender<RecordBuffer>,
    pub failures: Failures,
    /// How many groups the publisher thread received.
    pub handed_over: u64,
}

/// Failed journal writes, known here before they are published.
#[derive(Default)]
pub(crate) struct Failures {
    count: u64,
    last_reason: String,
}

/// The writer does not wait for an ended thread, however it ended.
struct Released(Arc<Progress>);

impl Drop for Released {
    fn drop(&mut self) {
        self.0.take(u64::MAX);
    }
}

impl JournalThread {
    /// The journal thread's loop: until the writer has ended.
    pub(crate) fn run(mut self) {
        let _let_go = Released(self.publishing.progress.clone());
        while let Ok(group) = self.decided.recv() {
            self.publishing.progress.take(group.number);
            let mut done = self.write(group);
            while let Ok(next) = self.decided.try_recv() {
                self.submit(done, next.number);
                done = self.write(next);
            }
            self.publish(done);
        }
    }

    fn write(&mut self, group: Decided) -> Journalled {
        let Decided { number, failures, mut record, requests, totals, last_etag } = group;
        let amount = (record.payload().len() as u64, "bytes");
        let core = &self.publishing.core;
        let _job = begin_job(core.name.as_str(), "write a group to the journal", Some(amount));
        let outcome = if failures != self.failures.count {
            Outcome::Void(self.failures.last_reason.clone())
        } else if requests.iter().any(|(_, write_set)| write_set.change_something()) {
            let written = self.journal.append(&mut record);
            record.shrink_to(KEPT_RECORD.max(4 * core.tuning.batch_bytes));
            // Full when the writer has enough of them.
            let _ = self.buffers.try_send(record);
            match written {
                Ok(record) => Outcome::Durable(record),
                Err(error) => {
                    self.failures.count += 1;
                    self.failures.last_reason = error.to_string();
                    Outcome::Failed(self.failures.last_reason.clone())
                }
            }
        } else {
            Outcome::NothingToWrite
        };
        Journalled { number, requests, totals, last_etag, outcome }
    }

    /// Passes the publishing to the other thread, which also notifies the writer that group `taken` was
    /// taken; waits while that thread is two groups behind.
    fn submit(&mut self, group: Journalled, taken: u64) {
        match self.journalled.send((group, taken)) {
            Ok(()) => self.handed_over += 1,
            // That thread ends before this one only because of a bug.
            Err(unsent) => {
                let (group, taken) = unsent.into_inner();
                self.publishing.progress.take(taken);
                self.publishing.publish(group);
            }
        }
    }

    /// Publishes here unless the other thread is still busy with earlier groups.
    fn publish(&mut self, group: Journalled) {
        if self.publishing.progress.published_beside.load(Ordering::Acquire) == self.handed_over {
            self.publishing.publish(group);
        } else {
            let taken = group.number;
            self.submit(group, taken);
        }
    }
}
