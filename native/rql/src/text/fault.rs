//! Errors of the lexer.

/// Why characters are not a token.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fault {
    /// Bytes after the token's start.
    pub(crate) offset: usize,
    /// Length of the offending part in characters.
    pub(crate) length: usize,
    pub(crate) expected: String,
    pub(crate) message: String,
}
