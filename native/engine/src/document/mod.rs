//! A document as readers get it, and its complete form on the wire.
pub(crate) mod compression;
pub(crate) mod date;
pub(crate) mod due_dates;
pub(crate) mod ids;
pub(crate) mod normalize;
pub(crate) mod scan_item;
pub(crate) mod stored;

use bytes::Bytes;
use time::OffsetDateTime;

/// A stored document at one point in time.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The id as first written (comparison ignores case).
    pub id: String,
    /// The collection's name, `@empty` when it names none.
    pub collection: String,
    /// Its position in the database's order of changes; greater is newer.
    pub etag: i64,
    /// `A:<etag>-<database id>`; that of a cluster-wide transaction has `RAFT` and `TRXN` parts.
    pub change_vector: String,
    /// When it was written.
    pub last_modified: OffsetDateTime,
    /// The document's flags.
    pub flags: DocumentFlags,
    /// The JSON object without engine-owned metadata; its last member is always `@metadata`.
    pub body: Bytes,
    /// Bytes it takes in the store (compressed, with its header).
    pub stored_size: usize,
    /// Whether the body is stored compressed.
    pub compressed: bool,
}

/// Flags of a document, one bit each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DocumentFlags(pub(crate) u32);

impl DocumentFlags {
    /// The document has been moved to the archive.
    pub const ARCHIVED: Self = Self(1);
    /// There are revisions of the document.
    pub const HAS_REVISIONS: Self = Self(1 << 1);
    /// A delete revision.
    pub const DELETE_REVISION: Self = Self(1 << 2);
    /// A revision of a version that was saved before revisions were configured.
    pub const FROM_OLD_DOCUMENT_REVISION: Self = Self(1 << 3);
    /// The document has attachments.
    pub const HAS_ATTACHMENTS: Self = Self(1 << 4);
    /// The document has counters.
    pub const HAS_COUNTERS: Self = Self(1 << 5);
    /// A revision.
    pub const REVISION: Self = Self(1 << 6);
    /// A revision created on request.
    pub const FORCE_CREATED: Self = Self(1 << 7);
    /// Created by reverting to an earlier revision.
    pub const REVERTED: Self = Self(1 << 8);
    /// Saved by a cluster-wide transaction, and not changed otherwise since.
    pub const FROM_CLUSTER_TRANSACTION: Self = Self(1 << 9);
    /// The document has time series.
    pub const HAS_TIME_SERIES: Self = Self(1 << 10);
    /// Internal: the document has a row in a table of due documents.
    pub(crate) const HAS_DUE_ROWS: Self = Self(1 << 16);
    /// Internal: a revision that counts as a user of the contents it lists.
    pub(crate) const HOLDS_CONTENTS: Self = Self(1 << 17);

    /// Names on the wire, in the order in which a server writes them.
    const NAMES: [(Self, &'static str); 11] = [
        (Self::HAS_REVISIONS, "HasRevisions"),
        (Self::DELETE_REVISION, "DeleteRevision"),
        (Self::FROM_OLD_DOCUMENT_REVISION, "FromOldDocumentRevision"),
        (Self::REVISION, "Revision"),
        (Self::HAS_ATTACHMENTS, "HasAttachments"),
        (Self::HAS_COUNTERS, "HasCounters"),
        (Self::FROM_CLUSTER_TRANSACTION, "FromClusterTransaction"),
        (Self::FORCE_CREATED, "ForceCreated"),
        (Self::REVERTED, "Reverted"),
        (Self::HAS_TIME_SERIES, "HasTimeSeries"),
        (Self::ARCHIVED, "Archived"),
    ];

    /// Whether all flags of `other` are set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether no flag with a name on the wire is set.
    pub fn is_empty(self) -> bool {
        Self::NAMES.iter().all(|(mark, _)| !self.contains(*mark))
    }

    /// The union of both.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// These flags without those of `other`.
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The intersection of both.
    pub(crate) const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Reads the wire's text; unknown names are ignored.
    pub fn from_text(text: &str) -> Self {
        let named = |name: &str| Self::NAMES.iter().find(|(_, known)| known.eq_ignore_ascii_case(name));
        let flags = text.split(',').filter_map(|name| named(name.trim()));
        flags.fold(Self::default(), |all, (flag, _)| all.with(*flag))
    }

    /// The wire's text: names separated by `, `; empty when nothing is set.
    pub fn to_text(self) -> String {
        let names: Vec<&str> =
            Self::NAMES.iter().filter(|(mark, _)| self.contains(*mark)).map(|(_, name)| *name).collect();
        names.join(", ")
    }
}

impl Document {
    /// The JSON for clients: the body with the engine's members added to `@metadata`.
    pub fn to_wire(&self) -> Vec<u8> {
        let mut wire = Vec::with_capacity(self.body.len() + self.id.len() + 160);
        self.push_wire(&mut wire);
        wire
    }

    /// Appends the JSON for clients.
    pub fn push_wire(&self, wire: &mut Vec<u8>) {
        // The body ends in `}}`: the metadata object and the document (see `normalize`).
        let open = self.body.len().saturating_sub(2);
        wire.extend_from_slice(&self.body[..open]);
        self.push_engine_metadata(wire);
        wire.extend_from_slice(b"}}");
    }

