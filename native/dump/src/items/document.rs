//! What a dump says about a document or revision in its metadata.

use std::borrow::Cow;
use std::ops::Range;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::attachment::ListedAttachment;

/// The metadata of a document or revision that an import needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentHead {
    /// The id; empty when none is given.
    pub id: String,
    /// The collection.
    pub collection: Option<String>,
    /// When it was saved, as text.
    pub last_modified: Option<String>,
    /// Names of flags, separated by `, `.
    pub flags: String,
    /// When it expires, as text.
    pub expires: Option<String>,
    /// Its attachments.
    pub attachments: Vec<ListedAttachment>,
    /// Entries of `@attachments` that cannot be read.
    pub unreadable_attachments: usize,
}

#[derive(Deserialize)]
struct Wire<'a> {
    #[serde(borrow, rename = "@metadata")]
    metadata: Option<Metadata<'a>>,
}

#[derive(Deserialize, Default)]
struct Metadata<'a> {
    #[serde(borrow, default, rename = "@id")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "@collection")]
    collection: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "@last-modified")]
    last_modified: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "@flags")]
    flags: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "@expires")]
    expires: Option<&'a RawValue>,
    #[serde(borrow, default, rename = "@attachments")]
    attachments: Option<&'a RawValue>,
}

impl DocumentHead {
    /// Reads the metadata of a document. Members of an unexpected type count as missing.
    ///
    /// # Errors
    /// When the item is nested too deep or its metadata is not an object.
    pub fn read(json: &[u8]) -> Result<Self, String> {
        let wire: Wire<'_> = super::parsed("The document", json)?;
        Ok(Self::from_wire(wire.metadata.unwrap_or_default()))
    }

    /// The same from the metadata alone.
    pub(crate) fn read_metadata(json: &[u8]) -> Result<Self, String> {
        super::parsed("The document", json).map(Self::from_wire)
    }

    fn from_wire(metadata: Metadata<'_>) -> Self {
        let listed =
            metadata.attachments.and_then(|raw| serde_json::from_str::<Vec<&RawValue>>(raw.get()).ok());
        let mut unreadable_attachments = 0;
        let attachments = listed.unwrap_or_default().into_iter().filter_map(|raw| {
            let read = serde_json::from_str(raw.get()).ok();
            unreadable_attachments += usize::from(read.is_none());
            read
        });
        let attachments = attachments.collect();
        Self {
            id: text(metadata.id).unwrap_or_default().into_owned(),
            collection: text(metadata.collection).map(Cow::into_owned),
            last_modified: text(metadata.last_modified).map(Cow::into_owned),
            flags: text(metadata.flags).unwrap_or_default().into_owned(),
            expires: text(metadata.expires).map(Cow::into_owned),
            attachments,
            unreadable_attachments,
        }
    }

    /// Whether a flag is set.
    pub fn has_flag(&self, name: &str) -> bool {
        self.flags.split(',').any(|flag| flag.trim().eq_ignore_ascii_case(name))
    }

    /// The collection as results name it.
    pub fn collection_name(&self) -> &str {
        self.collection.as_deref().unwrap_or("@empty")
    }
}

/// Where the member `@metadata` of an item is. `None` when there is no single one, and when the item is not valid JSON.
pub(crate) fn metadata_in(json: &[u8]) -> Option<Range<usize>> {
    #[derive(Deserialize)]
    struct OnlyMetadata<'a> {
        #[serde(borrow, rename = "@metadata")]
        metadata: &'a RawValue,
    }
    let metadata = serde_json::from_slice::<OnlyMetadata<'_>>(json).ok()?.metadata.get();
    let start = metadata.as_ptr().addr() - json.as_ptr().addr();
    Some(start..start + metadata.len())
}

fn text(raw: Option<&RawValue>) -> Option<Cow<'_, str>> {
    let raw = raw?.get();
    match raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        Some(plain) if !plain.contains('\\') => Some(Cow::Borrowed(plain)),
        _ => serde_json::from_str(raw).ok().map(Cow::Owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_metadata_is_read_and_other_types_count_as_missing() {
        let head = DocumentHead::read(
            br#"{"Name":"A","@metadata":{"@id":"u/1","@collection":"Users","@flags":"HasRevisions, HasAttachments",
            "@last-modified":"2026-11-23T14:42:17.4111820Z",
            "@attachments":[{"Name":"n","Hash":"h","ContentType":"t","Size":5},{"Name":1}]}}"#,
        )
        .unwrap();
        assert_eq!((head.id.as_str(), head.collection_name()), ("u/1", "Users"));
        assert!(head.has_flag("HasRevisions") && head.has_flag("hasattachments") && !head.has_flag("Has"));
        assert_eq!((head.attachments.len(), head.unreadable_attachments), (1, 1));
        let odd = DocumentHead::read(br#"{"@metadata":{"@id":5,"@attachments":{},"@flags":[]}}"#).unwrap();
        assert_eq!(odd, DocumentHead::default());
        assert_eq!(DocumentHead::read(b"{}").unwrap().collection_name(), "@empty");
        assert!(DocumentHead::read(br#"{"@metadata":5}"#).is_err());
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(500), "]".repeat(500));
        assert!(DocumentHead::read(deep.as_bytes()).unwrap_err().contains("deep"));
    }
}
