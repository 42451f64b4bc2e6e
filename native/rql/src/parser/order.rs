//! The `order by` clause.

use super::cursor::Cursor;
use super::refusal::MethodPlace;
use crate::ast::{OrderBy, Ordering};
use crate::error::QueryError;
use crate::text::TokenKind;

impl Cursor<'_> {
    /// Everything after `order`.
    pub(super) fn order_by_clause(&mut self) -> Result<Vec<OrderBy>, QueryError> {
        if !self.take_word("by") {
            return Err(self.expected("'by' after 'order'"));
        }
        let mut keys = Vec::new();
        loop {
            let (field, at) = self.field("a field to order by", MethodPlace::Order)?;
            let ordering = if self.take_word("as") { self.ordering()? } else { Ordering::Implicit };
            let descending = self.take_word("desc") || self.take_word("descending");
            if !descending && !self.take_word("asc") {
                self.take_word("ascending");
            }
            if self.at_word("nulls") {
                return Err(self.refuse_current(
                    "nulls first and nulls last",
                    "Without it, missing and null values come first, and last with 'desc'.",
                ));
            }
            keys.push(OrderBy { field, ordering, descending, at });
            if !self.take_symbol(",") {
                return Ok(keys);
            }
        }
    }

    fn ordering(&mut self) -> Result<Ordering, QueryError> {
        let known = [
            ("string", Ordering::Text),
            ("long", Ordering::Long),
            ("double", Ordering::Double),
            ("alphanumeric", Ordering::AlphaNumeric),
        ];
        if let TokenKind::Word(word) = &self.current.kind
            && let Some((_, ordering)) = known.iter().find(|(name, _)| word.eq_ignore_ascii_case(name))
        {
            let ordering = *ordering;
            self.advance();
            return Ok(ordering);
        }
        Err(self.expected("string, long, double or alphaNumeric after 'as'"))
    }
}
