//! What an automatic index is made of, as it stands in the database's record.

use std::collections::BTreeMap;

use rookery_rql::plan::{ColumnSource, MetadataKey};
use serde::{Deserialize, Serialize};

use super::static_index::StaticIndex;

/// An index of either kind.
#[derive(Debug, Clone, PartialEq)]
pub enum IndexDefinition {
    /// One that queries asked for.
    Auto(AutoIndex),
    /// One that somebody wrote.
    Static(Box<StaticIndex>),
}

impl IndexDefinition {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Auto(index) => &index.name,
            Self::Static(index) => &index.name,
        }
    }

    /// When it was made.
    pub fn created_at(&self) -> &str {
        match self {
            Self::Auto(index) => &index.created_at,
            Self::Static(index) => &index.created_at,
        }
    }

    pub(crate) fn auto(&self) -> Option<&AutoIndex> {
        if let Self::Auto(index) = self { Some(index) } else { None }
    }

    /// As it stands in the database's record.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Auto(index) => serde_json::to_value(index),
            Self::Static(index) => serde_json::to_value(index),
        }
        .expect("maps with text keys always become JSON")
    }
}

/// An index that queries asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct AutoIndex {
    /// `Auto/Orders/ByCompany`.
    pub name: String,
    /// The collection, `None` for all documents.
    pub collection: Option<String>,
    /// Its fields by name.
    pub map_fields: BTreeMap<String, AutoField>,
    /// When it was made.
    pub created_at: String,
}

/// One field of an automatic index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct AutoField {
    /// The members on the way to it. Empty for `id()` and for metadata the server owns.
    pub path: Vec<String>,
    /// Texts are found with their case as well.
    pub exact: bool,
}

/// The name a field has in an index, and in the index's name.
pub(crate) fn name_of(source: &ColumnSource) -> Option<String> {
    Some(match source {
        ColumnSource::Id => "id()".to_owned(),
        ColumnSource::Metadata(key) => format!("@metadata.{}", key.name()),
        ColumnSource::Body(path) => path.join("."),
        _ => return None,
    })
}

impl AutoField {
    /// Where its values come from.
    pub(crate) fn source(&self, name: &str) -> ColumnSource {
        if !self.path.is_empty() {
            return ColumnSource::Body(self.path.clone());
        }
        let key = MetadataKey::ALL.into_iter().find(|key| name == format!("@metadata.{}", key.name()));
        key.map_or(ColumnSource::Id, ColumnSource::Metadata)
    }
}

impl AutoIndex {
    /// The number of a field in the index's files.
    pub(crate) fn number_of(&self, source: &ColumnSource) -> Option<u16> {
        let name = name_of(source)?;
        let place = self
            .map_fields
            .iter()
            .position(|(known, field)| *known == name && field.source(known) == *source)?;
        u16::try_from(place).ok()?.checked_add(1)
    }

    /// Whether it has all these fields, as exact as they are needed.
    pub(crate) fn covers(&self, fields: &BTreeMap<String, AutoField>) -> bool {
        fields.iter().all(|(name, wanted)| {
            self.map_fields
                .get(name)
                .is_some_and(|known| known.path == wanted.path && (known.exact || !wanted.exact))
        })
    }
}
