//! A definition: a text and its purpose. Each thread parses it once.

use super::functions::Missing;

/// A definition. Equal definitions are parsed once.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Definition {
    pub kind: Kind,
    /// Texts that are parsed before it, such as shared functions.
    pub sources: Vec<String>,
    /// The code before it in its first line.
    pub open: String,
    /// The author's text.
    pub text: String,
}

impl Definition {
    /// Whether a text of it contains a word.
    pub(super) fn mentions(&self, word: &str) -> bool {
        self.sources.iter().chain([&self.text]).any(|text| text.contains(word))
    }
}

/// The purpose of a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Changes a document.
    Patch,
    /// Maps or reduces for an index.
    Index,
    /// Makes a query's results.
    Projection,
    /// As `Projection`; the text is the body of an object literal.
    ObjectProjection,
}

impl Kind {
    /// What `load` returns for a missing document.
    pub(super) fn missing(self) -> Missing {
        match self {
            Self::Patch | Self::Projection | Self::ObjectProjection => Missing::Undefined,
            Self::Index => Missing::Null,
        }
    }

    /// JavaScript that runs before the author's texts: a function that receives the host object.
    pub(super) fn frame(self) -> &'static str {
        match self {
            Self::Patch | Self::Projection | Self::ObjectProjection => "",
            Self::Index => include_str!("index.js"),
        }
    }

    /// The code after the author's text, in separate lines.
    pub(super) fn close(self) -> &'static str {
        match self {
            Self::Patch => "\n}})",
            Self::Index => "\n;return __read()})()",
            Self::Projection => "\n)})",
            Self::ObjectProjection => "\n})})",
        }
    }
}
