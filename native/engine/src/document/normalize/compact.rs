//! Removes the whitespace between the tokens of a JSON value. Strings and numbers keep their text.

use memchr::{memchr, memchr2};

enum Part<'a> {
    /// A string with its quotes.
    String(&'a str),
    Between(&'a str),
}

/// Whether `value`, a valid JSON value without whitespace around it, has whitespace between its tokens.
pub(super) fn has_blanks(value: &str) -> bool {
    value.starts_with(['{', '['])
        && parts(value).any(|part| matches!(part, Part::Between(text) if text.bytes().any(is_blank)))
}

/// Appends `value` without the whitespace between its tokens.
pub(super) fn push_compact(out: &mut Vec<u8>, value: &str) {
    for part in parts(value) {
        match part {
            Part::String(text) => out.extend_from_slice(text.as_bytes()),
            Part::Between(text) => out.extend(text.bytes().filter(|byte| !is_blank(*byte))),
        }
    }
}

/// The number of bytes that [`push_compact`] appends.
pub(super) fn compact_len(value: &str) -> usize {
    let length = |part| match part {
        Part::String(text) => text.len(),
        Part::Between(text) => text.bytes().filter(|byte| !is_blank(*byte)).count(),
    };
    parts(value).map(length).sum()
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

fn parts(value: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = value;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let bytes = rest.as_bytes();
        let is_string = bytes[0] == b'"';
        let end = if is_string { string_length(bytes) } else { memchr(b'"', bytes).unwrap_or(bytes.len()) };
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(if is_string { Part::String(part) } else { Part::Between(part) })
    })
}

/// The length of the string that begins `text`, with its quotes.
fn string_length(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(found) = text.get(at..).and_then(|rest| memchr2(b'"', b'\\', rest)) {
        at += found + 1;
        if text[at - 1] == b'"' {
            return at;
        }
        // The escaped character.
        at += 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn compact(value: &str) -> String {
        let mut out = Vec::new();
        push_compact(&mut out, value);
        assert_eq!(out.len(), compact_len(value));
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn whitespace_between_tokens_goes_and_texts_stay() {
        let value = "{ \"a b\" :\t[ 1.50 ,\r\n \"x \\\" y\\\\\" , { } ] }";
        assert!(has_blanks(value));
        assert_eq!(compact(value), r#"{"a b":[1.50,"x \" y\\",{}]}"#);
        assert!(!has_blanks(r#"{"a b":[1.50,"x \" y\\",{}]}"#));
        assert!(!has_blanks("\"a b\""));
    }

    proptest! {
        #[test]
        fn a_compact_value_is_the_same_value(value in any_value()) {
            let pretty = serde_json::to_string_pretty(&value).unwrap();
            let expected = serde_json::to_string(&value).unwrap();
            prop_assert_eq!(compact(&pretty), expected.clone());
            prop_assert!(!has_blanks(&expected));
        }

        #[test]
        fn texts_that_are_not_json_do_not_panic(text in "[\"\\\\ {}a\n]{0,40}") {
            has_blanks(&text);
            compact(&text);
        }
    }

    fn any_value() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            any::<i64>().prop_map(serde_json::Value::from),
            ".{0,12}".prop_map(serde_json::Value::from),
            Just(serde_json::Value::Null),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(serde_json::Value::from),
                prop::collection::btree_map("[a-z \"]{0,6}", inner, 0..6)
                    .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
            ]
        })
    }
}
