//! Puts counters and time series of an older version in the order of their last changes, when a database is opened.
//!
//! The rows follow from others, so they need no journal: after a crash they are made again.

use std::ops::Bound;
use std::sync::Arc;

use bytes::Bytes;

use super::open::Replay;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::item_changes::{self, ItemKind};
use crate::extensions::{counters, time_series};
use crate::state::committed_reader::CommittedReader;
use crate::state::side_rows;
use crate::store::StoreRead;
use crate::store::mem_table::MemTable;
use crate::store::side_table::{KeyRange, SideChange, SideTable};

impl Replay<'_> {
    /// Adds the rows that are missing, once for each database. Without items nothing is written. Returns why not all
    /// items could be read: the database opens, and readers of the damaged rows get their errors.
    pub(super) fn order_items(&mut self) -> Result<Option<String>, EngineError> {
        let mut unreadable = None;
        for kind in ItemKind::ALL {
            let (read, before) = (self.read()?, self.table.clone());
            let layers = [&before.side];
            match side_rows::get(&layers, &read, SideTable::SideTotals, kind.complete()) {
                Ok(None) => {}
                Ok(Some(_)) => continue,
                Err(error) => {
                    unreadable = Some(error.to_string());
                    continue;
                }
            }
            let mut any = false;
            let mut items = match side_rows::rows(&layers, &read, kind.items(), ALL, false) {
                Ok(items) => items,
                Err(error) => {
                    unreadable = Some(error.to_string());
                    continue;
                }
            };
            let failed = loop {
                let change = match items.next() {
                    None => break None,
                    Some(row) => row.and_then(|(item, row)| change_of(kind, &before, &read, &item, &row)),
                };
                any = true;
                match change {
                    Ok(Some(key)) => self.insert(kind.changes(), &key, Vec::new())?,
                    Ok(None) => {}
                    Err(error) => break Some(error.to_string()),
                }
            };
            match failed {
                None if any => {
                    self.insert(SideTable::SideTotals, kind.complete(), 1_u64.to_le_bytes().to_vec())?;
                }
                None => {}
                failed => unreadable = failed,
            }
        }
        Ok(unreadable)
    }

    fn insert(&mut self, table: SideTable, key: &[u8], value: Vec<u8>) -> Result<(), EngineError> {
        self.set(table, key, Some(value.into()))
    }

    /// Changes a row; `None` removes it.
    pub(super) fn set(
        &mut self,
        table: SideTable,
        key: &[u8],
        value: Option<Bytes>,
    ) -> Result<(), EngineError> {
        self.table.insert_side(SideChange { key: (table, Arc::from(key)), value });
        self.added()
    }
}

pub(super) const ALL: KeyRange<'_> = (Bound::Unbounded, Bound::Unbounded);

/// The key of an item's last change; `None` without a document.
fn change_of(
    kind: ItemKind,
    table: &MemTable,
    read: &StoreRead,
    item: &[u8],
    row: &[u8],
) -> Result<Option<Vec<u8>>, EngineError> {
    let etag = match kind {
        ItemKind::Counter => counters::rows::from_bytes(row).map(|counter| counter.etag),
        ItemKind::TimeSeries => time_series::rows::from_bytes(row).map(|series| series.etag),
    };
    let etag = etag.map_err(|reason| EngineError::corrupt(read.path(), reason))?;
    let collection = collection_of(table, read, item)?;
    Ok(collection.map(|collection| item_changes::key(&collection, etag, item)))
}

/// The key of the collection of an item's document; `None` without a document.
pub(super) fn collection_of(
    table: &MemTable,
    read: &StoreRead,
    item: &[u8],
) -> Result<Option<String>, EngineError> {
    let document = item.split(|byte| *byte == 0).next().unwrap_or_default();
    let Ok(document) = std::str::from_utf8(document) else { return Ok(None) };
    let found = match table.get(document) {
        Some(entry) => Some((entry.value.clone(), entry.deleted)),
        None => read.find(document)?.map(|(_, value, deleted)| (value, deleted)),
    };
    Ok(found.filter(|(_, deleted)| !deleted).map(|(value, _)| ids::key_of(value.collection())))
}
