//! The version that a command requires.

/// The required current version; if it differs, the whole batch is rejected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expected {
    /// Any version or none.
    Any,
    /// No document of that id.
    MustNotExist,
    /// A document with exactly this change vector.
    ChangeVector(String),
}
