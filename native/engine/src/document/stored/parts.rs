//! Builds the bytes of a stored value from its parts.

use std::fmt::Write;

use super::{HEADER, NEVER};
use crate::document::DocumentFlags;
use crate::document::compression::encoded_body::{EncodedBody, Encoding};
use crate::document::date::Ticks;

/// What a value is made of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Parts<'a> {
    pub id: &'a str,
    pub collection: &'a str,
    pub node_tag: &'a str,
    pub flags: DocumentFlags,
    pub last_modified: Ticks,
    pub archive_at: Option<Ticks>,
}

/// A value's bytes with an encoded body.
pub(super) fn bytes_of(parts: &Parts<'_>, body: &EncodedBody) -> Vec<u8> {
    let mut bytes = head(parts, body.encoding, body.original_len, body.stored_len());
    body.append_to(&mut bytes);
    bytes
}

/// Everything of a value before its body, with capacity for the body.
pub(super) fn head(parts: &Parts<'_>, encoding: Encoding, original_len: u32, capacity: usize) -> Vec<u8> {
    let texts = parts.id.len() + parts.collection.len() + parts.node_tag.len();
    let mut bytes = Vec::with_capacity(HEADER + texts + capacity);
    let short =
        |text: &str| u16::try_from(text.len()).expect("ids, collections and tags are checked to be short");
    bytes.push(encoding.code());
    bytes.push(0);
    bytes.extend_from_slice(&short(parts.id).to_le_bytes());
    bytes.extend_from_slice(&short(parts.collection).to_le_bytes());
    bytes.extend_from_slice(&short(parts.node_tag).to_le_bytes());
    bytes.extend_from_slice(&parts.flags.0.to_le_bytes());
    bytes.extend_from_slice(&original_len.to_le_bytes());
    bytes.extend_from_slice(&parts.last_modified.to_le_bytes());
    bytes.extend_from_slice(&parts.archive_at.unwrap_or(NEVER).to_le_bytes());
    bytes.extend_from_slice(parts.id.as_bytes());
    bytes.extend_from_slice(parts.collection.as_bytes());
    bytes.extend_from_slice(parts.node_tag.as_bytes());
    bytes
}

/// `A:12-n3487mXPtkmdQIWymy7mFQ`: the change vector of a change made by this node.
pub(crate) fn local_change_vector(node_tag: &str, etag: i64, database_id: &str) -> String {
    let mut text = String::with_capacity(node_tag.len() + database_id.len() + 21);
    // Writing to a string does not fail.
    let _ = write!(text, "{node_tag}:{etag}-{database_id}");
    text
}
