//! Static indexes: checks a definition, saves it in the database record and starts the index.

use std::sync::Arc;

use rookery_script::MapSource;

use crate::base::changes::IndexChangeKind;
use crate::database::Database;
use crate::document::date;
use crate::document::ids;
use crate::error::EngineError;
use crate::index_definition::IndexDefinition;
use crate::index_definition::admin_state::IndexAdminState;
use crate::index_definition::replacement_name::replacement_of;
use crate::index_definition::static_index::{ArchivedDocuments, StaticIndex};
use crate::indexes::check;
use crate::indexes::handle::IndexHandle;

impl Database {
    /// Creates an index. A different index of that name is replaced when the new one is up to date.
    pub fn put_index(&self, index: StaticIndex) -> Result<(), EngineError> {
        let source = check::check(&index)?.source().unwrap_or(MapSource::Documents);
        let _changing = self.indexes.changing.lock();
        let known = self.indexes.get(&index.name);
        let admin_state = known.as_ref().map(|handle| *handle.admin_state.lock()).unwrap_or_default();
        let created_at = date::to_text(self.core.clock.now());
        let reduce = index.reduce.clone().filter(|text| !text.trim().is_empty());
        let mut index = StaticIndex { created_at, reduce, disabled: false, build: 0, ..index };
        if source != MapSource::Documents {
            index.source_type = Some(check::source_name(source).to_owned());
            index.archived_data_processing_behavior = Some(ArchivedDocuments::IncludeArchived);
        }
        let name = index.name.clone();
        let is_same = |handle: &Arc<IndexHandle>| {
            matches!(&handle.definition, IndexDefinition::Static(old)
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
            self.core.notify_index_change(IndexChangeKind::IndexAdded, &name);
            return Ok(());
        };
        if !admin_state.lock_mode.check_allows(&name, "changed")? {
            return Ok(());
        }
        self.check_open()?;
        if is_same(&known) {
            // The pending replacement is obsolete.
            let mut unnoted = Some(&noted);
            if beside.is_some() {
                let mut all = self.indexes.definitions();
                all.retain(|other| !ids::same_ignoring_case(other.name(), &replacement_of(&name)));
                self.indexes.save(&self.core, &all, unnoted.take())?;
                self.indexes.drop_replacement(&self.core, &name)?;
            }
            return self.apply_put_admin_state(&known, &definition, unnoted);
        }
        match beside.filter(is_same) {
            Some(beside) => self.apply_put_admin_state(&beside, &definition, Some(&noted)),
            None => self.build_side_by_side(index, Some(&noted)),
        }
    }

    /// Whether a definition differs from the index of its name, or from its pending replacement. Lock mode,
    /// priority and state that it leaves out count as unchanged.
    pub fn index_has_changed(&self, index: &StaticIndex) -> bool {
        let known = self.indexes.replacement(&index.name).or_else(|| self.indexes.get(&index.name));
        let Some(known) = known else { return true };
        let IndexDefinition::Static(old) = &known.definition else { return true };
        let admin_state = *known.admin_state.lock();
        let state = if admin_state.disabled_in_definition { "Disabled" } else { "Normal" };
        !old.is_like(index)
            || index.lock_mode != Some(admin_state.lock_mode)
            || index.priority != Some(admin_state.priority)
            || index.state.as_deref() != Some(state)
    }

    /// Applies the administrative state of this definition to the index.
    fn apply_put_admin_state(
        &self,
        handle: &Arc<IndexHandle>,
        put: &IndexDefinition,
        noted: Option<&StaticIndex>,
    ) -> Result<(), EngineError> {
        let admin_state = *handle.admin_state.lock();
        let wanted = IndexAdminState { disabled: admin_state.disabled, ..put.admin_state() };
        if wanted == admin_state {
            Ok(())
        } else {
            self.apply_admin_state(&[(handle.clone(), wanted)], noted)
        }
    }
}
