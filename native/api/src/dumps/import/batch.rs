//! Items that are saved in one transaction.

use std::collections::HashSet;

use rookery_dump::ItemType;
use rookery_engine::{Imported, ImportedAttachment};

/// Most items of one transaction.
const MOST_ITEMS: usize = 4_096;
/// Most bytes of one transaction, unless a single item has more. Several are in memory, one in each step of the write
/// path; larger ones are not imported faster.
const MOST_BYTES: usize = 1 << 20;

/// An item and what the report says about it.
#[derive(Debug, Clone)]
pub struct Pending {
    pub kind: ItemType,
    /// Where it begins in the dump.
    pub offset: u64,
    /// Bytes of its JSON.
    pub bytes: usize,
    pub item: Imported,
}

impl Pending {
    /// `Document 'users/1' at byte 120`.
    pub fn what(&self) -> String {
        let (kind, id) = match &self.item {
            Imported::Document(document) => ("Document", &document.id),
            Imported::Revision(revision) => ("The revision of", &revision.id),
            Imported::Counters { id, .. } => ("The counters of", id),
            Imported::TimeSeries { id, .. } => ("The time series of", id),
            Imported::CompareExchange { key, .. } => ("The compare-exchange value", key),
        };
        at_byte(kind, id, self.offset)
    }

    pub fn attachments(&self) -> &[ImportedAttachment] {
        match &self.item {
            Imported::Document(document) => document.attachments.as_deref().unwrap_or_default(),
            Imported::Revision(revision) => &revision.attachments,
            Imported::Counters { .. } | Imported::TimeSeries { .. } | Imported::CompareExchange { .. } => &[],
        }
    }

    fn content_bytes(&self) -> usize {
        let contents = self.attachments().iter().filter_map(|one| one.content.as_ref());
        contents.map(bytes::Bytes::len).sum()
    }
}

/// An item in the words of the report.
pub fn at_byte(kind: &str, id: &str, offset: u64) -> String {
    format!("{kind} '{id}' at byte {offset}")
}

#[derive(Debug, Default)]
pub struct Batch {
    pub items: Vec<Pending>,
    pub bytes: usize,
    /// Hashes of the contents in it.
    pub hashes: HashSet<String>,
}

impl Batch {
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn is_full(&self) -> bool {
        self.items.len() >= MOST_ITEMS || self.bytes >= MOST_BYTES
    }

    pub fn add(&mut self, item: Pending) {
        self.bytes += item.bytes + item.content_bytes() + 256;
        let with_content = item.attachments().iter().filter(|one| one.content.is_some());
        self.hashes.extend(with_content.map(|one| one.hash.clone()));
        self.items.push(item);
    }
}
