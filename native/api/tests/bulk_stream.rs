//! The bulk insert's parser, by properties: cutting the stream anywhere changes nothing, and no bytes make it
//! panic.

#![allow(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use bytes::Bytes;
use proptest::prelude::*;
use rookery_api::bulk::{BulkError, BulkParser, Found, Item, fuzz_stream};

fn read(pieces: &[&[u8]]) -> (Vec<Item>, Option<BulkError>, bool) {
    let mut parser = BulkParser::new(1 << 20);
    let mut items: Vec<Found> = Vec::new();
    for piece in pieces {
        parser.push(Bytes::copy_from_slice(piece));
        loop {
            match parser.next_item() {
                Ok(Some(found)) => items.push(found),
                Ok(None) => break,
                Err(error) => {
                    return (items.into_iter().map(|found| found.item).collect(), Some(error), false);
                }
            }
        }
    }
    for (index, found) in items.iter().enumerate() {
        assert_eq!(found.number, index as u64 + 1);
    }
    (items.into_iter().map(|found| found.item).collect(), None, parser.is_done())
}

/// A stream and its content.
fn stream() -> impl Strategy<Value = (Vec<u8>, Vec<Item>)> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        "(\\PC|[\"\\\\{}\\[\\],:\n]){0,20}".prop_map(Into::into),
    ];
    let value = leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            prop::collection::hash_map("(\\PC|[\"\\\\{}]){0,6}", inner, 0..4)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    });
    let object = prop::collection::hash_map("(\\PC|[\"\\\\{}]){0,6}", value, 0..5)
        .prop_map(|map| serde_json::Value::Object(map.into_iter().collect()).to_string());
    let id = "(\\PC|[\"\\\\]){0,12}";
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let item = prop_oneof![
        4 => (id, object.clone(), any::<bool>()).prop_map(move |(id, document, last)| {
            let text = if last {
                format!("{{\"Document\":{document} , \"Type\":\"PUT\",\"Other\":-1.5e3,\"Id\":{}}}", quoted(&id))
            } else {
                format!("{{\"Id\":{},\"Type\":\"PUT\",\"Document\":{document}}}", quoted(&id))
            };
            (text.into_bytes(), Item::Put { id, document: document.into() })
        }),
        1 => Just((b"{\"Type\":\"HeartBeat\"}".to_vec(), Item::HeartBeat)),
        1 => (id, object).prop_map(move |(id, body)| {
            let text = format!("{{\"Id\":{},\"Type\":\"Counters\",\"Counters\":{body}}}", quoted(&id));
            (text.into_bytes(), Item::Counters { id, counters: body.into() })
        }),
        1 => (id, id, prop::collection::vec(any::<u8>(), 0..40)).prop_map(move |(id, name, content)| {
            let mut text = format!(
                "{{\"Id\":{},\"Type\":\"AttachmentPUT\",\"Name\":{},\"ContentType\":\"a/b\",\"ContentLength\":{}}}",
                quoted(&id), quoted(&name), content.len(),
            )
            .into_bytes();
            text.extend_from_slice(&content);
            (text, Item::Attachment { id, name, content_type: "a/b".into(), content: content.into() })
        }),
    ];
    prop::collection::vec((item, "[ \r\n\t]{0,2}"), 0..8).prop_map(|parts| {
        let mut bytes = b" [".to_vec();
        let mut items = Vec::new();
        for (index, ((text, item), blanks)) in parts.into_iter().enumerate() {
            if index > 0 {
                bytes.push(b',');
            }
            bytes.extend_from_slice(blanks.as_bytes());
            bytes.extend_from_slice(&text);
            items.push(item);
        }
        bytes.extend_from_slice(b" ] and what follows is not looked at");
        (bytes, items)
    })
}

