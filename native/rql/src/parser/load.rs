//! The `load` and `filter` clauses.

use super::cursor::Cursor;
use super::refusal::MethodPlace;
use crate::ast::{Expr, Load};
use crate::error::QueryError;
use crate::text::TokenKind;

impl Cursor<'_> {
    /// Everything after `load`.
    pub(super) fn load_clause(&mut self) -> Result<Vec<Load>, QueryError> {
        let mut items: Vec<Load> = Vec::new();
        loop {
            let (from, at) = self.field("a path to a document's id after 'load'", MethodPlace::Load)?;
            let has_as = self.take_word("as");
            if has_as {
                self.expect_name("a name for the loaded document")?;
            }
            let alias = match &self.current.kind {
                TokenKind::Word(name) if has_as || !self.at_clause() => name.clone(),
                TokenKind::Quoted(name) if has_as => name.clone(),
                _ => return Err(self.expected("'as' and a name for the loaded document")),
            };
            if self.known.alias.as_ref() == Some(&alias) || self.known.loaded.contains(&alias) {
                return Err(QueryError::at(
                    self.current.at,
                    format!("The name '{alias}' is used twice. Give the loaded document another name."),
                ));
            }
            self.advance();
            let many = self.take_symbol("[");
            if many {
                self.expect_symbol("]", "after '[': load Lines[].Product as products[] loads all of them")?;
            }
            self.known.loaded.push(alias.clone());
            items.push(Load { from, alias, many, at });
            if !self.take_symbol(",") {
                return Ok(items);
            }
        }
    }

    /// Everything after `filter`.
    pub(super) fn filter_clause(&mut self) -> Result<Expr, QueryError> {
        self.known.filtering = true;
        let condition = self.condition();
        self.known.filtering = false;
        condition
    }
}
