//! Indexes somebody wrote: checked, kept in the database's record, begun.

use super::definition::IndexDefinition;
use super::scripts::Scripts;
use super::standing::Standing;
use super::static_index::StaticIndex;
use crate::database::Database;
use crate::date;
use crate::error::EngineError;
use crate::ids;

/// The longest name an index may have.
const LONGEST_NAME: usize = 500;

impl Database {
    /// Makes an index, or makes one of that name anew when it is another than before.
    pub fn put_index(&self, index: StaticIndex) -> Result<(), EngineError> {
        let scripts = check(&index)?;
        drop(scripts);
        let _changing = self.indexes.changing.lock();
        let known = self.indexes.get(&index.name);
        let standing = known.as_ref().map(|slot| *slot.standing.lock()).unwrap_or_default();
        let created_at = date::to_text(self.core.clock.now());
        let reduce = index.reduce.clone().filter(|text| !text.trim().is_empty());
        let mut index = StaticIndex { created_at, reduce, disabled: false, ..index };
        if let Some(IndexDefinition::Static(old)) = known.as_ref().map(|slot| &slot.definition) {
            if !standing.lock_mode.lets(&index.name, "changed")? {
                return Ok(());
            }
            if old.essence() == index.essence() && old.name == index.name {
                let wanted = IndexDefinition::Static(Box::new(index)).standing();
                let wanted = Standing { disabled: standing.disabled, ..wanted };
                return match &known {
                    Some(slot) if wanted != standing => self.stand_as(&[(slot.clone(), wanted)]),
                    _ => Ok(()),
                };
            }
            index.created_at.clone_from(&old.created_at);
        }
        let definition = IndexDefinition::Static(Box::new(index));
        let mut all = self.indexes.definitions();
        all.retain(|other| !ids::same_ignoring_case(other.name(), definition.name()));
        all.push(definition.clone());
        self.save_indexes(&all)?;
        self.indexes.forget_faulty(definition.name());
        if let Some(slot) = known {
            self.indexes.slots.write().remove(&ids::key_of(definition.name()));
            self.indexes.end(&self.core, &slot)?;
        }
        self.indexes.begin(&self.core, definition).map(|_| ())
    }
}

/// Refuses what is no index, or none that is carried out here, by name.
fn check(index: &StaticIndex) -> Result<Scripts, EngineError> {
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
