//! `studio/collections/preview`: a page of documents cut down to what a grid shows.
//!
//! Long texts are cut, nested values left out; `@metadata` describes what is missing: `$o` (objects and their
//! member counts), `$a` (arrays and their lengths), `$t` (cut texts).

use std::collections::HashSet;

use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{Database, Document};
use serde_json::{Map, Value, json};

use crate::answer::{json as json_answer, not_modified, tagged};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::etag::{is_held, quoted};
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::route_table::RouteTable;

/// Default number of columns.
const DEFAULT_COLUMNS: usize = 10;
/// Longer texts are cut to this many characters.
const LONGEST_TEXT: usize = 255;

pub fn mount(table: RouteTable) -> RouteTable {
    table.get("/databases/{db}/studio/collections/preview", preview)
}

async fn preview(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    blocking(move || page(&database, &query, &headers)).await
}

fn page(database: &Database, query: &Parameters, headers: &HeaderMap) -> Result<Response, ApiError> {
    let collection = query.filled("collection");
    let page = query.page()?;
    let (newest, total) = match collection {
        None => {
            let stats = database.stats()?;
            (stats.change_vector, stats.documents)
        }
        Some(name) => {
            let found = database
                .collections()?
                .into_iter()
                .find(|found| found.name.to_lowercase() == name.to_lowercase())
                .unwrap_or_default();
            (found.last_change_vector, found.documents)
        }
    };
    let tag = format!("{newest}/{total}");
    // Without a document there is no tag.
    let has_tag = !newest.is_empty();
    if has_tag && is_held(headers, &tag) {
        return Ok(not_modified(quoted(&tag)));
    }
    let documents = match collection {
        None => database.newest(page.start, page.take)?,
        Some(name) => database.collection_newest(name, page.start, page.take)?,
    };
    let whole: Vec<Map<String, Value>> = documents.iter().map(wire_object).collect::<Result<_, _>>()?;
    let available = columns_of(&whole);
    let bindings: Vec<&str> = query.all("binding").filter(|name| !name.is_empty()).collect();
    let full: HashSet<&str> = query.all("fullBinding").collect();
    let shown: HashSet<&str> = match (bindings.is_empty() && full.is_empty(), collection) {
        (false, _) => bindings.into_iter().collect(),
        (true, None) => HashSet::new(),
        (true, Some(_)) => available.iter().take(DEFAULT_COLUMNS).copied().collect(),
    };
    let results: Vec<Value> = whole.iter().map(|document| cut(document, &shown, &full)).collect();
    let body = json!({ "TotalResults": total, "AvailableColumns": available, "Results": results });
    let response = json_answer(StatusCode::OK, body.to_string().into_bytes());
    Ok(if has_tag { tagged(response, quoted(&tag)) } else { response })
}

fn wire_object(document: &Document) -> Result<Map<String, Value>, ApiError> {
    serde_json::from_slice(&document.to_wire())
        .map_err(|error| ApiError::bad_json(&format!("The stored document '{}'", document.id), &error))
}

/// Every member name on the page, in the order first met.
fn columns_of(documents: &[Map<String, Value>]) -> Vec<&str> {
    let mut seen = HashSet::new();
    documents
        .iter()
        .flat_map(|document| document.keys())
        .map(String::as_str)
        .filter(|name| *name != "@metadata" && seen.insert(*name))
        .collect()
}

fn cut(document: &Map<String, Value>, shown: &HashSet<&str>, full: &HashSet<&str>) -> Value {
    let (mut objects, mut arrays, mut texts) = (Map::new(), Map::new(), Vec::new());
    let mut result = Map::new();
    for (name, value) in document {
        if name == "@metadata" {
            continue;
        }
        if full.contains(name.as_str()) {
            result.insert(name.clone(), value.clone());
            continue;
        }
        if !shown.contains(name.as_str()) {
            continue;
        }
        match value {
            Value::Object(members) => {
                objects.insert(name.clone(), members.len().into());
            }
            Value::Array(items) => {
                arrays.insert(name.clone(), items.len().into());
            }
            Value::String(text) if text.chars().nth(LONGEST_TEXT).is_some() => {
                result.insert(name.clone(), text.chars().take(LONGEST_TEXT).collect::<String>().into());
                texts.push(Value::from(name.as_str()));
            }
            plain => {
                result.insert(name.clone(), plain.clone());
            }
        }
    }
    let mut metadata = Map::new();
    metadata.insert("$a".into(), Value::Object(arrays));
    metadata.insert("$o".into(), Value::Object(objects));
    metadata.insert("$t".into(), Value::Array(texts));
    if let Some(Value::Object(stored)) = document.get("@metadata") {
        metadata.extend(stored.clone());
    }
    result.insert("@metadata".into(), Value::Object(metadata));
    Value::Object(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(value: Value) -> Map<String, Value> {
        let Value::Object(map) = value else { panic!("not an object") };
        map
    }

    #[test]
    fn nested_values_are_counted_and_long_texts_cut() {
        let long = "é".repeat(300);
        let document = object(json!({
            "Name": "A", "Lines": [1, 2], "o": { "x": 1 }, "Note": long, "@metadata": { "@id": "orders/1" },
        }));
        let shown = ["Name", "Lines", "o", "Note"].into();
        let result = cut(&document, &shown, &HashSet::new());
        assert_eq!(result["Name"], "A");
        assert!(result.get("Lines").is_none() && result.get("o").is_none());
        assert_eq!(result["Note"].as_str().unwrap().chars().count(), 255);
        assert_eq!(
            result["@metadata"],
            json!({ "$a": { "Lines": 2 }, "$o": { "o": 1 }, "$t": ["Note"], "@id": "orders/1" })
        );
        let result = cut(&document, &HashSet::new(), &["Lines"].into());
        assert_eq!(result["Lines"], json!([1, 2]));
        assert_eq!(result["@metadata"]["$a"], json!({}));
    }

    #[test]
    fn columns_come_in_the_order_first_met() {
        let page = [
            object(json!({ "Name": 1, "ref": 2 })),
            object(json!({ "Name": 1, "Lines": 3, "@metadata": {} })),
        ];
        assert_eq!(columns_of(&page), ["Name", "ref", "Lines"]);
    }
}
