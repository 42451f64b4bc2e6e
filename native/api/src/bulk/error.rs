//! Errors of a stream: the item, the byte, and what was expected.

/// A stream that cannot be read further. Earlier items remain valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkError {
    /// The item's number, counting from 1; 0 outside of any.
    pub item: u64,
    /// The byte of the (decoded) stream, counting from 0.
    pub offset: u64,
    /// What is wrong, without a full stop.
    pub problem: String,
}

impl std::fmt::Display for BulkError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.item {
            0 => write!(formatter, "The stream cannot be read at byte {}: {}.", self.offset, self.problem),
            item => write!(formatter, "Item {item} (at byte {}): {}.", self.offset, self.problem),
        }
    }
}

impl std::error::Error for BulkError {}