    /// The `@metadata` object alone, complete.
    pub fn metadata_to_wire(&self) -> Vec<u8> {
        let wire = self.to_wire();
        let start = self.metadata_offset();
        wire[start..wire.len() - 1].to_vec()
    }

    /// Where the metadata object begins. It is the last member, so its length is enough.
    fn metadata_offset(&self) -> usize {
        self.body.len().saturating_sub(1 + metadata_text(&self.body).len())
    }

    fn push_engine_metadata(&self, wire: &mut Vec<u8>) {
        let flags = if self.flags.is_empty() { String::new() } else { self.flags.to_text() };
        let last_modified = date::to_text(self.last_modified);
        let Self { id, change_vector, .. } = self;
        KeptBeside { change_vector, flags: &flags, id, last_modified: &last_modified }.write(wire);
    }
}

/// The `@metadata` of a stored body, without the engine's members.
pub fn metadata_text(body: &[u8]) -> &[u8] {
    #[derive(serde::Deserialize)]
    struct OnlyMetadata<'a> {
        #[serde(borrow, rename = "@metadata")]
        metadata: &'a serde_json::value::RawValue,
    }
    serde_json::from_slice::<OnlyMetadata<'_>>(body).map_or(b"{}", |found| found.metadata.get().as_bytes())
}

/// The members that the engine stores apart from the body and adds to `@metadata` for readers.
#[derive(Debug, Clone, Copy)]
pub struct KeptBeside<'a> {
    /// `A:12-…`.
    pub change_vector: &'a str,
    /// Names separated by `, `; the member is left out when empty.
    pub flags: &'a str,
    /// The id as written.
    pub id: &'a str,
    /// When it was saved.
    pub last_modified: &'a str,
}

impl KeptBeside<'_> {
    /// Appends the members to a metadata object that is not closed yet.
    pub fn write(&self, wire: &mut Vec<u8>) {
        if wire.last() != Some(&b'{') {
            wire.push(b',');
        }
        wire.extend_from_slice(b"\"@change-vector\":");
        push_text(wire, self.change_vector);
        if !self.flags.is_empty() {
            wire.extend_from_slice(b",\"@flags\":");
            push_text(wire, self.flags);
        }
        wire.extend_from_slice(b",\"@id\":");
        push_text(wire, self.id);
        wire.extend_from_slice(b",\"@last-modified\":");
        push_text(wire, self.last_modified);
    }
}

fn push_text(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut rest = text.as_bytes();
    // Mostly nothing is escaped; without an early end the compiler checks many bytes with one instruction.
    if !rest.iter().fold(false, |found, byte| found | is_escaped(*byte)) {
        out.extend_from_slice(rest);
        out.push(b'"');
        return;
    }
    while let Some(at) = rest.iter().position(|byte| is_escaped(*byte)) {
        out.extend_from_slice(&rest[..at]);
        match rest[at] {
            byte @ (b'"' | b'\\') => out.extend_from_slice(&[b'\\', byte]),
            control => out.extend_from_slice(format!("\\u{control:04x}").as_bytes()),
        }
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

/// Whether JSON text escapes a byte.
fn is_escaped(byte: u8) -> bool {
    (byte < b' ') | (byte == b'"') | (byte == b'\\')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(body: &'static str, flags: DocumentFlags) -> Document {
        Document {
            id: "a \"b\"/€\n".into(),
            collection: "Users".into(),
            etag: 3,
            change_vector: "A:3-n3487mXPtkmdQIWymy7mFQ".into(),
            last_modified: OffsetDateTime::UNIX_EPOCH,
            flags,
            body: Bytes::from_static(body.as_bytes()),
            stored_size: 0,
            compressed: false,
        }
    }

    #[test]
    fn the_wire_form_is_json_with_metadata_completed_in_the_servers_order() {
        let wire =
            document(r#"{"a":1,"@metadata":{"@collection":"Users"}}"#, DocumentFlags::ARCHIVED).to_wire();
        assert_eq!(
            String::from_utf8(wire).unwrap(),
            "{\"a\":1,\"@metadata\":{\"@collection\":\"Users\",\"@change-vector\":\"A:3-n3487mXPtkmdQIWymy7mFQ\",\
             \"@flags\":\"Archived\",\"@id\":\"a \\\"b\\\"/€\\u000a\",\"@last-modified\":\"1970-01-01T00:00:00.0000000Z\"}}"
        );
    }

    #[test]
    fn empty_metadata_gets_no_stray_comma() {
        let wire = document(r#"{"@metadata":{}}"#, DocumentFlags::default()).to_wire();
        let value: serde_json::Value = serde_json::from_slice(&wire).unwrap();
        assert_eq!(value["@metadata"]["@id"], "a \"b\"/€\n");
        assert!(value["@metadata"].get("@flags").is_none());
    }

    #[test]
    fn the_metadata_alone_is_the_same_object() {
        let document = document(
            r#"{"a":{"@metadata":{"no":1}},"@metadata":{"x":{"y":"}}"}}}"#,
            DocumentFlags::default(),
        );
        let whole: serde_json::Value = serde_json::from_slice(&document.to_wire()).unwrap();
        let alone: serde_json::Value = serde_json::from_slice(&document.metadata_to_wire()).unwrap();
        assert_eq!(whole["@metadata"], alone);
    }
}
