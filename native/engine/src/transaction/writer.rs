//! The writer thread: takes all queued requests as a group and resolves them. While the journal thread makes
//! one group durable, the next is resolved here, on top of unpublished groups.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crossbeam_channel::{Receiver, Sender};

use super::batch_record;
use super::filtered_reader::FilteredReader;
use super::pending::Pending;
use super::progress::Progress;
use super::request::Request;
use super::resolve::reruns::Reruns;
use super::resolve::{Resolver, Scripts, WriteSet};
use crate::base::thread_jobs::begin_job;
use crate::state::core::Core;
use crate::store::totals::Totals;
use rookery_storage::RecordBuffer;

/// A decided group of requests for the journal.
pub(crate) struct Decided {
    pub number: u64,
    /// How many journal writes had failed when it was decided.
    pub failures: u64,
    pub record: RecordBuffer,
    pub requests: Vec<(Request, WriteSet)>,
    pub totals: Arc<Totals>,
    pub last_etag: i64,
}

pub(crate) struct Writer {
    pub core: Arc<Core>,
    pub requests: Receiver<Request>,
    pub decided: Sender<Decided>,
    /// Record buffers returned by the journal thread.
    pub buffers: Receiver<RecordBuffer>,
    pub progress: Arc<Progress>,
    state: State,
    reruns: Reruns,
}

/// The writer's state beyond what is published.
#[derive(Default)]
struct State {
    last_group: u64,
    failures: u64,
    /// Groups decided and perhaps not yet published, oldest first.
    pending: VecDeque<(u64, Arc<Pending>)>,
    /// Totals and last etag with everything pending; `None`: as published.
    ahead: Option<(Arc<Totals>, i64)>,
}

impl Writer {
    pub(crate) fn new(
        core: Arc<Core>,
        requests: Receiver<Request>,
        decided: Sender<Decided>,
        buffers: Receiver<RecordBuffer>,
        progress: Arc<Progress>,
    ) -> Self {
        Self {
            core,
            requests,
            decided,
            buffers,
            progress,
            state: State::default(),
            reruns: Reruns::default(),
        }
    }

    /// The writer thread's loop: ends when the last sender is dropped.
    pub(crate) fn run(mut self) {
        while let Ok(first) = self.requests.recv() {
            self.progress.wait_until_taken(self.state.last_group);
            let mut weight = first.weight;
            let mut group = vec![first];
            while weight < self.core.tuning.batch_bytes {
                let Ok(next) = self.requests.try_recv() else { break };
                weight += next.weight;
                group.push(next);
            }
            let requests = group.len() as u64;
            let _job = begin_job(self.core.name.as_str(), "decide a group", Some((requests, "requests")));
            self.wait_for_room();
            self.decide(group);
        }
    }

    /// Memory is bounded: while the flush is several tables behind, writers wait for it.
    fn wait_for_room(&self) {
        let size = self.core.tuning.flush_bytes;
        let limit = size.saturating_add(size / 2);
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

    fn decide(&mut self, group: Vec<Request>) {
        let core = self.core.clone();
        if let Err(reason) = self.try_store_again() {
            return refuse(&core, group, &reason);
        }
        self.catch_up();
        let snapshot = match core.snapshot() {
            Ok(snapshot) => snapshot,
            Err(error) => return refuse(&core, group, &error.to_string()),
        };
        let store = FilteredReader { store: snapshot.store, filter: &core.id_filter };
        let earlier: Vec<_> = self.state.pending.iter().map(|(_, pending)| pending.clone()).collect();
        let revisions = core.file.revisions();
        self.reruns.begin_group();
        let scripts = Scripts::Apply { reruns: &self.reruns };
        let mut resolver =
            Resolver::new(&core, &snapshot.view, &earlier, &store, revisions.as_deref(), scripts);
        if let Some((totals, last_etag)) = &self.state.ahead {
            (resolver.totals, resolver.last_etag) = (totals.clone(), *last_etag);
        }
        let mut requests: Vec<(Request, WriteSet)> = Vec::with_capacity(group.len());
        for mut request in group {
            let commands = std::mem::take(&mut request.commands);
            match resolver.request(commands, request.outcomes) {
                Ok(write_set) => requests.push((request, write_set)),
                Err(error) => request.answer(Err(error)),
            }
        }
        let Resolver { group: pending, totals, last_etag, .. } = resolver;
        // Dropped before anything waits: reopening a failed data file waits for its readers.
        drop(store);
        if requests.is_empty() {
            return;
        }
        let mut record = self.buffers.try_recv().unwrap_or_default();
        let capacity = requests.iter().map(|(request, _)| request.weight).sum();
        batch_record::write(requests.iter().map(|(_, write_set)| write_set), capacity, &mut record);
        self.state.last_group += 1;
        let number = self.state.last_group;
        self.state.pending.push_back((number, Arc::new(pending)));
        self.state.ahead = Some((totals.clone(), last_etag));
        let decided = Decided { number, failures: self.state.failures, record, requests, totals, last_etag };
        if let Err(unsent) = self.decided.send(decided) {
            // The journal thread ends before this one only because of a bug.
            for (request, _) in unsent.into_inner().requests {
                request.answer(Err(core.read_only("the journal thread has ended".to_owned())));
            }
        }
    }

    /// Removes pending groups that are published by now, or void.
    fn catch_up(&mut self) {
        let failures = self.progress.failures.load(Ordering::Acquire);
        if failures != self.state.failures {
            self.state.failures = failures;
            self.state.pending.clear();
        }
        // Read before the view: the view then has every removed group.
        let published = self.progress.published.load(Ordering::Acquire);
        while self.state.pending.front().is_some_and(|(number, _)| *number <= published) {
            self.state.pending.pop_front();
        }
        if self.state.pending.is_empty() {
            self.state.ahead = None;
        }
    }

    /// After a failed flush each write first retries the flush; without that memory would grow without bound.
    fn try_store_again(&self) -> Result<(), String> {
        if self.core.failures.lock().store.is_none() {
            return Ok(());
        }
        self.core.flush_once().map_err(|error| error.to_string())
    }
}

fn refuse(core: &Core, group: Vec<Request>, reason: &str) {
    for request in group {
        request.answer(Err(core.read_only(reason.to_owned())));
    }
}
