//! The rows attachments are kept in, byte by byte. Little-endian, except where order matters.
//!
//! ```text
//! attachments        key    the document's id in lower case, 0, the name in lower case
//!                    value  0  i64  etag
//!                           8  u64  size of the content
//!                          16  32 bytes, hash of the content
//!                          48  u16  length of the name
//!                          50  u16  length of the content type
//!                          52  u16  length of the node tag in force when it was written
//!                          54       name, content type, node tag
//! attachment-hashes  key    hash
//!                    value  u64 how many attachments have this content, u64 its size
//! attachment-pieces  key    hash, u32 number of the piece from 0 (big-endian: neighbours in order)
//!                    value  PIECE bytes, the last one fewer; an empty content has none
//! side-totals        key    attachments/rows, attachments/contents
//!                    value  u64
//! ```
//!
//! An id holds no 0, so no document's rows begin like another's.

use bytes::Bytes;

use super::Attachment;
use crate::document::stored::local_change_vector;
use crate::extensions::attachments::hash::ContentHash;
pub(crate) use crate::store::side_table::{row_of_document as key, rows_of_document as prefix};

/// Bytes of a content in one row: a bit less than a power of two, so that the row fits pages of that size.
pub(crate) const PIECE: usize = (256 << 10) - 256;

/// The count of all attachments.
pub(crate) const TOTAL_ROWS: &[u8] = b"attachments/rows";
/// The count of different contents.
pub(crate) const TOTAL_CONTENTS: &[u8] = b"attachments/contents";

const HEADER: usize = 54;

/// The key of a piece of a content.
pub(crate) fn piece_key(hash: ContentHash, number: u32) -> Vec<u8> {
    let mut key = hash.0.to_vec();
    key.extend_from_slice(&number.to_be_bytes());
    key
}

/// How many pieces a content of this size has.
pub(crate) fn pieces_of(size: u64) -> u32 {
    u32::try_from(size.div_ceil(PIECE as u64)).expect("a content is bounded by a journal record")
}

/// One attachment as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct AttachmentRow {
    pub etag: i64,
    pub size: u64,
    pub hash: ContentHash,
    pub name: String,
    pub content_type: String,
    pub node_tag: String,
}

impl AttachmentRow {
    pub(crate) fn to_bytes(&self) -> Bytes {
        let texts = [&self.name, &self.content_type, &self.node_tag];
        let mut bytes = Vec::with_capacity(HEADER + texts.iter().map(|text| text.len()).sum::<usize>());
        bytes.extend_from_slice(&self.etag.to_le_bytes());
        bytes.extend_from_slice(&self.size.to_le_bytes());
        bytes.extend_from_slice(&self.hash.0);
        for text in texts {
            let length = u16::try_from(text.len()).expect("names, types and tags are checked to be short");
            bytes.extend_from_slice(&length.to_le_bytes());
        }
        for text in texts {
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes.into()
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        Self::read(bytes).ok_or_else(|| damaged("an attachment", bytes))
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        let (header, mut rest) = bytes.split_at_checked(HEADER)?;
        let mut text = |at: usize| {
            let length = usize::from(u16::from_le_bytes(header[at..at + 2].try_into().ok()?));
            let (text, after) = rest.split_at_checked(length)?;
            rest = after;
            String::from_utf8(text.to_vec()).ok()
        };
        let row = Self {
            etag: i64::from_le_bytes(header[..8].try_into().ok()?),
            size: u64::from_le_bytes(header[8..16].try_into().ok()?),
            hash: ContentHash(header[16..48].try_into().ok()?),
            name: text(48)?,
            content_type: text(50)?,
            node_tag: text(52)?,
        };
        rest.is_empty().then_some(row)
    }

    /// The attachment as callers get it.
    pub(crate) fn to_attachment(&self, document_id: &str, database_id: &str) -> Attachment {
        Attachment {
            document_id: document_id.to_owned(),
            name: self.name.clone(),
            content_type: self.content_type.clone(),
            hash: self.hash.to_text(),
            size: self.size,
            etag: self.etag,
            change_vector: self.change_vector(database_id),
        }
    }

    pub(crate) fn change_vector(&self, database_id: &str) -> String {
        local_change_vector(&self.node_tag, self.etag, database_id)
    }
}

/// How often a content is used, and its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HashRow {
    pub references: u64,
    pub size: u64,
}

impl HashRow {
    pub(crate) fn to_bytes(self) -> Bytes {
        let mut bytes = self.references.to_le_bytes().to_vec();
        bytes.extend_from_slice(&self.size.to_le_bytes());
        bytes.into()
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        match bytes.split_at_checked(8) {
            Some((references, size)) if size.len() == 8 => {
                Ok(Self { references: number(references)?, size: number(size)? })
            }
            _ => Err(damaged("the count of a content", bytes)),
        }
    }
}

/// A total; a missing row is 0.
pub(crate) fn number(bytes: &[u8]) -> Result<u64, String> {
    bytes.try_into().map(u64::from_le_bytes).map_err(|_| damaged("a total", bytes))
}

fn damaged(what: &str, bytes: &[u8]) -> String {
    format!("the row of {what} has {} bytes that do not fit together", bytes.len())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_row_gives_back_what_it_was_made_of(
            name in "\\PC{1,60}", content_type in "\\PC{0,30}", etag: i64, size: u64, cut in 0..120usize,
        ) {
            let row = AttachmentRow {
                etag, size, hash: ContentHash::of(name.as_bytes()), name, content_type, node_tag: "A".into(),
            };
            let bytes = row.to_bytes();
            prop_assert_eq!(AttachmentRow::from_bytes(&bytes).unwrap(), row);
            if cut < bytes.len() {
                prop_assert!(AttachmentRow::from_bytes(&bytes[..cut]).is_err());
            }
        }
    }

    #[test]
    fn no_documents_rows_begin_like_anothers() {
        assert!(!key("a/10", "x").starts_with(&prefix("a/1")));
        assert!(key("a/1", "x").starts_with(&prefix("a/1")));
    }

    #[test]
    fn pieces_cover_a_content_without_an_empty_one() {
        let piece = PIECE as u64;
        assert_eq!([0, 1, piece, piece + 1].map(pieces_of), [0, 1, 1, 2]);
        assert!(piece_key(ContentHash([7; 32]), 1) < piece_key(ContentHash([7; 32]), 256));
    }

    #[test]
    fn counts_are_read_back_and_odd_ones_refused() {
        let row = HashRow { references: 3, size: 9 };
        assert_eq!(HashRow::from_bytes(&row.to_bytes()).unwrap(), row);
        assert!(HashRow::from_bytes(&[0; 15]).is_err());
        assert!(number(&[0; 7]).is_err());
    }
}
