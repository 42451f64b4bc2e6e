//! Adding to, reading and removing counters.
//!
//! A document is saved again only when a counter is created or removed, as in RavenDB: its metadata lists
//! names, not values.

use bytes::Bytes;

use super::Resolver;
use super::transaction::Transaction;
use crate::base::changes::{CounterChange, CounterChangeKind};
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::counters::rows;
use crate::extensions::counters::rows::TOTAL_DOCUMENTS;
use crate::extensions::counters::{Counter, CounterAction};
use crate::extensions::item_changes::ItemKind;
use crate::store::side_table::SideTable;
use crate::transaction::command::CommandResult;
use crate::transaction::prepared::Outcome;
use crate::transaction::prepared_counters::PreparedCounters;

impl Resolver<'_> {
    pub(crate) fn counters(
        &self,
        transaction: &mut Transaction<'_>,
        prepared: &PreparedCounters,
    ) -> Result<Outcome, EngineError> {
        let document = &prepared.document;
        let changes = prepared.operations.iter().any(|(operation, _)| operation.action != CounterAction::Get);
        let found = transaction.find(document)?.filter(|found| !found.deleted);
        if changes && found.is_none() {
            return Err(EngineError::MissingDocument {
                id: prepared.id.clone(),
                wanted: "its counters cannot be changed".to_owned(),
            });
        }
        let collection = found.map(|found| found.value.collection().to_owned()).unwrap_or_default();
        let collection_key = ids::key_of(&collection);
        let change = |kind, name: &str, value, etag| CounterChange {
            kind,
            name: name.to_owned(),
            value,
            document_id: prepared.id.clone(),
            collection: collection.clone(),
            change_vector: self.change_vector(etag),
        };
        let mut counters = Vec::new();
        let mut listed = false;
        for (operation, name) in &prepared.operations {
            let key = rows::key(document, name);
            let found = transaction.side(SideTable::Counters, &key)?;
            let found = found.map(|row| transaction.intact(rows::from_bytes(&row))).transpose()?;
            let as_requested = |counter: Counter| Counter { name: operation.name.clone(), ..counter };
            match (operation.action, found) {
                (CounterAction::Get, found) => counters.push(found.map(as_requested)),
                (CounterAction::Delete, None) => {}
                (CounterAction::Delete, Some(old)) => {
                    transaction.set_side(SideTable::Counters, &key, None);
                    transaction.order_item(ItemKind::Counter, &collection_key, &key, Some(old.etag), None);
                    // The removal has a position in the order of changes too.
                    let etag = transaction.next_etag();
                    let change = change(CounterChangeKind::Delete, &operation.name, 0, etag);
                    transaction.write_set.counters.push(change);
                    if !has_counters(transaction, document)? {
                        transaction.count_side(TOTAL_DOCUMENTS, -1)?;
                    }
                    listed = true;
                }
                (CounterAction::Increment(delta), found) => {
                    let mut kind = CounterChangeKind::Increment;
                    if found.is_none() {
                        kind = CounterChangeKind::Put;
                        if !has_counters(transaction, document)? {
                            transaction.count_side(TOTAL_DOCUMENTS, 1)?;
                        }
                        listed = true;
                    }
                    let old_etag = found.as_ref().map(|old| old.etag);
                    let mut counter =
                        found.unwrap_or_else(|| Counter { name: operation.name.clone(), value: 0, etag: 0 });
                    counter.value =
                        counter.value.checked_add(delta).ok_or_else(|| EngineError::CounterOverflow {
                            id: prepared.id.clone(),
                            name: operation.name.clone(),
                            value: counter.value,
                            delta,
                        })?;
                    counter.etag = transaction.next_etag();
                    transaction.set_side(SideTable::Counters, &key, Some(rows::to_bytes(&counter)));
                    let etag = Some(counter.etag);
                    transaction.order_item(ItemKind::Counter, &collection_key, &key, old_etag, etag);
                    let change = change(kind, &operation.name, counter.value, counter.etag);
                    transaction.write_set.counters.push(change);
                    counters.push(Some(as_requested(counter)));
                }
            }
        }
        let mut document_change_vector = None;
        if listed {
            transaction.touch(document);
            document_change_vector = self.document_change_vector(transaction, document)?;
        }
        Ok(Outcome::Document(CommandResult::Counters {
            id: prepared.id.clone(),
            counters,
            document_change_vector,
        }))
    }

    /// Removes all counters of a document that is being deleted.
    pub(crate) fn drop_counters(
        &self,
        transaction: &mut Transaction<'_>,
        document: &str,
        collection_key: &str,
    ) -> Result<(), EngineError> {
        let rows = counter_rows(transaction, document)?;
        if !rows.is_empty() {
            transaction.count_side(TOTAL_DOCUMENTS, -1)?;
        }
        for (key, counter) in rows {
            transaction.set_side(SideTable::Counters, &key, None);
            transaction.order_item(ItemKind::Counter, collection_key, &key, Some(counter.etag), None);
        }
        Ok(())
    }
}

/// A document's counters by name in lower case, with their keys.
pub(crate) fn counter_rows(
    transaction: &Transaction<'_>,
    document: &str,
) -> Result<Vec<(Bytes, Counter)>, EngineError> {
    let rows = transaction.side_rows(SideTable::Counters, &rows::prefix(document), false)?;
    rows.map(|row| row.and_then(|(key, value)| Ok((key, transaction.intact(rows::from_bytes(&value))?))))
        .collect()
}

/// Whether a document has counters.
pub(crate) fn has_counters(transaction: &Transaction<'_>, document: &str) -> Result<bool, EngineError> {
    let mut rows = transaction.side_rows(SideTable::Counters, &rows::prefix(document), false)?;
    Ok(rows.next().transpose()?.is_some())
}
