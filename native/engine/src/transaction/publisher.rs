//! Publishes durable changes to readers and replies to the callers.
//!
//! Groups arrive in journal order and are published in it. Usually the journal thread does it between two
//! writes; while the next group is already waiting, the publisher thread does it concurrently with the next
//! write.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossbeam_channel::Receiver;

use super::progress::Progress;
use super::request::Request;
use super::resolve::WriteSet;
use crate::base::thread_jobs::begin_job;
use crate::state::core::Core;
use crate::store::totals::Totals;

/// A group after its journal write.
pub(crate) struct Journalled {
    pub number: u64,
    pub requests: Vec<(Request, WriteSet)>,
    pub totals: Arc<Totals>,
    pub last_etag: i64,
    pub outcome: Outcome,
}

/// The result of a group's journal write.
pub(crate) enum Outcome {
    /// It is durable as this record.
    Durable(u64),
    /// It changes nothing, so nothing was written.
    NothingToWrite,
    /// The write failed.
    Failed(String),
    /// It was decided on top of a group that failed.
    Void(String),
}

/// Publishes groups, on either thread.
#[derive(Clone)]
pub(crate) struct Publishing {
    pub core: Arc<Core>,
    pub progress: Arc<Progress>,
}

pub(crate) struct Publisher {
    pub publishing: Publishing,
    /// With the number of the last group the journal thread has taken by then.
    pub journalled: Receiver<(Journalled, u64)>,
}

impl Publisher {
    /// The publisher thread's loop: until the journal thread has ended.
    pub(crate) fn run(self) {
        while let Ok((group, taken)) = self.journalled.recv() {
            let Publishing { core, progress } = &self.publishing;
            progress.take(taken);
            let amount = (group.requests.len() as u64, "requests");
            let _job = begin_job(core.name.as_str(), "publish a group", Some(amount));
            self.publishing.publish(group);
            progress.published_beside.fetch_add(1, Ordering::Release);
        }
    }
}

impl Publishing {
    pub(crate) fn publish(&self, group: Journalled) {
        let core = &self.core;
        let Journalled { number, requests, totals, last_etag, outcome } = group;
        match outcome {
            Outcome::Durable(record) => self.show(record, &requests, totals, last_etag),
            Outcome::NothingToWrite => {}
            Outcome::Failed(reason) => {
                core.failures.lock().journal = Some(reason.clone());
                self.progress.failures.fetch_add(1, Ordering::AcqRel);
                return refuse(core, requests, &reason);
            }
            Outcome::Void(reason) => return refuse(core, requests, &reason),
        }
        self.progress.published.store(number, Ordering::Release);
        if !core.subscribers.is_empty() {
            let entries = requests.iter().flat_map(|(_, write_set)| &write_set.entries);
            core.subscribers.publish(&entries.map(|entry| entry.to_change(&core.id)).collect::<Vec<_>>());
        }
        if !core.counter_subscribers.is_empty() {
            let counters = requests.iter().flat_map(|(_, write_set)| write_set.counters.iter().cloned());
            core.counter_subscribers.publish(&counters.collect::<Vec<_>>());
        }
        if !core.time_series_subscribers.is_empty() {
            let series = requests.iter().flat_map(|(_, write_set)| write_set.time_series.iter().cloned());
            core.time_series_subscribers.publish(&series.collect::<Vec<_>>());
        }
        let mut entries = requests.iter().flat_map(|(_, write_set)| &write_set.entries);
        if entries.any(|entry| entry.value.archive_at().is_some()) {
            core.sweep_alarm.ring();
        }
        for (request, write_set) in requests {
            request.answer(Ok(write_set.outcomes));
        }
    }

    /// Makes the changes of record `record` visible to readers.
    fn show(&self, record: u64, requests: &[(Request, WriteSet)], totals: Arc<Totals>, last_etag: i64) {
        let core = &self.core;
        core.failures.lock().journal = None;
        let turn = core.turn.lock();
        // Copied, changed and swapped: readers do not wait.
        let mut active = core.view.read().active.clone();
        for (_, write_set) in requests {
            active.insert_all(write_set.entries.iter());
            for (etag, value) in &write_set.recoded {
                active.insert_recoded(*etag, value.clone());
            }
            for (etag, key) in &write_set.forgotten {
                active.insert_forgotten(*etag, key.clone());
            }
            for (name, value) in &write_set.identities {
                active.identities.insert(name.clone(), *value);
            }
            for change in &write_set.side {
                active.insert_side(change.clone());
            }
        }
        active.last_record = record;
        let full = active.len() >= core.tuning.flush_documents || active.bytes >= core.tuning.flush_bytes;
        let replaced = {
            let mut view = core.view.write();
            view.totals = totals;
            view.last_etag = last_etag;
            std::mem::replace(&mut view.active, active)
        };
        drop(turn);
        drop(replaced);
        core.flush.published(full);
        core.signal.give();
    }
}

fn refuse(core: &Core, requests: Vec<(Request, WriteSet)>, reason: &str) {
    for (request, _) in requests {
        request.answer(Err(core.read_only(reason.to_owned())));
    }
}
