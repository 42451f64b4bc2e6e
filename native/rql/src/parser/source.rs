//! The `from` clause.

use super::cursor::Cursor;
use crate::ast::{From, Source};
use crate::error::QueryError;
use crate::text::TokenKind;

impl Cursor<'_> {
    pub(super) fn source_clause(&mut self) -> Result<From, QueryError> {
        if !self.take_word("from") {
            return Err(self.expected("'from' and a collection at the beginning of the query"));
        }
        let source = self.source()?;
        let alias = self.source_alias()?;
        self.known.alias.clone_from(&alias);
        Ok(From { source, alias })
    }

    fn source(&mut self) -> Result<Source, QueryError> {
        let what = "a collection's name or @all_docs after 'from'";
        match &self.current.kind {
            TokenKind::Quoted(name) => {
                let name = name.clone();
                self.advance();
                Ok(Source::Collection(name))
            }
            TokenKind::Word(word) => {
                self.expect_name(what)?;
                let mut name = word.clone();
                self.advance();
                if name.eq_ignore_ascii_case("index") && self.at_index_name() {
                    return self.index_name();
                }
                while self.take_symbol(".") {
                    let TokenKind::Word(part) = &self.current.kind else {
                        return Err(self.expected("the rest of the collection's name after '.'"));
                    };
                    name.push('.');
                    name.push_str(part);
                    self.advance();
                }
                let all = name.eq_ignore_ascii_case("@all_docs");
                Ok(if all { Source::AllDocs } else { Source::Collection(name) })
            }
            _ => Err(self.expected(what)),
        }
    }

    fn at_index_name(&self) -> bool {
        match &self.current.kind {
            TokenKind::Quoted(_) => true,
            TokenKind::Word(word) => !self.at_clause() && !word.eq_ignore_ascii_case("as"),
            _ => false,
        }
    }

    /// Index names may hold slashes and dots when they are quoted; bare ones are dotted words.
    fn index_name(&mut self) -> Result<Source, QueryError> {
        let mut name = match self.advance().kind {
            TokenKind::Quoted(name) => return Ok(Source::Index(name)),
            TokenKind::Word(name) => name,
            _ => return Err(self.expected("an index's name after 'index'")),
        };
        while let Some(joint) = [".", "/"].into_iter().find(|joint| self.at_symbol(joint)) {
            self.advance();
            let TokenKind::Word(part) = &self.current.kind else {
                return Err(self.expected("the rest of the index's name"));
            };
            name.push_str(joint);
            name.push_str(part);
            self.advance();
        }
        Ok(Source::Index(name))
    }

    fn source_alias(&mut self) -> Result<Option<String>, QueryError> {
        let has_as = self.take_word("as");
        match &self.current.kind {
            TokenKind::Quoted(name) if has_as => {
                let name = name.clone();
                self.advance();
                Ok(Some(name))
            }
            TokenKind::Word(name) if has_as || !self.at_clause() => {
                self.expect_name("a name after 'as'")?;
                let name = name.clone();
                self.advance();
                Ok(Some(name))
            }
            _ if has_as => Err(self.expected("a name after 'as'")),
            _ => Ok(None),
        }
    }
}
