//! Queries answered by an index: chosen or made, waited for where asked, searched, its hits loaded.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rookery_index::{Hit, IndexError, Reader, SearchRequest};
use rookery_rql::{
    Found, IndexedSource, OwnedDocument, PreparedQuery, QueryAnswer, QueryError, SourceError, Wanted,
};
use serde_json::Value;

use super::choose::fields_of;
use super::definition::AutoIndex;
use super::progress::{Progress, last_change};
use super::slot::Slot;
use crate::database::{Database, Snapshot};
use crate::error::EngineError;
use crate::ids;
use crate::query::{SnapshotSource, lend};

/// How long the query that makes an index waits for it.
const FIRST_WAIT: Duration = Duration::from_secs(15);

impl Database {
    /// Answers the query by an automatic index; gives it back when it needs none.
    pub(crate) fn query_by_index<'r>(
        &self,
        query: PreparedQuery<'r>,
        wait: Option<Duration>,
        cancel: &AtomicBool,
    ) -> Result<Result<QueryAnswer, PreparedQuery<'r>>, QueryError> {
        let Some(fields) = fields_of(&query).filter(|_| self.core.disk.has_real_files()) else {
            return Ok(Err(query));
        };
        let collection = query.source().collection().map(str::to_owned);
        let collection = collection.as_deref();
        let last = last_change(&self.snapshot().map_err(SourceError::caused_by)?, collection);
        let slot = match self.indexes.covering(collection, &fields, last) {
            Some(slot) => slot,
            None => {
                let made =
                    self.indexes.make(&self.core, collection, fields, |all| self.save_auto_indexes(all));
                let slot = made.map_err(SourceError::caused_by)?;
                slot.wait_for(last, FIRST_WAIT);
                slot
            }
        };
        if let Some(longest) = wait {
            // Still stale after that: the answer says so, and the client decides.
            slot.wait_for(last, longest);
        }
        if slot.state.lock().progress.complete >= last {
            self.indexes
                .supersede(&self.core, &slot, |all| self.save_auto_indexes(all))
                .map_err(SourceError::caused_by)?;
        }
        slot.last_query.store(crate::date::to_ticks(self.core.clock.now()), Ordering::Relaxed);
        // The index first: what it speaks of is in a snapshot taken later, or was changed since.
        let reader = slot.index.reader();
        let snapshot = SnapshotSource(self.snapshot().map_err(SourceError::caused_by)?);
        let answer = IndexAnswer { slot: &slot, reader, snapshot: &snapshot.0 };
        query.find(&snapshot, &answer, cancel).map(Ok)
    }

    pub(crate) fn save_auto_indexes(&self, all: Vec<AutoIndex>) -> Result<(), EngineError> {
        let by_name: serde_json::Map<String, Value> = all
            .into_iter()
            .map(|index| (index.name.clone(), serde_json::to_value(index).unwrap_or(Value::Null)))
            .collect();
        self.set("AutoIndexes", Ok(Value::Object(by_name)))
    }
}

/// One index at one moment, beside the documents of one moment.
struct IndexAnswer<'a> {
    slot: &'a Slot,
    reader: Arc<Reader>,
    snapshot: &'a Snapshot,
}

impl IndexedSource for IndexAnswer<'_> {
    fn find(&self, wanted: &Wanted<'_>) -> Result<Found, QueryError> {
        let definition = &self.slot.definition;
        let hits = self
            .reader
            .search(&SearchRequest {
                columns: wanted.columns,
                field_of: &|column| definition.number_of(column),
                condition: wanted.condition,
                sort: wanted.sort,
                skip: wanted.skip,
                take: wanted.take,
                cancel: wanted.cancel,
            })
            .map_err(|error| match error {
                IndexError::Cancelled => QueryError::Cancelled { scanned: 0 },
                error => SourceError::caused_by(error).into(),
            })?;
        let mut documents = Vec::with_capacity(hits.hits.len());
        for hit in &hits.hits {
            if wanted.cancel.load(Ordering::Relaxed) {
                return Err(QueryError::Cancelled { scanned: documents.len() as u64 });
            }
            // A document that was deleted since is left out; the total is the index's.
            documents.extend(self.document(hit).map_err(SourceError::caused_by)?);
        }
        let last = last_change(self.snapshot, definition.collection.as_deref());
        let is_stale = Progress::read(self.reader.text()).complete < last;
        let tag = format!("{}|{}|{}", definition.name, self.reader.text(), self.snapshot.view.last_etag);
        Ok(Found {
            documents,
            total: hits.total,
            plan: hits.plan,
            index_name: definition.name.clone(),
            is_stale,
            result_etag: xxhash_rust::xxh3::xxh3_64(tag.as_bytes()).cast_signed(),
        })
    }
}

impl IndexAnswer<'_> {
    /// The document behind a hit as it is now.
    fn document(&self, hit: &Hit) -> Result<Option<OwnedDocument>, EngineError> {
        let stored = self.snapshot.store.document(hit.etag)?;
        let row = match stored {
            // The usual case: the version that was indexed is the newest, and in the data file.
            Some(value) if !self.snapshot.view.hides(&ids::key_of(value.id())) => {
                let value = self.snapshot.view.newest_bytes(hit.etag, value);
                Some((hit.etag, value))
            }
            Some(value) => self.snapshot.document(value.id())?,
            None => self.snapshot.document(&self.reader.id(hit).map_err(EngineError::Index)?)?,
        };
        // An id that was deleted and is now in another collection is none of this index's documents.
        let collection = self.slot.definition.collection.as_deref();
        let row = row.filter(|(_, value)| {
            collection.is_none_or(|name| ids::same_ignoring_case(name, value.collection()))
        });
        let document = row.map(|row| self.snapshot.to_document(row)).transpose()?;
        Ok(document.map(|document| lend(&document, |item| item.to_owned_document())))
    }
}
