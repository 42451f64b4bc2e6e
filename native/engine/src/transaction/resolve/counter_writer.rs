//! Writes counters of one document: rows, order of changes, totals and events.

use super::Resolver;
use super::counter_rows::has_counters;
use super::transaction::Transaction;
use crate::base::changes::{CounterChange, CounterChangeKind};
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::counters::Counter;
use crate::extensions::counters::rows;
use crate::extensions::item_changes::ItemKind;
use crate::store::side_table::SideTable;

/// The document whose counters change.
pub(crate) struct CounterWriter<'a> {
    id: &'a str,
    document: &'a str,
    collection: String,
    collection_key: String,
}

impl<'a> CounterWriter<'a> {
    /// `document` is the id in lower case.
    pub(crate) fn new(id: &'a str, document: &'a str, collection: &str) -> Self {
        let collection_key = ids::key_of(collection);
        Self { id, document, collection: collection.to_owned(), collection_key }
    }

    /// Sets a counter; `old` is its present row. A new one has the name as given, and events have it always.
    pub(crate) fn set(
        &self,
        resolver: &Resolver<'_>,
        transaction: &mut Transaction<'_>,
        old: Option<Counter>,
        name: &str,
        value: i64,
    ) -> Result<Counter, EngineError> {
        let kind = match &old {
            Some(_) => CounterChangeKind::Increment,
            None => CounterChangeKind::Put,
        };
        let is_new = old.is_none();
        let is_first = is_new && !has_counters(transaction, self.document)?;
        let key = rows::key(self.document, &ids::key_of(name));
        let old_etag = old.as_ref().map(|old| old.etag);
        let stored_name = old.map_or_else(|| name.to_owned(), |old| old.name);
        let counter = Counter { name: stored_name, value, etag: transaction.next_etag() };
        if is_new {
            let bytes = rows::len(&counter);
            transaction.count_items(ItemKind::Counter, &self.collection_key, is_first.into(), bytes)?;
        }
        transaction.set_side(SideTable::Counters, &key, Some(rows::to_bytes(&counter)));
        let etag = Some(counter.etag);
        transaction.order_item(ItemKind::Counter, &self.collection_key, &key, old_etag, etag);
        self.add_event(resolver, transaction, kind, name, value, counter.etag);
        Ok(counter)
    }

    /// Removes an existing counter.
    pub(crate) fn remove(
        &self,
        resolver: &Resolver<'_>,
        transaction: &mut Transaction<'_>,
        old: &Counter,
        name: &str,
    ) -> Result<(), EngineError> {
        let key = rows::key(self.document, &ids::key_of(name));
        transaction.set_side(SideTable::Counters, &key, None);
        transaction.order_item(ItemKind::Counter, &self.collection_key, &key, Some(old.etag), None);
        // The removal has a position in the order of changes too.
        let etag = transaction.next_etag();
        self.add_event(resolver, transaction, CounterChangeKind::Delete, name, 0, etag);
        let is_last = !has_counters(transaction, self.document)?;
        let (number, bytes) = (-i64::from(is_last), -rows::len(old));
        transaction.count_items(ItemKind::Counter, &self.collection_key, number, bytes)
    }

    fn add_event(
        &self,
        resolver: &Resolver<'_>,
        transaction: &mut Transaction<'_>,
        kind: CounterChangeKind,
        name: &str,
        value: i64,
        etag: i64,
    ) {
        transaction.write_set.counters.push(CounterChange {
            kind,
            name: name.to_owned(),
            value,
            document_id: self.id.to_owned(),
            collection: self.collection.clone(),
            change_vector: resolver.change_vector(etag),
        });
    }
}
