//! Index files and the operators over them: entries in, matches out.
//!
//! ```
//! use rookery_index::Index;
//! use rookery_rql::values::Leaf;
//!
//! # let folder = tempfile::tempdir().expect("a temporary folder");
//! const CITY: u16 = 1;
//! let index = Index::open(folder.path())?;
//! let mut writer = index.write()?;
//! let mut entry = writer.entry("orders/1-A", 1);
//! entry.add(CITY, Leaf::Text("Bern"), false);
//! entry.add_id();
//! entry.store(b"{}".to_vec());
//! writer.add(entry)?;
//! writer.commit("etag 1")?;
//! assert_eq!(index.reader().stored_texts_of("orders/1-A")?, [b"{}"]);
//! # Ok::<(), rookery_index::IndexError>(())
//! ```
//!
//! Contents: the encoding of an entry's values as terms and columns, the writer, the operators that evaluate
//! a bound condition, scores, sorting, and the record of what ran. tantivy provides segments and merging;
//! terms and columns are defined here. Independent of the documents' store, collections, HTTP and scripts.
//! The meaning of values (case, numbers, dates) is defined by the query core.

mod backpressure;
mod cells;
mod columns;
mod compile;
mod dictionary;
mod document_ids;
mod entry;
mod error;
mod explain;
mod first_rows;
mod full_text;
mod groups;
mod matches;
mod merge_policy;
mod metered_file;
mod more_like_this;
mod more_like_this_clause;
mod norms;
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
