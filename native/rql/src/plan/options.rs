//! Options that a method is given as a JSON object.

use serde_json::{Map, Value};

use super::bind::{Binder, invalid, kind_of};
use crate::ast::Operand;
use crate::error::QueryError;

/// The members of a JSON object of options; null has no members.
pub(super) fn members_of(operand: &Operand, binder: &Binder<'_>) -> Result<Map<String, Value>, QueryError> {
    match binder.json(operand)? {
        Value::Object(members) => Ok(members),
        Value::Null => Ok(Map::new()),
        Value::String(text) => serde_json::from_str(&text)
            .map_err(|error| invalid(operand, format!("These options are not a JSON object: {error}."))),
        other => Err(invalid(operand, format!("Options are an object, not {}.", kind_of(&other)))),
    }
}

/// A whole number among them.
pub(super) fn size(
    members: &Map<String, Value>,
    name: &str,
    operand: &Operand,
) -> Result<Option<usize>, QueryError> {
    match members.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().and_then(|size| usize::try_from(size).ok()) {
            Some(size) => Ok(Some(size)),
            None => Err(invalid(operand, format!("The option {name} is a whole number from 0 up."))),
        },
    }
}

/// A start or a number of terms; negative numbers become 0.
pub(super) fn place(
    members: &Map<String, Value>,
    name: &str,
    operand: &Operand,
) -> Result<Option<usize>, QueryError> {
    match members.get(name).and_then(Value::as_i64) {
        Some(below) if below < 0 => Ok(Some(0)),
        _ => size(members, name, operand),
    }
}
