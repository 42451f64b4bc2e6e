//! Indexes somebody wrote: checked, kept in the database's record, begun.

use std::sync::Arc;

use super::definition::IndexDefinition;
use super::replacing::{replaced_by, replacement_of};
use super::scripts::Scripts;
use super::slot::Slot;
use super::standing::Standing;
use super::static_index::StaticIndex;
use crate::changes::IndexChangeKind;
use crate::database::Database;
use crate::date;
use crate::error::EngineError;
use crate::ids;

/// The longest name an index may have.
const LONGEST_NAME: usize = 500;

impl Database {
    /// Makes an index. One of that name that is another is replaced when the new one is up to date.
    pub fn put_index(&self, index: StaticIndex) -> Result<(), EngineError> {
        let scripts = check(&index)?;
        drop(scripts);
        let _changing = self.indexes.changing.lock();
        let known = self.indexes.get(&index.name);
        let standing = known.as_ref().map(|slot| *slot.standing.lock()).unwrap_or_default();
        let created_at = date::to_text(self.core.clock.now());
        let reduce = index.reduce.clone().filter(|text| !text.trim().is_empty());
        let index = StaticIndex { created_at, reduce, disabled: false, build: 0, ..index };
        let name = index.name.clone();
        let is_same = |slot: &Arc<Slot>| {
            matches!(&slot.definition, IndexDefinition::Static(old)
                if old.is_like(&index) && old.name == index.name)
        };
        let beside = self.indexes.replacement(&name);
        let noted = index.clone();
        let definition = IndexDefinition::Static(Box::new(index.clone()));
        let Some(known) = known else {
            let mut all = self.indexes.definitions();
            all.retain(|other| !ids::same_ignoring_case(other.name(), &name));
            all.push(definition.clone());
            self.check_open()?;
            self.indexes.save(&self.core, &all, Some(&noted))?;
            self.indexes.forget_faulty(&name);
            self.indexes.begin(&self.core, definition)?;
            self.core.tell_index(IndexChangeKind::IndexAdded, &name);
            return Ok(());
        };
        if !standing.lock_mode.lets(&name, "changed")? {
            return Ok(());
        }
        self.check_open()?;
        if is_same(&known) {
            // What was to come is not wanted any more.
            let mut unnoted = Some(&noted);
            if beside.is_some() {
                let mut all = self.indexes.definitions();
                all.retain(|other| !ids::same_ignoring_case(other.name(), &replacement_of(&name)));
                self.indexes.save(&self.core, &all, unnoted.take())?;
                self.indexes.drop_replacement(&self.core, &name)?;
            }
            return self.stand_as_put(&known, &definition, unnoted);
        }
        match beside.filter(is_same) {
            Some(beside) => self.stand_as_put(&beside, &definition, Some(&noted)),
            None => self.build_beside(index, Some(&noted)),
        }
    }

    /// Whether a definition differs from the index of its name as it is, or is to be. What it does not say of lock,
    /// priority and state differs from what is said there.
    pub fn index_has_changed(&self, index: &StaticIndex) -> bool {
        let known = self.indexes.replacement(&index.name).or_else(|| self.indexes.get(&index.name));
        let Some(known) = known else { return true };
        let IndexDefinition::Static(old) = &known.definition else { return true };
        let standing = *known.standing.lock();
        let state = if standing.disabled_in_definition { "Disabled" } else { "Normal" };
        !old.is_like(index)
            || index.lock_mode != Some(standing.lock_mode)
            || index.priority != Some(standing.priority)
            || index.state.as_deref() != Some(state)
    }

    /// The index stands as this definition of it says.
    fn stand_as_put(
        &self,
        slot: &Arc<Slot>,
        put: &IndexDefinition,
        noted: Option<&StaticIndex>,
    ) -> Result<(), EngineError> {
        let standing = *slot.standing.lock();
        let wanted = Standing { disabled: standing.disabled, ..put.standing() };
        if wanted == standing { Ok(()) } else { self.stand_as(&[(slot.clone(), wanted)], noted) }
    }
}

/// Refuses what is no index, or none that is carried out here, by name.
pub(super) fn check(index: &StaticIndex) -> Result<Scripts, EngineError> {
    let name = index.name.as_str();
    if name.trim().is_empty() || name.len() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(refuse(
            name,
            "a name is a line of text that is neither empty nor longer than 500 bytes.",
        ));
    }
    if name.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("Auto/")) {
        return Err(refuse(name, "names that begin with 'Auto/' are those of automatic indexes."));
    }
    if replaced_by(name).is_some() {
        return Err(refuse(
            name,
            "names that begin with 'ReplacementOf/' are those of indexes that are built to replace others. Put the \
             definition under the name of the index itself.",
        ));
    }
    if index.maps.is_empty() {
        return Err(refuse(name, "it has no map. Put at least one text into 'Maps'."));
    }
    if index.output_reduce_to_collection.as_deref().is_some_and(|name| !name.is_empty()) {
        return Err(refuse(name, "'OutputReduceToCollection' is not carried out by the sandbox yet."));
    }
    if let Some(source) = index.source_type.as_deref()
        && !matches!(source, "Documents" | "None")
    {
        return Err(refuse(name, &format!("indexes on {source} are not carried out by the sandbox yet.")));
    }
    if let Some(obstacle) = index.fields.iter().find_map(|(field, options)| options.obstacle(field)) {
        return Err(refuse(name, &obstacle));
    }
    Scripts::read(index).map_err(|error| refuse(name, &error.to_string()))
}

fn refuse(name: &str, reason: &str) -> EngineError {
    EngineError::BadIndex { index: name.to_owned(), reason: reason.to_owned() }
}
