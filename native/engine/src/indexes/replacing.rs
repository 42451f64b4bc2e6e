//! Indexes that are built beside the one they are to replace: under `ReplacementOf/` and its name, until they are up to
//! date and take its place.
//!
//! In the database's record both stand side by side under these names. The record with the new one alone is written
//! before anything else happens: whoever opens the database after a crash finds either both or only the new one.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use super::definition::IndexDefinition;
use super::registry::Indexes;
use super::slot::Slot;
use super::static_index::StaticIndex;
use crate::changes::{IndexChange, IndexChangeKind};
use crate::database::{Core, Database};
use crate::error::EngineError;
use crate::ids;

/// What stands before the name of an index that is to replace another.
const REPLACEMENT_OF: &str = "ReplacementOf/";

/// How long an index that is up to date waits for others that come or go, before it looks whether it is still wanted.
const PATIENCE: Duration = Duration::from_millis(50);

/// The name of the index that is to replace the one of this name.
pub(super) fn replacement_of(name: &str) -> String {
    format!("{REPLACEMENT_OF}{name}")
}

/// The name of the index that the one of this name is to replace.
pub(super) fn replaced_by(name: &str) -> Option<&str> {
    let (start, rest) = name.split_at_checked(REPLACEMENT_OF.len())?;
    start.eq_ignore_ascii_case(REPLACEMENT_OF).then_some(rest)
}

impl Slot {
    /// The index's name as it is told now.
    pub(crate) fn name(&self) -> String {
        let name = self.definition.name();
        if self.is_replacement() { replacement_of(name) } else { name.to_owned() }
    }

    /// It is to take another's place when it is up to date.
    pub(crate) fn is_replacement(&self) -> bool {
        self.replacing.load(Ordering::Acquire)
    }
}

impl Indexes {
    /// The index that is to replace the one of this name.
    pub(super) fn replacement(&self, name: &str) -> Option<Arc<Slot>> {
        self.get(&replacement_of(name))
    }

    /// Has an index that is up to date take the place of the one it replaces. Called by its own thread, which is not
    /// kept from resting or ending by it.
    pub(super) fn take_place(&self, core: &Core, slot: &Arc<Slot>) -> Result<(), EngineError> {
        while !slot.stop.load(Ordering::Acquire) && !slot.is_to_rest() {
            let Some(_changing) = self.changing.try_lock_for(PATIENCE) else { continue };
            if slot.stop.load(Ordering::Acquire) || !slot.is_replacement() {
                return Ok(());
            }
            return self.replace(core, slot);
        }
        Ok(())
    }

    /// Called while indexes are being changed.
    fn replace(&self, core: &Core, slot: &Arc<Slot>) -> Result<(), EngineError> {
        let name = slot.definition.name();
        let mut all = self.definitions();
        all.retain(|known| {
            !ids::same_ignoring_case(known.name(), name)
                && !ids::same_ignoring_case(known.name(), &replacement_of(name))
        });
        all.push(slot.definition.clone().standing_as(*slot.standing.lock()));
        self.save(core, &all, None)?;
        self.forget_faulty(name);
        let old = {
            let mut slots = self.slots.write();
            slot.replacing.store(false, Ordering::Release);
            slots.remove(&ids::key_of(&replacement_of(name)));
            slots.insert(ids::key_of(name), slot.clone())
        };
        core.tell_index(IndexChangeKind::SideBySideReplace, name);
        if let Some(old) = old
            && let Err(error) = self.end(core, &old)
        {
            // The new one works; what is left of the old one goes when the database is opened.
            slot.errors.add(core, "Replacing", "", &error.to_string());
        }
        Ok(())
    }

    /// Takes away an index that was to replace the one of this name. Called while indexes are being changed, after
    /// the definitions without it were saved.
    pub(super) fn drop_replacement(&self, core: &Core, name: &str) -> Result<(), EngineError> {
        let beside = replacement_of(name);
        self.forget_faulty(&beside);
        let slot = self.slots.write().remove(&ids::key_of(&beside));
        let Some(slot) = slot else { return Ok(()) };
        core.tell_index(IndexChangeKind::IndexRemoved, &beside);
        self.end(core, &slot)
    }
}

impl Core {
    pub(crate) fn tell_index(&self, kind: IndexChangeKind, name: &str) {
        if !self.index_subscribers.is_empty() {
            self.index_subscribers.publish(&[IndexChange { kind, name: name.to_owned() }]);
        }
    }
}

impl Database {
    /// Has the index that is built beside the one of this name take its place now, up to date or not.
    pub fn replace_index(&self, name: &str) -> Result<(), EngineError> {
        let _changing = self.indexes.changing.lock();
        match (self.indexes.replacement(name), self.indexes.get(name)) {
            (Some(slot), _) => self.indexes.replace(&self.core, &slot),
            (None, Some(_)) => Err(EngineError::NoReplacement { index: name.to_owned() }),
            (None, None) => Err(EngineError::UnknownIndex { index: name.to_owned() }),
        }
    }

    /// Builds an index again beside itself: it answers until the new one is up to date. An automatic one is built
    /// again from nothing. Says whether there is one of that name.
    pub fn reset_index_beside(&self, name: &str) -> Result<bool, EngineError> {
        let changing = self.indexes.changing.lock();
        let Some(slot) = self.indexes.get(name) else { return Ok(false) };
        match slot.definition_now() {
            IndexDefinition::Static(index) if !slot.is_replacement() => {
                let created_at = crate::date::to_text(self.core.clock.now());
                let build = index.build + 1;
                let again = StaticIndex { created_at, build, disabled: false, ..*index };
                self.build_beside(again, None).map(|()| true)
            }
            _ => {
                drop(changing);
                self.reset_index(name)
            }
        }
    }

    /// Begins an index beside the one whose place it is to take, instead of one that was to do so before. Called
    /// while indexes are being changed.
    pub(super) fn build_beside(
        &self,
        index: StaticIndex,
        noted: Option<&StaticIndex>,
    ) -> Result<(), EngineError> {
        let name = index.name.clone();
        let beside = StaticIndex { name: replacement_of(&name), ..index };
        let definition = IndexDefinition::Static(Box::new(beside));
        let mut all = self.indexes.definitions();
        all.retain(|other| !ids::same_ignoring_case(other.name(), definition.name()));
        all.push(definition.clone());
        self.indexes.save(&self.core, &all, noted)?;
        self.indexes.drop_replacement(&self.core, &name)?;
        self.indexes.begin(&self.core, definition)?;
        self.core.tell_index(IndexChangeKind::IndexAdded, &replacement_of(&name));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_replacements_are_told_from_others() {
        assert_eq!(replaced_by(&replacement_of("Orders/ByName")), Some("Orders/ByName"));
        assert_eq!(replaced_by("replacementof/ü"), Some("ü"));
        assert_eq!(replaced_by("ReplacementOf"), None);
        assert_eq!(replaced_by("Replacementüf/A"), None);
    }
}
