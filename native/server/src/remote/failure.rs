//! Why a command failed.

use std::fmt;

/// A sentence for a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    sentence: String,
    is_final: bool,
}

impl Failure {
    pub fn new(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), is_final: false }
    }

    /// A failure that another attempt meets again.
    pub fn lasting(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), is_final: true }
    }

    /// Whether another attempt meets it again.
    pub fn is_final(&self) -> bool {
        self.is_final
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.sentence)
    }
}
