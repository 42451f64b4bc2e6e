//! JavaScript in a query: `declare function` and `update`.

use super::cursor::Cursor;
use crate::ast::{Function, Script, TimeSeriesFunction};
use crate::error::QueryError;
use crate::text::TokenKind;

impl Cursor<'_> {
    /// Every `declare function` and `declare timeseries` before the query itself.
    pub(super) fn declared_functions(
        &mut self,
    ) -> Result<(Vec<Function>, Vec<TimeSeriesFunction>), QueryError> {
        let mut functions: Vec<Function> = Vec::new();
        let mut time_series: Vec<TimeSeriesFunction> = Vec::new();
        while self.at_word("declare") {
            let declare = self.advance();
            let is_time_series = self.take_word("timeseries");
            if !is_time_series && !self.take_word("function") {
                return Err(self.expected("'function' or 'timeseries' after 'declare'"));
            }
            let TokenKind::Word(name) = &self.current.kind else {
                return Err(
                    self.expected("the function's name after 'declare function' or 'declare timeseries'")
                );
            };
            let name = name.clone();
            if self.known.functions.contains(&name) || self.known.time_series_functions.contains(&name) {
                return Err(QueryError::at(
                    self.current.at,
                    format!("The function '{name}' is declared twice. Give one of the two another name."),
                ));
            }
            if is_time_series {
                let function = self.declared_time_series()?;
                self.known.time_series_functions.push(name);
                time_series.push(TimeSeriesFunction { at: declare.at, ..function });
                continue;
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
        Ok((functions, time_series))
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
