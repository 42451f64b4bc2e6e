//! The attachments of a stored version: the list in its metadata, which the engine wrote.

use serde::Deserialize;

use super::Attachment;
use crate::extensions::attachments::hash::ContentHash;

/// One attachment as a version's metadata lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Listed {
    pub name: String,
    pub hash: ContentHash,
    pub content_type: String,
    pub size: u64,
}

impl Listed {
    /// The attachment as callers get it. A revision's attachments have the revision's own etag and
    /// change vector.
    pub(crate) fn to_attachment(&self, document_id: &str, etag: i64, change_vector: &str) -> Attachment {
        Attachment {
            document_id: document_id.to_owned(),
            name: self.name.clone(),
            content_type: self.content_type.clone(),
            hash: self.hash.to_text(),
            size: self.size,
            etag,
            change_vector: change_vector.to_owned(),
        }
    }
}

#[derive(Deserialize)]
struct Body {
    #[serde(rename = "@metadata")]
    metadata: Metadata,
}

#[derive(Deserialize)]
struct Metadata {
    #[serde(rename = "@attachments", default)]
    attachments: Vec<Item>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Item {
    name: String,
    hash: String,
    content_type: String,
    size: u64,
}

/// Reads the list from a stored body; no list is an empty one.
pub(crate) fn read(body: &[u8]) -> Result<Vec<Listed>, String> {
    let body: Body = serde_json::from_slice(body)
        .map_err(|error| format!("its list of attachments cannot be read: {error}"))?;
    let items = body.metadata.attachments.into_iter();
    items
        .map(|item| match ContentHash::parse(&item.hash) {
            Some(hash) => {
                Ok(Listed { name: item.name, hash, content_type: item.content_type, size: item.size })
            }
            None => Err(format!("its attachment '{}' has '{}' for a hash", item.name, item.hash)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_read_and_anything_else_refused_by_name() {
        let hash = ContentHash::of(b"x");
        let body = |hash: &str| {
            format!(
                r#"{{"a":{{"@metadata":1}},"@metadata":{{"@attachments":[{{"Name":"ü","Hash":"{hash}","ContentType":"","Size":1}}],"b":2}}}}"#
            )
        };
        let read_back = read(body(&hash.to_text()).as_bytes()).unwrap();
        assert_eq!(read_back, [Listed { name: "ü".into(), hash, content_type: String::new(), size: 1 }]);
        assert_eq!(read(br#"{"@metadata":{}}"#).unwrap(), []);
        assert!(read(body("AAAA").as_bytes()).unwrap_err().contains("'ü'"));
        assert!(read(b"{}").is_err());
    }
}
