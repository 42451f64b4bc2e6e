//! Automatic indexes of a dump.

use std::collections::BTreeMap;

use crate::database::Database;
use crate::error::EngineError;
use crate::index_definition::grouped_index::GroupWork;
use crate::index_definition::{AutoField, IndexDefinition};
use crate::indexes::automatic::RequiredIndex;

/// What an automatic index has to cover.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AutomaticFields {
    /// Fields by name.
    Fields(BTreeMap<String, AutoField>),
    /// Groups.
    Groups(GroupWork),
}

impl Database {
    /// Creates an automatic index as a query would, unless there is one that covers it. Returns its name.
    pub fn put_automatic_index(
        &self,
        collection: Option<&str>,
        fields: AutomaticFields,
    ) -> Result<String, EngineError> {
        self.check_open()?;
        let required = match fields {
            AutomaticFields::Fields(fields) => RequiredIndex::Fields(fields),
            AutomaticFields::Groups(groups) => RequiredIndex::Groups(groups),
        };
        if let Some(handle) = self.indexes.find_matching(collection, &required, 0) {
            return Ok(handle.name());
        }
        let save = |all: &[IndexDefinition]| self.save_indexes(all);
        let handle = self.indexes.create_matching(&self.core, collection, required, save)?;
        Ok(handle.name())
    }
}
