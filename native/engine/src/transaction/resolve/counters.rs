//! Adding to, reading and removing counters.
//!
//! A document is saved again only when a counter is created or removed, as in RavenDB: its metadata lists
//! names, not values.

use super::Resolver;
use super::counter_rows::{counter_in, counter_rows};
use super::counter_writer::CounterWriter;
use super::transaction::Transaction;
use crate::error::EngineError;
use crate::extensions::counters::rows;
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
        let writer = CounterWriter::new(&prepared.id, document, &collection);
        let mut counters = Vec::new();
        let mut listed = false;
        for (operation, name_key) in &prepared.operations {
            let name = &operation.name;
            let found = counter_in(transaction, &rows::key(document, name_key))?;
            let as_requested = |counter: Counter| Counter { name: name.clone(), ..counter };
            match (operation.action, found) {
                (CounterAction::Get, found) => counters.push(found.map(as_requested)),
                (CounterAction::Delete, None) => {}
                (CounterAction::Delete, Some(old)) => {
                    writer.remove(self, transaction, &old, name)?;
                    listed = true;
                }
                (CounterAction::Increment(delta), found) => {
                    listed |= found.is_none();
                    let value = found.as_ref().map_or(0, |old| old.value);
                    let sum = value.checked_add(delta).ok_or_else(|| EngineError::CounterOverflow {
                        id: prepared.id.clone(),
                        name: name.clone(),
                        value,
                        delta,
                    })?;
                    let counter = writer.set(self, transaction, found, name, sum)?;
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
        let bytes: i64 = rows.iter().map(|(_, counter)| rows::len(counter)).sum();
        let number = i64::from(!rows.is_empty());
        transaction.count_items(ItemKind::Counter, collection_key, -number, -bytes)?;
        for (key, counter) in rows {
            transaction.set_side(SideTable::Counters, &key, None);
            transaction.order_item(ItemKind::Counter, collection_key, &key, Some(counter.etag), None);
        }
        Ok(())
    }
}
