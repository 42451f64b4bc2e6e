//! Full text: how texts fall into words, and what is looked for in them.

mod analyzer;
mod analyzers;
mod lucene;
mod stretches;
mod terms;
mod weight;

pub use analyzer::{Word, words};
pub use analyzers::Analyzer;
pub use lucene::{LuceneError, parse_lucene};
pub(crate) use stretches::Stretch;
pub use terms::{Among, Clause, Search, Wanted, edits, meet, similarity};
pub use weight::{rarity, saturated};