proptest! {
    #[test]
    fn any_cut_of_the_stream_gives_the_same_items(
        (bytes, items) in stream(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let mut places: Vec<usize> = cuts.iter().map(|cut| cut.index(bytes.len())).collect();
        places.sort_unstable();
        let mut pieces = Vec::new();
        let mut from = 0;
        for place in places {
            pieces.push(&bytes[from..place]);
            from = place;
        }
        pieces.push(&bytes[from..]);
        prop_assert_eq!(read(&pieces), (items.clone(), None, true));
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        prop_assert_eq!(read(&single), (items, None, true));
    }

    #[test]
    fn random_bytes_never_panic_and_fail_alike_however_they_are_cut(
        noise in prop::collection::vec(
            prop_oneof![prop::sample::select(b"[]{}\",:\\ 0123n".to_vec()), any::<u8>()], 0..200),
        step in 1_usize..50, begin in any::<bool>(),
    ) {
        let prefix: &[u8] = if begin { b"[{\"Id\":\"a\",\"Type\":\"PUT\",\"Document\":" } else { b"" };
        let bytes = [prefix, &noise].concat();
        prop_assert_eq!(fuzz_stream(&bytes, step), fuzz_stream(&bytes, usize::MAX));
    }
}

#[test]
fn a_document_is_a_slice_of_the_stream_and_keeps_its_text() {
    let (items, error, done) =
        read(&[br#"[{"Id":"a\u002f\"1","Type":"put","Document":{ "n" : 1.50,"s":"}]{[\\"}},]"#]);
    assert_eq!(error, None);
    assert!(done, "a comma before the end is let pass, as official servers do");
    let document = br#"{ "n" : 1.50,"s":"}]{[\\"}"#.to_vec();
    assert_eq!(items, [Item::Put { id: "a/\"1".into(), document: document.into() }]);
}

#[test]
fn an_error_names_item_and_byte_and_keeps_earlier_items() {
    let good = r#"[{"Id":"a","Type":"PUT","Document":{}},"#;
    for (bad, item, at, says) in [
        (r#"{"Id":nope}"#, 2, 0, "valid 'Type' property"),
        (r#"{"Id"="x"}"#, 2, 5, "expected ':' after a member's name, but found '='"),
        (r#"{'Id':"x"}"#, 2, 1, "a member's name"),
        (r#"7"#, 2, 0, "beginning of a command, but found '7'"),
        (r#"{"Id":"x"}"#, 2, 0, "valid 'Type' property"),
        (r#"{"Id":"x","Type":"BOGUS"}"#, 2, 0, "invalid command type: BOGUS"),
        (r#"{"Id":"x","Type":"PUT"}"#, 2, 0, "PUT command must have a 'Document' property"),
        (r#"{"Id":"x","Type":"PUT","Counters":{}}"#, 2, 0, "'Document'"),
        (r#"{"Id":7,"Type":"PUT","Document":{}}"#, 2, 0, "'Id' must be a text"),
        (r#"{"Id":"x","Type":"AttachmentPUT","Name":"n"}"#, 2, 0, "ContentLength"),
        (r#"{"Type":"HeartBeat"} {}"#, 2, 21, "expected ',' or ']' after a command"),
    ] {
        let text = format!("{good}{bad}");
        let (items, error, _) = read(&[text.as_bytes()]);
        let error = error.unwrap_or_else(|| panic!("{bad} was taken: {items:?}"));
        let heart = usize::from(bad.contains("HeartBeat"));
        assert_eq!(items.len(), 1 + heart, "{bad}");
        assert_eq!((error.item, error.offset), (item, (good.len() + at) as u64), "{bad}: {error}");
        assert!(error.to_string().contains(says), "{bad}: {error}");
    }
    let (_, error, _) = read(&[b"{\"Id\":1}"]);
    assert_eq!(
        error.unwrap().to_string(),
        "The stream cannot be read at byte 0: expected '[', the beginning of the commands, but found '{'."
    );
}

#[test]
fn items_and_attachments_beyond_the_limit_are_refused_before_they_are_kept() {
    let mut parser = BulkParser::new(1000);
    parser.push(Bytes::from_static(b"[{\"Id\":\""));
    let error = (0..100).find_map(|_| {
        parser.push(Bytes::from_static(&[b'x'; 100]));
        parser.next_item().err()
    });
    let error = error.unwrap();
    assert!(error.offset < 2000 && error.to_string().contains("1000 is the most"), "{error}");
    assert_eq!(parser.next_item(), Err(error), "a broken stream stays broken");
    let mut parser = BulkParser::new(1000);
    parser.push(Bytes::from_static(
        br#"[{"Id":"a","Type":"AttachmentPUT","Name":"n","ContentLength":99999999999}"#,
    ));
    assert!(parser.next_item().unwrap_err().to_string().contains("99999999999"));
}

#[test]
fn pieces_pushed_without_taking_items_in_between_are_not_lost() {
    let text = br#"[{"Id":"a","Type":"PUT","Document":{"n":1}},{"Id":"b","Type":"PUT","Document":{"n":2}}]"#;
    let mut parser = BulkParser::new(1000);
    parser.push(Bytes::from_static(&text[..20]));
    assert_eq!(parser.next_item(), Ok(None));
    for piece in text[20..].chunks(9) {
        parser.push(Bytes::copy_from_slice(piece));
    }
    let numbers: Vec<u64> =
        std::iter::from_fn(|| parser.next_item().unwrap()).map(|found| found.number).collect();
    assert_eq!(numbers, [1, 2]);
    assert!(parser.is_done());
}

#[test]
fn a_stream_that_ends_early_says_where() {
    let mut parser = BulkParser::new(1000);
    parser.push(Bytes::from_static(br#"[{"Id":"a","Type":"PUT","Docu"#));
    assert_eq!(parser.next_item(), Ok(None));
    assert_eq!((parser.cut_off().item, parser.cut_off().offset), (1, 29));
}
