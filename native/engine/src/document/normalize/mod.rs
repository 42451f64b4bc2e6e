//! Normalizes an incoming document: validates it once, drops engine-owned metadata and moves `@metadata` to
//! the end.
//!
//! The stored body is always one JSON object whose last member is `"@metadata":{…}`, without whitespace
//! between its tokens. The other members keep their text (number spelling, escapes) and their order.

mod compact;
pub(crate) mod members;
pub(crate) mod rewriting;

use std::borrow::Cow;

use serde_json::value::RawValue;

use self::members::{Member, members_of, push_member, separate, text_of};
pub(crate) use self::rewriting::{
    archived, refreshed, still_archived, with_lists, with_snapshots, without_snapshots,
};
use crate::document::date;
use crate::document::date::Ticks;
use crate::document::due_dates::DueDates;
use crate::error::EngineError;

/// The pseudo-collection of documents without a collection.
pub const EMPTY_COLLECTION: &str = "@empty";

/// Metadata that the engine writes; client values of these names are dropped.
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

/// Text before and behind the metadata of a normalised body.
const METADATA: [&[u8]; 2] = [b"\"@metadata\":{", b"}}"];

/// A checked document; its members are still raw text.
#[derive(Debug)]
pub(crate) struct NormalizedDocument<'a> {
    /// All members but the metadata.
    members: Vec<Member<'a>>,
    /// The members of the metadata that are stored.
    metadata: Vec<Member<'a>>,
    /// Whether any of their values has whitespace between its tokens.
    has_blanks: bool,
    /// The collection as written, or [`EMPTY_COLLECTION`].
    pub collection: Cow<'a, str>,
    /// When to archive it.
    pub archive_at: Option<Ticks>,
    /// When to delete and when to refresh it.
    pub due: DueDates,
}

/// Checks `body`. `id` is used for messages only.
pub(crate) fn read<'a>(id: &str, body: &'a [u8]) -> Result<NormalizedDocument<'a>, EngineError> {
    let refuse = |reason: String| EngineError::BadDocument { id: id.to_owned(), reason };
    rookery_nesting::json::check("it", body).map_err(|error| refuse(error.to_string()))?;
    let mut members =
        members_of(body).map_err(|error| refuse(not_an_object("the document", body, &error)))?;
    let mut said: Option<&RawValue> = None;
    members.retain(|(key, value)| {
        let is_metadata = text_of(key) == "@metadata";
        if is_metadata {
            said = Some(value);
        }
        !is_metadata
    });
    let mut metadata = Vec::new();
    let mut collection = None;
    let mut archive_at = None;
    let mut due = DueDates::default();
    if let Some(said) = said.filter(|said| said.get() != "null") {
        let text = said.get().as_bytes();
        metadata = members_of(text).map_err(|error| refuse(not_an_object("its @metadata", text, &error)))?;
        for (key, value) in &metadata {
            match text_of(key).as_ref() {
                "@collection" => collection = collection_name(value).map_err(refuse)?,
                "@archive-at" => archive_at = moment("@archive-at", value).map_err(refuse)?,
                "@expires" => due.expires = moment("@expires", value).map_err(refuse)?,
                "@refresh" => due.refresh = moment("@refresh", value).map_err(refuse)?,
                _ => {}
            }
        }
        metadata.retain(|(key, _)| !ENGINE_OWNED.contains(&text_of(key).as_ref()));
    }
    let collection = collection.unwrap_or(Cow::Borrowed(EMPTY_COLLECTION));
    let has_blanks = members.iter().chain(&metadata).any(|(_, value)| compact::has_blanks(value.get()));
    Ok(NormalizedDocument { members, metadata, has_blanks, collection, archive_at, due })
}

impl NormalizedDocument<'_> {
    /// How many bytes [`Self::write_body`] writes.
    pub(crate) fn body_len(&self) -> usize {
        let length = |members: &[Member<'_>]| -> usize {
            let value_len = |value: &RawValue| match self.has_blanks {
                true => compact::compact_len(value.get()),
                false => value.get().len(),
            };
            members.iter().map(|(key, value)| key.get().len() + value_len(value) + 2).sum()
        };
        let last_has_no_comma = usize::from(!self.metadata.is_empty());
        1 + length(&self.members) + METADATA[0].len() + length(&self.metadata) - last_has_no_comma
            + METADATA[1].len()
    }

    /// Appends the normalised body (see the module's first lines).
    pub(crate) fn write_body(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        self.write_members(&self.members, out);
        separate(out);
        out.extend_from_slice(METADATA[0]);
        self.write_members(&self.metadata, out);
        out.extend_from_slice(METADATA[1]);
    }

    fn write_members(&self, members: &[Member<'_>], out: &mut Vec<u8>) {
        for (key, value) in members {
            if self.has_blanks {
                push_member(out, key.get(), "");
                compact::push_compact(out, value.get());
            } else {
                push_member(out, key.get(), value.get());
            }
        }
    }

    /// The normalised body.
    pub(crate) fn body(&self) -> Vec<u8> {
        let mut body = Vec::with_capacity(self.body_len());
        self.write_body(&mut body);
        body
    }
}

fn collection_name(value: &RawValue) -> Result<Option<Cow<'_, str>>, String> {
    let raw = value.get();
    let plain = raw.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    let name = match plain {
        Some(plain) if !plain.contains('\\') => Some(Cow::Borrowed(plain)),
        _ if raw == "null" => return Ok(None),
        _ => serde_json::from_str(raw).ok().map(Cow::Owned),
    };
    match name {
        Some(name) if name.is_empty() => Ok(None),
        Some(name) if name.len() > crate::document::ids::MAX_ID_BYTES => Err(format!(
            "its @collection is {} bytes long, and {} is the most",
            name.len(),
            crate::document::ids::MAX_ID_BYTES
        )),
        Some(name) => Ok(Some(name)),
        None => Err(format!("its @collection must be a text, but is {}", shortened(raw))),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn body_of(text: &str) -> String {
        let read = read("x", text.as_bytes()).unwrap();
        assert_eq!(read.body().len(), read.body_len(), "{text}");
        String::from_utf8(read.body()).unwrap()
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
            r#"{"z":1,"n":1.50,"u":"\u00e9\/","o":{"q":[]},"@metadata":{"@collection":"Users"}}"#
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
        assert_eq!(read.body(), br#"{"@metadata":{"custom":{"x":1},"@collection":"C","@nul":null}}"#);
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
    fn nesting_is_limited_and_the_place_named() {
        let nested =
            |levels: usize| format!("{{\"a\":{}{}}}", "[".repeat(levels - 1), "]".repeat(levels - 1));
        assert!(read("x", nested(100).as_bytes()).is_ok());
        for deep in [nested(101), nested(1_000_000), format!("{{\"@metadata\":{}}}", nested(100))] {
            assert!(
                reason(&deep).contains("it is nested deeper than 100 levels (line 1, column "),
                "{}",
                reason(&deep)
            );
        }
    }

    #[test]
    fn archiving_sets_the_mark_and_takes_the_date_away_once() {
        let body =
            read("x", br#"{"a":1,"@metadata":{"@collection":"C","@archive-at":"2020-01-01T00:00:00Z"}}"#)
                .unwrap()
                .body();
        let once = archived(&body).unwrap();
        assert_eq!(&once[..], br#"{"a":1,"@metadata":{"@archived":true,"@collection":"C"}}"#);
        assert_eq!(archived(&once).unwrap(), once);
        assert_eq!(still_archived(&once).unwrap(), once);
    }
}
