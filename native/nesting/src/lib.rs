//! The one limit on how deep a text may be nested, for every parser of the engine.
//!
//! ```
//! use rookery_nesting::{Depth, MAX_DEPTH, Position, json};
//!
//! let deep = "[".repeat(MAX_DEPTH + 1);
//! let error = json::check("The document", deep.as_bytes()).unwrap_err();
//! assert_eq!(error.at.column, 101);
//!
//! let mut depth = Depth::default();
//! let begin = Position { line: 1, column: 1 };
//! depth.enter("The condition", || begin)?;
//! depth.leave();
//! # Ok::<(), rookery_nesting::TooDeep>(())
//! ```
//!
//! A recursive parser needs stack for each level, and so does everything that later walks or drops its tree.
//! The process dies when a stack overflows, so no text may decide how much stack is used: parsers count their
//! levels with [`Depth`], JSON is checked with [`json::check`] before it is parsed, and both fail with
//! [`TooDeep`].
//!
//! This crate has no grammar except the brackets of JSON.

pub mod json;

/// The deepest nesting a text may have. `serde_json` stops at 128 levels; the difference is for the objects
/// that requests and answers put around a document.
pub const MAX_DEPTH: usize = 100;

/// A place in a text, counted from 1; columns are characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Position {
    /// The place of a byte offset. Bytes that are not UTF-8 count as one character each.
    pub fn of(text: &[u8], offset: usize) -> Self {
        let before = &text[..offset.min(text.len())];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |newline| newline + 1);
        let newlines = before[..line_start].iter().filter(|byte| **byte == b'\n').count();
        let characters = String::from_utf8_lossy(&before[line_start..]).chars().count();
        let number = |count: usize| u32::try_from(count + 1).unwrap_or(u32::MAX);
        Self { line: number(newlines), column: number(characters) }
    }
}

/// The text is nested deeper than [`MAX_DEPTH`]. The sentence has no full stop, so that advice can follow it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} is nested deeper than {MAX_DEPTH} levels (line {}, column {})", at.line, at.column)]
pub struct TooDeep {
    /// The text, as the subject of the sentence: `The condition`.
    pub what: &'static str,
    /// Where the first level too many begins.
    pub at: Position,
}

/// The number of levels a parser is inside of.
#[derive(Debug, Clone, Copy, Default)]
pub struct Depth(usize);

impl Depth {
    /// Begins one more level. `what` and `at` are for the error.
    ///
    /// # Errors
    /// When there are [`MAX_DEPTH`] levels already.
    pub fn enter(&mut self, what: &'static str, at: impl FnOnce() -> Position) -> Result<(), TooDeep> {
        if self.0 >= MAX_DEPTH {
            return Err(TooDeep { what, at: at() });
        }
        self.0 += 1;
        Ok(())
    }

    /// Ends the innermost level.
    pub fn leave(&mut self) {
        self.0 = self.0.saturating_sub(1);
    }

    /// Ends as many levels as have begun since `outer` was copied from this counter.
    pub fn leave_to(&mut self, outer: Self) {
        *self = outer;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn allows_exactly_the_limit() {
        let mut depth = Depth::default();
        let at = || Position { line: 3, column: 7 };
        for _ in 0..MAX_DEPTH {
            depth.enter("The text", at).unwrap();
        }
        let error = depth.enter("The text", at).unwrap_err();
        assert_eq!(error.to_string(), "The text is nested deeper than 100 levels (line 3, column 7)");
        depth.leave();
        assert!(depth.enter("The text", at).is_ok());
    }

    #[test]
    fn places_count_lines_and_characters() {
        let of = |text: &str, offset| {
            let Position { line, column } = Position::of(text.as_bytes(), offset);
            (line, column)
        };
        assert_eq!(of("", 0), (1, 1));
        assert_eq!(of("ab\ncd", 2), (1, 3));
        assert_eq!(of("ab\ncd", 4), (2, 2));
        assert_eq!(of("é\n\n€x", 7), (3, 2));
        assert_eq!(Position::of(b"\xff\xff", 9), Position { line: 1, column: 3 });
    }
}
