//! Puts counters and time series of an older version in the order of their last changes, when a database is opened.
//!
//! The rows follow from others, so they need no journal: after a crash they are made again.

use std::ops::Bound;
use std::sync::Arc;

use super::open::Replay;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::item_changes::{self, ItemKind};
use crate::extensions::{counters, time_series};
use crate::state::committed_reader::CommittedReader;
use crate::state::side_rows;
use crate::store::StoreRead;
use crate::store::mem_table::MemTable;
use crate::store::side_table::{SideChange, SideTable};

impl Replay<'_> {
    /// Adds the rows that are missing, once for each database. Without items nothing is written.
    pub(super) fn order_items(&mut self) -> Result<(), EngineError> {
        for kind in ItemKind::ALL {
            let (read, before) = (self.read()?, self.table.clone());
            let layers = [&before.side];
            if side_rows::get(&layers, &read, SideTable::SideTotals, kind.complete())?.is_some() {
                continue;
            }
            let all = (Bound::Unbounded, Bound::Unbounded);
            let mut any = false;
            for row in side_rows::rows(&layers, &read, kind.items(), all, false)? {
                let (item, row) = row?;
                let read_etag = match kind {
                    ItemKind::Counter => counters::rows::from_bytes(&row).map(|counter| counter.etag),
                    ItemKind::TimeSeries => time_series::rows::from_bytes(&row).map(|series| series.etag),
                };
                let etag = read_etag.map_err(|reason| EngineError::corrupt(read.path(), reason))?;
                if let Some(collection) = collection_of(&before, &read, &item)? {
                    let key = item_changes::key(&collection, etag, &item);
                    self.insert(kind.changes(), &key, Vec::new())?;
                }
                any = true;
            }
            if any {
                self.insert(SideTable::SideTotals, kind.complete(), 1_u64.to_le_bytes().to_vec())?;
            }
        }
        Ok(())
    }

    fn insert(&mut self, table: SideTable, key: &[u8], value: Vec<u8>) -> Result<(), EngineError> {
        self.table.insert_side(SideChange { key: (table, Arc::from(key)), value: Some(value.into()) });
        self.added()
    }
}

/// The key of the collection of an item's document; `None` without a document.
fn collection_of(table: &MemTable, read: &StoreRead, item: &[u8]) -> Result<Option<String>, EngineError> {
    let document = item.split(|byte| *byte == 0).next().unwrap_or_default();
    let Ok(document) = std::str::from_utf8(document) else { return Ok(None) };
    let found = match table.get(document) {
        Some(entry) => Some((entry.value.clone(), entry.deleted)),
        None => read.find(document)?.map(|(_, value, deleted)| (value, deleted)),
    };
    Ok(found.filter(|(_, deleted)| !deleted).map(|(value, _)| ids::key_of(value.collection())))
}
