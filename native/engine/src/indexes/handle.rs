//! One index as shared by threads: its definition, files, commands to its thread and the thread's state.

use crate::index_definition::admin_state::RunningStatus;
use crate::index_definition::replacement_name::replacement_of;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use rookery_cancel::CancelToken;
use rookery_index::Index;
use rookery_script::threads::watch::check_available;
use rookery_script::{MapSource, ScriptError};

use super::attempts::{AttemptCounts, Attempts};
use super::folder_removal::FolderRemoval;
use super::map_errors::MapErrors;
use super::performance::Performance;
use super::progress::{Committed, Covered, LastChange, Progress};
use super::scripts::Scripts;
use crate::base::changes::IndexChangeKind;
use crate::error::EngineError;
use crate::extensions::item_changes::ItemKind;
use crate::index_definition::IndexDefinition;
use crate::index_definition::admin_state::IndexAdminState;
use crate::state::core::Core;
use crate::state::snapshot::Snapshot;
use crate::state::tombstone_holds::TombstoneHold;

/// One index.
#[derive(Debug)]
pub(crate) struct IndexHandle {
    /// Under the present name, or under the one it is to take.
    pub definition: IndexDefinition,
    /// It is to replace the index of its name.
    pub is_side_by_side: AtomicBool,
    /// The maps of a static index.
    pub scripts: Option<Scripts>,
    /// The documents, or those whose counters or time series are indexed.
    pub covered: Covered,
    /// What the entries are made of; `None`: documents.
    pub items: Option<ItemKind>,
    pub errors: MapErrors,
    pub performance: Performance,
    pub index: Arc<Index>,
    /// After the index: it is dropped after it.
    pub removal: FolderRemoval,
    /// Holds the tombstones that it has not processed.
    pub hold: TombstoneHold,
    /// Why the files were created again when the index was opened.
    pub rebuilt: Option<String>,
    pub stop: AtomicBool,
    /// One of its scripts did not stop: its thread counts as ended, and must not change anything if it
    /// continues.
    pub abandoned: AtomicBool,
    /// It is paused until it is started.
    pub paused: AtomicBool,
    pub admin_state: Mutex<IndexAdminState>,
    pub state: Mutex<State>,
    /// Notified when `state` changes.
    pub state_changed: Condvar,
    pub attempts: Attempts,
    /// It is in the state `Error`: too many attempts failed.
    pub errored: AtomicBool,
    /// Total duration of its batches since the database was opened, in nanoseconds.
    pub worked: AtomicU64,
    /// In ticks.
    pub last_query: AtomicI64,
    pub last_indexing: AtomicI64,
}

/// The state published by an index's thread.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub progress: Progress,
    /// Collections that maps loaded from.
    pub referenced: Vec<String>,
    /// Maps read compare-exchange values.
    pub reads_exchanges: bool,
    /// Why the last batch failed; it is retried at the next change.
    pub failure: Option<String>,
    /// The thread rests because the index is paused or disabled.
    pub resting: bool,
    /// The thread has ended, or was abandoned.
    pub ended: bool,
    /// Callers that wait for progress.
    pub waiting: usize,
}

/// The opened files of an index.
pub(crate) struct IndexFiles {
    pub index: Arc<Index>,
    pub removal: FolderRemoval,
    pub errors: MapErrors,
    /// Why they were created again.
    pub rebuilt: Option<String>,
}

