//! Why a query has no answer, in words for the person who wrote it.

use crate::ast::Position;
use crate::source::SourceError;
use crate::text::excerpt_with_caret;

/// Every way in which a query can fail.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The text is not RQL.
    #[error(transparent)]
    Parse(#[from] Box<ParseError>),
    /// The text is valid RQL, but uses a feature that is not supported yet.
    #[error(transparent)]
    Unsupported(#[from] Box<UnsupportedError>),
    /// The text is well formed but cannot be meant, such as a parameter of the wrong kind.
    #[error("{line}:{column} {message}")]
    Invalid {
        /// Line of the offending part, from 1.
        line: u32,
        /// Column of the offending part, in characters, from 1.
        column: u32,
        /// What is wrong and what to do.
        message: String,
    },
    /// A stored document is not the JSON object it should be.
    #[error("document '{id}' cannot be read by the query: {reason}")]
    UnreadableDocument {
        /// The document's id.
        id: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The documents could not be read.
    #[error("the query stopped because its documents could not be read: {0}")]
    Source(#[from] SourceError),
    /// There is no index of that name.
    #[error("There is no index named '{index}'. Check the spelling, or query the collection instead.")]
    NoSuchIndex {
        /// The name.
        index: String,
    },
    /// Too many documents or groups of the index failed.
    #[error(
        "The index '{index}' is in the state Error and answers no queries: {reason}. See its errors, then change its \
         definition, or reset it after the documents were changed."
    )]
    ErroredIndex {
        /// Its name.
        index: String,
        /// How many failed.
        reason: String,
    },
    /// The query needs an automatic index that is not there, and may make none.
    #[error(
        "The query needs an automatic index that does what '{index}' would, none of those there are does, and it may \
         not make one. Let it create an index, or write one with these fields and query that: from index 'Name'."
    )]
    NewIndexNeeded {
        /// The name of the one it would make if it were the first.
        index: String,
    },
    /// There is no document of that id, and the query cannot be meant without it.
    #[error("Document '{id}' does not exist.")]
    NoSuchDocument {
        /// The id.
        id: String,
    },
    /// The index has no such field.
    #[error(
        "The field '{field}' is not indexed in '{index}', cannot query/sort on fields that are not indexed."
    )]
    NotIndexed {
        /// The field's name.
        field: String,
        /// The index's name.
        index: String,
    },
    /// Its token was cancelled.
    #[error("{}", cancelled(*scanned))]
    Cancelled {
        /// Documents read until then; 0 where that was not counted.
        scanned: u64,
    },
}

fn cancelled(scanned: u64) -> String {
    match scanned {
        0 => "The query was cancelled.".to_owned(),
        1 => "The query was cancelled after 1 document was read.".to_owned(),
        _ => format!("The query was cancelled after {scanned} documents were read."),
    }
}

impl QueryError {
    /// Valid syntax without a valid meaning, with its position.
    pub fn at(at: Position, message: impl Into<String>) -> Self {
        Self::Invalid { line: at.line, column: at.column, message: message.into() }
    }

    /// The same error with the offending line of the text, where it was made without one.
    pub(crate) fn shown_in(mut self, query: &str) -> Self {
        if let Self::Unsupported(error) = &mut self
            && error.excerpt.is_empty()
        {
            let at = Position { line: error.line, column: error.column };
            error.excerpt = excerpt_with_caret(query, at, 1);
        }
        self
    }

    /// A stable word for the kind of failure, for logs and for the wire.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Parse(_) => "rql-syntax",
            Self::Unsupported(_) => "rql-unsupported",
            Self::Invalid { .. } => "rql-invalid",
            Self::UnreadableDocument { .. } => "document-unreadable",
            Self::Source(_) => "source-failed",
            Self::NoSuchIndex { .. } => "index-unknown",
            Self::ErroredIndex { .. } => "index-errored",
            Self::NewIndexNeeded { .. } => "index-needed",
            Self::NoSuchDocument { .. } => "document-unknown",
            Self::NotIndexed { .. } => "field-not-indexed",
            Self::Cancelled { .. } => "cancelled",
        }
    }
}

/// The text is not RQL: where, what was expected and what was there.
///
/// Displayed as several lines: `line:column`, the sentence, the line of the query with a caret under the
/// offending part, then the whole query.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column} {message}\n{excerpt}\nQuery: {query}")]
pub struct ParseError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// One sentence.
    pub message: String,
    /// What would have been right there, in the words of the sentence.
    pub expected: String,
    /// The text that was there; empty at the end of the query.
    pub near: String,
    /// The offending line and a caret under the offending part.
    pub excerpt: String,
    /// The whole query text.
    pub query: String,
}

/// The text is RQL, but this engine does not answer it yet.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{line}:{column} The sandbox does not answer {construct} yet. {advice}\n{excerpt}")]
pub struct UnsupportedError {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// The construct by its RQL name, such as `group by`.
    pub construct: String,
    /// What to do instead, one sentence.
    pub advice: String,
    /// The line of the query and a caret under the construct.
    pub excerpt: String,
}
