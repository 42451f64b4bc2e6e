//! A dump of RavenDB. The first byte selects what the rest is: a whole file, the items of a section, one item of
//! each kind, or the options of an import.
#![no_main]

use rookery_dump::items::attachment::AttachmentContent;
use rookery_dump::items::counters::CounterGroup;
use rookery_dump::items::document::DocumentHead;
use rookery_dump::items::identity::Identity;
use rookery_dump::items::index::IndexItem;
use rookery_dump::{DumpError, DumpOptions, DumpReader, Event, Limits};

/// Reads everything, contents of attachments included.
fn read_all(bytes: &[u8]) -> Result<(), DumpError> {
    let mut reader = DumpReader::new(bytes, Limits::default())?;
    loop {
        match reader.next_event()? {
            Event::End => return Ok(()),
            Event::Item(item) if item.content.is_some() => {
                reader.content()?;
            }
            Event::Item(item) => read_item(&item.json),
            _ => {}
        }
    }
}

fn read_item(json: &[u8]) {
    let _ = DocumentHead::read(json);
    let _ = IndexItem::read(json);
    let _ = Identity::read(json);
    let _ = CounterGroup::read(json);
    let _ = AttachmentContent::read(json);
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let Some((kind, bytes)) = data.split_first() else { return };
    match kind % 4 {
        0 => drop(read_all(bytes)),
        1 => drop(read_all(&[b"{\"BuildVersion\":71000,\"Docs\":[", bytes].concat())),
        2 => read_item(bytes),
        _ => drop(DumpOptions::parse(bytes)),
    }
});
