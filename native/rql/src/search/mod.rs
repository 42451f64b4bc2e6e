//! Full text: analyzers, and search clauses.

mod analyzer;
mod analyzers;
mod lucene;
mod term_weight;
mod terms;
mod text_spans;

pub use analyzer::{Word, words};
pub use analyzers::Analyzer;
pub use lucene::{LuceneError, parse_lucene};
pub use term_weight::{inverse_document_frequency, saturated_frequency};
pub use terms::{Clause, ClauseKind, Search, SearchTarget, edits, meet, similarity};
pub(crate) use text_spans::TextSpan;
