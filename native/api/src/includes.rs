//! `include=path`: which other documents a document points to.
//!
//! A path is dotted member names; arrays on the way are walked element by element, with or without `[]`.
//! `Path(prefix/)` puts the prefix before each value.

use std::collections::BTreeSet;

use rookery_engine::{Database, Document};
use serde_json::Value;

use crate::error::ApiError;

/// The documents that `documents` point to by `paths`, each once, leaving out those already among them.
pub fn follow(
    database: &Database,
    documents: &[Document],
    paths: &[String],
) -> Result<Vec<Document>, ApiError> {
    if paths.is_empty() {
        return Ok(Vec::new());
    }
    let present: BTreeSet<String> = documents.iter().map(|document| document.id.to_lowercase()).collect();
    let mut wanted: Vec<String> = Vec::new();
    let mut seen = BTreeSet::new();
    for document in documents {
        let body: Value = serde_json::from_slice(&document.body)
            .map_err(|error| ApiError::bad_json(&format!("The stored document '{}'", document.id), &error))?;
        for path in paths {
            for id in targets(&body, path) {
                let key = id.to_lowercase();
                if !present.contains(&key) && seen.insert(key) {
                    wanted.push(id);
                }
            }
        }
    }
    let mut found = Vec::with_capacity(wanted.len());
    for id in wanted {
        found.extend(database.get(&id)?);
    }
    Ok(found)
}

/// The ids a path leads to in one document.
pub(crate) fn targets(body: &Value, path: &str) -> Vec<String> {
    let (path, prefix) = match path.strip_suffix(')').and_then(|path| path.split_once('(')) {
        Some((path, prefix)) => (path, prefix),
        None => (path, ""),
    };
    let mut values = vec![body];
    for part in path.split(['.', ',']).filter(|part| !part.is_empty()) {
        let name = part.trim_end_matches("[]");
        values = values
            .into_iter()
            .flat_map(flattened)
            .filter_map(|value| if name.is_empty() { Some(value) } else { value.get(name) })
            .collect();
    }
    values
        .into_iter()
        .flat_map(flattened)
        .filter_map(|value| match value {
            Value::String(text) if !text.is_empty() => Some(format!("{prefix}{text}")),
            Value::Number(number) if !prefix.is_empty() => Some(format!("{prefix}{number}")),
            _ => None,
        })
        .collect()
}

fn flattened(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().flat_map(flattened).collect(),
        other => vec![other],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn paths_go_through_objects_and_arrays() {
        let order = json!({
            "Company": "companies/1", "Freight": 3, "Empty": "",
            "Lines": [{ "Product": "products/1" }, { "Product": "products/2" }, { "Product": null }],
            "Tags": ["a", "b"], "Ship": { "Via": "shippers/1" },
        });
        assert_eq!(targets(&order, "Company"), ["companies/1"]);
        assert_eq!(targets(&order, "Lines[].Product"), ["products/1", "products/2"]);
        assert_eq!(targets(&order, "Lines.Product"), ["products/1", "products/2"]);
        assert_eq!(targets(&order, "Lines,Product"), ["products/1", "products/2"]);
        assert_eq!(targets(&order, "Ship.Via"), ["shippers/1"]);
        assert_eq!(targets(&order, "Tags[]"), ["a", "b"]);
        assert_eq!(targets(&order, "Tags(tags/)"), ["tags/a", "tags/b"]);
        assert!(targets(&order, "Nope.Deep").is_empty());
        assert!(targets(&order, "Freight").is_empty());
        assert!(targets(&order, "Empty").is_empty());
    }
}
