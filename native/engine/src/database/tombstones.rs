//! Cleaning tombstones: which may go, and who still needs them.
//!
//! A tombstone tells whoever follows the order of changes that a document is gone. Whoever does (an index,
//! a subscription) holds the tombstones behind the etag it has come to; those that everybody has passed
//! are cleaned away now and then. Only tombstones of the data file are: what is in memory is too young.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crossbeam_channel::Sender;
use parking_lot::Mutex;

use super::Database;
use super::core::Core;
use super::prepared::{Outcome, Prepared};
use super::request::Request;
use super::sweep::Sweep;
use crate::error::EngineError;
use crate::ids;

/// Tombstones looked at under one snapshot, and cleaned in one request at most.
const BATCH: usize = 1024;

/// Who needs which tombstones.
#[derive(Debug, Default)]
pub(crate) struct Holds {
    holds: Mutex<BTreeMap<u64, Hold>>,
}

#[derive(Debug, Clone)]
struct Hold {
    component: String,
    /// In lower case; `None`: of all collections.
    collection: Option<String>,
    /// The last one that is not needed any more.
    passed: i64,
}

impl Hold {
    fn is_of(&self, collection: &str) -> bool {
        self.collection.as_deref().is_none_or(|own| own == collection)
    }
}

/// Keeps tombstones from being cleaned away until it is told how far its holder has come; lets go when dropped.
#[derive(Debug)]
pub struct TombstoneHold {
    holds: Arc<Holds>,
    number: u64,
}

impl TombstoneHold {
    /// Tombstones up to this etag are not needed any more, as far as the holder is concerned.
    pub fn may_go_up_to(&self, etag: i64) {
        if let Some(hold) = self.holds.holds.lock().get_mut(&self.number) {
            hold.passed = etag;
        }
    }

    /// None is needed any more.
    pub(crate) fn let_go(&self) {
        self.holds.holds.lock().remove(&self.number);
    }
}

impl Drop for TombstoneHold {
    fn drop(&mut self) {
        self.let_go();
    }
}

/// Up to where the tombstones of one collection may be cleaned away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TombstoneState {
    /// The collection's name in lower case.
    pub collection: String,
    /// Who has come least far; `None` when nobody holds any.
    pub component: Option<String>,
    /// The last etag that may go; the greatest there is when nobody holds any.
    pub etag: i64,
}

impl Database {
    /// Keeps tombstones, of one collection or of all, for somebody of this name. At first none may go.
    pub fn hold_tombstones(&self, component: &str, collection: Option<&str>) -> TombstoneHold {
        self.core.hold_tombstones(component, collection)
    }

    /// Cleans away the tombstones nobody needs, without waiting for the next time; says how many those were.
    /// One whose document has revisions stays: it is what leads to them.
    pub fn clean_tombstones(&self) -> Result<u64, EngineError> {
        let writer = self.sender()?;
        self.core.flush_all()?;
        self.core.sweep(Sweep::Tombstones, &writer)
    }

    /// Up to where tombstones may be cleaned away, by collection.
    pub fn tombstone_states(&self) -> Result<Vec<TombstoneState>, EngineError> {
        let snapshot = self.snapshot()?;
        let holds = self.core.tombstone_holds.holds.lock();
        let state = |collection: &String| {
            let least = holds.values().filter(|hold| hold.is_of(collection)).min_by_key(|hold| hold.passed);
            TombstoneState {
                collection: collection.clone(),
                component: least.map(|hold| hold.component.clone()),
                etag: least.map_or(i64::MAX, |hold| hold.passed),
            }
        };
        let mut states: Vec<_> = snapshot.view.totals.keys().map(state).collect();
        states.sort_unstable_by(|left, right| left.collection.cmp(&right.collection));
        Ok(states)
    }
}

impl Core {
    /// See [`Database::hold_tombstones`].
    pub(crate) fn hold_tombstones(&self, component: &str, collection: Option<&str>) -> TombstoneHold {
        let holds = self.tombstone_holds.clone();
        let mut open = holds.holds.lock();
        let number = open.last_key_value().map_or(0, |(last, _)| last + 1);
        let collection = collection.map(ids::key_of);
        open.insert(number, Hold { component: component.to_owned(), collection, passed: 0 });
        drop(open);
        TombstoneHold { holds, number }
    }

    /// Cleans away what may go now.
    pub(super) fn clean_tombstones(&self, writer: &Sender<Request>) -> Result<u64, EngineError> {
        let (mut from, mut cleaned) = (0, 0);
        while let ControlFlow::Continue(commands) = self.tombstones_to_clean(&mut from)? {
            if commands.is_empty() {
                continue;
            }
            let (request, answer) = Request::waiting(commands);
            writer.send(request).map_err(|_| self.closed())?;
            let outcomes = answer.recv().map_err(|_| self.closed())??;
            cleaned += outcomes.iter().filter(|outcome| **outcome == Outcome::Swept(true)).count() as u64;
        }
        Ok(cleaned)
    }

    /// The commands that clean the next few tombstones from `from` on, which moves behind them; may be none.
    fn tombstones_to_clean(&self, from: &mut i64) -> Result<ControlFlow<(), Vec<Prepared>>, EngineError> {
        let holds: Vec<Hold> = self.tombstone_holds.holds.lock().values().cloned().collect();
        let snapshot = self.snapshot()?;
        let (mut seen, mut commands) = (0, Vec::new());
        for row in snapshot.store.tombstones_from(*from)?.take(BATCH) {
            let (etag, value) = row?;
            seen += 1;
            *from = etag + 1;
            let collection = ids::key_of(value.collection());
            let needed = |hold: &Hold| etag > hold.passed && hold.is_of(&collection);
            if !holds.iter().any(needed) && !snapshot.view.has_forgotten(etag) {
                commands.push(Prepared::Forget { key: Arc::from(ids::key_of(value.id())), etag });
            }
        }
        Ok(if seen == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(commands) })
    }
}
