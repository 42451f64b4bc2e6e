//! The journal thread: makes one decided group after the other durable, shows it to readers, answers.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossbeam_channel::{Receiver, Sender};

use super::core::Core;
use super::request::Request;
use super::resolve::Effects;
use super::writer::{Decided, Progress};
use crate::begin_job;
use crate::journal::{Journal, RecordBuffer};

/// Room a record's buffer keeps for the next one: touching fresh memory costs more than copying into it.
const KEPT_RECORD: usize = 8 << 20;

pub(super) struct Publisher {
    pub core: Arc<Core>,
    pub journal: Journal,
    pub decided: Receiver<Decided>,
    /// Where record buffers go back to.
    pub buffers: Sender<RecordBuffer>,
    pub progress: Arc<Progress>,
}

impl Publisher {
    /// The journal thread's life: until the writer has ended.
    pub(super) fn run(mut self) {
        while let Ok(group) = self.decided.recv() {
            let amount = (group.record.payload().len() as u64, "bytes");
            let _job = begin_job(
                self.core.name.as_str(),
                "write a group to the journal and publish it",
                Some(amount),
            );
            self.publish(group);
        }
    }

    fn publish(&mut self, group: Decided) {
        let core = self.core.clone();
        let Decided { number, failures, mut record, requests, totals, last_etag } = group;
        if failures != self.progress.failures.load(Ordering::Acquire) {
            // Decided on top of changes that came to nothing.
            let reason = core.failures.lock().journal.clone();
            return refuse(&core, requests, &reason.unwrap_or_else(|| "an earlier write failed".to_owned()));
        }
        if requests.iter().any(|(_, effects)| effects.change_something()) {
            let written = self.journal.append(&mut record);
            record.shrink_to(KEPT_RECORD.max(4 * core.tuning.batch_bytes));
            // Full when the writer has enough of them.
            let _ = self.buffers.try_send(record);
            match written {
                Ok(record) => self.show(record, &requests, totals, last_etag),
                Err(error) => {
                    let reason = error.to_string();
                    core.failures.lock().journal = Some(reason.clone());
                    self.progress.failures.fetch_add(1, Ordering::AcqRel);
                    return refuse(&core, requests, &reason);
                }
            }
        }
        self.progress.published.store(number, Ordering::Release);
        if !core.subscribers.is_empty() {
            let entries = requests.iter().flat_map(|(_, effects)| &effects.entries);
            core.subscribers.publish(&entries.map(|entry| entry.to_change(&core.id)).collect::<Vec<_>>());
        }
        if !core.counter_subscribers.is_empty() {
            let counters = requests.iter().flat_map(|(_, effects)| effects.counters.iter().cloned());
            core.counter_subscribers.publish(&counters.collect::<Vec<_>>());
        }
        let mut entries = requests.iter().flat_map(|(_, effects)| &effects.entries);
        if entries.any(|entry| entry.value.archive_at().is_some()) {
            core.sweep_alarm.ring();
        }
        for (request, effects) in requests {
            request.answer(Ok(effects.outcomes));
        }
    }

    /// Lets readers see what record `record` made durable.
    fn show(&self, record: u64, requests: &[(Request, Effects)], totals: Arc<super::Totals>, last_etag: i64) {
        let core = &self.core;
        core.failures.lock().journal = None;
        let turn = core.turn.lock();
        // Copied, changed and put back: readers wait for none of it.
        let mut active = core.view.read().active.clone();
        for (_, effects) in requests {
            active.insert_all(effects.entries.iter());
            for (etag, value) in &effects.recoded {
                active.insert_recoded(*etag, value.clone());
            }
            for (etag, key) in &effects.forgotten {
                active.insert_forgotten(*etag, key.clone());
            }
            for (name, value) in &effects.identities {
                active.identities.insert(name.clone(), *value);
            }
            for change in &effects.side {
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

fn refuse(core: &Core, requests: Vec<(Request, Effects)>, reason: &str) {
    for (request, _) in requests {
        request.answer(Err(core.read_only(reason.to_owned())));
    }
}
