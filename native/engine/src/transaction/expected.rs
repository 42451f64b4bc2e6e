//! The version that a command expects to find.

/// The state a command requires; if it is another one the whole batch is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// Whatever is there.
    Any,
    /// No document of that id.
    MustNotExist,
    /// A document with exactly this change vector.
    ChangeVector(String),
}
