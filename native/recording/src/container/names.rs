//! The names of entries.

pub const MANIFEST: &str = "recording.json";
pub const ENDING: &str = "ending.json";

/// The entry of a chunk.
pub fn chunk_name(table: &str, number: u64) -> String {
    format!("{table}/{number:06}.arrow")
}

/// The table of an entry.
pub fn table_of(entry: &str) -> Option<&str> {
    let (table, file) = entry.split_once('/')?;
    file.ends_with(".arrow").then_some(table)
}
