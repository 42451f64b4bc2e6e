//! Administration of indexes: pausing, disabling, locks and priorities.
//!
//! The database record stores disabling, locks and priorities with the definition; pausing lasts until the
//! database is opened again. None of it changes the index's files.

use crate::index_definition::admin_state::IndexAdminState;
use crate::index_definition::admin_state::IndexPriority;
use crate::index_definition::admin_state::LockMode;
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::base::changes::IndexChangeKind;
use crate::database::Database;
use crate::error::EngineError;
use crate::index_definition::replacement_name::replacement_of;
use crate::index_definition::static_index::StaticIndex;
use crate::indexes::handle::IndexHandle;

/// The indexes to stop or start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexingOf<'n> {
    /// All, including those created later.
    All,
    /// Map indexes.
    Maps,
    /// Map-reduce indexes.
    MapReduces,
    /// One.
    Named(&'n str),
}

impl Database {
    /// Stops indexes until they are started or the database is opened again. When this returns, nothing is
    /// indexed.
    pub fn stop_indexing(&self, of: IndexingOf<'_>) -> Result<(), EngineError> {
        let handles = self.handles_of(of, true)?;
        for handle in &handles {
            if !handle.paused.swap(true, Ordering::AcqRel) {
                self.core.notify_index_change(IndexChangeKind::IndexPaused, &handle.name());
            }
        }
        self.core.signal.call();
        handles.iter().for_each(|handle| handle.wait_until_resting());
        Ok(())
    }

    /// Starts stopped indexes.
    pub fn start_indexing(&self, of: IndexingOf<'_>) -> Result<(), EngineError> {
        let handles = self.handles_of(of, false)?;
        handles.iter().for_each(|handle| handle.paused.store(false, Ordering::Release));
        self.core.signal.call();
        Ok(())
    }

    /// Whether all indexes are stopped, including those created later.
    pub fn is_indexing_stopped(&self) -> bool {
        self.indexes.paused.load(Ordering::Acquire)
    }

    /// Disables or enables an index durably. `in_definition` reports it with the definition too.
    pub fn set_index_disabled(
        &self,
        name: &str,
        disabled: bool,
        in_definition: bool,
    ) -> Result<(), EngineError> {
        let was_disabled = self.index_handle(name)?.admin_state.lock().disabled;
        let handles = self.change_admin_state(&[name], |admin_state| {
            admin_state.disabled = disabled;
            if in_definition {
                admin_state.disabled_in_definition = disabled;
            }
        })?;
        if !disabled {
            for handle in &handles {
                if was_disabled {
                    // Also one that was stopped before it was disabled.
                    handle.paused.store(false, Ordering::Release);
                }
                // It indexes again, and is judged again.
                handle.errored.store(false, Ordering::Release);
            }
            self.core.signal.call();
        }
        handles.iter().for_each(|handle| handle.wait_until_resting());
        Ok(())
    }

    /// Sets the lock mode of indexes. Automatic ones have no lock.
    pub fn set_index_lock(&self, names: &[&str], mode: LockMode) -> Result<(), EngineError> {
        for name in names {
            if self.index_handle(name)?.definition.is_automatic() {
                return Err(EngineError::AutomaticIndex { index: (*name).to_owned() });
            }
        }
        self.change_admin_state(&self.with_replacements(names), |admin_state| admin_state.lock_mode = mode)
            .map(|_| ())
    }

    /// Sets the priority of indexes.
    pub fn set_index_priority(&self, names: &[&str], priority: IndexPriority) -> Result<(), EngineError> {
        self.change_admin_state(&self.with_replacements(names), |admin_state| admin_state.priority = priority)
            .map(|_| ())
    }

    /// These names, and those of the indexes that are to replace them.
    fn with_replacements<'n>(&self, names: &[&'n str]) -> Vec<Cow<'n, str>> {
        let beside =
            names.iter().map(|name| replacement_of(name)).filter(|name| self.indexes.get(name).is_some());
        names.iter().copied().map(Cow::Borrowed).chain(beside.map(Cow::Owned)).collect()
    }

    /// Changes all of them or none, durably.
    pub(crate) fn change_admin_state(
        &self,
        names: &[impl AsRef<str>],
        change: impl Fn(&mut IndexAdminState),
    ) -> Result<Vec<Arc<IndexHandle>>, EngineError> {
        let _changing = self.indexes.changing.lock();
        let handles: Vec<_> =
            names.iter().map(|name| self.index_handle(name.as_ref())).collect::<Result<_, _>>()?;
        let wanted = |handle: &Arc<IndexHandle>| {
            let mut admin_state = *handle.admin_state.lock();
            change(&mut admin_state);
            (handle.clone(), admin_state)
        };
        self.apply_admin_state(&handles.iter().map(wanted).collect::<Vec<_>>(), None)?;
        Ok(handles)
    }

    /// Changes the administrative state of indexes, durably. Called with the `changing` lock held.
    pub(crate) fn apply_admin_state(
        &self,
        wanted: &[(Arc<IndexHandle>, IndexAdminState)],
        noted: Option<&StaticIndex>,
    ) -> Result<(), EngineError> {
        self.check_open()?;
        let mut all = self.indexes.definitions();
        for (handle, admin_state) in wanted {
            let name = handle.name();
            if let Some(known) = all.iter_mut().find(|known| known.name() == name) {
                *known = known.clone().with_admin_state(*admin_state);
            }
        }
        self.indexes.save(&self.core, &all, noted)?;
        for (handle, admin_state) in wanted {
            let before = std::mem::replace(&mut *handle.admin_state.lock(), *admin_state);
            for kind in before.changes_to(admin_state) {
                self.core.notify_index_change(kind, &handle.name());
            }
        }
        self.core.signal.call();
        Ok(())
    }

    pub(crate) fn index_handle(&self, name: &str) -> Result<Arc<IndexHandle>, EngineError> {
        self.indexes.get(name).ok_or_else(|| EngineError::UnknownIndex { index: name.to_owned() })
    }

    fn handles_of(&self, of: IndexingOf<'_>, paused: bool) -> Result<Vec<Arc<IndexHandle>>, EngineError> {
        // An index created meanwhile then sees the state that holds for all.
        let _changing = self.indexes.changing.lock();
        let all = self.indexes.all();
        Ok(match of {
            IndexingOf::All => {
                self.indexes.paused.store(paused, Ordering::Release);
                all
            }
            IndexingOf::Maps => all.into_iter().filter(|handle| !handle.reduces()).collect(),
            IndexingOf::MapReduces => all.into_iter().filter(|handle| handle.reduces()).collect(),
            IndexingOf::Named(name) => vec![self.index_handle(name)?],
        })
    }
}
