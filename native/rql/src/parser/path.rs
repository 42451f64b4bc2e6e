//! Paths as they are written: names, quoted names, `[]`, the alias in front.

use super::cursor::Cursor;
use crate::ast::{Path, Position, Segment};
use crate::error::QueryError;
use crate::text::TokenKind;

/// How many steps a path may have.
const MAX_LENGTH: usize = 64;

/// A path as read, before its alias is taken off.
pub(super) struct ReadPath {
    pub(super) path: Path,
    pub(super) at: Position,
    /// The path began with the alias, which was removed.
    pub(super) qualified: bool,
    /// The path is the alias and nothing else.
    pub(super) is_alias: bool,
}

impl Cursor<'_> {
    /// Whether the current token can begin a field.
    pub(super) fn at_field(&self) -> bool {
        matches!(&self.current.kind, TokenKind::Word(_) | TokenKind::Quoted(_))
    }

    /// A path that begins at the current token, which must satisfy [`Cursor::at_field`].
    pub(super) fn path(&mut self) -> Result<ReadPath, QueryError> {
        self.expect_name("the name of a field")?;
        let token = self.advance();
        let at = token.at;
        let mut segments = match token.kind {
            // Quoted in one piece, as clients write it: 'Lines[].Product'.
            TokenKind::Quoted(text) => Path::from_text(&text).segments,
            TokenKind::Word(word) => vec![Segment::Field(word)],
            _ => Vec::new(),
        };
        loop {
            if segments.len() > MAX_LENGTH {
                return Err(QueryError::at(at, format!("This path has more than {MAX_LENGTH} steps.")));
            }
            if self.take_symbol("[") {
                if matches!(self.current.kind, TokenKind::Integer(_)) {
                    return Err(self.refuse_current(
                        "positions in arrays",
                        "Write '[]': the condition then holds for any element.",
                    ));
                }
                self.expect_symbol("]", "after '[': a path takes every element, as in Lines[].Product")?;
                segments.push(Segment::Each);
            } else if self.take_symbol(".") {
                match &self.current.kind {
                    TokenKind::Word(name) | TokenKind::Quoted(name) => {
                        segments.push(Segment::Field(name.clone()));
                        self.advance();
                    }
                    _ => return Err(self.expected("a field's name after '.'")),
                }
            } else {
                break;
            }
        }
        let starts_with_alias = match (&self.known.alias, segments.first()) {
            (Some(alias), Some(Segment::Field(first))) => alias == first,
            _ => false,
        };
        let is_alias = starts_with_alias && segments.len() == 1;
        // A method keeps its whole name: `o.id()` is not `id()`.
        let is_method = self.at_symbol("(");
        let qualified = starts_with_alias && !is_method && matches!(segments.get(1), Some(Segment::Field(_)));
        if qualified {
            segments.remove(0);
        }
        Ok(ReadPath { path: Path { segments }, at, qualified, is_alias })
    }
}
