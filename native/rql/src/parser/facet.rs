//! `facet(…)` and `suggest(…)` in the select clause.

use super::cursor::Cursor;
use crate::ast::{Expr, Facet, FacetAggregation, FacetOf, Suggest};
use crate::error::QueryError;
use crate::text::TokenKind;

const AGGREGATIONS: [&str; 5] = ["sum", "avg", "average", "min", "max"];

impl Cursor<'_> {
    /// The current token is the parenthesis after the name.
    pub(super) fn facet(&mut self) -> Result<Facet, QueryError> {
        let open = self.advance();
        let mut of = None;
        let mut ranges: Vec<Expr> = Vec::new();
        let mut aggregations = Vec::new();
        let mut options = None;
        loop {
            let start = self.current.clone();
            if matches!(self.current.kind, TokenKind::Parameter(_)) {
                options = Some(self.operand()?);
            } else if self.at_method("id") {
                self.advance();
                self.advance();
                of = Some(FacetOf::Setup(self.operand()?));
                self.expect_symbol(")", "to close id()")?;
            } else if let Some(aggregation) = self.attempt(Self::facet_aggregation)? {
                aggregations.push(aggregation);
            } else if let Some(path) = self.attempt(Self::facet_field)? {
                if of.replace(FacetOf::Field(path)).is_some() {
                    let message = "facet() takes one field. Write one facet() for each field.";
                    return Err(self.parse_error(&start, "one field".into(), message.into()));
                }
            } else {
                ranges.push(self.nested(open.at, Self::condition)?);
            }
            if options.is_some() || !self.take_symbol(",") {
                break;
            }
        }
        self.expect_closing(&open)?;
        let besides = !ranges.is_empty() || !aggregations.is_empty() || options.is_some();
        if matches!(of, Some(FacetOf::Setup(_))) && besides {
            let message = "facet(id('…')) takes no other argument. Put the options into the setup document.";
            return Err(self.parse_error(&open, "the id of a set-up alone".into(), message.into()));
        }
        if of.is_some() && !ranges.is_empty() {
            let message = "facet() takes a field or ranges, not both.";
            return Err(self.parse_error(&open, "a field or ranges".into(), message.into()));
        }
        let of = match of {
            Some(of) => of,
            None if ranges.is_empty() => FacetOf::All,
            None => FacetOf::Ranges(ranges),
        };
        Ok(Facet { of, aggregations, options })
    }

    /// A field with nothing after it.
    fn facet_field(&mut self) -> Result<Option<crate::ast::Path>, QueryError> {
        if !self.at_field() {
            return Ok(None);
        }
        let read = self.path()?;
        Ok((self.at_symbol(",") || self.at_symbol(")")).then_some(read.path))
    }

    fn facet_aggregation(&mut self) -> Result<Option<FacetAggregation>, QueryError> {
        let Some(method) = AGGREGATIONS.into_iter().find(|name| self.at_method(name)) else {
            return Ok(None);
        };
        self.advance();
        let open = self.advance();
        if !self.at_field() {
            return Err(self.expected(&format!("a field in {method}()")));
        }
        let path = self.path()?.path;
        self.expect_closing(&open)?;
        let name = if self.take_word("as") { Some(self.result_name()?) } else { None };
        let method = if method == "average" { "avg" } else { method };
        Ok(Some(FacetAggregation { method: method.to_owned(), path, name }))
    }

    /// The current token is the parenthesis after the name.
    pub(super) fn suggest(&mut self) -> Result<Suggest, QueryError> {
        let open = self.advance();
        if !self.at_field() {
            return Err(self.expected("a field as the first argument of suggest()"));
        }
        let path = self.path()?.path;
        self.expect_symbol(",", "and the text to find suggestions for")?;
        let text = self.operand()?;
        let options = if self.take_symbol(",") { Some(self.operand()?) } else { None };
        self.expect_closing(&open)?;
        Ok(Suggest { path, text, options })
    }
}
