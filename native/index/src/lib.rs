//! Index files and the operators over them: entries in, matches out.
//!
//! What lives here: how an entry's values become terms and columns, the writer, the operators that answer a bound
//! condition segment by segment, sorting, and the record of what each operator did. tantivy keeps the segments; which
//! terms and columns are in them is decided here. What it must not know: where documents are kept, collections,
//! HTTP, scripts. The meaning of values (case, numbers, dates) is the query core's and taken from there.

mod alike;
mod apart;
mod behind;
mod cells;
mod columns;
mod compile;
mod dictionary;
mod entry;
mod error;
mod explain;
mod gathering;
mod groups;
mod matches;
mod merging;
mod narrow;
mod number_key;
mod operator;
mod phrase;
mod private_directory;
mod reader;
mod room;
mod run;
mod score;
mod scoring;
mod search;
mod segment;
mod sort;
mod spatial;
mod terms;
mod values;
mod word_field;
mod words;
mod writer;

pub use alike::{LikeField, LikeRequest, Likeness};
pub use apart::{Apart, WritingApart};
pub use compile::{FieldOf, PlaceOf, check};
pub use entry::Entry;
pub use error::IndexError;
pub use groups::{Group, Neighbourhood, Role};
pub use reader::Hit;
pub use reader::Reader;
pub use run::{Hits, SearchRequest};
pub use terms::ID_FIELD;
pub use values::IndexedValue;
pub use writer::{Index, IndexWriting};
