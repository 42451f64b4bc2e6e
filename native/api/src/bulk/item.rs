//! The content of the stream, read from an item's members.

use bytes::Bytes;

use super::scanner::Member;

/// One item of the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Its number, counting from 1.
    pub number: u64,
    /// The byte of the decoded stream it begins at.
    pub offset: u64,
    /// Its command.
    pub item: Item,
}

/// The command of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// Save a document.
    Put {
        /// As written; empty if missing.
        id: String,
        /// The document as sent, unchecked.
        document: Bytes,
    },
    /// A heartbeat.
    HeartBeat,
    /// Change counters.
    Counters {
        /// The document's id.
        id: String,
        /// The member `Counters` as sent.
        counters: Bytes,
    },
    /// Append to a time series.
    TimeSeries {
        /// The document's id.
        id: String,
        /// The member `TimeSeries` as sent.
        series: Bytes,
    },
    /// Attach bytes to a document.
    Attachment {
        /// The document's id.
        id: String,
        /// The attachment's name.
        name: String,
        /// Its content type, empty if missing.
        content_type: String,
        /// Its bytes.
        content: Bytes,
    },
}

/// An item whose bytes may have to follow.
pub(super) enum Begun {
    Whole(Item),
    /// An attachment and how many bytes follow.
    Content {
        id: String,
        name: String,
        content_type: String,
        length: u64,
    },
}

/// Reads an item. An error is a sentence without a full stop.
pub(super) fn read(bytes: &Bytes, members: &[Member]) -> Result<Begun, String> {
    let [mut id, mut kind, mut body, mut name, mut content_type, mut length] = [const { None }; 6];
    let mut body_name: &[u8] = b"";
    for Member { key, value } in members {
        // A member that is null is left out, as is its claim to be the item's content.
        if &bytes[value.clone()] == b"null" {
            continue;
        }
        let slot = match &bytes[key.start + 1..key.end - 1] {
            b"Id" => &mut id,
            b"Type" => &mut kind,
            other @ (b"Document" | b"Counters" | b"TimeSeries") => {
                body_name = other;
                &mut body
            }
            b"Name" => &mut name,
            b"ContentType" => &mut content_type,
            b"ContentLength" => &mut length,
            _ => continue,
        };
        *slot = Some(value.clone());
    }
    let text = |name: &str, range: Option<std::ops::Range<usize>>| match range {
        None => Ok(String::new()),
        Some(range) => text_of(&bytes[range]).ok_or_else(|| format!("its '{name}' must be a text")),
    };
    let kind = match kind {
        Some(kind) => text_of(&bytes[kind]).ok_or("its 'Type' must be a text")?,
        None => return Err("it must have a valid 'Type' property".to_owned()),
    };
    let body = |wanted: &str| match body.clone() {
        Some(range) if body_name == wanted.as_bytes() => Ok(bytes.slice(range)),
        _ => Err(format!("a {kind} command must have a '{wanted}' property")),
    };
    let id = text("Id", id)?;
    let is = |known: &str| kind.eq_ignore_ascii_case(known);
    Ok(Begun::Whole(if is("PUT") {
        Item::Put { id, document: body("Document")? }
    } else if is("HeartBeat") {
        Item::HeartBeat
    } else if is("Counters") {
        Item::Counters { id, counters: body("Counters")? }
    } else if is("TimeSeriesBulkInsert") || is("TimeSeries") {
        Item::TimeSeries { id, series: body("TimeSeries")? }
    } else if is("AttachmentPUT") {
        let length = length
            .and_then(|range| std::str::from_utf8(&bytes[range]).ok()?.parse().ok())
            .ok_or("an AttachmentPUT command must have a 'ContentLength' that says how many bytes follow")?;
        let (name, content_type) = (text("Name", name)?, text("ContentType", content_type)?);
        return Ok(Begun::Content { id, name, content_type, length });
    } else {
        return Err(format!("invalid command type: {kind}"));
    }))
}

/// The text of a JSON string; `None` for other values.
fn text_of(raw: &[u8]) -> Option<String> {
    let inner = raw.strip_prefix(b"\"")?.strip_suffix(b"\"")?;
    if inner.iter().any(|byte| *byte == b'\\' || *byte < b' ') {
        return serde_json::from_slice(raw).ok();
    }
    std::str::from_utf8(inner).ok().map(str::to_owned)
}