impl IndexHandle {
    pub(crate) fn new(
        definition: IndexDefinition,
        is_side_by_side: bool,
        scripts: Option<Scripts>,
        files: IndexFiles,
        hold: TombstoneHold,
        paused: bool,
    ) -> Self {
        let IndexFiles { index, errors, rebuilt, removal } = files;
        let admin_state = definition.admin_state();
        let committed = Committed::read(index.reader().text());
        hold.release_up_to(committed.progress.tombstone);
        let covered = match (&definition, &scripts) {
            (IndexDefinition::Auto(auto), _) => Covered::new(auto.collection.clone().map(|name| vec![name])),
            (IndexDefinition::Grouped(index), _) => {
                Covered::new(index.collection.clone().map(|name| vec![name]))
            }
            (IndexDefinition::Static(_), Some(scripts)) => Covered::new(scripts.collections()),
            (IndexDefinition::Static(_), None) => Covered::Collections(Vec::new()),
        };
        let items = match scripts.as_ref().and_then(Scripts::source) {
            Some(MapSource::Counters) => Some(ItemKind::Counter),
            Some(MapSource::TimeSeries) => Some(ItemKind::TimeSeries),
            Some(MapSource::Documents) | None => None,
        };
        let state = State {
            progress: committed.progress,
            referenced: committed.references.keys().cloned().collect(),
            reads_exchanges: committed.reads_exchanges,
            ..State::default()
        };
        Self {
            definition,
            is_side_by_side: AtomicBool::new(is_side_by_side),
            scripts,
            covered,
            items,
            errors,
            performance: Performance::default(),
            index,
            removal,
            hold,
            rebuilt,
            stop: AtomicBool::new(false),
            abandoned: AtomicBool::new(false),
            paused: AtomicBool::new(paused),
            admin_state: Mutex::new(admin_state),
            state: Mutex::new(state),
            state_changed: Condvar::new(),
            attempts: Attempts::new(committed.attempts),
            errored: AtomicBool::new(committed.errored),
            worked: AtomicU64::new(0),
            last_query: AtomicI64::new(0),
            last_indexing: AtomicI64::new(committed.indexed_at),
        }
    }

    /// Whether its entries are results of groups rather than of documents.
    pub(crate) fn reduces(&self) -> bool {
        self.definition.grouped().is_some() || self.scripts.as_ref().is_some_and(Scripts::reduces)
    }

    /// Whether its results are what was mapped or reduced rather than documents.
    pub(crate) fn answers_entries(&self) -> bool {
        self.reduces() || self.items.is_some()
    }

    /// The newest changes of what it covers and of what its maps load.
    pub(crate) fn last_change(&self, snapshot: &Snapshot) -> LastChange {
        let last = |name: &String| Covered::of_reference(name).last_change(snapshot);
        let (referenced, reads_exchanges) = {
            let state = self.state.lock();
            (state.referenced.iter().map(last).max(), state.reads_exchanges)
        };
        let items = self.items.map(|kind| self.covered.last_item_change(kind, snapshot));
        let etag = self.covered.last_change(snapshot).max(referenced.unwrap_or(0)).max(items.unwrap_or(0));
        // Unreadable: the index counts as stale, and its next batch reports the error.
        let exchange = if reads_exchanges { snapshot.last_exchange_change().unwrap_or(i64::MAX) } else { 0 };
        LastChange { etag, exchange }
    }

    /// Waits until every change of this snapshot is indexed. While the maps run, they may load from further
    /// collections, whose changes are then waited for too.
    pub(crate) fn wait_for_all(self: &Arc<Self>, moment: &Snapshot, longest: Duration, cancel: &CancelToken) {
        let until = Instant::now() + longest;
        loop {
            let last = self.last_change(moment);
            let left = until.saturating_duration_since(Instant::now());
            if !self.wait_for(last, left, cancel) || cancel.is_cancelled() || self.last_change(moment) == last
            {
                return;
            }
        }
    }

    /// Waits until every change up to `last` is indexed, the time is over, or `cancel` is cancelled. Returns
    /// whether they are indexed.
    pub(crate) fn wait_for(
        self: &Arc<Self>,
        last: LastChange,
        longest: Duration,
        cancel: &CancelToken,
    ) -> bool {
        if self.state.lock().progress.covers(last) {
            return true;
        }
        let handle = self.clone();
        // `update_state` takes the lock, so the wake-up cannot fall between the check below and the wait.
        let _wake = cancel.on_cancel(move || handle.update_state(|_| {}));
        let until = Instant::now() + longest;
        let mut state = self.state.lock();
        state.waiting += 1;
        self.end_rest();
        while !state.progress.covers(last)
            && !state.ended
            && !self.errored.load(Ordering::Acquire)
            && !cancel.is_cancelled()
        {
            if self.state_changed.wait_until(&mut state, until).timed_out() {
                break;
            }
        }
        state.waiting -= 1;
        state.progress.covers(last)
    }

