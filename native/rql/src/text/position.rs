//! Line and column in the text of a query.

/// Line and column of something in the text, both from 1. Columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}
