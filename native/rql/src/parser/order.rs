//! The `order by` clause.

use super::cursor::Cursor;
use super::refusal::MethodPlace;
use crate::ast::{Nulls, OrderBy, OrderKey, Ordering};
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
            let at = self.current.at;
            let by = self.order_key()?;
            let ordering = if self.take_word("as") { self.ordering()? } else { Ordering::Implicit };
            let descending = self.take_word("desc") || self.take_word("descending");
            if !descending && !self.take_word("asc") {
                self.take_word("ascending");
            }
            let nulls = if self.take_word("nulls") { Some(self.nulls()?) } else { None };
            keys.push(OrderBy { by, ordering, descending, nulls, at });
            if !self.take_symbol(",") {
                return Ok(keys);
            }
        }
    }

    fn order_key(&mut self) -> Result<OrderKey, QueryError> {
        if !self.at_field() {
            return Err(self.expected("a field to order by"));
        }
        let read = self.path()?;
        if !self.at_symbol("(") {
            return Ok(OrderKey::Field(self.resolved(read)));
        }
        let name = read.path.to_string();
        Ok(match name.to_ascii_lowercase().as_str() {
            "score" => self.no_arguments(&name, OrderKey::Score)?,
            "random" => {
                let open = self.advance();
                let seed = if self.at_symbol(")") { None } else { Some(self.operand()?) };
                self.expect_closing(&open)?;
                OrderKey::Random(seed)
            }
            "spatial.distance" => OrderKey::Distance(self.distance()?),
            _ => match self.field_method(&name)? {
                Some(field) => OrderKey::Field(field),
                None => return Err(self.refuse_method(&name, read.at, MethodPlace::Order)),
            },
        })
    }

    fn nulls(&mut self) -> Result<Nulls, QueryError> {
        if self.take_word("first") {
            Ok(Nulls::First)
        } else if self.take_word("last") {
            Ok(Nulls::Last)
        } else {
            Err(self.expected("'first' or 'last' after 'nulls'"))
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
