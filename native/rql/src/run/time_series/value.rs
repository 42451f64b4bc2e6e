//! Conditions on entries.

use std::cmp::Ordering;

use serde_json::Value;

use super::series_moment;
use crate::ast::{Comparison, Position, Segment};
use crate::error::QueryError;
use crate::plan::{EntryTerm, EntryTest, moment};
use crate::source::SeriesEntry;

/// What a condition reads.
pub(super) struct EntryContext<'a> {
    pub(super) entry: SeriesEntry<'a>,
    /// The document that the entry's tag names.
    pub(super) tag_document: Option<&'a Value>,
    pub(super) arguments: &'a [Value],
}

/// A side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Operand<'a> {
    Null,
    Number(f64),
    Text(&'a str),
    Bool(bool),
    Moment(i64),
    /// An object or an array.
    Other,
}

impl Operand<'_> {
    fn kind(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::Bool(_) => "a boolean",
            Self::Moment(_) => "a date",
            Self::Other => "an object or an array",
        }
    }
}

pub(super) fn test(test: &EntryTest, context: &EntryContext<'_>) -> Result<bool, QueryError> {
    Ok(match test {
        EntryTest::And(sides) => {
            for side in sides {
                if !self::test(side, context)? {
                    return Ok(false);
                }
            }
            true
        }
        EntryTest::Or(sides) => {
            for side in sides {
                if self::test(side, context)? {
                    return Ok(true);
                }
            }
            false
        }
        EntryTest::Not(inside) => !self::test(inside, context)?,
        EntryTest::Compare(left, comparison, right, at) => {
            compare(read(left, context), *comparison, read(right, context), *at)?
        }
        EntryTest::Between(value, low, high, at) => {
            let value = read(value, context);
            compare(value, Comparison::GreaterOrEqual, read(low, context), *at)?
                && compare(value, Comparison::LessOrEqual, read(high, context), *at)?
        }
        EntryTest::In(value, list) => {
            let value = read(value, context);
            list.iter().any(|one| equal(value, read(one, context)))
        }
    })
}

/// The value of a key of `group by`.
pub(super) fn key_value(term: &EntryTerm, context: &EntryContext<'_>) -> Value {
    match term {
        EntryTerm::Tag => context.entry.tag.map_or(Value::Null, |tag| tag.to_owned().into()),
        EntryTerm::TagDocument(path) => at_path(context.tag_document, path).cloned().unwrap_or_default(),
        _ => Value::Null,
    }
}

/// The end of a range.
pub(super) fn moment_of(term: &EntryTerm, arguments: &[Value], at: Position) -> Result<i64, QueryError> {
    match term {
        EntryTerm::Moment(moment) => Ok(*moment),
        EntryTerm::Argument(index, path) => match at_path(arguments.get(*index), path) {
            Some(Value::String(text)) => moment(text, at),
            _ => Err(QueryError::at(at, "'between' of a time series takes dates, but an argument is none.")),
        },
        _ => Err(QueryError::at(at, "'between' of a time series takes dates.")),
    }
}

fn read<'a>(term: &'a EntryTerm, context: &EntryContext<'a>) -> Operand<'a> {
    match term {
        EntryTerm::Value(position) => {
            context.entry.values.get(*position).map_or(Operand::Null, |value| Operand::Number(*value))
        }
        EntryTerm::Tag => context.entry.tag.map_or(Operand::Null, Operand::Text),
        EntryTerm::Timestamp => Operand::Moment(context.entry.timestamp),
        EntryTerm::TagDocument(path) => of_json(at_path(context.tag_document, path)),
        EntryTerm::Argument(index, path) => of_json(at_path(context.arguments.get(*index), path)),
        EntryTerm::Constant(value) => of_json(Some(value)),
        EntryTerm::Moment(moment) => Operand::Moment(*moment),
    }
}

fn at_path<'a>(value: Option<&'a Value>, path: &[Segment]) -> Option<&'a Value> {
    path.iter().try_fold(value?, |value, segment| match segment {
        Segment::Field(name) => value.get(name),
        Segment::Each => None,
    })
}

fn of_json(value: Option<&Value>) -> Operand<'_> {
    match value {
        None | Some(Value::Null) => Operand::Null,
        Some(Value::Bool(value)) => Operand::Bool(*value),
        Some(Value::Number(number)) => Operand::Number(number.as_f64().unwrap_or(0.0)),
        Some(Value::String(text)) => Operand::Text(text),
        Some(Value::Array(_) | Value::Object(_)) => Operand::Other,
    }
}

fn equal(left: Operand<'_>, right: Operand<'_>) -> bool {
    match (left, right) {
        (Operand::Moment(at), Operand::Text(text)) | (Operand::Text(text), Operand::Moment(at)) => {
            series_moment(text).is_ok_and(|other| other == at)
        }
        (Operand::Other, _) | (_, Operand::Other) => false,
        (left, right) => left == right,
    }
}

/// What is missing has no order: only `=` and `!=` are true for it.
fn compare(
    left: Operand<'_>,
    comparison: Comparison,
    right: Operand<'_>,
    at: Position,
) -> Result<bool, QueryError> {
    match comparison {
        Comparison::Equal => return Ok(equal(left, right)),
        Comparison::NotEqual => return Ok(!equal(left, right)),
        _ => {}
    }
    let order = match (left, right) {
        (Operand::Null, _) | (_, Operand::Null) => return Ok(false),
        (Operand::Number(left), Operand::Number(right)) => left.partial_cmp(&right),
        (Operand::Text(left), Operand::Text(right)) => Some(left.cmp(right)),
        (Operand::Moment(left), Operand::Moment(right)) => Some(left.cmp(&right)),
        (Operand::Moment(left), Operand::Text(text)) => Some(left.cmp(&moment(text, at)?)),
        (Operand::Text(text), Operand::Moment(right)) => Some(moment(text, at)?.cmp(&right)),
        (left, right) => {
            let (left, right) = (left.kind(), right.kind());
            let message =
                format!("The condition of the time series compares {left} with {right}: they have no order.");
            return Err(QueryError::at(at, message));
        }
    };
    Ok(order.is_some_and(|order| match comparison {
        Comparison::Less => order == Ordering::Less,
        Comparison::LessOrEqual => order != Ordering::Greater,
        Comparison::Greater => order == Ordering::Greater,
        _ => order != Ordering::Less,
    }))
}
