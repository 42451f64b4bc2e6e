//! The definition of a static index, as clients send it and as the database record stores it.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::base::null_as_default::null_as_default;
use crate::document::DocumentFlags;
use crate::index_definition::admin_state::{IndexPriority, LockMode};

/// An index with user-defined maps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct StaticIndex {
    /// Its name.
    pub name: String,
    /// The texts of its maps, JavaScript or simple C#.
    #[serde(default, deserialize_with = "null_as_default")]
    pub maps: Vec<String>,
    /// The text of its reduce.
    #[serde(default)]
    pub reduce: Option<String>,
    /// Options of fields, by name; `__all_fields` applies to all.
    #[serde(default, deserialize_with = "options_of_fields")]
    pub fields: BTreeMap<String, FieldOptions>,
    /// Scripts that are read before each map, by name.
    #[serde(default, deserialize_with = "null_as_default")]
    pub additional_sources: BTreeMap<String, String>,
    /// Whether archived documents are indexed.
    #[serde(default)]
    pub archived_data_processing_behavior: Option<ArchivedDocuments>,
    /// Settings of the index; stored unchanged.
    #[serde(default, deserialize_with = "null_as_default")]
    pub configuration: Map<String, Value>,
    /// The output collection of results; not supported.
    #[serde(default)]
    pub output_reduce_to_collection: Option<String>,
    /// `Counters` or `TimeSeries`; otherwise documents. The maps determine it.
    #[serde(default)]
    pub source_type: Option<String>,
    /// Its lock mode.
    #[serde(default)]
    pub lock_mode: Option<LockMode>,
    /// Its priority.
    #[serde(default)]
    pub priority: Option<IndexPriority>,
    /// It is disabled; a value sent by a client is ignored.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "std::ops::Not::not")]
    pub disabled: bool,
    /// `Normal` or `Disabled`, reported with the definition.
    #[serde(default)]
    pub state: Option<String>,
    /// How often it was rebuilt side by side: each build has its own files.
    #[serde(default, deserialize_with = "null_as_default", skip_serializing_if = "is_first")]
    pub build: u32,
    /// When it was created; a value sent by a client is ignored.
    #[serde(default, deserialize_with = "null_as_default")]
    pub created_at: String,
}

/// A field may be given without options.
fn options_of_fields<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, FieldOptions>, D::Error> {
    let read = Option::<BTreeMap<String, Option<FieldOptions>>>::deserialize(deserializer)?;
    let fields = read.unwrap_or_default().into_iter();
    Ok(fields.map(|(name, options)| (name, options.unwrap_or_default())).collect())
}

/// The options of a field.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
pub struct FieldOptions {
    /// `Yes`: its values are stored and used by projections.
    pub storage: Option<String>,
    /// `Default`, `Exact`, `Search` or `No`.
    pub indexing: Option<String>,
    /// The rest, stored unchanged.
    #[serde(flatten)]
    pub others: Map<String, Value>,
}

/// Which documents an index covers, by their archived flag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ArchivedDocuments {
    /// Those that are not archived.
    #[default]
    ExcludeArchived,
    /// All of them.
    IncludeArchived,
    /// Those that are archived.
    ArchivedOnly,
}

impl ArchivedDocuments {
    pub(crate) fn wants(self, flags: DocumentFlags) -> bool {
        let archived = flags.contains(DocumentFlags::ARCHIVED);
        match self {
            Self::ExcludeArchived => !archived,
            Self::IncludeArchived => true,
            Self::ArchivedOnly => archived,
        }
    }
}

impl FieldOptions {
    pub(crate) fn is_stored(&self) -> bool {
        self.storage.as_deref() == Some("Yes")
    }
}

/// The field name that applies to all fields.
pub(crate) const ALL_FIELDS: &str = "__all_fields";

impl StaticIndex {
    /// The options of a field; its own override those of all fields.
    pub(crate) fn options(&self, field: &str) -> FieldOptions {
        let all = self.fields.get(ALL_FIELDS);
        let mut options = self.fields.get(field).cloned().unwrap_or_default();
        if let Some(all) = all {
            options.storage = options.storage.or_else(|| all.storage.clone());
            options.indexing = options.indexing.or_else(|| all.indexing.clone());
            for (name, value) in &all.others {
                let own = options.others.get(name).is_some_and(|own| !own.is_null());
                if !own {
                    options.others.insert(name.clone(), value.clone());
                }
            }
        }
        options
    }

    /// The parts of the definition that determine the entries: a change requires new files.
    pub(crate) fn essence(&self) -> Value {
        let plain = Self {
            lock_mode: None,
            priority: None,
            state: None,
            disabled: false,
            build: 0,
            created_at: String::new(),
            ..self.clone()
        };
        serde_json::to_value(plain).expect("maps with text keys always become JSON")
    }

    /// Whether both are the same index, ignoring explicitly given defaults.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let of_items = self.is_of_items() || other.is_of_items();
        let plain = |index: &Self| {
            let mut index = index.clone();
            index.source_type = None;
            if of_items {
                index.archived_data_processing_behavior = None;
            }
            for options in index.fields.values_mut() {
                options.others.retain(|_, value| !value.is_null());
            }
            index.essence()
        };
        plain(self) == plain(other)
    }

    /// What its maps read: `Documents`, `Counters` or `TimeSeries`.
    pub fn source(&self) -> &str {
        self.source_type.as_deref().filter(|_| self.is_of_items()).unwrap_or("Documents")
    }

    fn is_of_items(&self) -> bool {
        matches!(self.source_type.as_deref(), Some("Counters" | "TimeSeries"))
    }

    /// Whether all its texts are JavaScript.
    pub fn is_javascript(&self) -> bool {
        self.maps.iter().all(|map| !rookery_script::MapScript::is_csharp(map))
    }

    /// `JavaScriptMap` and the like.
    pub fn kind(&self) -> &'static str {
        match (self.is_javascript(), self.reduce.is_some()) {
            (true, false) => "JavaScriptMap",
            (true, true) => "JavaScriptMapReduce",
            (false, false) => "Map",
            (false, true) => "MapReduce",
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that `skip_serializing_if` requires")]
fn is_first(build: &u32) -> bool {
    *build == 0
}
