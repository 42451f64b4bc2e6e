//! Loads the documents that `load` names for each document, and reads fields of the loaded documents.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::{Map, Value};

use super::project::{METADATA, body_of, field_value, id_value};
use crate::ast::{Field, Load};
use crate::error::QueryError;
use crate::source::{DocumentSource, OwnedDocument};
use crate::values::fold;

/// How many loaded documents are kept for the next result that names them.
const KEPT: usize = 10_000;

/// What one item of `load` found.
pub(super) type Loaded = Vec<Rc<OwnedDocument>>;

/// Loads documents and caches them.
pub(crate) struct Loader<'p> {
    pub(super) source: &'p dyn DocumentSource,
    pub(super) loads: &'p [Load],
    known: HashMap<String, Option<Rc<OwnedDocument>>>,
}

impl std::fmt::Debug for Loader<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:?} with {} known", self.loads, self.known.len())
    }
}

impl<'p> Loader<'p> {
    pub(crate) fn new(source: &'p dyn DocumentSource, loads: &'p [Load]) -> Self {
        Self { source, loads, known: HashMap::new() }
    }

    /// The number of the item with this name.
    pub(super) fn named(&self, alias: &str) -> Option<usize> {
        self.loads.iter().position(|load| load.alias == alias)
    }

    /// What the items of `load` name for this document; later ones may read earlier ones.
    pub(super) fn loaded(&mut self, document: &OwnedDocument) -> Result<Vec<Loaded>, QueryError> {
        let mut all = Vec::with_capacity(self.loads.len());
        if self.loads.is_empty() {
            return Ok(all);
        }
        let body = Value::Object(body_of(document)?);
        for load in self.loads {
            let ids = self.value(&load.from, document, &body, &all)?;
            let mut found = Vec::new();
            let texts = match &ids {
                Some(Value::String(id)) => vec![id.as_str()],
                Some(Value::Array(ids)) if load.many => ids.iter().filter_map(Value::as_str).collect(),
                _ => Vec::new(),
            };
            for id in texts {
                found.extend(self.load(id)?);
            }
            all.push(found);
        }
        Ok(all)
    }

    /// The value of a field; `None` if missing.
    pub(super) fn value(
        &self,
        field: &Field,
        document: &OwnedDocument,
        body: &Value,
        loaded: &[Loaded],
    ) -> Result<Option<Value>, QueryError> {
        Ok(match field {
            Field::Id => Some(id_value(document)),
            Field::Path(path) => field_value(path, body, document),
            Field::Loaded { alias, path } => {
                let Some(number) = self.named(alias) else { return Ok(None) };
                let mut found = Vec::new();
                for other in loaded.get(number).into_iter().flatten() {
                    if path.segments.is_empty() {
                        found.push(whole(other)?);
                    } else {
                        found.extend(field_value(path, &Value::Object(body_of(other)?), other));
                    }
                }
                if self.loads[number].many { Some(Value::Array(found)) } else { found.into_iter().next() }
            }
            Field::Group(_) | Field::Place(_) => None,
        })
    }

    fn load(&mut self, id: &str) -> Result<Option<Rc<OwnedDocument>>, QueryError> {
        if id.is_empty() {
            return Ok(None);
        }
        let key = fold(id);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let found = self.source.load(id)?.map(Rc::new);
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        self.known.insert(key, found.clone());
        Ok(found)
    }
}

/// A document as a value inside a result.
pub(super) fn whole(document: &OwnedDocument) -> Result<Value, QueryError> {
    let mut body = body_of(document)?;
    let mut metadata = match body.remove(METADATA) {
        Some(Value::Object(stored)) => stored,
        _ => Map::new(),
    };
    metadata.insert("@collection".into(), document.collection.clone().into());
    metadata.insert("@id".into(), document.id.clone().into());
    body.insert(METADATA.into(), Value::Object(metadata));
    Ok(Value::Object(body))
}
