//! Documents copied out of a scan, up to a full batch, on which the operators work.

use std::ops::Range;

use crate::source::{OwnedDocument, ScanItem};

/// How many documents make a batch.
pub(crate) const BATCH: usize = 1_024;

/// A batch is also full when its bodies weigh this much, so that large documents do not fill the memory.
const HEAVIEST: usize = 8 << 20;

/// Up to [`BATCH`] documents, their bytes in one buffer that is used again and again.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    bodies: Vec<u8>,
    texts: String,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    body: Range<usize>,
    id: Range<usize>,
    collection: Range<usize>,
    change_vector: Range<usize>,
    last_modified: Range<usize>,
    flags: Range<usize>,
    etag: i64,
}

impl Batch {
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn is_full(&self) -> bool {
        self.entries.len() >= BATCH || self.bodies.len() >= HEAVIEST
    }

    pub(crate) fn clear(&mut self) {
        self.bodies.clear();
        self.texts.clear();
        self.entries.clear();
    }

    pub(crate) fn push(&mut self, item: &ScanItem<'_>) {
        let start = self.bodies.len();
        self.bodies.extend_from_slice(item.body);
        let entry = Entry {
            body: start..self.bodies.len(),
            id: self.keep(item.id),
            collection: self.keep(item.collection),
            change_vector: self.keep(item.change_vector),
            last_modified: self.keep(item.last_modified),
            flags: self.keep(item.flags),
            etag: item.etag,
        };
        self.entries.push(entry);
    }

    fn keep(&mut self, text: &str) -> Range<usize> {
        let start = self.texts.len();
        self.texts.push_str(text);
        start..self.texts.len()
    }

    /// The document with this number in the batch.
    pub(crate) fn item(&self, number: usize) -> Option<ScanItem<'_>> {
        let entry = self.entries.get(number)?;
        let text = |range: &Range<usize>| self.texts.get(range.clone()).unwrap_or("");
        Some(ScanItem {
            id: text(&entry.id),
            collection: text(&entry.collection),
            body: self.bodies.get(entry.body.clone()).unwrap_or(&[]),
            etag: entry.etag,
            change_vector: text(&entry.change_vector),
            last_modified: text(&entry.last_modified),
            flags: text(&entry.flags),
        })
    }

    /// A copy of the document with this number.
    pub(crate) fn document(&self, number: usize) -> OwnedDocument {
        self.item(number).map(|item| item.to_owned_document()).unwrap_or_default()
    }

    pub(crate) fn items(&self) -> impl Iterator<Item = ScanItem<'_>> {
        (0..self.len()).filter_map(|number| self.item(number))
    }
}
