//! Counts counters and segments of time series of an older version by collection, when a database is opened.
//!
//! The rows follow from others, so they need no journal: after a crash they are made again.

use std::collections::BTreeMap;

use super::open::Replay;
use super::order_items::{ALL, collection_of};
use crate::error::EngineError;
use crate::extensions::attachments::rows::number;
use crate::extensions::item_changes::ItemKind;
use crate::extensions::item_totals::ItemTotals;
use crate::state::side_rows;
use crate::store::StoreRead;
use crate::store::mem_table::MemTable;
use crate::store::side_table::SideTable;

/// Totals by the keys of their rows.
type Totals = BTreeMap<Vec<u8>, ItemTotals>;

impl Replay<'_> {
    /// Counts again where the totals of collections do not add up to that of the database. They stay as they are when
    /// not everything can be read: the database opens, and readers of the damaged rows get their errors.
    pub(super) fn total_items(&mut self) -> Result<(), EngineError> {
        for kind in ItemKind::ALL {
            let (read, before) = (self.read()?, self.table.clone());
            for (key, total) in counted_again(kind, &before, &read).unwrap_or_default() {
                self.set(SideTable::SideTotals, &key, total.to_row())?;
            }
        }
        Ok(())
    }
}

/// The totals that have to be written.
fn counted_again(kind: ItemKind, table: &MemTable, read: &StoreRead) -> Result<Totals, EngineError> {
    let layers = [&table.side];
    let corrupt = |reason| EngineError::corrupt(read.path(), reason);
    let wanted = side_rows::get(&layers, read, SideTable::SideTotals, kind.total())?;
    let wanted = wanted.map_or(Ok(0), |row| number(&row)).map_err(corrupt)?;
    let mut totals = Totals::new();
    let mut found = 0_u64;
    let prefix = kind.collection_totals();
    for row in side_rows::rows_with_prefix(&layers, read, SideTable::SideTotals, prefix, false)? {
        let (key, row) = row?;
        found = found.saturating_add(ItemTotals::read(Some(&row)).map_err(corrupt)?.number);
        totals.insert(key.to_vec(), ItemTotals::default());
    }
    if found == wanted {
        return Ok(Totals::new());
    }
    let counted = match kind {
        ItemKind::Counter => SideTable::Counters,
        ItemKind::TimeSeries => SideTable::TimeSeriesSegments,
    };
    let mut document: Vec<u8> = Vec::new();
    let mut collection = None;
    for row in side_rows::rows(&layers, read, counted, ALL, false)? {
        let (key, row) = row?;
        let of = key.split(|byte| *byte == 0).next().unwrap_or_default();
        let is_next = of != document;
        if is_next {
            document = of.to_vec();
            collection = collection_of(table, read, &key)?.map(|name| kind.collection_total(&name));
        }
        let Some(collection) = &collection else { continue };
        let total = totals.entry(collection.clone()).or_default();
        let number = i64::from(kind == ItemKind::TimeSeries || is_next);
        *total = total.plus(number, i64::try_from(row.len()).unwrap_or(i64::MAX));
    }
    Ok(totals)
}
