//! The writer thread: takes everything that waits, decides, writes one journal record, publishes, answers.

use crossbeam_channel::{Receiver, Sender};

use super::batch_record;
use super::core::Core;
use super::known_versions::KnownVersions;
use super::prepared::{Outcome, Prepared};
use super::resolve::{Effects, Resolver};
use crate::date;
use crate::error::EngineError;
use crate::journal::Journal;

/// Most bytes of one request: it must fit one journal record together with what it is grouped with.
pub(super) const MAX_REQUEST: usize = 512 << 20;

/// Several commands that happen together or not at all.
#[derive(Debug)]
pub(crate) struct Request {
    pub commands: Vec<Prepared>,
    pub weight: usize,
    pub reply: Sender<Result<Vec<Outcome>, EngineError>>,
}

impl Request {
    pub(crate) fn new(commands: Vec<Prepared>) -> (Self, Receiver<Result<Vec<Outcome>, EngineError>>) {
        let (reply, answer) = crossbeam_channel::bounded(1);
        let weight = commands.iter().map(Prepared::weight).sum();
        (Self { commands, weight, reply }, answer)
    }
}

pub(super) struct Writer {
    pub core: std::sync::Arc<Core>,
    pub journal: Journal,
    pub requests: Receiver<Request>,
    pub payload: Vec<u8>,
}

impl Writer {
    /// The writer thread's life: until nobody can send any more.
    pub(super) fn run(mut self) {
        while let Ok(first) = self.requests.recv() {
            let mut weight = first.weight;
            let mut group = vec![first];
            while weight < self.core.tuning.batch_bytes {
                let Ok(next) = self.requests.try_recv() else { break };
                weight += next.weight;
                group.push(next);
            }
            self.wait_for_room();
            self.write_group(group);
        }
    }

    /// Memory is bounded: while the flush is behind by several tables, writers wait for it.
    fn wait_for_room(&self) {
        let limit = self.core.tuning.flush_bytes.saturating_mul(4);
        loop {
            let flushes = self.core.flush.flushes();
            let behind = {
                let view = self.core.view.read();
                !view.frozen.is_empty() && view.active.bytes > limit
            };
            if !behind || self.core.failures.lock().store.is_some() {
                return;
            }
            self.core.flush.wait_for_end(flushes);
        }
    }

    fn write_group(&mut self, group: Vec<Request>) {
        if let Err(reason) = self.try_store_again() {
            for request in group {
                answer(&request.reply, Err(self.core.read_only(reason.clone())));
            }
            return;
        }
        let core = self.core.clone();
        let turn = core.turn.lock();
        let snapshot = match core.snapshot() {
            Ok(snapshot) => snapshot,
            Err(error) => {
                let reason = error.to_string();
                for request in group {
                    answer(&request.reply, Err(core.read_only(reason.clone())));
                }
                return;
            }
        };
        let store = KnownVersions { store: snapshot.store, filter: &core.id_filter };
        let mut resolver = Resolver {
            node_tag: &core.node_tag,
            database_id: &core.id,
            view: snapshot.view,
            old: &store,
            now: date::to_ticks(core.clock.now()),
        };
        let mut accepted: Vec<(Request, Effects)> = Vec::with_capacity(group.len());
        for request in group {
            match resolver.request(&request.commands) {
                Ok(effects) => accepted.push((request, effects)),
                Err(error) => answer(&request.reply, Err(error)),
            }
        }
        let mut resolved = resolver.view;
        // Let go before anything waits: reopening a failed data file waits for its readers.
        drop(store);
        if accepted.iter().any(|(_, effects)| effects.change_something()) {
            batch_record::write(accepted.iter().map(|(_, effects)| effects), &mut self.payload);
            let written = self.journal.append(&self.payload);
            self.payload.shrink_to(4 * core.tuning.batch_bytes);
            match written {
                Ok(record) => resolved.active.last_record = record,
                Err(error) => {
                    let reason = error.to_string();
                    core.failures.lock().journal = Some(reason.clone());
                    for (request, _) in accepted {
                        answer(&request.reply, Err(core.read_only(reason.clone())));
                    }
                    return;
                }
            }
            core.failures.lock().journal = None;
            let active = &resolved.active;
            let full = active.len() >= core.tuning.flush_documents || active.bytes >= core.tuning.flush_bytes;
            {
                let mut view = core.view.write();
                // The flusher may have let go of the frozen table meanwhile; the rest is the writer's.
                view.active = resolved.active;
                view.totals = resolved.totals;
                view.last_etag = resolved.last_etag;
            }
            core.flush.published(full);
        }
        drop(turn);
        if !core.subscribers.is_empty() {
            let entries = accepted.iter().flat_map(|(_, effects)| &effects.entries);
            core.subscribers.publish(&entries.map(|entry| entry.to_change(&core.id)).collect::<Vec<_>>());
        }
        if accepted
            .iter()
            .flat_map(|(_, effects)| &effects.entries)
            .any(|entry| entry.value.archive_at().is_some())
        {
            core.archive_alarm.ring();
        }
        for (request, effects) in accepted {
            answer(&request.reply, Ok(effects.outcomes));
        }
    }

    /// After a failed flush each write first tries to flush again; without that memory would grow without bound.
    fn try_store_again(&self) -> Result<(), String> {
        if self.core.failures.lock().store.is_none() {
            return Ok(());
        }
        self.core.flush_once().map_err(|error| error.to_string())
    }
}

fn answer(reply: &Sender<Result<Vec<Outcome>, EngineError>>, result: Result<Vec<Outcome>, EngineError>) {
    // Whoever asked may have gone; the change stands all the same.
    let _ = reply.send(result);
}
