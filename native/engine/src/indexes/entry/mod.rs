//! From a document or a mapped value to the entry of an index.

pub(crate) mod auto_entry;
pub(crate) mod entry_terms;
pub(crate) mod field_reading;
pub(crate) mod mapped_entry;
pub(crate) mod mapped_value;
