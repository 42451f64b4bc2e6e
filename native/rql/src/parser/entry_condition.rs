//! Conditions on the entries of a time series.

use super::condition::unwrap_single;
use super::cursor::Cursor;
use crate::ast::{EntryExpr, EntryOperand, Path, Segment};
use crate::error::QueryError;
use crate::text::TokenKind;

/// Most numbers of an entry.
const MOST_VALUES: i64 = 32;
/// Most values of `in (…)`.
const MOST: usize = 10_000;
/// Most steps of a path.
const MOST_STEPS: usize = 64;

const OPERAND: &str = "Value, Values[n], Tag, Timestamp, a field of a loaded document or a value";

impl Cursor<'_> {
    pub(super) fn entry_condition(&mut self) -> Result<EntryExpr, QueryError> {
        let mut sides = vec![self.entry_conjunction()?];
        while self.take_word("or") {
            sides.push(self.entry_conjunction()?);
        }
        Ok(unwrap_single(sides, EntryExpr::Or))
    }

    fn entry_conjunction(&mut self) -> Result<EntryExpr, QueryError> {
        let mut sides = vec![self.entry_term()?];
        while self.take_word("and") {
            sides.push(self.entry_term()?);
        }
        Ok(unwrap_single(sides, EntryExpr::And))
    }

    fn entry_term(&mut self) -> Result<EntryExpr, QueryError> {
        let at = self.current.at;
        if self.at_symbol("(") {
            let open = self.advance();
            let inside = self.nested(open.at, Self::entry_condition)?;
            self.expect_closing(&open)?;
            return Ok(inside);
        }
        if self.take_word("not") {
            return self.nested(at, |inner| Ok(EntryExpr::Not(Box::new(inner.entry_term()?))));
        }
        let left = self.entry_operand()?;
        if let Some(comparison) = self.comparison() {
            self.advance();
            return Ok(EntryExpr::Compare(left, comparison, self.entry_operand()?, at));
        }
        if self.take_word("between") {
            let low = self.entry_operand()?;
            if !self.take_word("and") {
                return Err(self.expected("'and' and the upper bound of 'between'"));
            }
            return Ok(EntryExpr::Between(left, low, self.entry_operand()?, at));
        }
        if self.take_word("in") {
            let open = self.expect_symbol("(", "after 'in'")?;
            let mut list = Vec::new();
            while !self.at_symbol(")") && list.len() < MOST {
                list.push(self.entry_operand()?);
                if !self.take_symbol(",") {
                    break;
                }
            }
            self.expect_closing(&open)?;
            return Ok(EntryExpr::In(left, list));
        }
        Err(self.expected("one of =, !=, <, <=, >, >=, 'between' and 'in' in the condition of a time series"))
    }

    /// A side of a comparison.
    pub(super) fn entry_operand(&mut self) -> Result<EntryOperand, QueryError> {
        let TokenKind::Word(word) = &self.current.kind else {
            return match &self.current.kind {
                TokenKind::Symbol(_) | TokenKind::End | TokenKind::Bad(_) => Err(self.expected(OPERAND)),
                _ => self.operand().map(EntryOperand::Literal),
            };
        };
        if self.known.entry_names.contains(word) {
            return self.named_operand();
        }
        match word.to_ascii_lowercase().as_str() {
            "value" => self.advance_to(EntryOperand::Value(0)),
            "tag" => self.advance_to(EntryOperand::Tag),
            "timestamp" => self.advance_to(EntryOperand::Timestamp),
            "values" => {
                self.advance();
                self.expect_symbol("[", "and the position of a value, as in Values[0]")?;
                let TokenKind::Integer(position) = self.current.kind else {
                    return Err(self.expected("the position of a value"));
                };
                if !(0..MOST_VALUES).contains(&position) {
                    return Err(self.expected("a position from 0 to 31"));
                }
                self.advance();
                self.expect_symbol("]", "after the position")?;
                Ok(EntryOperand::Value(usize::try_from(position).unwrap_or(0)))
            }
            "true" | "false" | "null" => self.operand().map(EntryOperand::Literal),
            _ => {
                let message = format!(
                    "The name '{word}' is not known in this time series query. Entries have Value, Values[n], Tag and \
                     Timestamp; fields of documents need 'load Tag as' or an argument of 'declare timeseries'."
                );
                Err(self.parse_error(&self.current, OPERAND.to_owned(), message))
            }
        }
    }

    fn advance_to(&mut self, operand: EntryOperand) -> Result<EntryOperand, QueryError> {
        self.advance();
        Ok(operand)
    }

    /// A known name and the path after it.
    fn named_operand(&mut self) -> Result<EntryOperand, QueryError> {
        let mut segments = vec![Segment::Field(self.any_word(OPERAND)?)];
        while self.take_symbol(".") {
            if segments.len() == MOST_STEPS {
                return Err(self.expected("the end of this long path"));
            }
            segments.push(Segment::Field(self.any_word("a field's name after '.'")?));
        }
        Ok(EntryOperand::Named(Path { segments }))
    }
}
