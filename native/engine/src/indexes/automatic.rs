//! Automatic indexes: finds the one that covers a query, creates a missing one, removes those that a wider
//! one replaces.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::handle::IndexHandle;
use super::registry::{Indexes, key_of_index};
use crate::base::changes::IndexChangeKind;
use crate::document::{date, ids};
use crate::error::EngineError;
use crate::index_definition::admin_state::IndexPriority;
use crate::index_definition::grouped_index::{GroupWork, GroupedIndex};
use crate::index_definition::{AutoField, AutoIndex, IndexDefinition};
use crate::state::core::Core;

/// The requirements of a query on an automatic index.
pub(crate) enum RequiredIndex {
    /// These fields.
    Fields(BTreeMap<String, AutoField>),
    /// These groups.
    Groups(GroupWork),
}

impl RequiredIndex {
    /// The name of an index that covers exactly this.
    pub(crate) fn name(&self, collection: Option<&str>) -> String {
        match self {
            Self::Fields(fields) => auto_name(collection, fields),
            Self::Groups(wanted) => GroupedIndex::new(collection, wanted, None, String::new()).name,
        }
    }
}

impl Indexes {
    /// The automatic index that covers this best, if there is one.
    pub(crate) fn find_matching(
        &self,
        collection: Option<&str>,
        required: &RequiredIndex,
        last: i64,
    ) -> Option<Arc<IndexHandle>> {
        match required {
            RequiredIndex::Fields(fields) => self.covering(collection, fields, last),
            RequiredIndex::Groups(wanted) => self.grouping(collection, wanted, last),
        }
    }

    /// Creates an index that covers this, or widens one to it. `save` saves all definitions.
    pub(crate) fn create_matching(
        &self,
        core: &Arc<Core>,
        collection: Option<&str>,
        required: RequiredIndex,
        save: impl FnOnce(&[IndexDefinition]) -> Result<(), EngineError>,
    ) -> Result<Arc<IndexHandle>, EngineError> {
        match required {
            RequiredIndex::Fields(fields) => self.make(core, collection, fields, save),
            RequiredIndex::Groups(wanted) => self.make_grouping(core, collection, &wanted, save),
        }
    }

    /// An automatic index that has these fields: the smallest that is up to date, or else the smallest.
    fn covering(
        &self,
        collection: Option<&str>,
        fields: &BTreeMap<String, AutoField>,
        last: i64,
    ) -> Option<Arc<IndexHandle>> {
        let handles = self.handles.read();
        let fitting = handles.values().filter(|handle| {
            handle.definition.auto().is_some_and(|auto| {
                same_collection(auto.collection.as_deref(), collection) && auto.covers(fields)
            })
        });
        let width = |handle: &IndexHandle| handle.definition.auto().map_or(0, |auto| auto.map_fields.len());
        fitting.min_by_key(|handle| (handle.state.lock().progress.complete < last, width(handle))).cloned()
    }

    /// Creates an automatic index with these fields and those of the widest one of the collection, unless one
    /// exists by now. `save` saves all definitions.
    fn make(
        &self,
        core: &Arc<Core>,
        collection: Option<&str>,
        fields: BTreeMap<String, AutoField>,
        save: impl FnOnce(&[IndexDefinition]) -> Result<(), EngineError>,
    ) -> Result<Arc<IndexHandle>, EngineError> {
        let _changing = self.changing.lock();
        if let Some(handle) = self.covering(collection, &fields, 0) {
            return Ok(handle);
        }
        let mut fields = fields;
        let definitions = self.definitions();
        let widest = definitions
            .iter()
            .filter_map(IndexDefinition::auto)
            .filter(|known| same_collection(known.collection.as_deref(), collection))
            .max_by_key(|known| known.map_fields.len());
        let widest = widest.cloned();
        for (name, field) in widest.iter().flat_map(|widest| &widest.map_fields) {
            match fields.get_mut(name) {
                Some(known) if known.is_like(field) => {
                    known.exact |= field.exact;
                    known.search |= field.search;
                }
                Some(_) => {}
                None => {
                    fields.insert(name.clone(), field.clone());
                }
            }
        }
        let definition = IndexDefinition::Auto(AutoIndex {
            name: auto_name(collection, &fields),
            collection: collection.map(str::to_owned),
            map_fields: fields,
            created_at: date::to_text(core.clock.now()),
            priority: IndexPriority::default(),
            disabled: false,
            disabled_in_definition: false,
        });
        self.begin_automatic(core, definition, definitions, save)
    }

    /// Starts the automatic index that a query needs.
    fn begin_automatic(
        &self,
        core: &Arc<Core>,
        definition: IndexDefinition,
        mut definitions: Vec<IndexDefinition>,
        save: impl FnOnce(&[IndexDefinition]) -> Result<(), EngineError>,
    ) -> Result<Arc<IndexHandle>, EngineError> {
        // An index that could not be opened before is retried.
        self.forget_faulty(definition.name());
        definitions.retain(|known| known.name() != definition.name());
        definitions.push(definition.clone());
        save(&definitions)?;
        // `AAndB` is a field and two fields: an index of other groups can have this name.
        let namesake = self.handles.write().remove(&key_of_index(definition.name()));
        if let Some(namesake) = namesake {
            core.notify_index_change(IndexChangeKind::IndexRemoved, &namesake.name());
            self.end(core, &namesake)?;
        }
        let handle = self.begin(core, definition)?;
        core.notify_index_change(IndexChangeKind::IndexAdded, &handle.name());
        Ok(handle)
    }

