//! Compare-exchange values that come along with loaded documents: those that the documents name, and the atomic guards
//! of missing documents, whose index a cluster-wide session needs to create them.

use std::collections::BTreeSet;

use rookery_engine::{ATOMIC_GUARD, CompareExchangeValue, Database, Document};
use serde_json::Value;

use crate::dto::compare_exchange::write_included;
use crate::error::ApiError;
use crate::includes;

/// A key, its value, and the change vector of a guard.
type Included = (String, Option<CompareExchangeValue>, Option<String>);

/// The values in the order in which they were found.
pub struct IncludedExchanges(Vec<Included>);

impl IncludedExchanges {
    /// Those that `documents` name by `paths`, and the guards of `missing` documents.
    pub fn read(
        database: &Database,
        documents: &[Option<Document>],
        paths: &[&str],
        missing: &[&str],
    ) -> Result<Option<Self>, ApiError> {
        let mut keys: Vec<String> = Vec::new();
        let mut seen = BTreeSet::new();
        if !paths.is_empty() {
            for document in documents.iter().flatten() {
                let body: Value = serde_json::from_slice(&document.body).map_err(|error| {
                    ApiError::bad_json(&format!("The stored document '{}'", document.id), &error)
                })?;
                let named = paths.iter().flat_map(|path| includes::targets(&body, path));
                keys.extend(named.filter(|key| seen.insert(key.to_lowercase())));
            }
        }
        Self::of_keys(database, keys, missing)
    }

    /// Those under these keys, and the guards of `missing` documents.
    pub fn of_keys(
        database: &Database,
        mut keys: Vec<String>,
        missing: &[&str],
    ) -> Result<Option<Self>, ApiError> {
        let named = keys.len();
        keys.extend(missing.iter().map(|id| format!("{ATOMIC_GUARD}{id}")));
        if keys.is_empty() {
            return Ok(None);
        }
        let found = database.compare_exchange(&keys.iter().map(String::as_str).collect::<Vec<_>>())?;
        let ids = database.cluster_ids();
        let values = keys.into_iter().zip(found).enumerate().filter_map(|(place, (key, value))| {
            if place < named {
                return Some((key, value, None));
            }
            // Most missing documents have no guard.
            value.map(|value| (key, Some(value.clone()), Some(ids.transaction(value.index))))
        });
        let values: Vec<Included> = values.collect();
        Ok((!values.is_empty()).then_some(Self(values)))
    }

    /// What makes them differ from what a caller holds.
    pub fn versions(&self) -> impl Iterator<Item = String> {
        self.0
            .iter()
            .map(|(key, value, _)| format!("{key}:{}", value.as_ref().map_or(-1, |value| value.index)))
    }

    /// Appends `{key: value, …}`.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        for (place, (key, value, vector)) in self.0.iter().enumerate() {
            if place > 0 {
                out.push(b',');
            }
            write_included(out, key, value.as_ref(), vector.as_deref());
        }
        out.push(b'}');
    }
}
