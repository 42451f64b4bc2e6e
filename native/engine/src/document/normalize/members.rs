//! The members of a JSON object as raw text.

use std::borrow::Cow;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A key with its quotes, and its value.
pub(crate) type Member<'a> = (&'a RawValue, &'a RawValue);

pub(crate) fn separate(out: &mut Vec<u8>) {
    if out.last() != Some(&b'{') {
        out.push(b',');
    }
}

pub(crate) fn push_member(out: &mut Vec<u8>, key: &str, value: &str) {
    separate(out);
    out.extend_from_slice(key.as_bytes());
    out.push(b':');
    out.extend_from_slice(value.as_bytes());
}

/// A raw JSON key without its quotes, escapes undone.
pub(crate) fn text_of(key: &RawValue) -> Cow<'_, str> {
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
pub(crate) fn members_of(text: &[u8]) -> Result<Vec<Member<'_>>, serde_json::Error> {
    // Checked as a whole, which is faster than string by string.
    match std::str::from_utf8(text) {
        Ok(text) => serde_json::from_str::<Members<'_>>(text).map(|members| members.0),
        // Reports the position of the bytes that are not UTF-8.
        Err(_) => serde_json::from_slice::<Members<'_>>(text).map(|members| members.0),
    }
}

struct Members<'a>(Vec<Member<'a>>);

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
