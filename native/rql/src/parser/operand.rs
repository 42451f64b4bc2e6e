//! Values in the text: literals, parameters, lists of them.

use super::cursor::Cursor;
use super::refusal::MethodPlace;
use crate::ast::{Operand, OperandKind};
use crate::error::QueryError;
use crate::text::TokenKind;

impl Cursor<'_> {
    pub(super) fn operand_list(&mut self) -> Result<Vec<Operand>, QueryError> {
        let open = self.expect_symbol("(", "after 'in'")?;
        let mut values = Vec::new();
        if self.take_symbol(")") {
            return Ok(values);
        }
        loop {
            values.push(self.operand()?);
            if self.take_symbol(",") {
                continue;
            }
            if self.at_symbol(")") {
                self.advance();
                return Ok(values);
            }
            return Err(self
                .expected(&format!("',' or ')' in the list opened at {}:{}", open.at.line, open.at.column)));
        }
    }

    /// The right side of a comparison: a value, or the compare-exchange value under a key.
    pub(super) fn compared(&mut self) -> Result<Operand, QueryError> {
        if !self.at_method("cmpxchg") {
            return self.operand();
        }
        let at = self.current.at;
        self.advance();
        let open = self.expect_symbol("(", "after cmpxchg")?;
        let is_key = matches!(self.current.kind, TokenKind::Quoted(_) | TokenKind::Parameter(_));
        if !is_key {
            return Err(self.expected(
                "the key of a compare-exchange value in cmpxchg(): text in quotes or a $parameter",
            ));
        }
        let key = Box::new(self.operand()?);
        self.expect_closing(&open)?;
        Ok(Operand { kind: OperandKind::CompareExchange(key), at })
    }

    /// A literal or a parameter.
    pub(super) fn operand(&mut self) -> Result<Operand, QueryError> {
        let at = self.current.at;
        let kind = match &self.current.kind {
            TokenKind::Integer(value) => OperandKind::Integer(*value),
            TokenKind::Double(value) => OperandKind::Double(*value),
            TokenKind::Quoted(text) => OperandKind::Text(text.clone()),
            TokenKind::Parameter(name) => OperandKind::Parameter(name.clone()),
            TokenKind::Word(word) if word.eq_ignore_ascii_case("true") => OperandKind::Bool(true),
            TokenKind::Word(word) if word.eq_ignore_ascii_case("false") => OperandKind::Bool(false),
            TokenKind::Word(word) if word.eq_ignore_ascii_case("null") => OperandKind::Null,
            TokenKind::Word(_) => {
                let start = self.current.clone();
                let read = self.path()?;
                if self.at_symbol("(") {
                    return Err(self.refuse_method(&read.path.to_string(), at, MethodPlace::Condition));
                }
                if self.known.filtering {
                    let field = Box::new(self.resolved(read));
                    return Ok(Operand { kind: OperandKind::Field(field), at });
                }
                let message = format!(
                    "Expected a value, but found the bare word '{}'. Write text in quotes; one field can be compared with another in 'filter' only.",
                    read.path
                );
                return Err(self.parse_error(&start, "a value".into(), message));
            }
            _ => {
                return Err(
                    self.expected("a value: text in quotes, a number, true, false, null or a $parameter")
                );
            }
        };
        self.advance();
        Ok(Operand { kind, at })
    }
}
