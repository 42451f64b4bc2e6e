//! Explanations of scores, by result.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::project::{body_of, value_at};
use crate::error::QueryError;
use crate::plan::Explanations;
use crate::source::OwnedDocument;

/// The texts an index gave, for the results on the page.
pub(crate) fn explanations_by_result(
    requested: &Explanations,
    results: &[OwnedDocument],
    are_groups: bool,
    texts: Vec<(String, String)>,
) -> Result<Map<String, Value>, QueryError> {
    let mut by_id: HashMap<String, Vec<String>> = HashMap::new();
    for (id, text) in texts {
        by_id.entry(id).or_default().push(text);
    }
    let mut members = Map::new();
    for result in results {
        let Some(texts) = by_id.remove(&result.id) else { continue };
        let key = match &requested.group_key {
            Some(path) if are_groups => match value_at(&Value::Object(body_of(result)?), &path.segments) {
                Some(Value::String(text)) => text,
                Some(other) => other.to_string(),
                None => result.id.clone(),
            },
            _ => result.id.clone(),
        };
        members.insert(key, texts.into());
    }
    Ok(members)
}