    /// An automatic map-reduce index that covers this: one that is up to date if there is one, of several the
    /// widest.
    fn grouping(&self, collection: Option<&str>, wanted: &GroupWork, last: i64) -> Option<Arc<IndexHandle>> {
        let handles = self.handles.read();
        let fitting = handles.values().filter_map(|handle| {
            let index = handle.definition.grouped()?;
            let fits = same_collection(index.collection.as_deref(), collection) && index.work.covers(wanted);
            fits.then_some((handle, index.work.sums.len()))
        });
        let best =
            fitting.max_by_key(|(handle, width)| (handle.state.lock().progress.complete >= last, *width));
        best.map(|(handle, _)| handle.clone())
    }

    /// Creates an automatic map-reduce index that covers this and what the widest one with the same keys
    /// covers, unless one exists by now. `save` saves all definitions.
    fn make_grouping(
        &self,
        core: &Arc<Core>,
        collection: Option<&str>,
        wanted: &GroupWork,
        save: impl FnOnce(&[IndexDefinition]) -> Result<(), EngineError>,
    ) -> Result<Arc<IndexHandle>, EngineError> {
        let _changing = self.changing.lock();
        if let Some(handle) = self.grouping(collection, wanted, 0) {
            return Ok(handle);
        }
        let definitions = self.definitions();
        let same_groups = definitions.iter().filter_map(IndexDefinition::grouped).filter(|known| {
            same_collection(known.collection.as_deref(), collection) && known.work.groups_like(wanted)
        });
        let widest = same_groups.max_by_key(|known| known.work.computed().len());
        let index = GroupedIndex::new(collection, wanted, widest, date::to_text(core.clock.now()));
        self.begin_automatic(core, IndexDefinition::Grouped(index), definitions, save)
    }

    /// Removes automatic indexes that this one covers. Called when it is up to date.
    pub(crate) fn supersede(
        &self,
        core: &Arc<Core>,
        by: &IndexHandle,
        save: impl FnOnce(&[IndexDefinition]) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let _changing = self.changing.lock();
        let narrower = |handle: &IndexHandle| match (&by.definition, &handle.definition) {
            (IndexDefinition::Auto(wide), IndexDefinition::Auto(auto)) => {
                auto.name != wide.name
                    && same_collection(auto.collection.as_deref(), wide.collection.as_deref())
                    && wide.covers(&auto.map_fields)
            }
            (IndexDefinition::Grouped(wide), IndexDefinition::Grouped(other)) => {
                other.name != wide.name
                    && same_collection(other.collection.as_deref(), wide.collection.as_deref())
                    && wide.work.covers(&other.work)
            }
            _ => false,
        };
        let superseded: Vec<Arc<IndexHandle>> =
            self.handles.read().values().filter(|handle| narrower(handle)).cloned().collect();
        if superseded.is_empty() {
            return Ok(());
        }
        let removed: Vec<&str> = superseded.iter().map(|handle| handle.definition.name()).collect();
        let mut left = self.definitions();
        left.retain(|known| !removed.contains(&known.name()));
        save(&left)?;
        for handle in &superseded {
            self.handles.write().remove(&key_of_index(handle.definition.name()));
            core.notify_index_change(IndexChangeKind::IndexRemoved, &handle.name());
            self.end(core, handle)?;
        }
        Ok(())
    }
}

pub(crate) fn same_collection(left: Option<&str>, right: Option<&str>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => ids::same_ignoring_case(left, right),
        (None, None) => true,
        _ => false,
    }
}

/// `Auto/Orders/ByCompanyAndSearch(Name)AndExact(Name)AndSpatial.point(Lat|Lng)`.
fn auto_name(collection: Option<&str>, fields: &BTreeMap<String, AutoField>) -> String {
    let mut parts: Vec<String> = fields
        .iter()
        .map(|(name, field)| match (field.search, field.exact) {
            _ if field.spatial => name.replacen('s', "S", 1).replace(", ", "|"),
            (false, false) => name.clone(),
            (false, true) => format!("Exact({name})"),
            (true, false) => format!("Search({name})"),
            (true, true) => format!("Search({name})AndExact({name})"),
        })
        .collect();
    parts.sort_unstable();
    format!("Auto/{}/By{}", collection.unwrap_or("AllDocs"), parts.join("And"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_as_the_server_gives_them() {
        let field = |path: &str, exact| {
            let path_of = |path: &str| path.split('.').map(str::to_owned).collect();
            (path.to_owned(), AutoField { exact, ..AutoField::plain(path_of(path)) })
        };
        let fields = BTreeMap::from([field("Name", false), field("Lines.Count", false)]);
        assert_eq!(auto_name(Some("Orders"), &fields), "Auto/Orders/ByLines.CountAndName");
        assert_eq!(auto_name(None, &BTreeMap::from([field("Name", true)])), "Auto/AllDocs/ByExact(Name)");
        let (name, mut text) = field("Text", true);
        text.search = true;
        let lng = Some(vec!["Lng".to_owned()]);
        let place = AutoField { spatial: true, longitude: lng, ..AutoField::plain(vec!["Lat".to_owned()]) };
        let fields = BTreeMap::from([
            ("spatial.point(Lat, Lng)".to_owned(), place),
            field("Code", false),
            field("Zed", false),
            (name, text),
        ]);
        assert_eq!(
            auto_name(Some("Items"), &fields),
            "Auto/Items/ByCodeAndSearch(Text)AndExact(Text)AndSpatial.point(Lat|Lng)AndZed"
        );
    }
}
