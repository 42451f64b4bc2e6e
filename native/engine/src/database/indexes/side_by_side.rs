//! Builds a changed index side by side with the present one.

use crate::base::changes::IndexChangeKind;
use crate::database::Database;
use crate::document::ids;
use crate::error::EngineError;
use crate::index_definition::IndexDefinition;
use crate::index_definition::replacement_name::replacement_of;
use crate::index_definition::static_index::StaticIndex;
impl Database {
    /// Replaces the index of this name with the one that is built side by side, up to date or not.
    pub fn replace_index(&self, name: &str) -> Result<(), EngineError> {
        let _changing = self.indexes.changing.lock();
        match (self.indexes.replacement(name), self.indexes.get(name)) {
            (Some(handle), _) => self.indexes.replace(&self.core, &handle),
            (None, Some(_)) => Err(EngineError::NoReplacement { index: name.to_owned() }),
            (None, None) => Err(EngineError::UnknownIndex { index: name.to_owned() }),
        }
    }

    /// Rebuilds an index side by side: the old one answers until the new one is up to date. An automatic one
    /// is rebuilt from scratch. Returns whether there is one of that name.
    pub fn reset_index_beside(&self, name: &str) -> Result<bool, EngineError> {
        let changing = self.indexes.changing.lock();
        let Some(handle) = self.indexes.get(name) else { return Ok(false) };
        match handle.definition_now() {
            IndexDefinition::Static(index) if !handle.is_replacement() => {
                let created_at = crate::document::date::to_text(self.core.clock.now());
                let build = index.build + 1;
                let again = StaticIndex { created_at, build, disabled: false, ..*index };
                self.build_side_by_side(again, None).map(|()| true)
            }
            _ => {
                drop(changing);
                self.reset_index(name)
            }
        }
    }

    /// Starts building an index side by side with the one it is to replace, instead of an earlier
    /// replacement. Called with the `changing` lock held.
    pub(crate) fn build_side_by_side(
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
        self.core.notify_index_change(IndexChangeKind::IndexAdded, &replacement_of(&name));
        Ok(())
    }
}
