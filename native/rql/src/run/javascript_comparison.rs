//! Values compared as JavaScript compares them, without running any.

use std::cmp::Ordering;

use serde_json::Value;

use super::project::value_at;
use crate::ast::{Comparison, Path, Segment};
use crate::values::{Number, compare_numbers};

/// The value at a path as in a script with optional chaining: nothing where the last member is missing,
/// `null` where an earlier one does.
pub(super) fn member_at(body: &Value, path: &Path) -> Option<Value> {
    if path.has_each() {
        return value_at(body, &path.segments);
    }
    let mut value = Some(body);
    for (number, segment) in path.segments.iter().enumerate() {
        let Segment::Field(name) = segment else { continue };
        value = match value {
            None | Some(Value::Null) => return Some(Value::Null),
            Some(Value::Object(members)) => members.get(name),
            Some(Value::Array(elements)) if name == "length" && number + 1 == path.segments.len() => {
                return Some(elements.len().into());
            }
            Some(Value::String(text)) if name == "length" && number + 1 == path.segments.len() => {
                return Some(text.encode_utf16().count().into());
            }
            Some(_) => None,
        };
    }
    value.cloned()
}

/// A comparison as JavaScript makes it, `=` as `===`.
pub(super) fn holds(comparison: Comparison, left: Option<&Value>, right: Option<&Value>) -> bool {
    let ordered = |is: fn(Ordering) -> bool| order(left, right).is_some_and(is);
    match comparison {
        Comparison::Equal => is_same(left, right),
        Comparison::NotEqual => !is_same(left, right),
        Comparison::Less => ordered(Ordering::is_lt),
        Comparison::LessOrEqual => ordered(Ordering::is_le),
        Comparison::Greater => ordered(Ordering::is_gt),
        Comparison::GreaterOrEqual => ordered(Ordering::is_ge),
    }
}

/// Equality by kind and value; objects and arrays are never equal.
pub(super) fn is_same(left: Option<&Value>, right: Option<&Value>) -> bool {
    match (left, right) {
        (None, None) | (Some(Value::Null), Some(Value::Null)) => true,
        (Some(Value::Bool(left)), Some(Value::Bool(right))) => left == right,
        (Some(Value::String(left)), Some(Value::String(right))) => left == right,
        (Some(Value::Number(left)), Some(Value::Number(right))) => {
            compare_numbers(left.into(), right.into()).is_eq()
        }
        _ => false,
    }
}

/// Compares two texts as texts, other values as numbers; `None` if a value is not a number.
fn order(left: Option<&Value>, right: Option<&Value>) -> Option<Ordering> {
    match (primitive(left)?, primitive(right)?) {
        (Primitive::Text(left), Primitive::Text(right)) => {
            Some(left.encode_utf16().cmp(right.encode_utf16()))
        }
        (left, right) => Some(compare_numbers(left.number()?, right.number()?)),
    }
}

enum Primitive {
    Number(Number),
    Text(String),
}

impl Primitive {
    fn number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) if text.trim().is_empty() => Some(Number::Integer(0)),
            Self::Text(text) => {
                text.trim().parse::<f64>().ok().filter(|number| number.is_finite()).map(Number::Double)
            }
        }
    }
}

/// `None` is a missing value: not a number, and no text.
fn primitive(value: Option<&Value>) -> Option<Primitive> {
    Some(match value? {
        Value::Null => Primitive::Number(Number::Integer(0)),
        Value::Bool(value) => Primitive::Number(Number::Integer(i64::from(*value))),
        Value::Number(value) => Primitive::Number(value.into()),
        Value::String(text) => Primitive::Text(text.clone()),
        Value::Array(elements) => Primitive::Text(joined(elements)),
        Value::Object(_) => Primitive::Text("[object Object]".to_owned()),
    })
}

/// An array's text in JavaScript.
fn joined(elements: &[Value]) -> String {
    let text = |element: &Value| match element {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(inner) => joined(inner),
        Value::Object(_) => "[object Object]".to_owned(),
        other => other.to_string(),
    };
    elements.iter().map(text).collect::<Vec<_>>().join(",")
}
