//! Definitions of indexes as they are stored in the database record.
pub(crate) mod admin_state;
pub(crate) mod field_names;
pub(crate) mod grouped_index;
pub(crate) mod replacement_name;
pub(crate) mod static_index;

use std::collections::BTreeMap;

use rookery_rql::plan::{ColumnSource, MetadataKey};
use serde::{Deserialize, Serialize};

use super::index_definition::grouped_index::GroupedIndex;
use super::index_definition::static_index::StaticIndex;
use crate::index_definition::admin_state::{IndexAdminState, IndexPriority, LockMode};

/// An index of any kind.
#[derive(Debug, Clone, PartialEq)]
pub enum IndexDefinition {
    /// An automatic index.
    Auto(AutoIndex),
    /// An automatic map-reduce index.
    Grouped(GroupedIndex),
    /// A static index, written by a user.
    Static(Box<StaticIndex>),
}

impl IndexDefinition {
    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Self::Auto(index) => &index.name,
            Self::Grouped(index) => &index.name,
            Self::Static(index) => &index.name,
        }
    }

    /// The same index under another name.
    pub(crate) fn named(mut self, name: String) -> Self {
        match &mut self {
            Self::Auto(index) => index.name = name,
            Self::Grouped(index) => index.name = name,
            Self::Static(index) => index.name = name,
        }
        self
    }

    /// When it was created.
    pub fn created_at(&self) -> &str {
        match self {
            Self::Auto(index) => &index.created_at,
            Self::Grouped(index) => &index.created_at,
            Self::Static(index) => &index.created_at,
        }
    }

    pub(crate) fn auto(&self) -> Option<&AutoIndex> {
        if let Self::Auto(index) = self { Some(index) } else { None }
    }

    /// Its stored administrative state.
    pub fn admin_state(&self) -> IndexAdminState {
        match self {
            Self::Auto(index) => IndexAdminState {
                lock_mode: LockMode::Unlock,
                priority: index.priority,
                disabled: index.disabled,
                disabled_in_definition: index.disabled_in_definition,
            },
            Self::Grouped(index) => IndexAdminState {
                lock_mode: LockMode::Unlock,
                priority: index.priority,
                disabled: index.disabled,
                disabled_in_definition: index.disabled_in_definition,
            },
            Self::Static(index) => IndexAdminState {
                lock_mode: index.lock_mode.unwrap_or_default(),
                priority: index.priority.unwrap_or_default(),
                disabled: index.disabled,
                disabled_in_definition: index.state.as_deref() == Some("Disabled"),
            },
        }
    }

    /// The same index with another administrative state.
    pub(crate) fn with_admin_state(mut self, admin_state: IndexAdminState) -> Self {
        let IndexAdminState { lock_mode, priority, disabled, disabled_in_definition } = admin_state;
        match &mut self {
            Self::Auto(index) => {
                (index.priority, index.disabled) = (priority, disabled);
                index.disabled_in_definition = disabled_in_definition;
            }
            Self::Grouped(index) => {
                (index.priority, index.disabled) = (priority, disabled);
                index.disabled_in_definition = disabled_in_definition;
            }
            Self::Static(index) => {
                (index.lock_mode, index.priority, index.disabled) =
                    (Some(lock_mode), Some(priority), disabled);
                index.state = disabled_in_definition.then(|| "Disabled".to_owned());
            }
        }
        self
    }

    pub(crate) fn grouped(&self) -> Option<&GroupedIndex> {
        if let Self::Grouped(index) = self { Some(index) } else { None }
    }

    /// Whether it is automatic.
    pub fn is_automatic(&self) -> bool {
        matches!(self, Self::Auto(_) | Self::Grouped(_))
    }

    /// As stored in the database record.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Auto(index) => serde_json::to_value(index),
            Self::Grouped(index) => serde_json::to_value(index),
            Self::Static(index) => serde_json::to_value(index),
        }
        .expect("maps with text keys always become JSON")
    }
}

/// An automatic index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct AutoIndex {
    /// `Auto/Orders/ByCompany`.
    pub name: String,
    /// The collection, `None` for all documents.
    pub collection: Option<String>,
    /// Its fields by name.
    pub map_fields: BTreeMap<String, AutoField>,
    /// When it was created.
    pub created_at: String,
    /// Its priority.
    #[serde(default, skip_serializing_if = "IndexPriority::is_normal")]
    pub priority: IndexPriority,
    /// It is disabled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// The definition reports it as disabled.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub disabled_in_definition: bool,
}

