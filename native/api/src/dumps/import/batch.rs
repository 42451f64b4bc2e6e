//! Items waiting to be saved together.

use std::collections::HashSet;

use rookery_dump::ItemType;
use rookery_engine::{Database, Imported, ImportedAttachment};

use super::failure::{ImportFailure, concerns_one_item};
use crate::dumps::Report;

/// Most items of one transaction.
const MOST_ITEMS: usize = 4_096;
/// Most bytes of one transaction, unless a single item has more. Several are in memory, one in each step of the write
/// path; larger ones are not imported faster.
const MOST_BYTES: usize = 2 << 20;

/// An item and what the report says about it.
#[derive(Debug, Clone)]
pub struct Pending {
    pub kind: ItemType,
    /// `Document 'users/1' at byte 120`.
    pub what: String,
    /// Bytes of its JSON.
    pub bytes: usize,
    pub item: Imported,
}

impl Pending {
    fn attachments(&self) -> &[ImportedAttachment] {
        match &self.item {
            Imported::Document(document) => document.attachments.as_deref().unwrap_or_default(),
            Imported::Revision(revision) => &revision.attachments,
            Imported::Counters { .. } | Imported::CompareExchange { .. } => &[],
        }
    }

    fn content_bytes(&self) -> usize {
        let contents = self.attachments().iter().filter_map(|one| one.content.as_ref());
        contents.map(bytes::Bytes::len).sum()
    }
}

#[derive(Debug, Default)]
pub struct Batch {
    items: Vec<Pending>,
    bytes: usize,
    /// Hashes of the contents in it.
    hashes: HashSet<String>,
}

impl Batch {
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }

    pub fn is_full(&self) -> bool {
        self.items.len() >= MOST_ITEMS || self.bytes >= MOST_BYTES
    }

    /// Whether an item in it brings the content with this hash.
    pub fn has_content(&self, hash: &str) -> bool {
        self.hashes.contains(hash)
    }

    pub fn add(&mut self, item: Pending) {
        self.bytes += item.bytes + item.content_bytes() + 256;
        let with_content = item.attachments().iter().filter(|one| one.content.is_some());
        self.hashes.extend(with_content.map(|one| one.hash.clone()));
        self.items.push(item);
    }

    /// Saves everything, item by item where an item is refused.
    pub fn save(self, database: &Database, report: &mut Report) -> Result<(), ImportFailure> {
        save(database, self.items, report)
    }
}

fn save(database: &Database, mut items: Vec<Pending>, report: &mut Report) -> Result<(), ImportFailure> {
    let commands = items.iter().map(|pending| pending.item.clone()).collect();
    let error = match database.import(commands) {
        Ok(added) => {
            for (item, added) in items.iter().zip(added) {
                count(report, item, added);
            }
            return Ok(());
        }
        Err(error) => error,
    };
    if !concerns_one_item(&error) {
        return Err(error.into());
    }
    if let [item] = items.as_slice() {
        report.reject(item.kind, &item.what, &format!("{error}."));
        return Ok(());
    }
    let second = items.split_off(items.len() / 2);
    save(database, items, report)?;
    save(database, second, report)
}

fn count(report: &mut Report, item: &Pending, added: bool) {
    let attachments = item.attachments();
    let counts = report.of(item.kind);
    if !added {
        counts.skipped += 1;
        return;
    }
    counts.read += 1;
    counts.bytes += item.bytes as u64;
    counts.attachments.0 += attachments.len() as u64;
    counts.attachments.2 += attachments.iter().map(|one| one.size).sum::<u64>();
}
