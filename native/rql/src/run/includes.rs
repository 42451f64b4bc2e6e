//! `include path`: the documents whose ids stand in the results.

use std::collections::HashSet;

use serde_json::Value;

use super::project::{body_of, value_at};
use crate::ast::Path;
use crate::error::QueryError;
use crate::source::{DocumentSource, OwnedDocument};
use crate::values::fold;

/// Documents to send along, and ids that lead nowhere.
#[derive(Debug, Default)]
pub(crate) struct Included {
    pub(crate) documents: Vec<OwnedDocument>,
    pub(crate) missing: Vec<String>,
}

/// Loads what the paths name in these results. A document that is itself among whole results is not repeated.
pub(crate) fn load(
    source: &dyn DocumentSource,
    paths: &[Path],
    results: &[OwnedDocument],
    results_are_whole: bool,
) -> Result<Included, QueryError> {
    let mut included = Included::default();
    if paths.is_empty() {
        return Ok(included);
    }
    let mut known: HashSet<String> = HashSet::new();
    if results_are_whole {
        known.extend(results.iter().map(|document| fold(&document.id)));
    }
    for result in results {
        let body = Value::Object(body_of(result)?);
        for path in paths {
            for id in value_at(&body, &path.segments).iter().flat_map(texts) {
                if id.is_empty() || !known.insert(fold(id)) {
                    continue;
                }
                match source.load(id)? {
                    Some(document) => included.documents.push(document),
                    None => included.missing.push(id.to_owned()),
                }
            }
        }
    }
    Ok(included)
}

/// Every text in a value and, where it is an array, in its elements.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(elements) => elements.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}
