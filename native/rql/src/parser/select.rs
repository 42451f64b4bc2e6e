//! The `select` clause.

use super::cursor::Cursor;
use super::refusal::MethodPlace;
use crate::ast::{Field, Select, SelectField, Selected};
use crate::error::QueryError;
use crate::text::{Token, TokenKind};

const FIELD: &str = "a field, a value or * after 'select'";

impl Cursor<'_> {
    /// Everything after `select`. `select *` without `distinct` is no clause at all.
    pub(super) fn select_clause(&mut self) -> Result<Option<Select>, QueryError> {
        let distinct = self.take_word("distinct");
        if self.at_symbol("{") {
            return Err(self.refuse_current(
                "JavaScript projections",
                "Name the fields instead: select Company, Lines[].Product as Products",
            ));
        }
        if self.take_symbol("*") {
            return Ok(distinct.then_some(Select { distinct, fields: Vec::new() }));
        }
        let mut fields: Vec<SelectField> = Vec::new();
        loop {
            let start = self.current.clone();
            if self.at_whole_document(fields.is_empty())? {
                return Ok(distinct.then_some(Select { distinct, fields }));
            }
            let field = self.select_field()?;
            let name = field.name();
            if fields.iter().any(|other| other.name() == name) {
                return Err(Self::invalid(
                    start.at,
                    format!(
                        "The name '{name}' is selected twice. Give one of the two another name with 'as'."
                    ),
                ));
            }
            fields.push(field);
            if !self.take_symbol(",") {
                return Ok(Some(Select { distinct, fields }));
            }
        }
    }

    /// Takes the alias of the `from` clause where it stands alone: the whole document is wanted.
    fn at_whole_document(&mut self, first: bool) -> Result<bool, QueryError> {
        let (TokenKind::Word(word), Some(alias)) = (&self.current.kind, &self.alias) else {
            return Ok(false);
        };
        if word != alias {
            return Ok(false);
        }
        // What follows the alias decides, so the rest is looked at with a lexer of its own.
        let rest = self.query.get(self.current.end..).unwrap_or("");
        let next = crate::text::Lexer::new(rest).next_token();
        if matches!(next.kind, TokenKind::Symbol("." | "[" | "(")) {
            return Ok(false);
        }
        let alone = self.advance();
        if !first || self.at_symbol(",") || self.at_word("as") {
            return Err(self.refuse(
                alone.at,
                word_length(&alone),
                "a whole document beside other fields",
                "Select the fields by name, or select the document alone.",
            ));
        }
        Ok(true)
    }

    fn select_field(&mut self) -> Result<SelectField, QueryError> {
        let at = self.current.at;
        let mut qualified = false;
        let value = match &self.current.kind {
            TokenKind::Quoted(_) if self.quoted_path_follows() => {
                Selected::Field(Field::Path(self.path()?.path))
            }
            TokenKind::Word(word) if !word.eq_ignore_ascii_case("null") => {
                let read = self.path()?;
                qualified = read.qualified;
                if self.at_symbol("(") {
                    let name = read.path.to_string();
                    if !name.eq_ignore_ascii_case("id") {
                        return Err(self.refuse_method(&name, at, MethodPlace::Select));
                    }
                    self.id_arguments()?;
                    Selected::Field(Field::Id)
                } else {
                    Selected::Field(Field::Path(read.path))
                }
            }
            TokenKind::Symbol(_) | TokenKind::End | TokenKind::Bad(_) => return Err(self.expected(FIELD)),
            _ => Selected::Value(self.operand()?),
        };
        let alias = if self.take_word("as") { Some(self.result_name()?) } else { None };
        Ok(SelectField { value, alias, qualified, at })
    }

    /// Quoted text in a select list is a literal, unless a path goes on after it: '@metadata'.'@id'.
    fn quoted_path_follows(&self) -> bool {
        let rest = self.query.get(self.current.end..).unwrap_or("");
        matches!(crate::text::Lexer::new(rest).next_token().kind, TokenKind::Symbol("." | "["))
    }

    fn result_name(&mut self) -> Result<String, QueryError> {
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

fn word_length(token: &Token) -> usize {
    if let TokenKind::Word(word) = &token.kind { word.chars().count() } else { 1 }
}
