//! What is read once: a text, and what it is for.

use super::functions::Missing;

/// A definition. Two that are equal are read once.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub kind: Kind,
    /// Texts that are read before, such as functions several definitions share.
    pub sources: Vec<String>,
    /// What stands before it in its first line.
    pub open: String,
    /// The author's text.
    pub text: String,
}

/// What a definition is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Changes a document.
    Patch,
    /// Maps or reduces for an index.
    Index,
    /// Makes a query's results.
    Projection,
    /// Likewise; the text is the inside of an object.
    ObjectProjection,
}

impl Kind {
    /// What `load` gives when there is nothing.
    pub(super) fn missing(self) -> Missing {
        match self {
            Self::Patch | Self::Projection | Self::ObjectProjection => Missing::Undefined,
            Self::Index => Missing::Null,
        }
    }

    /// JavaScript of ours that is read before the author's texts: a function that is handed the engine's side.
    pub(super) fn frame(self) -> &'static str {
        match self {
            Self::Patch | Self::Projection | Self::ObjectProjection => "",
            Self::Index => include_str!("index.js"),
        }
    }

    /// What stands behind the author's text, in lines of its own.
    pub(super) fn close(self) -> &'static str {
        match self {
            Self::Patch => "\n}})",
            Self::Index => "\n;return __read()})()",
            Self::Projection => "\n)})",
            Self::ObjectProjection => "\n})})",
        }
    }
}
