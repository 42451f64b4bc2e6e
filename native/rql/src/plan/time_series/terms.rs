//! Names, literals and parameters in conditions on entries.

use serde_json::Value;

use super::literals::moment;
use super::{EntryTerm, EntryTest, Names};
use crate::ast::{EntryExpr, EntryOperand, Path, Position};
use crate::error::QueryError;
use crate::plan::bind::{Binder, kind_of};

/// Converts the operands of one query.
pub(super) struct Terms<'a, 'b> {
    pub(super) names: &'a Names<'a>,
    pub(super) tag: Option<&'a str>,
    pub(super) binder: &'a Binder<'b>,
}

impl Terms<'_, '_> {
    pub(super) fn test(&self, expr: &EntryExpr) -> Result<EntryTest, QueryError> {
        let all =
            |sides: &[EntryExpr]| sides.iter().map(|side| self.test(side)).collect::<Result<Vec<_>, _>>();
        Ok(match expr {
            EntryExpr::And(sides) => EntryTest::And(all(sides)?),
            EntryExpr::Or(sides) => EntryTest::Or(all(sides)?),
            EntryExpr::Not(inside) => EntryTest::Not(Box::new(self.test(inside)?)),
            EntryExpr::Compare(left, comparison, right, at) => {
                let is_time = [left, right].into_iter().any(|side| *side == EntryOperand::Timestamp);
                let term = |side| self.term(side, is_time);
                EntryTest::Compare(term(left)?, *comparison, term(right)?, *at)
            }
            EntryExpr::Between(value, low, high, at) => {
                let term = |side| self.term(side, *value == EntryOperand::Timestamp);
                EntryTest::Between(term(value)?, term(low)?, term(high)?, *at)
            }
            EntryExpr::In(value, list) => {
                let mut values = Vec::new();
                for one in list {
                    match one {
                        EntryOperand::Literal(operand) => {
                            let found = self.binder.flattened(std::slice::from_ref(operand))?;
                            values.extend(found.into_iter().map(|(_, value)| EntryTerm::Constant(value)));
                        }
                        other => values.push(self.term(other, false)?),
                    }
                }
                EntryTest::In(self.term(value, false)?, values)
            }
        })
    }

    fn term(&self, operand: &EntryOperand, is_time: bool) -> Result<EntryTerm, QueryError> {
        Ok(match operand {
            EntryOperand::Value(position) => EntryTerm::Value(*position),
            EntryOperand::Tag => EntryTerm::Tag,
            EntryOperand::Timestamp => EntryTerm::Timestamp,
            EntryOperand::Named(path) => self.named(path),
            EntryOperand::Literal(operand) => match self.binder.json(operand)? {
                Value::String(text) if is_time => EntryTerm::Moment(moment(&text, operand.at)?),
                value => EntryTerm::Constant(value),
            },
        })
    }

    /// The end of a range.
    pub(super) fn bound(&self, operand: &EntryOperand, at: Position) -> Result<EntryTerm, QueryError> {
        match self.term(operand, true)? {
            EntryTerm::Constant(other) => {
                let message = format!("'between' of a time series takes dates, not {}.", kind_of(&other));
                let at = if let EntryOperand::Literal(literal) = operand { literal.at } else { at };
                Err(QueryError::at(at, message))
            }
            term => Ok(term),
        }
    }

    /// The parser accepts only names that are known.
    pub(super) fn named(&self, path: &Path) -> EntryTerm {
        let rest = path.segments.get(1..).unwrap_or_default().to_vec();
        match self.names.arguments.iter().position(|name| name == path.head()) {
            Some(index) if self.tag != Some(path.head()) => EntryTerm::Argument(index, rest),
            _ => EntryTerm::TagDocument(rest),
        }
    }
}
