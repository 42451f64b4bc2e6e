//! The list of attachments that a client sends with a document in a separate save.
//!
//! The engine writes this list, so a list from the client is dropped. As on a real server, a `PUT /docs` that
//! names a content that is not stored is refused, because its sender expects something else than what would
//! happen. Batches and bulk inserts are not checked: clients send the list back in them with every save, the
//! npm client with its keys in small letters.

use rookery_engine::{Database, EngineError};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::error::ApiError;

const NAME: &[u8] = b"\"@attachments\"";

#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow, default, rename = "@metadata")]
    metadata: Option<Metadata<'a>>,
}

#[derive(Deserialize)]
struct Metadata<'a> {
    #[serde(borrow, default, rename = "@attachments")]
    attachments: Option<&'a RawValue>,
}

/// Refuses a document whose list names a content that is not stored. `body` is known to be JSON.
pub fn check(database: &Database, id: &str, body: &[u8]) -> Result<(), ApiError> {
    // Nearly every document has no list; looking for the name costs far less than reading the document.
    if !body.windows(NAME.len()).any(|window| window == NAME) {
        return Ok(());
    }
    // The engine reports other errors of the document.
    let Ok(Document { metadata: Some(Metadata { attachments: Some(list) }) }) = serde_json::from_slice(body)
    else {
        return Ok(());
    };
    let refuse = |reason: String| EngineError::BadDocument { id: id.to_owned(), reason };
    let items: Option<Vec<Value>> = serde_json::from_str(list.get())
        .map_err(|_| refuse("its @attachments must be a list of objects with a Hash".to_owned()))?;
    for item in items.unwrap_or_default() {
        let Some(hash) = item.get("Hash").and_then(Value::as_str) else {
            return Err(refuse("its @attachments have an item without a Hash".to_owned()).into());
        };
        if database.attachment_references(hash)? == 0 {
            return Err(refuse(format!(
                "its @attachments name a content with hash={hash}, but no such attachment is stored; leave \
                 @attachments out, it is kept without being sent"
            ))
            .into());
        }
    }
    Ok(())
}
