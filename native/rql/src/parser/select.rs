//! The `select` clause.

use super::cursor::Cursor;
use super::refusal::MethodPlace;
use crate::ast::{Argument, Select, SelectField, Selected};
use crate::error::QueryError;
use crate::text::TokenKind;

const FIELD: &str = "a field, a value or * after 'select'";

impl Cursor<'_> {
    /// Everything after `select`. `select *` without `distinct` is not a clause at all.
    pub(super) fn select_clause(&mut self) -> Result<Option<Select>, QueryError> {
        let distinct = self.take_word("distinct");
        let mut select = Select { distinct, fields: Vec::new(), object: None };
        if self.at_symbol("{") {
            select.object = Some(self.script('}', "the projection")?);
            return Ok(Some(select));
        }
        if self.take_symbol("*") {
            return Ok(distinct.then_some(select));
        }
        loop {
            let at = self.current.at;
            let field = self.select_field()?;
            let name = field.name();
            // Facets and suggestions are answers of their own, not members of one.
            let own = matches!(field.value, Selected::Facet(_) | Selected::Suggest(_));
            if !own && select.fields.iter().any(|other| other.name() == name) {
                return Err(QueryError::at(
                    at,
                    format!(
                        "The name '{name}' is selected twice. Give one of the two another name with 'as'."
                    ),
                ));
            }
            select.fields.push(field);
            if !self.take_symbol(",") {
                break;
            }
        }
        if let [SelectField { value: Selected::Document(_), alias: None, .. }] = select.fields.as_slice() {
            select.fields.clear();
            return Ok(distinct.then_some(select));
        }
        Ok(Some(select))
    }

    fn select_field(&mut self) -> Result<SelectField, QueryError> {
        let at = self.current.at;
        let mut qualified = false;
        let value = match &self.current.kind {
            TokenKind::Quoted(_) if matches!(self.peek(), TokenKind::Symbol("." | "[")) => {
                let read = self.path()?;
                Selected::Field(self.resolved(read))
            }
            TokenKind::Word(word) if !word.eq_ignore_ascii_case("null") => {
                let read = self.path()?;
                qualified = read.qualified;
                if self.at_symbol("(") {
                    let name = read.path.to_string();
                    match self.select_method(&name)? {
                        Some(value) => value,
                        None => return Err(self.refuse_method(&name, at, MethodPlace::Select)),
                    }
                } else if read.is_alias {
                    Selected::Document(read.path.head().to_owned())
                } else {
                    Selected::Field(self.resolved(read))
                }
            }
            TokenKind::Symbol(_) | TokenKind::End | TokenKind::Bad(_) => return Err(self.expected(FIELD)),
            _ => Selected::Value(self.operand()?),
        };
        let alias = if self.take_word("as") { Some(self.result_name()?) } else { None };
        Ok(SelectField { value, alias, qualified, at })
    }

    /// A method in the list; the current token is the parenthesis after its name.
    fn select_method(&mut self, name: &str) -> Result<Option<Selected>, QueryError> {
        if self.known.functions.iter().any(|function| function == name) {
            let arguments = self.call_arguments()?;
            return Ok(Some(Selected::Call { name: name.to_owned(), arguments }));
        }
        if self.known.time_series_functions.iter().any(|function| function == name) {
            let arguments = self.call_arguments()?;
            return Ok(Some(Selected::TimeSeriesCall { name: name.to_owned(), arguments }));
        }
        Ok(Some(match name.to_ascii_lowercase().as_str() {
            "facet" => Selected::Facet(Box::new(self.facet()?)),
            "suggest" => Selected::Suggest(Box::new(self.suggest()?)),
            "spatial.distance" => Selected::Distance(self.distance()?),
            "timeseries" => {
                let number = self.known.time_series;
                self.known.time_series += 1;
                Selected::TimeSeries { query: Box::new(self.time_series_method()?), number }
            }
            _ => return Ok(self.field_method(name)?.map(Selected::Field)),
        }))
    }

    fn call_arguments(&mut self) -> Result<Vec<Argument>, QueryError> {
        let open = self.advance();
        let mut arguments = Vec::new();
        if self.take_symbol(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.call_argument()?);
            if !self.take_symbol(",") {
                break;
            }
        }
        self.expect_closing(&open)?;
        Ok(arguments)
    }

    fn call_argument(&mut self) -> Result<Argument, QueryError> {
        let literal = ["true", "false", "null"].into_iter().any(|word| self.at_word(word));
        let is_path = match &self.current.kind {
            TokenKind::Word(_) => !literal,
            TokenKind::Quoted(_) => matches!(self.peek(), TokenKind::Symbol("." | "[")),
            _ => false,
        };
        if !is_path {
            return Ok(Argument::Value(self.operand()?));
        }
        let read = self.path()?;
        if self.at_symbol("(") {
            let name = read.path.to_string();
            return match self.field_method(&name)? {
                Some(field) => Ok(Argument::Field(field)),
                None => Err(self.refuse_method(&name, read.at, MethodPlace::Select)),
            };
        }
        if read.is_alias {
            return Ok(Argument::Document(read.path.head().to_owned()));
        }
        Ok(Argument::Field(self.resolved(read)))
    }

    /// A name after `as`.
    pub(super) fn result_name(&mut self) -> Result<String, QueryError> {
        self.expect_name("a name for the field after 'as'")?;
        match &self.current.kind {
            TokenKind::Word(name) | TokenKind::Quoted(name) => {
                let name = name.clone();
                self.advance();
                Ok(name)
            }
            _ => Err(self.expected("a name for the field after 'as'")),
        }
    }
}
