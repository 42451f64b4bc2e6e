//! Single items of a dump: readers of their JSON, and writers.

pub mod attachment;
pub mod compare_exchange;
pub mod counters;
pub mod document;
pub mod identity;
pub mod index;

use memchr::memmem;
use serde::Deserialize;

use crate::section::Section;

/// The raw bytes that follow an item of this section, if any.
pub(crate) fn content_size(section: &Section, json: &[u8]) -> Result<Option<u64>, String> {
    match section {
        Section::Docs | Section::RevisionDocuments if memmem::find(json, b"@export-type").is_some() => {
            attachment::size_of(json)
        }
        Section::TimeSeries | Section::Unknown(_) if memmem::find(json, b"@raven-blob-size").is_some() => {
            #[derive(Deserialize)]
            struct Segment {
                #[serde(rename = "@raven-blob-size")]
                size: Option<u64>,
            }
            match serde_json::from_slice::<Segment>(json) {
                Ok(segment) => Ok(segment.size),
                Err(error) => Err(format!("the size of a time series cannot be read: {error}")),
            }
        }
        _ => Ok(None),
    }
}

/// Parses an item, which may be nested too deep.
fn parsed<'a, T: Deserialize<'a>>(what: &'static str, json: &'a [u8]) -> Result<T, String> {
    rookery_nesting::json::check(what, json).map_err(|error| error.to_string())?;
    serde_json::from_slice(json).map_err(|error| format!("{what} cannot be read: {error}"))
}