/// One field of an automatic index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct AutoField {
    /// The member path. Empty for `id()` and for metadata the server owns.
    pub path: Vec<String>,
    /// Also indexed with case (`exact`).
    pub exact: bool,
    /// Also indexed by words (`search`).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub search: bool,
    /// A spatial field: WKT, or the latitude of `longitude`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spatial: bool,
    /// The member path of the longitude.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub longitude: Option<Vec<String>>,
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

/// The name of a spatial field.
pub(crate) fn name_of_place(path: &[String], longitude: Option<&[String]>) -> String {
    let path = path.join(".");
    match longitude {
        Some(longitude) => format!("spatial.point({path}, {})", longitude.join(".")),
        None => format!("spatial.wkt({path})"),
    }
}

impl AutoField {
    /// A field without options.
    pub(crate) fn plain(path: Vec<String>) -> Self {
        Self { path, exact: false, search: false, spatial: false, longitude: None }
    }

    /// The spatial field of a column, or of two with latitudes and longitudes; `None` where those are not
    /// members of documents.
    pub(crate) fn place(source: &ColumnSource, longitude: Option<&ColumnSource>) -> Option<Self> {
        let path = |source: &ColumnSource| match source {
            ColumnSource::Body(path) => Some(path.clone()),
            _ => None,
        };
        let longitude = match longitude {
            Some(longitude) => Some(path(longitude)?),
            None => None,
        };
        Some(Self { spatial: true, longitude, ..Self::plain(path(source)?) })
    }

    /// A spatial field with its name: of a member with WKT, or of a latitude and a longitude.
    pub fn of_place(path: Vec<String>, longitude: Option<Vec<String>>) -> (String, Self) {
        let name = name_of_place(&path, longitude.as_deref());
        (name, Self { spatial: true, longitude, ..Self::plain(path) })
    }

    /// Where its values come from.
    pub(crate) fn source(&self, name: &str) -> ColumnSource {
        if !self.path.is_empty() {
            return ColumnSource::Body(self.path.clone());
        }
        let key = MetadataKey::ALL.into_iter().find(|key| name == format!("@metadata.{}", key.name()));
        key.map_or(ColumnSource::Id, ColumnSource::Metadata)
    }

    /// Whether it has the options of the other.
    fn has(&self, wanted: &Self) -> bool {
        self.is_like(wanted) && (self.exact || !wanted.exact) && (self.search || !wanted.search)
    }

    /// Whether both have the same source.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.path == other.path && self.spatial == other.spatial && self.longitude == other.longitude
    }
}

impl AutoIndex {
    /// The number of a field in the index's files.
    pub(crate) fn number_of(&self, source: &ColumnSource) -> Option<u16> {
        let name = name_of(source)?;
        let place = self
            .map_fields
            .iter()
            .position(|(known, field)| *known == name && !field.spatial && field.source(known) == *source)?;
        u16::try_from(place).ok()?.checked_add(1)
    }

    /// The number of this spatial field.
    pub(crate) fn number_of_place(
        &self,
        source: &ColumnSource,
        longitude: Option<&ColumnSource>,
    ) -> Option<u16> {
        let wanted = AutoField::place(source, longitude)?;
        let place = self.map_fields.values().position(|field| field.is_like(&wanted))?;
        u16::try_from(place).ok()?.checked_add(1)
    }

    /// What a field lacks to meet the requirements.
    pub(crate) fn lacks(&self, name: &str, wanted: &AutoField) -> Option<String> {
        let Some(known) = self.map_fields.get(name) else {
            return Some(format!("The following field is missing: {name}"));
        };
        let what = match () {
            () if !known.is_like(wanted) => "comes from other members in the index",
            () if wanted.search && !known.search => {
                "is not searched by its words, while the query needs to search() it"
            }
            () if wanted.exact && !known.exact => "is not found with its case, while the query needs exact()",
            () => return None,
        };
        Some(format!("The following field {what}: {name}"))
    }

    /// Whether it has all these fields with the required options.
    pub(crate) fn covers(&self, fields: &BTreeMap<String, AutoField>) -> bool {
        fields.iter().all(|(name, wanted)| self.map_fields.get(name).is_some_and(|known| known.has(wanted)))
    }
}
