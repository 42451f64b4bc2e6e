//! Full text: how texts fall into words, and what is looked for in them.

mod analyzer;
mod lucene;
mod terms;

pub use analyzer::{Word, words};
pub use lucene::{LuceneError, parse_lucene};
pub(crate) use terms::similarity;
pub use terms::{Clause, Search, Wanted, edits};
