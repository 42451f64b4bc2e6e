//! Finds the end of an item and its metadata within bytes that are read already, without parsing it.

use std::ops::Range;

use memchr::memchr2;
use rookery_nesting::MAX_DEPTH;

/// An item that is complete and has no whitespace between its tokens.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ScannedItem {
    /// Its bytes.
    pub length: usize,
    /// Where the value of its member `@metadata` is.
    pub metadata: Range<usize>,
}

/// Scans the object that `bytes` begin with. `None` when it is not complete, is nested too deep, has whitespace between
/// its tokens, a superfluous comma, or not exactly one member `@metadata`: then it is taken token by token. Whether it is
/// JSON is for its parser to decide.
pub(crate) fn scan_item(bytes: &[u8]) -> Option<ScannedItem> {
    let mut at = 0;
    let mut depth = 0_usize;
    let mut metadata: Option<Range<usize>> = None;
    let mut in_metadata = false;
    loop {
        match *bytes.get(at)? {
            b'"' => {
                let end = string_end(bytes, at)?;
                if depth == 1 && &bytes[at..end] == b"\"@metadata\"" && matches!(bytes[at - 1], b'{' | b',') {
                    if metadata.is_some() || *bytes.get(end)? != b':' {
                        return None;
                    }
                    metadata = Some(end + 1..end + 1);
                    in_metadata = true;
                }
                at = end;
                continue;
            }
            b'{' | b'[' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return None;
                }
            }
            byte @ (b'}' | b']' | b',') => {
                if byte != b',' && bytes[at - 1] == b',' {
                    return None;
                }
                if depth == 1 && std::mem::take(&mut in_metadata) {
                    metadata.as_mut()?.end = at;
                }
                if byte != b',' {
                    depth = depth.checked_sub(1)?;
                    if depth == 0 {
                        return Some(ScannedItem { length: at + 1, metadata: metadata? });
                    }
                }
            }
            byte if byte.is_ascii_whitespace() => return None,
            _ => {}
        }
        at += 1;
    }
}

/// The offset after the string that begins at `start`.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn metadata_of(text: &str) -> Option<&str> {
        let scanned = scan_item(text.as_bytes())?;
        text.get(scanned.metadata)
    }

    #[test]
    fn the_metadata_of_an_item_is_found_wherever_it_is() {
        for text in [
            r#"{"@metadata":{"@id":"a/1"},"Name":"x"}"#,
            r#"{"Name":"\"@metadata\":{","@metadata":{"@id":"a/1"}}"#,
            r#"{"In":{"@metadata":{"@id":"b/1"}},"Of":["@metadata"],"@metadata":{"@id":"a/1"}},{"next":1}"#,
            r#"{"Name":"@metadata","@metadata":{"@id":"a/1"},"Last":[1,{"a":2}]}"#,
        ] {
            assert_eq!(metadata_of(text), Some(r#"{"@id":"a/1"}"#), "{text}");
        }
        assert_eq!(scan_item(br#"{"@metadata":5}]"#), Some(ScannedItem { length: 15, metadata: 13..14 }));
    }

    #[test]
    fn other_items_are_taken_token_by_token() {
        let deep = format!(r#"{{"@metadata":{}{}}}"#, "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
        for text in [
            r#"{"@metadata":{"@id":"a/1"}"#,
            r#"{"@metadata":{"@id":"a/1"#,
            r#"{"@metadata":{"@id":"a\"#,
            r#"{ "@metadata":{}}"#,
            r#"{"@metadata":{},}"#,
            r#"{"@metadata":{},"@metadata":{}}"#,
            r#"{"@metadata"}"#,
            r#"{"Name":"@metadata"}"#,
            "{}",
            "{]",
            "",
            &deep,
        ] {
            assert_eq!(scan_item(text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_scanned_without_a_panic(text in "[\\[\\]{}\",:@metadata\\\\ ]{0,60}") {
            if let Some(ScannedItem { length, metadata }) = scan_item(format!("{{{text}").as_bytes()) {
                prop_assert!(metadata.start <= metadata.end && metadata.end < length);
            }
        }
    }
}
