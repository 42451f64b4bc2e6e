//! JavaScript in a query: `declare function` and `update`.

use super::cursor::Cursor;
use crate::ast::{Function, Script};
use crate::error::QueryError;
use crate::text::TokenKind;

impl Cursor<'_> {
    /// Every `declare function` before the query itself.
    pub(super) fn declared_functions(&mut self) -> Result<Vec<Function>, QueryError> {
        let mut functions: Vec<Function> = Vec::new();
        while self.at_word("declare") {
            let declare = self.advance();
            if self.at_word("timeseries") {
                return Err(self.refuse_current(
                    "declare timeseries",
                    "Time series are not stored here; run this query on a RavenDB server.",
                ));
            }
            if !self.take_word("function") {
                return Err(self.expected("'function' after 'declare'"));
            }
            let TokenKind::Word(name) = &self.current.kind else {
                return Err(self.expected("the function's name after 'declare function'"));
            };
            let name = name.clone();
            if functions.iter().any(|other| other.name == name) {
                return Err(QueryError::at(
                    self.current.at,
                    format!("The function '{name}' is declared twice. Give one of the two another name."),
                ));
            }
            self.advance();
            if !self.at_symbol("(") {
                return Err(self.expected("'(' and the function's arguments"));
            }
            let arguments = self.script(')', "the function's arguments")?.text;
            if !self.at_symbol("{") {
                return Err(self.expected("'{' and the function's body"));
            }
            let body = self.script('}', "the function's body")?;
            self.known.functions.push(name.clone());
            functions.push(Function { name, arguments, body, at: declare.at });
        }
        Ok(functions)
    }

    /// `update { … }`; the current token is the word.
    pub(super) fn update_clause(&mut self) -> Result<Script, QueryError> {
        self.advance();
        if !self.at_symbol("{") {
            return Err(self.expected("'{' and the script after 'update'"));
        }
        self.script('}', "the script")
    }
}
