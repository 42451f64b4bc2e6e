//! `select`: fields out of whole documents, in the shape RavenDB gives them.

use serde_json::{Map, Value};

use super::extract::metadata_text;
use crate::ast::{Field, Path, Segment, SpatialField};
use crate::error::QueryError;
use crate::plan::{Measure, MetadataKey, ProjectedField, ProjectedValue};
use crate::source::OwnedDocument;
use crate::spatial::{Area, EARTH_RADIUS, Point, parse_wkt};

pub(super) const METADATA: &str = "@metadata";

/// The selected fields of a document, without `@metadata`.
pub(crate) fn selected(
    fields: &[ProjectedField],
    document: &OwnedDocument,
) -> Result<Map<String, Value>, QueryError> {
    let reads_body = |field: &ProjectedField| {
        matches!(&field.value, ProjectedValue::Field(Field::Path(_)) | ProjectedValue::Distance(_))
    };
    let body = if fields.iter().any(reads_body) { body_of(document)? } else { Map::new() };
    let body = Value::Object(body);
    let mut result = Map::new();
    for field in fields {
        let value = match &field.value {
            ProjectedValue::Constant(value) => Some(value.clone()),
            ProjectedValue::Field(Field::Id) => Some(id_value(document)),
            ProjectedValue::Field(Field::Path(path)) => field_value(path, &body, document),
            ProjectedValue::Distance(measure) => distance(measure, &body, document),
            // Loaded documents and scripts are the projector's.
            ProjectedValue::Field(_)
            | ProjectedValue::Document
            | ProjectedValue::Call { .. }
            | ProjectedValue::TimeSeries(_)
            | ProjectedValue::TimeSeriesCall { .. } => None,
        };
        put(&mut result, field, value);
    }
    Ok(result)
}

/// The id of a result; what is not a document may have none.
pub(crate) fn id_value(document: &OwnedDocument) -> Value {
    match document.id.as_str() {
        "" => Value::Null,
        id => id.into(),
    }
}

/// A field's value as a member of the result; a missing one is null or left out.
pub(super) fn put(result: &mut Map<String, Value>, field: &ProjectedField, value: Option<Value>) {
    if let Some(value) = value.or_else(|| (!field.omit_missing).then_some(Value::Null)) {
        result.insert(field.name.clone(), value);
    }
}

/// The earth's radius by which RavenDB works out a distance that is selected: another than in conditions.
const SELECTED_RADIUS: f64 = 6_370.693_488_086_362;

/// The kilometres from the document's point; `None` if it has no point.
pub(super) fn distance(measure: &Measure, body: &Value, document: &OwnedDocument) -> Option<Value> {
    let value = |path: &Path| field_value(path, body, document);
    let place = match &measure.from {
        SpatialField::Point { latitude, longitude } => {
            Point::new(degrees(&value(latitude)?)?, degrees(&value(longitude)?)?)?
        }
        SpatialField::Wkt(path) | SpatialField::Name(path) => match parse_wkt(value(path)?.as_str()?, 1.0)? {
            Area::Point(place) => place,
            _ => return None,
        },
    };
    Some((measure.of(place) * SELECTED_RADIUS / EARTH_RADIUS).into())
}

fn degrees(value: &Value) -> Option<f64> {
    match value {
        Value::String(text) => text.trim().parse().ok(),
        other => other.as_f64(),
    }
}

/// Adds `@metadata` to selected fields.
pub(crate) fn with_metadata(mut fields: Map<String, Value>, document: &OwnedDocument) -> Map<String, Value> {
    let mut metadata = match fields.remove(METADATA) {
        Some(Value::Object(selected)) => selected,
        _ => Map::new(),
    };
    metadata.insert("@projection".into(), true.into());
    metadata.insert("@change-vector".into(), document.change_vector.clone().into());
    if !document.flags.is_empty() {
        metadata.insert("@flags".into(), document.flags.clone().into());
    }
    metadata.insert("@id".into(), document.id.clone().into());
    metadata.insert("@last-modified".into(), document.last_modified.clone().into());
    fields.insert(METADATA.into(), Value::Object(metadata));
    fields
}

/// The document's stored metadata only.
pub(crate) fn metadata_alone(mut document: OwnedDocument) -> Result<OwnedDocument, QueryError> {
    let mut kept = Map::new();
    if let Some(metadata) = body_of(&document)?.remove(METADATA) {
        kept.insert(METADATA.into(), metadata);
    }
    document.body = Value::Object(kept).to_string().into_bytes();
    Ok(document)
}

/// The stored body.
pub(crate) fn body_of(document: &OwnedDocument) -> Result<Map<String, Value>, QueryError> {
    serde_json::from_slice(&document.body).map_err(|error| QueryError::UnreadableDocument {
        id: document.id.clone(),
        reason: error.to_string(),
    })
}

pub(super) fn field_value(path: &Path, body: &Value, document: &OwnedDocument) -> Option<Value> {
    if path.head() != METADATA {
        return value_at(body, &path.segments);
    }
    if let Some(key) = MetadataKey::for_path(path) {
        return metadata_text(&document.as_item(), key).map(|text| Value::String(text.to_owned()));
    }
    let mut metadata = match body.get(METADATA) {
        Some(Value::Object(stored)) => stored.clone(),
        _ => Map::new(),
    };
    for key in MetadataKey::ALL {
        if let Some(text) = metadata_text(&document.as_item(), key) {
            metadata.insert(key.name().into(), text.into());
        }
    }
    value_at(&Value::Object(metadata), path.segments.get(1..)?)
}

/// The value at a path. A name steps through the elements of an array and keeps them as separate lists; `[]`
/// collects its results in one flat array. `None` when there is nothing at the path.
pub(crate) fn value_at(value: &Value, path: &[Segment]) -> Option<Value> {
    match (path, value) {
        ([], value) => Some(value.clone()),
        ([Segment::Field(name), rest @ ..], Value::Object(members)) => value_at(members.get(name)?, rest),
        ([Segment::Field(_), ..], Value::Array(elements)) => {
            Some(Value::Array(elements.iter().filter_map(|element| value_at(element, path)).collect()))
        }
        ([Segment::Each, rest @ ..], Value::Array(elements)) => {
            let mut flat = Vec::new();
            for element in elements {
                match value_at(element, rest) {
                    Some(Value::Array(inner)) => flat.extend(inner),
                    Some(other) => flat.push(other),
                    None => {}
                }
            }
            Some(Value::Array(flat))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn at(path: &str, value: &Value) -> Option<Value> {
        value_at(value, &Path::from_text(path).segments)
    }

    #[test]
    fn paths_step_through_arrays() {
        let body = json!({"L": [{"x": [{"y": 1}, {"y": 2}]}, {"x": [{"y": 3}]}, {"z": 0}], "E": [], "N": 1});
        assert_eq!(at("L[].x[].y", &body), Some(json!([1, 2, 3])));
        assert_eq!(at("L[].x", &body), Some(json!([{"y": 1}, {"y": 2}, {"y": 3}])));
        assert_eq!(at("L.x.y", &body), Some(json!([[1, 2], [3]])));
        assert_eq!(at("E[].x", &body), Some(json!([])));
        assert_eq!(at("N[].x", &body), None);
        assert_eq!(at("M[].x", &body), None);
        assert_eq!(at("N.x", &body), None);
    }
}
