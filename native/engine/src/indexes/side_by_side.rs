//! Indexes that are built side by side with the one they are to replace: named `ReplacementOf/` and its name
//! until they are up to date and replace it.
//!
//! The database record has both under these names. The record with only the new one is saved before anything
//! else happens: after a crash the database opens with either both or only the new one.

use crate::index_definition::replacement_name::replacement_of;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::handle::IndexHandle;
use super::registry::{Indexes, key_of_index};
use crate::base::changes::IndexChangeKind;
use crate::document::ids;
use crate::error::EngineError;
use crate::state::core::Core;

/// How long an up-to-date index waits for the `changing` lock before it checks whether the replacement is
/// still pending.
const PATIENCE: Duration = Duration::from_millis(50);

impl Indexes {
    /// Replaces the former index if this one is at least as up to date.
    pub(crate) fn take_place_if_caught_up(
        &self,
        core: &Core,
        handle: &Arc<IndexHandle>,
    ) -> Result<(), EngineError> {
        if !handle.is_replacement() {
            return Ok(());
        }
        let progress = handle.state.lock().progress;
        let complete = progress.complete;
        let replaced = self.get(handle.definition.name()).map(|old| old.state.lock().progress.complete);
        let is_ahead = complete > 0 && replaced.is_none_or(|replaced| replaced <= complete);
        if is_ahead || progress.covers(handle.last_change(&core.snapshot()?)) {
            self.take_place(core, handle)?;
        }
        Ok(())
    }

    /// The index that is to replace the one of this name.
    pub(crate) fn replacement(&self, name: &str) -> Option<Arc<IndexHandle>> {
        self.get(&replacement_of(name))
    }

    /// Replaces the old index with an up-to-date one. Called by the replacement's own thread, which can still
    /// pause or end meanwhile.
    fn take_place(&self, core: &Core, handle: &Arc<IndexHandle>) -> Result<(), EngineError> {
        while !handle.stop.load(Ordering::Acquire) && !handle.must_rest() {
            let Some(_changing) = self.changing.try_lock_for(PATIENCE) else { continue };
            if handle.stop.load(Ordering::Acquire) || !handle.is_replacement() {
                return Ok(());
            }
            return self.replace(core, handle);
        }
        Ok(())
    }

    /// Called with the `changing` lock held.
    pub(crate) fn replace(&self, core: &Core, handle: &Arc<IndexHandle>) -> Result<(), EngineError> {
        let name = handle.definition.name();
        let mut all = self.definitions();
        all.retain(|known| {
            !ids::same_ignoring_case(known.name(), name)
                && !ids::same_ignoring_case(known.name(), &replacement_of(name))
        });
        all.push(handle.definition.clone().with_admin_state(*handle.admin_state.lock()));
        self.save(core, &all, None)?;
        self.forget_faulty(name);
        let old = {
            let mut handles = self.handles.write();
            handle.is_side_by_side.store(false, Ordering::Release);
            handles.remove(&key_of_index(&replacement_of(name)));
            handles.insert(key_of_index(name), handle.clone())
        };
        core.notify_index_change(IndexChangeKind::SideBySideReplace, name);
        if let Some(old) = old
            && let Err(error) = self.end(core, &old)
        {
            // The new one works; the files of the old one are removed when the database is opened.
            handle.errors.add(core, "Replacing", "", &error.to_string());
        }
        Ok(())
    }

    /// Removes the replacement of the index of this name. Called with the `changing` lock held, after the
    /// definitions without it were saved.
    pub(crate) fn drop_replacement(&self, core: &Core, name: &str) -> Result<(), EngineError> {
        let beside = replacement_of(name);
        self.forget_faulty(&beside);
        let handle = self.handles.write().remove(&key_of_index(&beside));
        let Some(handle) = handle else { return Ok(()) };
        core.notify_index_change(IndexChangeKind::IndexRemoved, &beside);
        self.end(core, &handle)
    }
}
