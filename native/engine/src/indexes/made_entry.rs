//! What a map made, as fields of the index's files: names become numbers in the order they are first met.

use rookery_rql::values::{Leaf, Number};
use rookery_script::Entry as Made;
use serde_json::{Map, Value};

use super::static_index::{FieldOptions, StaticIndex};

/// The number of the field every entry has besides those of the maps: `id()`.
pub(crate) const ID: u16 = 1;

/// Numbers a field may have; those above are the files' own.
const MOST_FIELDS: usize = 60_000;

/// The number of a field, by its place among those met so far.
pub(crate) fn number_of(fields: &[String], name: &str) -> Option<u16> {
    let place = fields.iter().position(|known| known == name)?;
    u16::try_from(place).ok()?.checked_add(ID + 1)
}

/// Takes one entry's fields over. The text of an error speaks to whoever wrote the map.
pub(crate) fn fill(
    entry: &mut rookery_index::Entry,
    id: &str,
    made: &Made,
    index: &StaticIndex,
    fields: &mut Vec<String>,
) -> Result<(), String> {
    entry.add(ID, Leaf::Text(id), false);
    let stored = add_fields(entry, made, index, fields)?;
    if !stored.is_empty() {
        entry.store(Value::Object(stored).to_string().into_bytes());
    }
    Ok(())
}

/// The same for what a group came to: it has no id, and all of it is kept.
pub(crate) fn fill_result(
    entry: &mut rookery_index::Entry,
    made: &Made,
    index: &StaticIndex,
    fields: &mut Vec<String>,
) -> Result<(), String> {
    add_fields(entry, made, index, fields)?;
    entry.store(made.body.clone());
    Ok(())
}

/// Gives the fields whose values are to be kept.
fn add_fields(
    entry: &mut rookery_index::Entry,
    made: &Made,
    index: &StaticIndex,
    fields: &mut Vec<String>,
) -> Result<Map<String, Value>, String> {
    let body: Map<String, Value> = serde_json::from_slice(&made.body)
        .map_err(|error| format!("The entry is no JSON object: {error}"))?;
    let mut stored = Map::new();
    for (name, value) in body {
        let options = options_of(made, index, &name);
        let number = match number_of(fields, &name) {
            Some(number) => number,
            None if fields.len() < MOST_FIELDS => {
                fields.push(name.clone());
                number_of(fields, &name).unwrap_or(u16::MAX)
            }
            None => {
                return Err(format!("The index has {MOST_FIELDS} fields; there is no room for '{name}'."));
            }
        };
        if options.indexing.as_deref() != Some("No") {
            add(entry, number, &value, options.indexing.as_deref() == Some("Exact"));
        }
        if options.is_stored() {
            stored.insert(name, value);
        }
    }
    Ok(stored)
}

/// The options the definition has for a field, and those it was created with.
fn options_of(made: &Made, index: &StaticIndex, name: &str) -> FieldOptions {
    let mut options = index.options(name);
    let given = made.created.iter().find(|(created, _)| created == name);
    let Some(given) = given.and_then(|(_, text)| serde_json::from_slice::<Map<String, Value>>(text).ok())
    else {
        return options;
    };
    let of =
        |key: &str| given.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| value);
    match of("storage") {
        Some(Value::Bool(true)) => options.storage = Some("Yes".to_owned()),
        Some(Value::String(text)) => options.storage = Some(text.clone()),
        _ => {}
    }
    if let Some(Value::String(text)) = of("indexing") {
        options.indexing = Some(text.clone());
    }
    options
}

fn add(entry: &mut rookery_index::Entry, number: u16, value: &Value, exact: bool) {
    match value {
        Value::Null => entry.add(number, Leaf::Null, exact),
        Value::Bool(value) => entry.add(number, Leaf::Bool(*value), exact),
        Value::Number(value) => {
            let value = match (value.as_i64(), value.as_f64()) {
                (Some(integer), _) => Number::Integer(integer),
                (None, double) => Number::Double(double.unwrap_or(f64::MAX)),
            };
            entry.add(number, Leaf::Number(value), exact);
        }
        Value::String(text) => entry.add(number, Leaf::Text(text), exact),
        Value::Array(values) => values.iter().for_each(|value| add(entry, number, value, exact)),
        Value::Object(_) => entry.add(number, Leaf::Object, exact),
    }
}