    /// Lets changes accumulate until this moment, unless a caller waits for them or the thread must pause.
    pub(crate) fn rest_until(&self, moment: Instant) {
        let mut state = self.state.lock();
        while state.waiting == 0 && !self.must_pause() {
            if self.state_changed.wait_until(&mut state, moment).timed_out() {
                return;
            }
        }
    }

    /// Wakes the thread if it rests until a moment: the caller holds the lock of the state, and has changed what it waits for.
    fn end_rest(&self) {
        self.state_changed.notify_all();
    }

    /// Puts the index into the state `Error` because one of its scripts does not stop.
    pub(crate) fn abandon(&self, error: &ScriptError) {
        self.abandoned.store(true, Ordering::Release);
        self.update_state(|state| {
            let sentence = format!("{error}. The index is stopped; change its definition, or reset it.");
            (state.failure, state.ended) = (Some(sentence), true);
        });
    }

    /// Publishes the progress of a committed batch. `errored`: and the state `Error`.
    pub(crate) fn publish(&self, core: &Core, progress: Progress, errored: bool) {
        let is_new = errored && !self.errored.load(Ordering::Acquire);
        // Both under one lock: a query that waits for the progress is refused.
        self.update_state(|state| {
            state.progress = progress;
            if errored {
                self.errored.store(true, Ordering::Release);
            }
        });
        if is_new {
            core.notify_index_change(IndexChangeKind::IndexMarkedAsErrored, &self.name());
        }
    }

    /// Whether so many attempts failed that its state is `Error`. Automatic indexes have no scripts that could
    /// fail.
    pub(crate) fn fails_too_often(&self, counts: &AttemptCounts, is_stale: bool) -> bool {
        self.scripts.is_some() && counts.exceed(is_stale)
    }

    /// Fails on a thread that was abandoned, or whose helper was.
    pub(crate) fn check_not_abandoned(&self) -> Result<(), EngineError> {
        match self.abandoned.load(Ordering::Acquire) {
            true => Err(EngineError::Internal {
                database: self.name(),
                what: "a thread of the index was abandoned".to_owned(),
            }),
            false => Ok(()),
        }
    }

    /// Fails while no script can be started: otherwise documents would be missing.
    pub(crate) fn check_scripts(&self) -> Result<(), EngineError> {
        let refused = |error| EngineError::ScriptThread { what: self.name(), error: Box::new(error) };
        match self.scripts {
            Some(_) => check_available().map_err(refused),
            None => Ok(()),
        }
    }

    /// Waits until the thread has ended. Returns whether it can be joined.
    pub(crate) fn wait_for_end(&self) -> bool {
        let mut state = self.state.lock();
        self.end_rest();
        while !state.ended {
            self.state_changed.wait(&mut state);
        }
        !self.abandoned.load(Ordering::Acquire)
    }

    pub(crate) fn update_state(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock());
        self.state_changed.notify_all();
    }
}

impl IndexHandle {
    pub(crate) fn running(&self) -> RunningStatus {
        if self.admin_state.lock().disabled {
            RunningStatus::Disabled
        } else if self.paused.load(Ordering::Acquire) || self.errored.load(Ordering::Acquire) {
            RunningStatus::Paused
        } else {
            RunningStatus::Running
        }
    }

    /// Whether it must not index for now.
    pub(crate) fn must_rest(&self) -> bool {
        self.running() != RunningStatus::Running
    }

    /// Whether a running batch must end.
    pub(crate) fn must_pause(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.must_rest()
    }

    /// The definition with the present administrative state.
    pub(crate) fn definition_now(&self) -> IndexDefinition {
        self.definition.clone().named(self.name()).with_admin_state(*self.admin_state.lock())
    }

    /// Waits until indexing has stopped.
    pub(crate) fn wait_until_resting(&self) {
        let mut state = self.state.lock();
        self.end_rest();
        while self.must_rest() && !state.resting && !state.ended {
            self.state_changed.wait(&mut state);
        }
    }
}

impl IndexHandle {
    /// The index's present name.
    pub(crate) fn name(&self) -> String {
        let name = self.definition.name();
        if self.is_replacement() { replacement_of(name) } else { name.to_owned() }
    }

    /// Whether it is to replace another index when it is up to date.
    pub(crate) fn is_replacement(&self) -> bool {
        self.is_side_by_side.load(Ordering::Acquire)
    }
}
