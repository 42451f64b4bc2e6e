//! One index as threads share it: its definition, its files, what its thread is told and what it tells.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};
use rookery_index::Index;

use super::definition::AutoIndex;
use super::progress::Progress;
use crate::database::TombstoneHold;

/// One index.
#[derive(Debug)]
pub(crate) struct Slot {
    pub definition: AutoIndex,
    pub index: Arc<Index>,
    /// Keeps the tombstones that are still to be looked at.
    pub hold: TombstoneHold,
    /// Why the files had to be made anew when the index was opened.
    pub rebuilt: Option<String>,
    pub stop: AtomicBool,
    pub state: Mutex<State>,
    /// Something in `state` is new.
    pub news: Condvar,
    pub map_attempts: AtomicU64,
    pub map_errors: AtomicU64,
    /// Ticks.
    pub last_query: AtomicI64,
    pub last_indexing: AtomicI64,
}

/// What an index's thread tells.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub progress: Progress,
    /// Why the index stands still; tried again with the next change.
    pub failure: Option<String>,
    /// The thread has ended.
    pub ended: bool,
}

impl Slot {
    pub(crate) fn new(
        definition: AutoIndex,
        index: Arc<Index>,
        hold: TombstoneHold,
        rebuilt: Option<String>,
    ) -> Self {
        let progress = Progress::read(index.reader().text());
        hold.may_go_up_to(progress.tombstone);
        Self {
            definition,
            index,
            hold,
            rebuilt,
            stop: AtomicBool::new(false),
            state: Mutex::new(State { progress, ..State::default() }),
            news: Condvar::new(),
            map_attempts: AtomicU64::new(0),
            map_errors: AtomicU64::new(0),
            last_query: AtomicI64::new(0),
            last_indexing: AtomicI64::new(0),
        }
    }

    /// Waits until every change up to `etag` is in. Says whether it came to that.
    pub(crate) fn wait_for(&self, etag: i64, longest: Duration) -> bool {
        let until = Instant::now() + longest;
        let mut state = self.state.lock();
        while state.progress.complete < etag {
            if state.ended || self.news.wait_until(&mut state, until).timed_out() {
                return state.progress.complete >= etag;
            }
        }
        true
    }

    pub(crate) fn tell(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock());
        self.news.notify_all();
    }
}
