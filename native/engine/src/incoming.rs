//! A document on its way in: checked once, `@metadata` freed of what only the engine may say and moved to the end.
//!
//! The stored body is always one JSON object whose last member is `"@metadata":{…}`. The other
//! members keep their text exactly as it came (number spelling, escapes, blanks inside values).

use std::borrow::Cow;

use bytes::Bytes;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::date::{self, Ticks};
use crate::error::EngineError;
use crate::expiration::DueDates;

/// The pseudo-collection of documents that name none.
pub const EMPTY_COLLECTION: &str = "@empty";

/// Metadata the engine writes itself; what a client sends under these names is dropped.
const ENGINE_OWNED: [&str; 11] = [
    "@id",
    "@change-vector",
    "@last-modified",
    "@flags",
    "@archived",
    "@index-score",
    "@projection",
    "@attachments",
    "@counters",
    "@timeseries",
    "@etag",
];

/// A checked document, ready for the writer.
#[derive(Debug, Clone)]
pub(crate) struct Incoming {
    /// The normalised body (see the module's first lines).
    pub body: Bytes,
    /// The collection as written, or [`EMPTY_COLLECTION`].
    pub collection: String,
    /// When to archive it, if it says so.
    pub archive_at: Option<Ticks>,
    /// When to delete and when to refresh it, if it says so.
    pub due: DueDates,
}

/// Checks and normalises `body`. `id` is used for messages only.
pub(crate) fn read(id: &str, body: &[u8]) -> Result<Incoming, EngineError> {
    let refuse = |reason: String| EngineError::BadDocument { id: id.to_owned(), reason };
    let document = members_of(body).map_err(|error| refuse(not_an_object("the document", body, &error)))?;
    let mut metadata: Option<&RawValue> = None;
    let mut normal = Vec::with_capacity(body.len() + 16);
    normal.push(b'{');
    for (key, value) in document {
        if text_of(key) == "@metadata" {
            metadata = Some(value);
        } else {
            push_member(&mut normal, key.get(), value.get());
        }
    }
    separate(&mut normal);
    normal.extend_from_slice(b"\"@metadata\":{");
    let mut collection = None;
    let mut archive_at = None;
    let mut due = DueDates::default();
    if let Some(metadata) = metadata.filter(|metadata| metadata.get() != "null") {
        let text = metadata.get().as_bytes();
        let entries =
            members_of(text).map_err(|error| refuse(not_an_object("its @metadata", text, &error)))?;
        for (key, value) in entries {
            let name = text_of(key);
            match name.as_ref() {
                "@collection" => collection = collection_name(value).map_err(refuse)?,
                "@archive-at" | "@expires" | "@refresh" => {
                    let moment = moment(&name, value).map_err(refuse)?;
                    match name.as_ref() {
                        "@archive-at" => archive_at = moment,
                        "@expires" => due.expires = moment,
                        _ => due.refresh = moment,
                    }
                }
                _ => {}
            }
            if ENGINE_OWNED.contains(&name.as_ref()) {
                continue;
            }
            push_member(&mut normal, key.get(), value.get());
        }
    }
    normal.extend_from_slice(b"}}");
    Ok(Incoming {
        body: Bytes::from(normal),
        collection: collection.unwrap_or_else(|| EMPTY_COLLECTION.to_owned()),
        archive_at,
        due,
    })
}

/// The stored body of a document that has just been archived: `@archived: true` first in its
/// metadata, `@archive-at` gone. Doing it twice changes nothing.
pub(crate) fn archived(body: &[u8]) -> Result<Bytes, serde_json::Error> {
    rewrite_metadata(body, ARCHIVED, &[], |name| name != "@archived" && name != "@archive-at")
}

/// The stored body of an already archived document that was saved again: the mark stays on it.
pub(crate) fn still_archived(body: &[u8]) -> Result<Bytes, serde_json::Error> {
    rewrite_metadata(body, ARCHIVED, &[], |name| name != "@archived")
}

/// The stored body of a document that has just been refreshed: `@refresh` gone.
pub(crate) fn refreshed(body: &[u8]) -> Result<Bytes, serde_json::Error> {
    rewrite_metadata(body, &[], &[], |name| name != "@refresh")
}

