//! Single items of a dump: readers of their JSON, and writers.

pub mod attachment;
pub mod compare_exchange;
pub mod counters;
pub mod document;
pub mod identity;
pub mod index;
pub mod subscription;
pub mod time_series;

use std::sync::LazyLock;

use memchr::memmem;
use serde::Deserialize;

use crate::section::Section;

/// The raw bytes that follow an item of this section, if any.
pub(crate) fn content_size(section: &Section, json: &[u8], metadata: &[u8]) -> Result<Option<u64>, String> {
    static EXPORT_TYPE: LazyLock<memmem::Finder<'static>> =
        LazyLock::new(|| memmem::Finder::new("@export-type"));
    match section {
        Section::Docs | Section::RevisionDocuments if EXPORT_TYPE.find(metadata).is_some() => {
            attachment::size_of(json)
        }
        Section::TimeSeries | Section::Unknown(_) if memmem::find(json, b"@raven-blob-size").is_some() => {
            time_series::size_of(json)
        }
        _ => Ok(None),
    }
}

/// Parses an item, which may be nested too deep.
fn parsed<'a, T: Deserialize<'a>>(what: &'static str, json: &'a [u8]) -> Result<T, String> {
    rookery_nesting::json::check(what, json).map_err(|error| error.to_string())?;
    serde_json::from_slice(json).map_err(|error| format!("{what} cannot be read: {error}"))
}
