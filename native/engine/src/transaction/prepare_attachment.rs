//! Checks commands about attachments and hashes contents, on the caller's thread.

use bytes::Bytes;

use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::attachments::{ContentHash, MAX_ATTACHMENT_TEXT};
use crate::transaction::expected::Expected;

/// An attachment's document and name.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// The document's id as given.
    pub id: String,
    /// The same in lower case.
    pub document: String,
    /// The name as given.
    pub name: String,
    /// The same in lower case.
    pub name_key: String,
}

impl Place {
    pub(crate) fn check(id: String, name: String) -> Result<Self, EngineError> {
        ids::check(&id)?;
        let refuse =
            |reason: String| EngineError::BadAttachment { id: id.clone(), name: shortened(&name), reason };
        if name.is_empty() {
            return Err(refuse("its name is empty".to_owned()));
        }
        if name.len() > MAX_ATTACHMENT_TEXT {
            return Err(refuse(format!(
                "its name is {} bytes long, and {MAX_ATTACHMENT_TEXT} is the most",
                name.len()
            )));
        }
        Ok(Self { document: ids::key_of(&id), name_key: ids::key_of(&name), id, name })
    }
}

/// The content of an attachment command.
#[derive(Debug, Clone)]
pub(crate) struct PreparedAttachment {
    pub place: Place,
    pub content_type: String,
    pub content: Bytes,
    pub hash: ContentHash,
    pub expected: Expected,
}

impl PreparedAttachment {
    pub(crate) fn new(
        place: Place,
        content_type: String,
        content: Bytes,
        expected: Expected,
    ) -> Result<Self, EngineError> {
        if content_type.len() > MAX_ATTACHMENT_TEXT {
            let reason = format!(
                "its content type is {} bytes long, and {MAX_ATTACHMENT_TEXT} is the most",
                content_type.len()
            );
            return Err(EngineError::BadAttachment { id: place.id, name: place.name, reason });
        }
        let hash = ContentHash::of(&content);
        Ok(Self { place, content_type, content, hash, expected })
    }
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= 80 {
        return name.to_owned();
    }
    let mut short: String = name.chars().take(77).collect();
    short.push('…');
    short
}
