//! The contents of attachments: `{"@metadata":{"@export-type":"Attachment"},"Hash":…,"Size":…,"Tag":…}` and
//! then the bytes.

use serde::{Deserialize, Serialize};
use serde_json::json;

/// The content of one or more attachments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachmentContent {
    /// BLAKE2b-256 in base64.
    pub hash: String,
    /// The id of a document that has it, in lower case; empty if it is not named.
    pub owner: String,
}

/// An attachment as a document's metadata lists it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ListedAttachment {
    /// Its name.
    pub name: String,
    /// BLAKE2b-256 of its content in base64.
    pub hash: String,
    /// Its content type.
    #[serde(default)]
    pub content_type: String,
    /// Bytes of its content.
    #[serde(default)]
    pub size: u64,
}

#[derive(Deserialize)]
struct Wire {
    #[serde(rename = "@metadata")]
    metadata: Option<Metadata>,
    #[serde(rename = "Hash")]
    hash: Option<String>,
    #[serde(rename = "Size")]
    size: Option<serde_json::Value>,
    #[serde(rename = "Tag")]
    tag: Option<String>,
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(rename = "@export-type")]
    export_type: Option<String>,
}

impl Wire {
    fn is_attachment(&self) -> bool {
        let kind = self.metadata.as_ref().and_then(|metadata| metadata.export_type.as_deref());
        kind == Some("Attachment")
    }
}

/// The size of an attachment; `None` when the item is something else.
pub(super) fn size_of(json: &[u8]) -> Result<Option<u64>, String> {
    if rookery_nesting::json::check("The attachment", json).is_err() {
        return Ok(None);
    }
    let wire = match serde_json::from_slice::<Wire>(json) {
        Ok(wire) => wire,
        // A document whose members have other types is not an attachment.
        Err(error) if error.is_data() => return Ok(None),
        Err(error) => return Err(format!("an attachment is not valid JSON: {error}")),
    };
    if !wire.is_attachment() {
        return Ok(None);
    }
    match wire.size.as_ref().and_then(serde_json::Value::as_u64) {
        Some(size) => Ok(Some(size)),
        None => Err(format!(
            "the size of an attachment is {}, which is not a number of bytes",
            wire.size.unwrap_or_default()
        )),
    }
}

impl AttachmentContent {
    /// Reads the object before the bytes.
    ///
    /// # Errors
    /// When it names no hash.
    pub fn read(json: &[u8]) -> Result<Self, String> {
        let wire: Wire = super::parsed("The attachment", json)?;
        let owner = wire.tag.as_deref().and_then(|tag| tag.split(['|', '\u{1e}']).next()).unwrap_or_default();
        match wire.hash {
            Some(hash) if !hash.is_empty() => Ok(Self { hash, owner: owner.to_owned() }),
            _ => Err("the attachment names no Hash".to_owned()),
        }
    }
}

/// The object before the bytes of an attachment. `is_revision`: it belongs to a revision.
pub fn content_header(document_id: &str, attachment: &ListedAttachment, is_revision: bool) -> Vec<u8> {
    let ListedAttachment { name, hash, content_type, size } = attachment;
    let (id, kind) = (document_id.to_lowercase(), if is_revision { 'r' } else { 'd' });
    let tag = format!("{id}|{kind}|{}|{hash}|{content_type}", name.to_lowercase());
    let item =
        json!({ "@metadata": { "@export-type": "Attachment" }, "Hash": hash, "Size": size, "Tag": tag });
    item.to_string().into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_object_before_the_bytes_is_read_and_written() {
        let listed = ListedAttachment {
            name: "Note.txt".into(),
            hash: "h=".into(),
            content_type: "text/plain".into(),
            size: 10,
        };
        let header = content_header("users/2-A", &listed, false);
        assert_eq!(size_of(&header).unwrap(), Some(10));
        let read = AttachmentContent::read(&header).unwrap();
        assert_eq!(read, AttachmentContent { hash: "h=".into(), owner: "users/2-a".into() });
    }

    #[test]
    fn documents_are_no_attachments_and_impossible_sizes_are_errors() {
        assert_eq!(size_of(br#"{"a":"@export-type","@metadata":{"@id":"x"}}"#).unwrap(), None);
        assert_eq!(size_of(br#"{"Hash":5,"@metadata":{"@export-type":"Attachment"}}"#).unwrap(), None);
        assert!(size_of(br#"{"@metadata":{"@export-type":"Attachment"},"Size":x}"#).is_err());
        for size in ["-1", "\"10\"", "1.5", "null", "99999999999999999999"] {
            let json = format!(r#"{{"@metadata":{{"@export-type":"Attachment"}},"Hash":"h","Size":{size}}}"#);
            assert!(size_of(json.as_bytes()).is_err(), "{size}");
        }
        assert!(AttachmentContent::read(b"{}").is_err());
    }
}
