//! `filter`: documents looked at one after another, in their order, until enough have passed.

use std::cmp::Ordering;

use serde_json::Value;

use super::loader::{Loaded, Loader};
use super::project::{METADATA, body_of, field_value, value_at};
use super::stopwatch::Meter;
use crate::ast::{Comparison, Field, Path, Segment};
use crate::error::QueryError;
use crate::plan::{Side, Sieve, SieveClause, SieveTest};
use crate::source::OwnedDocument;
use crate::values::{Number, compare_numbers, fold};

/// The filter at work.
#[derive(Debug)]
pub(crate) struct Sieving<'p> {
    clause: &'p SieveClause,
    loader: Loader<'p>,
    /// Documents looked at.
    pub(crate) looked_at: u64,
    pub(crate) meter: Meter,
}

impl<'p> Sieving<'p> {
    pub(crate) fn new(clause: &'p SieveClause, loader: Loader<'p>) -> Self {
        Self { clause, loader, looked_at: 0, meter: Meter::default() }
    }

    /// It may look at no more documents.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.clause.limit.is_some_and(|limit| self.looked_at >= limit)
    }

    pub(crate) fn lets_through(&mut self, document: &OwnedDocument) -> Result<bool, QueryError> {
        if self.is_exhausted() {
            return Ok(false);
        }
        let start = std::time::Instant::now();
        self.looked_at += 1;
        let body = Value::Object(body_of(document)?);
        let loaded = self.loader.loaded(document)?;
        let looked_at = LookedAt { document, body: &body, loaded: &loaded, loader: &self.loader };
        let through = looked_at.passes(&self.clause.sieve)?;
        self.meter.add(1, usize::from(through), start);
        Ok(through)
    }
}

/// One document under the filter.
struct LookedAt<'a> {
    document: &'a OwnedDocument,
    body: &'a Value,
    loaded: &'a [Loaded],
    loader: &'a Loader<'a>,
}

impl LookedAt<'_> {
    fn passes(&self, sieve: &Sieve) -> Result<bool, QueryError> {
        Ok(match sieve {
            Sieve::True => true,
            Sieve::Not(inside) => !self.passes(inside)?,
            Sieve::All(sides) => {
                for side in sides {
                    if !self.passes(side)? {
                        return Ok(false);
                    }
                }
                true
            }
            Sieve::Any(sides) => {
                for side in sides {
                    if self.passes(side)? {
                        return Ok(true);
                    }
                }
                false
            }
            Sieve::Test(field, test) => self.meets(self.value(field)?.as_ref(), test)?,
        })
    }

    fn meets(&self, value: Option<&Value>, test: &SieveTest) -> Result<bool, QueryError> {
        let text = || match value {
            Some(Value::String(text)) => Some(fold(text)),
            _ => None,
        };
        Ok(match test {
            SieveTest::Compare(comparison, with) => holds(*comparison, value, self.side(with)?.as_ref()),
            SieveTest::Between(low, high) => {
                holds(Comparison::GreaterOrEqual, value, self.side(low)?.as_ref())
                    && holds(Comparison::LessOrEqual, value, self.side(high)?.as_ref())
            }
            SieveTest::In(values) => values.iter().any(|wanted| is_same(value, Some(wanted))),
            SieveTest::AllIn(values) => match value {
                Some(Value::Array(elements)) => values
                    .iter()
                    .all(|wanted| elements.iter().any(|element| is_same(Some(element), Some(wanted)))),
                _ => false,
            },
            SieveTest::StartsWith(start) => text().is_some_and(|text| text.starts_with(start)),
            SieveTest::EndsWith(end) => text().is_some_and(|text| text.ends_with(end)),
            SieveTest::Regex(pattern) => match value {
                Some(Value::String(text)) => pattern.is_match(text),
                _ => false,
            },
            SieveTest::Exists => value.is_some(),
        })
    }

    fn side(&self, side: &Side) -> Result<Option<Value>, QueryError> {
        match side {
            Side::Value(value) => Ok(Some(value.clone())),
            Side::Field(field) => self.value(field),
        }
    }

    fn value(&self, field: &Field) -> Result<Option<Value>, QueryError> {
        match field {
            Field::Path(path) if path.head() == METADATA => Ok(field_value(path, self.body, self.document)),
            Field::Path(path) => Ok(member_at(self.body, path)),
            other => self.loader.value(other, self.document, self.body, self.loaded),
        }
    }
}

/// The value at a path as a script that forgives missing members sees it: nothing where the last step leads nowhere,
/// `null` where an earlier one does.
fn member_at(body: &Value, path: &Path) -> Option<Value> {
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
fn holds(comparison: Comparison, left: Option<&Value>, right: Option<&Value>) -> bool {
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

/// Equal by kind and value; objects and arrays equal nothing but themselves.
fn is_same(left: Option<&Value>, right: Option<&Value>) -> bool {
    match (left, right) {
        (None, None) | (Some(Value::Null), Some(Value::Null)) => true,
        (Some(Value::Bool(left)), Some(Value::Bool(right))) => left == right,
        (Some(Value::String(left)), Some(Value::String(right))) => left == right,
        (Some(Value::Number(left)), Some(Value::Number(right))) => {
            compare_numbers(number(left), number(right)).is_eq()
        }
        _ => false,
    }
}

fn number(number: &serde_json::Number) -> Number {
    match number.as_i64() {
        Some(whole) => Number::Integer(whole),
        None => Number::Double(number.as_f64().unwrap_or(f64::MAX)),
    }
}

/// Two texts are compared as texts, everything else as numbers; `None` when one of them is no number.
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
        Value::Number(value) => Primitive::Number(number(value)),
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
