//! Writes JSON lists, texts and stored documents into an answer.

use rookery_engine::Document;
use serde_json::Value;

/// Appends a document, whole or metadata only.
pub fn write_document(out: &mut Vec<u8>, document: &Document, metadata_only: bool) {
    if metadata_only {
        out.extend_from_slice(b"{\"@metadata\":");
        out.extend_from_slice(&document.metadata_to_wire());
        out.push(b'}');
    } else {
        out.extend_from_slice(&document.to_wire());
    }
}

/// Appends `items` between brackets, with commas.
pub fn write_list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(&mut Vec<u8>, T),
) {
    out.push(b'[');
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, item);
    }
    out.push(b']');
}

/// Appends a JSON string.
pub fn write_text(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(Value::from(text).to_string().as_bytes());
}