/// A stored body with these lists of what hangs on the document (JSON) instead of those it had.
pub(crate) fn with_lists(
    body: &[u8],
    attachments: Option<&str>,
    counters: Option<&str>,
) -> Result<Bytes, serde_json::Error> {
    let first: Vec<_> = attachments.map(|list| ("\"@attachments\"", list)).into_iter().collect();
    let last: Vec<_> = counters.map(|list| ("\"@counters\"", list)).into_iter().collect();
    rewrite_metadata(body, &first, &last, |name| name != "@attachments" && name != "@counters")
}

/// The mark of an archived document.
const ARCHIVED: &[(&str, &str)] = &[("\"@archived\"", "true")];

/// The same body with `first` before and `last` behind those of its metadata that `keep` wants.
fn rewrite_metadata(
    body: &[u8],
    first: &[(&str, &str)],
    last: &[(&str, &str)],
    keep: impl Fn(&str) -> bool,
) -> Result<Bytes, serde_json::Error> {
    let mut changed = Vec::with_capacity(body.len() + 24);
    changed.push(b'{');
    let mut metadata = None;
    for (key, value) in members_of(body)? {
        if text_of(key) == "@metadata" {
            metadata = Some(value);
        } else {
            push_member(&mut changed, key.get(), value.get());
        }
    }
    separate(&mut changed);
    changed.extend_from_slice(b"\"@metadata\":{");
    for (key, value) in first {
        push_member(&mut changed, key, value);
    }
    if let Some(metadata) = metadata {
        for (key, value) in members_of(metadata.get().as_bytes())? {
            if keep(&text_of(key)) {
                push_member(&mut changed, key.get(), value.get());
            }
        }
    }
    for (key, value) in last {
        push_member(&mut changed, key, value);
    }
    changed.extend_from_slice(b"}}");
    Ok(Bytes::from(changed))
}

fn collection_name(value: &RawValue) -> Result<Option<String>, String> {
    match serde_json::from_str::<Option<String>>(value.get()) {
        Ok(None) => Ok(None),
        Ok(Some(name)) if name.is_empty() => Ok(None),
        Ok(Some(name)) if name.len() > crate::ids::MAX_ID_BYTES => Err(format!(
            "its @collection is {} bytes long, and {} is the most",
            name.len(),
            crate::ids::MAX_ID_BYTES
        )),
        Ok(Some(name)) => Ok(Some(name)),
        Err(_) => Err(format!("its @collection must be a text, but is {}", shortened(value.get()))),
    }
}

fn moment(name: &str, value: &RawValue) -> Result<Option<Ticks>, String> {
    let said = match serde_json::from_str::<Option<String>>(value.get()) {
        Ok(None) => return Ok(None),
        Ok(Some(text)) => text,
        Err(_) => value.get().to_owned(),
    };
    match date::parse(&said) {
        Some(due) => Ok(Some(date::to_ticks(due))),
        None => Err(format!(
            "its {name} '{}' is not a date; write it in UTC like 2030-01-31T18:30:00.0000000Z",
            shortened(&said)
        )),
    }
}

fn not_an_object(what: &str, text: &[u8], error: &serde_json::Error) -> String {
    if error.is_data() {
        let sample = String::from_utf8_lossy(text);
        return format!("{what} must be a JSON object, but is {}", shortened(sample.trim()));
    }
    format!("{what} is not valid JSON: {error}")
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= 60 {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(57).collect();
    short.push('…');
    short
}

fn separate(out: &mut Vec<u8>) {
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
}

fn push_member(out: &mut Vec<u8>, key: &str, value: &str) {
    separate(out);
    out.extend_from_slice(key.as_bytes());
    out.push(b':');
    out.extend_from_slice(value.as_bytes());
}

/// A raw JSON key without its quotes, escapes undone.
fn text_of(key: &RawValue) -> Cow<'_, str> {
    let raw = key.get();
    let inner = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(raw);
    if inner.contains('\\')
        && let Ok(decoded) = serde_json::from_str::<String>(raw)
    {
        return Cow::Owned(decoded);
    }
    Cow::Borrowed(inner)
}

