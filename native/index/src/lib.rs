//! Index files and the operators over them: entries in, matches out.
//!
//! Contents: the encoding of an entry's values as terms and columns, the writer, the operators that evaluate a bound
//! condition segment by segment, sorting, and the record of what each operator did. tantivy keeps the segments; which
//! terms and columns are in them is decided here. What it must not know: where documents are kept, collections,
//! HTTP, scripts. The meaning of values (case, numbers, dates) is the query core's and taken from there.

mod backpressure;
mod cells;
mod columns;
mod compile;
mod dictionary;
mod entry;
mod error;
mod explain;
mod full_text;
mod groups;
mod matches;
mod merge_policy;
mod more_like_this;
mod more_like_this_clause;
mod number_key;
mod operator;
mod phrase;
mod postings_union;
mod private_directory;
mod reader;
mod score;
mod scoring;
mod search;
mod segment;
mod segment_builder;
mod sort;
mod spatial;
mod stored_lookup;
mod term_ranges;
mod terms;
mod values;
mod word_field;
mod word_weights;
mod words;
mod writer;

pub use compile::{FieldOf, LocationOf, check};
pub use entry::Entry;
pub use error::IndexError;
pub use groups::{EntryBlock, Group, Role};
pub use more_like_this::{MoreLikeThisField, MoreLikeThisRequest};
pub use more_like_this_clause::MoreLikeThisClause;
pub use reader::Hit;
pub use reader::Reader;
pub use search::{Hits, SearchRequest};
pub use segment_builder::{DetachedSegments, SegmentBuilder};
pub use terms::ID_FIELD;
pub use values::IndexedValue;
pub use writer::{Index, IndexWriter};
