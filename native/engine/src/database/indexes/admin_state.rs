//! How an index stands, apart from what it is made of: whether it works, how urgently, whether it may be changed.
//!
//! Disabling, locks and priorities stand in the database's record with the definition; pausing lasts until the
//! database is opened again. None of it touches the index's files.

use crate::index_definition::admin_state::IndexPriority;
use crate::index_definition::admin_state::LockMode;
use crate::index_definition::admin_state::Standing;
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::base::changes::IndexChangeKind;
use crate::database::Database;
use crate::error::EngineError;
use crate::index_definition::replacement_name::replacement_of;
use crate::index_definition::static_index::StaticIndex;
use crate::indexes::handle::Slot;

/// Which indexes are to stop or to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexingOf<'n> {
    /// All, those made later among them.
    All,
    /// Those without a reduce.
    Maps,
    /// Those with one.
    MapReduces,
    /// One.
    Named(&'n str),
}

impl Database {
    /// Stops indexes until they are started or the database is opened again. Nothing is taken in any more when this
    /// returns.
    pub fn stop_indexing(&self, of: IndexingOf<'_>) -> Result<(), EngineError> {
        let slots = self.slots_of(of, true)?;
        for slot in &slots {
            if !slot.paused.swap(true, Ordering::AcqRel) {
                self.core.tell_index(IndexChangeKind::IndexPaused, &slot.name());
            }
        }
        self.core.signal.call();
        slots.iter().for_each(|slot| slot.wait_for_rest());
        Ok(())
    }

    /// Lets indexes go on that were stopped.
    pub fn start_indexing(&self, of: IndexingOf<'_>) -> Result<(), EngineError> {
        let slots = self.slots_of(of, false)?;
        slots.iter().for_each(|slot| slot.paused.store(false, Ordering::Release));
        self.core.signal.call();
        Ok(())
    }

    /// Whether all indexes were stopped, and those made later are too.
    pub fn is_indexing_stopped(&self) -> bool {
        self.indexes.paused.load(Ordering::Acquire)
    }

    /// Has an index stand still, or go on, also after the database is opened again. `in_definition` tells it with
    /// the definition too.
    pub fn set_index_disabled(
        &self,
        name: &str,
        disabled: bool,
        in_definition: bool,
    ) -> Result<(), EngineError> {
        let was_disabled = self.index_slot(name)?.standing.lock().disabled;
        let slots = self.change_standing(&[name], |standing| {
            standing.disabled = disabled;
            if in_definition {
                standing.disabled_in_definition = disabled;
            }
        })?;
        if was_disabled && !disabled {
            // Also one that was stopped before it was disabled.
            slots.iter().for_each(|slot| slot.paused.store(false, Ordering::Release));
            self.core.signal.call();
        }
        slots.iter().for_each(|slot| slot.wait_for_rest());
        Ok(())
    }

    /// Says whether indexes may be changed. Automatic ones always may.
    pub fn set_index_lock(&self, names: &[&str], mode: LockMode) -> Result<(), EngineError> {
        for name in names {
            if self.index_slot(name)?.definition.is_automatic() {
                return Err(EngineError::AutomaticIndex { index: (*name).to_owned() });
            }
        }
        self.change_standing(&self.with_replacements(names), |standing| standing.lock_mode = mode).map(|_| ())
    }

    /// Says how urgently indexes work.
    pub fn set_index_priority(&self, names: &[&str], priority: IndexPriority) -> Result<(), EngineError> {
        self.change_standing(&self.with_replacements(names), |standing| standing.priority = priority)
            .map(|_| ())
    }

    /// These names and those of indexes that are to replace them.
    fn with_replacements<'n>(&self, names: &[&'n str]) -> Vec<Cow<'n, str>> {
        let beside =
            names.iter().map(|name| replacement_of(name)).filter(|name| self.indexes.get(name).is_some());
        names.iter().copied().map(Cow::Borrowed).chain(beside.map(Cow::Owned)).collect()
    }

    /// All or none of them are changed, durably.
    pub(crate) fn change_standing(
        &self,
        names: &[impl AsRef<str>],
        change: impl Fn(&mut Standing),
    ) -> Result<Vec<Arc<Slot>>, EngineError> {
        let _changing = self.indexes.changing.lock();
        let slots: Vec<_> =
            names.iter().map(|name| self.index_slot(name.as_ref())).collect::<Result<_, _>>()?;
        let wanted = |slot: &Arc<Slot>| {
            let mut standing = *slot.standing.lock();
            change(&mut standing);
            (slot.clone(), standing)
        };
        self.stand_as(&slots.iter().map(wanted).collect::<Vec<_>>(), None)?;
        Ok(slots)
    }

    /// Has indexes stand otherwise, durably. Called while indexes are being changed.
    pub(crate) fn stand_as(
        &self,
        wanted: &[(Arc<Slot>, Standing)],
        noted: Option<&StaticIndex>,
    ) -> Result<(), EngineError> {
        self.check_open()?;
        let mut all = self.indexes.definitions();
        for (slot, standing) in wanted {
            let name = slot.name();
            if let Some(known) = all.iter_mut().find(|known| known.name() == name) {
                *known = known.clone().standing_as(*standing);
            }
        }
        self.indexes.save(&self.core, &all, noted)?;
        for (slot, standing) in wanted {
            let before = std::mem::replace(&mut *slot.standing.lock(), *standing);
            for kind in before.told_when_it_becomes(standing) {
                self.core.tell_index(kind, &slot.name());
            }
        }
        self.core.signal.call();
        Ok(())
    }

    pub(crate) fn index_slot(&self, name: &str) -> Result<Arc<Slot>, EngineError> {
        self.indexes.get(name).ok_or_else(|| EngineError::UnknownIndex { index: name.to_owned() })
    }

    fn slots_of(&self, of: IndexingOf<'_>, paused: bool) -> Result<Vec<Arc<Slot>>, EngineError> {
        // Whoever makes an index meanwhile sees what holds for all.
        let _changing = self.indexes.changing.lock();
        let all = self.indexes.all();
        Ok(match of {
            IndexingOf::All => {
                self.indexes.paused.store(paused, Ordering::Release);
                all
            }
            IndexingOf::Maps => all.into_iter().filter(|slot| !slot.reduces()).collect(),
            IndexingOf::MapReduces => all.into_iter().filter(|slot| slot.reduces()).collect(),
            IndexingOf::Named(name) => vec![self.index_slot(name)?],
        })
    }
}
