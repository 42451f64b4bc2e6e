//! What the writer writes, the reader reads; anything else is an error with its offset.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the report")]

use std::io::{self, Read};

use proptest::prelude::*;
use rookery_dump::{Compression, DumpError, DumpReader, DumpWriter, Event, Limits, Section};

/// A source that gives few bytes at a time.
struct Slow<'a>(&'a [u8], usize);

impl Read for Slow<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.1.min(into.len()).min(self.0.len());
        into[..length].copy_from_slice(&self.0[..length]);
        self.0 = &self.0[length..];
        Ok(length)
    }
}

/// An event, and the content of its item.
type WithContent = (Event, Option<Vec<u8>>);

fn all(source: impl Read) -> Result<Vec<WithContent>, DumpError> {
    let mut reader = DumpReader::new(source, Limits::default())?;
    let mut events = Vec::new();
    loop {
        let event = reader.next_event()?;
        let content = match &event {
            Event::Item(item) if item.content.is_some() => Some(reader.content()?.to_vec()),
            _ => None,
        };
        let ends = event == Event::End;
        events.push((event, content));
        if ends {
            return Ok(events);
        }
    }
}

fn attachment(size: usize) -> String {
    format!(r#"{{"@metadata":{{"@export-type":"Attachment"}},"Hash":"h","Size":{size},"Tag":"x|d|n|h|"}}"#)
}

fn sample(compression: Compression) -> Vec<u8> {
    let mut writer = DumpWriter::new(Vec::new(), compression).unwrap();
    writer.build_version(71028).unwrap();
    writer.database_record(br#"{"DatabaseName":"x"}"#).unwrap();
    writer.section(&Section::Docs).unwrap();
    writer.item(attachment(7).as_bytes()).unwrap();
    writer.content(b"]}\"{\\,[").unwrap();
    writer.item(br#"{"a":"}]\"\\","@metadata":{"@id":"x"}}"#).unwrap();
    writer.section(&Section::Identities).unwrap();
    writer.item(br#"{"Key":"x|","Value":"1"}"#).unwrap();
    writer.finish().unwrap()
}

fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        "\\PC{0,12}".prop_map(Into::into),
        "[\"\\\\{}\\[\\],: \n]{0,12}".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Into::into),
            proptest::collection::vec(("\\PC{0,6}", inner), 0..4)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn documents_and_contents_come_back_from_any_pieces(
        items in proptest::collection::vec((json(), proptest::option::of(proptest::collection::vec(any::<u8>(), 0..300))), 0..12),
        piece in 1_usize..500, which in 0_usize..3, pretty: bool,
    ) {
        let compression = [Compression::None, Compression::Gzip, Compression::Zstd][which];
        let mut writer = DumpWriter::new(Vec::new(), compression).unwrap();
        writer.section(&Section::Docs).unwrap();
        let mut expected = Vec::new();
        for (value, content) in &items {
            if let Some(content) = content {
                writer.item(attachment(content.len()).as_bytes()).unwrap();
                writer.content(content).unwrap();
                expected.push((serde_json::from_str(&attachment(content.len())).unwrap(), Some(content.clone())));
            }
            let item = serde_json::json!({ "v": value });
            let text = if pretty { serde_json::to_vec_pretty(&item) } else { serde_json::to_vec(&item) };
            writer.item(&text.unwrap()).unwrap();
            expected.push((item, None));
        }
        let dump = writer.finish().unwrap();
        let mut read = Vec::new();
        for (event, content) in all(Slow(&dump, piece)).unwrap() {
            if let Event::Item(item) = event {
                read.push((serde_json::from_slice::<serde_json::Value>(&item.json).unwrap(), content));
            }
        }
        prop_assert_eq!(read, expected);
    }

    #[test]
    fn changed_bytes_are_an_error_or_readable_but_never_a_panic_or_endless(
        which in 0_usize..3, at in any::<proptest::sample::Index>(), byte: u8,
    ) {
        let mut dump = sample([Compression::None, Compression::Gzip, Compression::Zstd][which]);
        let at = at.index(dump.len());
        dump[at] = byte;
        let _ = all(&dump[..]);
    }

    #[test]
    fn any_bytes_are_refused_or_read_but_never_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = all(&bytes[..]);
        let _ = all(&[b"{\"Docs\":[", &bytes[..]].concat()[..]);
    }
}

#[test]
fn every_cut_of_a_plain_dump_is_reported_with_its_offset() {
    let dump = sample(Compression::None);
    for end in 1..dump.len() {
        match all(&dump[..end]).unwrap_err() {
            DumpError::Cut { offset, .. } => assert_eq!(offset, end as u64, "cut at {end}"),
            other => panic!("cut at {end}: {other}"),
        }
    }
    assert!(matches!(all(&b""[..]), Err(DumpError::Empty)));
}

#[test]
fn cuts_of_compressed_dumps_are_errors_unless_only_the_end_of_the_frame_is_missing() {
    for compression in [Compression::Gzip, Compression::Zstd] {
        let dump = sample(compression);
        assert!(matches!(all(&dump[..dump.len() / 2]), Err(DumpError::Cut { .. })));
    }
    let dump = sample(Compression::Gzip);
    assert!(all(&dump[..dump.len() - 3]).is_ok());
}

#[test]
fn an_unfinished_zstd_frame_is_complete_when_its_json_is() {
    use std::io::Write as _;
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    encoder.write_all(&sample(Compression::None)).unwrap();
    encoder.flush().unwrap();
    assert_eq!(all(&encoder.get_ref()[..]).unwrap(), all(&sample(Compression::None)[..]).unwrap());
}

#[test]
fn damaged_gzip_is_told_from_a_cut_one() {
    let mut dump = sample(Compression::Gzip);
    let middle = dump.len() / 2;
    dump[middle..middle + 4].copy_from_slice(&[0xFF; 4]);
    assert!(all(&dump[..]).is_err());
    // The checksum at the end.
    let mut dump = sample(Compression::Gzip);
    let checksum = dump.len() - 6;
    dump[checksum] ^= 1;
    assert!(matches!(all(&dump[..]), Err(DumpError::Damaged { compression: "gzip", .. })));
}

#[test]
fn what_servers_write_and_editors_add_is_read() {
    let text = "\u{feff}{ \"BuildVersion\" : 40 , \"Indexes\":[{\"Type\":\"AutoMap\",\"F\":[{\"a\":1,},],}],\n\
        \"Foo\":[{}], \"Docs\" : [ ] } and more";
    let events: Vec<Event> = all(text.as_bytes()).unwrap().into_iter().map(|(event, _)| event).collect();
    assert_eq!(events.len(), 7);
    let Event::Item(index) = &events[2] else { panic!("an index") };
    assert_eq!(&index.json[..], br#"{"Type":"AutoMap","F":[{"a":1}]}"#);
    assert_eq!(events[3], Event::Section(Section::Unknown("Foo".into())));
    assert_eq!(all(&b"{}"[..]).unwrap(), [(Event::End, None)]);
}

#[test]
fn time_series_are_skipped_by_their_size() {
    let dump = b"{\"TimeSeries\":[{\"@raven-data\":{},\"@raven-blob-size\":3}]]},{\"@raven-blob-size\":0}]}";
    let mut reader = DumpReader::new(&dump[..], Limits::default()).unwrap();
    let mut items = 0;
    loop {
        match reader.next_event().unwrap() {
            Event::Item(_) => items += 1,
            Event::End => break,
            _ => {}
        }
    }
    assert_eq!(items, 2);
}

#[test]
fn wrong_forms_are_errors_that_name_the_place() {
    for (text, said) in [
        ("[1]", "JSON object"),
        ("{\"BuildVersion\":\"x\"}", "BuildVersion must be a number"),
        ("{\"Docs\":{}}", "section Docs must be a list"),
        ("{\"Docs\":[5]}", "an item of Docs must be an object"),
        ("{\"Docs\":[{} {}]}", "comma"),
        ("{\"Docs\":[{\"a\":}]}", "not valid JSON"),
        ("{\"Docs\":[{\"a\":[}}]}", "not valid JSON"),
        ("{\"Docs\" []}", "colon"),
        ("{5:[]}", "name of a section"),
        ("{\"Docs\":[] \"X\":[]}", "comma"),
        ("{\"DatabaseRecord\":[]}", "DatabaseRecord must be an object"),
        ("PK\u{3}\u{4}zip", "50 4B 03 04"),
    ] {
        let error = all(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(said), "{text}: {error}");
    }
    let error = all(&b"{\"Docs\":[{},{\"a\":nope}]}"[..]).unwrap_err();
    assert!(matches!(error, DumpError::Malformed { offset: 12, .. }), "{error}");
}

#[test]
fn limits_hold_for_items_and_contents() {
    let limits = Limits { item: 100, content: 5 };
    let read = |text: String| -> Result<(), DumpError> {
        let mut reader = DumpReader::new(text.as_bytes(), limits)?;
        loop {
            match reader.next_event()? {
                Event::End => return Ok(()),
                Event::Item(item) if item.content.is_some() => drop(reader.content()?),
                _ => {}
            }
        }
    };
    let text = |length: usize| format!("{{\"Docs\":[{{\"a\":\"{}\"}}]}}", "x".repeat(length));
    assert!(read(text(80)).is_ok());
    for length in [120, 200_000] {
        assert!(matches!(read(text(length)), Err(DumpError::TooLarge { offset: 9, .. })), "{length}");
    }
    let numbers = format!("{{\"Docs\":[{{\"a\":[{}]}}]}}", "1,".repeat(100_000));
    assert!(matches!(read(numbers), Err(DumpError::TooLarge { .. })));
    let endless = format!("{{\"Docs\":[{{\"a\":{}", "1".repeat(300_000));
    assert!(read(endless).is_err());
    let limits = Limits { item: 200, content: 5 };
    let dump = format!("{{\"Docs\":[{}123456]}}", attachment(6));
    let mut reader = DumpReader::new(dump.as_bytes(), limits).unwrap();
    reader.next_event().unwrap();
    reader.next_event().unwrap();
    assert!(matches!(reader.content(), Err(DumpError::TooLarge { what: "An attachment", .. })));
}

#[test]
fn memory_is_asked_for_while_an_item_grows_and_given_back_after_it() {
    let read = |dump: &[u8], most: u64| -> Result<u64, (DumpError, u64)> {
        let (peak, held) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
        let reader = DumpReader::new(dump, Limits::default()).unwrap();
        let mut reader = reader.with_memory_of(|bytes| {
            let fits = bytes <= most;
            if fits {
                held.set(bytes);
                peak.set(peak.get().max(bytes));
            }
            fits
        });
        loop {
            match reader.next_event() {
                Err(error) => return Err((error, peak.get())),
                Ok(Event::End) => break,
                Ok(Event::Item(item)) if item.content.is_some() => drop(reader.content().unwrap()),
                Ok(_) => {}
            }
        }
        assert_eq!(held.get(), reader_base(dump));
        Ok(peak.get())
    };
    const MIB: u64 = 1 << 20;
    let text = "x".repeat(3 << 20);
    let dump = format!("{{\"Docs\":[{{\"a\":\"{text}\"}},{{\"b\":1}}]}}");
    let peak = read(dump.as_bytes(), u64::MAX).unwrap();
    assert!((3 * MIB..5 * MIB).contains(&peak), "{peak}");
    let (error, peak) = read(dump.as_bytes(), 2 * MIB).unwrap_err();
    assert!(matches!(error, DumpError::NoMemory { .. }) && peak <= 2 * MIB, "{error}");
    let content = format!("{{\"Docs\":[{}{text},{{\"b\":1}}]}}", attachment(3 << 20));
    assert!((3 * MIB..5 * MIB).contains(&read(content.as_bytes(), u64::MAX).unwrap()));
    // A window is held from the first byte to the last.
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(26).unwrap();
    io::Write::write_all(&mut encoder, b"{\"Docs\":[{\"b\":1}]}").unwrap();
    let wide = encoder.finish().unwrap();
    assert_eq!(read(&wide, u64::MAX).unwrap(), 64 * MIB);
    assert!(
        matches!(read(&wide, 63 * MIB), Err((DumpError::NoMemory { bytes, .. }, 0)) if bytes == 64 * MIB)
    );
}

/// What the decompression of this dump holds.
fn reader_base(dump: &[u8]) -> u64 {
    if dump.starts_with(b"{") { 0 } else { 64 << 20 }
}

#[test]
fn a_file_that_unfolds_too_far_is_refused() {
    let bomb = |compression| {
        let mut writer = DumpWriter::new(Vec::new(), compression).unwrap();
        for _ in 0..100 {
            writer.content(&vec![b' '; 1 << 20]).unwrap();
        }
        writer.finish().unwrap()
    };
    let error = all(&bomb(Compression::Zstd)[..]).unwrap_err();
    assert!(matches!(error, DumpError::UnfoldsTooFar { ratio: 1_000, .. }), "{error}");
    assert!(error.to_string().contains("decompress the file"), "{error}");
    assert!(matches!(all(&bomb(Compression::None)[..]), Ok(found) if found.len() == 1));
}

#[test]
fn deep_items_are_handed_over_and_need_no_stack() {
    let deep = format!("{{\"Docs\":[{{\"a\":{}{}}},{{}}]}}", "[".repeat(200_000), "]".repeat(200_000));
    assert_eq!(all(deep.as_bytes()).unwrap().len(), 4);
}

#[test]
fn no_changed_bit_of_a_compressed_dump_changes_what_is_read() {
    for compression in [Compression::Gzip, Compression::Zstd] {
        let whole = sample(compression);
        let items = all(&whole[..]).unwrap();
        for at in 0..whole.len() {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            if let Ok(found) = all(&bytes[..]) {
                assert!(found == items, "{compression:?}: byte {at}");
            }
        }
    }
}
