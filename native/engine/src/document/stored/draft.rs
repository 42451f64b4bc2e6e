//! A value encoded on the caller's thread, before the writer decides its date and flags.
//!
//! The body is written once, into the bytes that are stored; the writer fills in the header. If it decides
//! on another id or body, the value is built again.

use bytes::Bytes;

use super::parts::{bytes_of, head};
use super::{Parts, StoredValue};
use crate::document::DocumentFlags;
use crate::document::compression::Dictionaries;
use crate::document::compression::encoded_body::{EncodedBody, Encoding, length_of};
use crate::document::date::Ticks;
use crate::document::normalize::NormalizedDocument;

/// A value whose flags and date are not set yet.
#[derive(Debug, Clone)]
pub(crate) struct EncodedDraft(Vec<u8>);

impl EncodedDraft {
    /// With an uncompressed body.
    pub(crate) fn raw(parts: &Parts<'_>, incoming: &NormalizedDocument<'_>) -> Result<Self, String> {
        let length = incoming.body_len();
        let mut bytes = head(parts, Encoding::Raw, length_of(length)?, length);
        incoming.write_body(&mut bytes);
        Ok(Self(bytes))
    }

    /// With an encoded body.
    pub(crate) fn encoded(parts: &Parts<'_>, body: &EncodedBody) -> Self {
        Self(bytes_of(parts, body))
    }

    /// The value.
    pub(crate) fn finish(mut self, flags: DocumentFlags, last_modified: Ticks) -> StoredValue {
        self.0[8..12].copy_from_slice(&flags.0.to_le_bytes());
        self.0[16..24].copy_from_slice(&last_modified.to_le_bytes());
        StoredValue { bytes: self.0.into() }
    }

    /// The value with another id, collection name or node tag.
    pub(crate) fn finish_as(self, parts: &Parts<'_>) -> StoredValue {
        let draft = StoredValue { bytes: self.0.into() };
        let body = EncodedBody {
            encoding: draft.encoding(),
            original_len: u32::from_le_bytes(draft.array(12)),
            bytes: draft.bytes.slice(draft.body_start()..),
        };
        StoredValue::build(parts, &body)
    }

    /// The decoded body; an uncompressed one is copied.
    pub(crate) fn body(&self, dictionaries: &Dictionaries) -> Result<Bytes, String> {
        StoredValue { bytes: Bytes::copy_from_slice(&self.0) }.body(dictionaries)
    }

    /// Whether the body is compressed.
    pub(crate) fn is_compressed(&self) -> bool {
        self.0[0] != Encoding::Raw.code()
    }

    /// Bytes of the value.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::normalize;

    const PARTS: Parts<'_> = Parts {
        id: "Users/1",
        collection: "Users",
        node_tag: "A",
        flags: DocumentFlags(0),
        last_modified: 0,
        archive_at: Some(9),
    };

    fn drafts(text: &str) -> (Bytes, [EncodedDraft; 2]) {
        let incoming = normalize::read("x", text.as_bytes()).unwrap();
        let body = Bytes::from(incoming.body());
        let packed = EncodedBody::packed(&body, None).unwrap();
        (body, [EncodedDraft::raw(&PARTS, &incoming).unwrap(), EncodedDraft::encoded(&PARTS, &packed)])
    }

    #[test]
    fn a_finished_draft_is_what_would_have_been_built() {
        let text =
            format!(r#" {{"@metadata": {{"@collection":"Users"}}, "a":[1, 2], "b":"{}"}}"#, "b".repeat(200));
        for (renamed, compressed) in [(false, false), (false, true), (true, false), (true, true)] {
            let (body, [raw, packed]) = drafts(&text);
            let draft = if compressed { packed } else { raw };
            assert_eq!(draft.is_compressed(), compressed);
            assert_eq!(draft.body(&Dictionaries::default()).unwrap(), body);
            let id = if renamed { "Users/0000000000000000001-A" } else { PARTS.id };
            let parts = Parts { id, flags: DocumentFlags::ARCHIVED, last_modified: 77, ..PARTS };
            let encoded = match compressed {
                true => EncodedBody::packed(&body, None).unwrap(),
                false => EncodedBody::raw(&body).unwrap(),
            };
            let value = match renamed {
                true => draft.finish_as(&parts),
                false => draft.finish(parts.flags, parts.last_modified),
            };
            assert_eq!(value, StoredValue::build(&parts, &encoded));
        }
    }
}
