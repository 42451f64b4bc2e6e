//! The previous definitions of an index: the last ten, newest first, in the database record
//! (`IndexesHistory`). Deleted with the index.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::registry::Indexes;
use crate::document::date;
use crate::document::ids;
use crate::error::EngineError;
use crate::index_definition::IndexDefinition;
use crate::index_definition::replacement_name::replaced_by;
use crate::index_definition::static_index::StaticIndex;
use crate::state::core::Core;

/// Definitions kept of one index.
const KEPT: usize = 10;

/// The record members that belong to indexes.
pub(crate) const RECORD_MEMBERS: [&str; 3] = ["AutoIndexes", "Indexes", "IndexesHistory"];

/// One definition of an index.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct PastDefinition {
    /// As it was put.
    pub definition: StaticIndex,
    /// When it was put.
    pub created_at: String,
    /// The node it was put on.
    pub source: String,
}

impl Indexes {
    /// Saves all definitions, durably. `noted` is a new one for the history.
    pub(crate) fn save(
        &self,
        core: &Core,
        all: &[IndexDefinition],
        noted: Option<&StaticIndex>,
    ) -> Result<(), EngineError> {
        let of = |wanted: bool| {
            let some = all.iter().filter(|index| index.is_automatic() == wanted);
            let by_name: Map<String, Value> =
                some.map(|index| (index.name().to_owned(), index.to_json())).collect();
            Value::Object(by_name)
        };
        let noted = noted.map(|index| PastDefinition {
            definition: index.clone(),
            created_at: date::to_text(core.clock.now()),
            source: core.node_tag.clone(),
        });
        let etag = self.next_raft_index()?;
        core.file.update(etag, |contents| {
            let before = contents.record.remove(RECORD_MEMBERS[2]);
            let history = history_after(before, all, noted);
            contents.record.extend(RECORD_MEMBERS.map(str::to_owned).into_iter().zip([
                of(true),
                of(false),
                Value::Object(history),
            ]));
            Ok(())
        })
    }
}

/// The history with the new definition, without deleted indexes.
fn history_after(
    before: Option<Value>,
    all: &[IndexDefinition],
    noted: Option<PastDefinition>,
) -> Map<String, Value> {
    let Some(Value::Object(mut history)) = before.or_else(|| Some(Value::Object(Map::new()))) else {
        return Map::new();
    };
    let known = |name: &str| {
        all.iter().any(|index| {
            let own = index.name();
            ids::same_ignoring_case(replaced_by(own).unwrap_or(own), name)
        })
    };
    history.retain(|name, _| known(name));
    if let Some(noted) = noted {
        let name = noted.definition.name.clone();
        let key = history.keys().find(|key| ids::same_ignoring_case(key, &name)).cloned().unwrap_or(name);
        let past = history.entry(key).or_insert_with(|| Value::Array(Vec::new()));
        if !past.is_array() {
            *past = Value::Array(Vec::new());
        }
        if let Value::Array(past) = past {
            let noted = serde_json::to_value(noted).expect("maps with text keys always become JSON");
            past.insert(0, noted);
            past.truncate(KEPT);
        }
    }
    history
}
