//! Reading documents and collections, each call from one snapshot.

use std::collections::HashMap;

use super::{CollectionStats, Database};
use crate::document::Document;
use crate::error::EngineError;
use crate::extensions::item_changes::ItemKind;
use crate::extensions::item_totals::ItemTotals;
use crate::extensions::revisions::rows::Count;
use crate::state::prefix_query::PrefixQuery;
use crate::state::snapshot::{Snapshot, without_first};
use crate::store::side_table::SideTable;

impl Database {
    /// The document with this id (case is ignored).
    pub fn get(&self, id: &str) -> Result<Option<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        snapshot.document(id)?.map(|row| snapshot.to_document(row)).transpose()
    }

    /// Documents with these ids, in the order of `ids`, all from one snapshot.
    pub fn get_many(&self, ids: &[&str]) -> Result<Vec<Option<Document>>, EngineError> {
        let snapshot = self.snapshot()?;
        let one = |id: &&str| snapshot.document(id)?.map(|row| snapshot.to_document(row)).transpose();
        ids.iter().map(one).collect()
    }

    /// Documents, newest change first.
    pub fn newest(&self, start: u64, take: u64) -> Result<Vec<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        snapshot.page(take, |visit| snapshot.newest(None, start, visit))
    }

    /// Documents with this etag or a greater one, oldest change first.
    pub fn from_etag(&self, etag: i64, start: u64, take: u64) -> Result<Vec<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        snapshot.page(take, |visit| snapshot.oldest_from(etag, &mut without_first(start, visit)))
    }

    /// Documents whose id has a prefix, in id order.
    pub fn by_prefix(&self, query: &PrefixQuery) -> Result<Vec<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        snapshot.by_prefix(query)?.into_iter().map(|row| snapshot.to_document(row)).collect()
    }

    /// A collection's documents, newest change first. An unknown collection is empty.
    pub fn collection_newest(
        &self,
        collection: &str,
        start: u64,
        take: u64,
    ) -> Result<Vec<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        snapshot.page(take, |visit| snapshot.newest(Some(collection), start, visit))
    }

    /// The collections that have or had documents, by name.
    pub fn collections(&self) -> Result<Vec<CollectionStats>, EngineError> {
        let snapshot = self.snapshot()?;
        let revisions: HashMap<String, Count> = snapshot.revision_counts()?.into_iter().collect();
        let of = |kind| snapshot.item_totals(kind);
        let (counters, time_series) = (of(ItemKind::Counter)?, of(ItemKind::TimeSeries)?);
        let items = |all: &HashMap<String, ItemTotals>, key| all.get(key).copied().unwrap_or_default();
        let stats = snapshot.view.totals.iter().map(|(key, totals)| CollectionStats {
            documents_with_counters: items(&counters, key).number,
            counters_size: items(&counters, key).bytes,
            time_series_segments: items(&time_series, key).number,
            time_series_size: items(&time_series, key).bytes,
            revisions: revisions.get(key).map_or(0, |count| count.revisions),
            revisions_size: revisions.get(key).map_or(0, |count| count.bytes),
            name: totals.name.clone(),
            documents: totals.documents,
            documents_size: totals.bytes,
            tombstones: totals.tombstones,
            tombstones_size: totals.tombstone_bytes,
            last_etag: totals.last_etag,
            last_change_vector: self.local_change_vector(totals.last_etag),
        });
        Ok(stats.collect())
    }
}

impl Snapshot {
    /// The totals of counters or time series by the key of the collection.
    fn item_totals(&self, kind: ItemKind) -> Result<HashMap<String, ItemTotals>, EngineError> {
        let prefix = kind.collection_totals();
        self.side_rows_with_prefix(SideTable::SideTotals, prefix, false)?
            .map(|row| {
                let (key, row) = row?;
                let name = String::from_utf8_lossy(&key[prefix.len()..]).into_owned();
                Ok((name, self.intact(ItemTotals::read(Some(&row)))?))
            })
            .collect()
    }
}
