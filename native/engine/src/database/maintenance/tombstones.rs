//! Cleaning tombstones: which may be removed, and which component still needs them.
//!
//! A tombstone records a deletion for components that follow the order of changes. Such a component (an
//! index, a subscription) holds the tombstones after the etag it has processed; tombstones that no component
//! holds are removed periodically. Only tombstones of the data file are removed: those in memory are too
//! recent.

use crate::state::tombstone_holds::Hold;
use crate::state::tombstone_holds::TombstoneHold;
use std::ops::ControlFlow;
use std::sync::Arc;

use crossbeam_channel::Sender;

use crate::database::Database;
use crate::document::ids;
use crate::error::EngineError;
use crate::state::core::Core;
use crate::state::sweep::Sweep;
use crate::transaction::prepared::{Outcome, Prepared};
use crate::transaction::request::Request;

/// The most tombstones read under one snapshot, and removed in one request.
const BATCH: usize = 1024;

/// Up to which etag the tombstones of one collection may be removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TombstoneState {
    /// The collection's name in lower case.
    pub collection: String,
    /// The component that has processed the least; `None` without holds.
    pub component: Option<String>,
    /// The last etag that may be removed; `i64::MAX` without holds.
    pub etag: i64,
}

impl Database {
    /// Holds tombstones, of one collection or of all, for a component of this name. At first all are held.
    pub fn hold_tombstones(&self, component: &str, collection: Option<&str>) -> TombstoneHold {
        self.core.tombstone_holds.hold(component, collection)
    }

    /// Removes tombstones without holders now; returns their count. A tombstone whose document has revisions
    /// stays: it leads to them.
    pub fn clean_tombstones(&self) -> Result<u64, EngineError> {
        let writer = self.sender()?;
        self.core.flush_all()?;
        self.core.sweep(Sweep::Tombstones, &writer)
    }

    /// Up to which etag tombstones may be removed, by collection.
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
    /// Removes tombstones without holders.
    pub(crate) fn clean_tombstones(&self, writer: &Sender<Request>) -> Result<u64, EngineError> {
        let (mut from, mut cleaned) = (0, 0);
        while let ControlFlow::Continue(commands) = self.tombstones_to_clean(&mut from)? {
            if commands.is_empty() {
                continue;
            }
            let outcomes = self.submit(writer, commands)?;
            cleaned += outcomes.iter().filter(|outcome| **outcome == Outcome::Swept(true)).count() as u64;
        }
        self.clean_collection_changes(writer)?;
        Ok(cleaned)
    }

    /// Removes the changes of collections that every component has processed.
    fn clean_collection_changes(&self, writer: &Sender<Request>) -> Result<(), EngineError> {
        let passed =
            self.tombstone_holds.holds.lock().values().map(|hold| hold.passed).min().unwrap_or(i64::MAX);
        let mut etags = Vec::new();
        self.snapshot()?.collection_changes_from(0, &mut |etag, _| {
            if etag <= passed {
                etags.push(etag);
            }
        })?;
        for batch in etags.chunks(BATCH) {
            self.submit(writer, vec![Prepared::ForgetCollectionChanges { etags: batch.to_vec() }])?;
        }
        Ok(())
    }

    /// The commands that remove the next tombstones from `from` on; moves `from` past them. May be empty.
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