/// The members of a JSON object as raw text, in order.
fn members_of(text: &[u8]) -> Result<Vec<(&RawValue, &RawValue)>, serde_json::Error> {
    serde_json::from_slice::<Members<'_>>(text).map(|members| members.0)
}

struct Members<'a>(Vec<(&'a RawValue, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::with_capacity(16);
                while let Some(entry) = map.next_entry::<&'de RawValue, &'de RawValue>()? {
                    members.push(entry);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body_of(text: &str) -> String {
        String::from_utf8(read("x", text.as_bytes()).unwrap().body.to_vec()).unwrap()
    }

    fn reason(text: &str) -> String {
        read("x", text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn metadata_moves_to_the_end_and_the_rest_keeps_its_text() {
        assert_eq!(
            body_of(
                r#" { "@metadata" : {"@collection":"Users"}, "z":1, "n": 1.50, "u":"\u00e9\/", "o":{ "q" : [ ] } } "#
            ),
            r#"{"z":1,"n":1.50,"u":"\u00e9\/","o":{ "q" : [ ] },"@metadata":{"@collection":"Users"}}"#
        );
        assert_eq!(body_of("{}"), r#"{"@metadata":{}}"#);
        assert_eq!(body_of(r#"{"@metadata":null,"a":1}"#), r#"{"a":1,"@metadata":{}}"#);
    }

    #[test]
    fn what_only_the_engine_may_say_is_dropped() {
        let read = read(
            "x",
            br#"{"@metadata":{"@id":"zzz","@flags":"Archived","@archived":true,"@change-vector":"A:5-x","custom":{"x":1},"\u0040id":"esc","@collection":"C","@nul":null}}"#,
        )
        .unwrap();
        assert_eq!(&read.body[..], br#"{"@metadata":{"custom":{"x":1},"@collection":"C","@nul":null}}"#);
        assert_eq!(read.collection, "C");
    }

    #[test]
    fn without_a_collection_it_is_empty() {
        for text in ["{}", r#"{"@metadata":{}}"#, r#"{"@metadata":{"@collection":null}}"#] {
            assert_eq!(read("x", text.as_bytes()).unwrap().collection, EMPTY_COLLECTION, "{text}");
        }
    }

    #[test]
    fn an_archive_date_is_read_and_a_bad_one_is_named_with_the_accepted_form() {
        let read = read("x", br#"{"@metadata":{"@archive-at":"1970-01-01T00:00:01Z"}}"#).unwrap();
        assert_eq!(read.archive_at, Some(10_000_000));
        for bad in [r#""soon""#, r#""2020-01-01""#, "5", r#""""#] {
            let text = reason(&format!(r#"{{"@metadata":{{"@archive-at":{bad}}}}}"#));
            assert!(text.contains(bad.trim_matches('"')) && text.contains("2030-01-31T18:30:00"), "{text}");
        }
    }

    #[test]
    fn what_is_not_an_object_is_refused_and_shown() {
        assert!(reason("[1]").contains("must be a JSON object, but is [1]"));
        assert!(reason(r#"{"@metadata":5}"#).contains("@metadata must be a JSON object, but is 5"));
        assert!(
            reason(r#"{"@metadata":{"@collection":7}}"#).contains("@collection must be a text, but is 7")
        );
        for text in ["", "{", "{\"a\":}", "{\"a\":1}x", "{'a':1}", "{\"a\":\"\\x\"}", "{\"a\":01}"] {
            assert!(reason(text).contains("is not valid JSON"), "{text}: {}", reason(text));
        }
        assert!(read("x", b"{\"a\":\"\xff\"}").is_err());
    }

    #[test]
    fn archiving_sets_the_mark_and_takes_the_date_away_once() {
        let body =
            read("x", br#"{"a":1,"@metadata":{"@collection":"C","@archive-at":"2020-01-01T00:00:00Z"}}"#)
                .unwrap()
                .body;
        let once = archived(&body).unwrap();
        assert_eq!(&once[..], br#"{"a":1,"@metadata":{"@archived":true,"@collection":"C"}}"#);
        assert_eq!(archived(&once).unwrap(), once);
        assert_eq!(still_archived(&once).unwrap(), once);
    }
}
