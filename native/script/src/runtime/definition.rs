//! What is read once: a text, and what it is for.

use super::functions::Missing;
use crate::source::Prepared;

/// A definition. Two that are equal are read once.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub kind: Kind,
    /// Texts that are read before, such as functions several definitions share.
    pub sources: Vec<String>,
    /// The author's text.
    pub text: String,
}

/// What a definition is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Changes a document.
    Patch,
}

impl Kind {
    /// What `load` gives when there is nothing.
    pub(super) fn missing(self) -> Missing {
        match self {
            Self::Patch => Missing::Undefined,
        }
    }

    /// JavaScript of ours that is read before the author's texts.
    pub(super) fn frame(self) -> &'static str {
        match self {
            Self::Patch => "",
        }
    }

    /// What stands around the author's text, in its own first and behind its last line.
    pub(super) fn around(self, prepared: &Prepared) -> (String, &'static str) {
        match self {
            Self::Patch => {
                (format!("(function({}){{return function(args){{", prepared.parameters.join(",")), "\n}})")
            }
        }
    }
}
