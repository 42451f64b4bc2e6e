//! The host of a patch script: the database including the earlier changes of the batch. Records what the
//! script reads and does.

use std::collections::{HashMap, HashSet};

use rookery_script::{HostError, Refusal, ScriptHost, TimeSeriesChange};

use super::transaction::Transaction;
use super::{Resolver, Scripts};
use crate::document::ids;
use crate::document::ids::IdChoice;
use crate::error::EngineError;
use crate::extensions::compare_exchange::object_of;
use crate::extensions::counters::{CounterAction, CounterOperation, rows};
use crate::extensions::time_series::TimeSeriesUpdate;
use crate::transaction::command::{Command, CommandResult};
use crate::transaction::expected::Expected;
use crate::transaction::prepared::{Outcome, PreparedPatch};
use crate::transaction::recorded_run::{Read, Seen, Write};

/// Changes of one time series that are not saved yet; `script_series` collects and saves them.
#[derive(Debug)]
pub(super) struct CollectedSeries {
    pub(super) id: String,
    pub(super) update: TimeSeriesUpdate,
}

/// The host of one run of a patch script.
pub(crate) struct Host<'a, 'b, 'c> {
    pub(super) resolver: &'a Resolver<'b>,
    pub(super) transaction: &'a mut Transaction<'c>,
    prepared: &'a PreparedPatch,
    pub reads: Vec<Read>,
    pub writes: Vec<Write>,
    /// The script cleared the archived mark of its document.
    pub unarchive: bool,
    /// Documents this run saved or removed, by key, as they were before it.
    changed: HashMap<String, Seen>,
    /// Keys of documents this run removed: reads of their counters do not depend on earlier state.
    pub(super) removed: HashSet<String>,
    /// Counters this run changed, by the key of their row, as they were before it.
    changed_counters: HashMap<Vec<u8>, Option<i64>>,
    /// Time series this run changed, by the key of their row, with their etag before it.
    pub(super) changed_series: HashMap<Vec<u8>, Option<i64>>,
    /// Changes of the last series.
    pub(super) series: Option<CollectedSeries>,
}

impl<'a, 'b, 'c> Host<'a, 'b, 'c> {
    pub(crate) fn new(
        resolver: &'a Resolver<'b>,
        transaction: &'a mut Transaction<'c>,
        prepared: &'a PreparedPatch,
    ) -> Self {
        Self {
            resolver,
            transaction,
            prepared,
            reads: Vec::new(),
            writes: Vec::new(),
            unarchive: false,
            changed: HashMap::new(),
            removed: HashSet::new(),
            changed_counters: HashMap::new(),
            changed_series: HashMap::new(),
            series: None,
        }
    }

    /// The state before this run, on which the outcome depends.
    fn seen(&self, key: &str) -> Result<Seen, EngineError> {
        match self.changed.get(key) {
            Some(before) => Ok(before.clone()),
            None => Ok(Seen::of(self.transaction, self.transaction.find(key)?.as_ref())),
        }
    }

    fn note_read(&mut self, key: String) -> Result<(), EngineError> {
        let seen = self.seen(&key)?;
        self.reads.push(Read::Document { key, seen });
        Ok(())
    }

    fn note_change(&mut self, key: String) -> Result<(), EngineError> {
        let before = self.seen(&key)?;
        self.changed.insert(key, before);
        Ok(())
    }

    /// Completes an id for a script, with a number that no other script gets: the id must stay the same until
    /// the batch is decided.
    fn completed(&self, id: &str) -> Result<(IdChoice, Option<i64>), EngineError> {
        match (IdChoice::of(id.to_owned())?, &self.resolver.scripts) {
            (IdChoice::Numbered(prefix), Scripts::Record { numbers }) => {
                let number = numbers.next(self.transaction.write_set.last_etag + 1);
                let id = ids::numbered(&prefix, number, self.resolver.node_tag);
                Ok((IdChoice::Given(id), Some(number)))
            }
            (choice, _) => Ok((choice, None)),
        }
    }

    fn counter_value(&self, row: &[u8]) -> Result<Option<i64>, EngineError> {
        let found = self.transaction.side(crate::store::side_table::SideTable::Counters, row)?;
        Ok(found
            .map(|row| self.transaction.intact(rows::from_bytes(&row)))
            .transpose()?
            .map(|counter| counter.value))
    }

    /// Records that the script depends on a counter's value before this run.
    fn note_counter(&mut self, document: &str, row: Vec<u8>, now: Option<i64>) {
        if !self.removed.contains(document) {
            let value = self.changed_counters.get(&row).copied().unwrap_or(now);
            self.reads.push(Read::Counter { row, value });
        }
    }

    fn change_counter(
        &mut self,
        id: &str,
        operation: CounterOperation,
    ) -> Result<(Option<i64>, Option<i64>), EngineError> {
        let document = ids::key_of(id);
        let row = rows::key(&document, &ids::key_of(&operation.name));
        let old = self.counter_value(&row)?;
        if self.prepared.patch.debug {
            // Its value is part of the script's debug output.
            self.note_counter(&document, row.clone(), old);
        }
        let new = self.resolver.scripted_counter(self.transaction, id, operation.clone())?;
        self.changed_counters.entry(row).or_insert(old);
        self.writes.push(Write::Counter { id: id.to_owned(), operation });
        Ok((old, new))
    }
}

impl ScriptHost for Host<'_, '_, '_> {
    fn load(&mut self, id: &str) -> Result<Option<Vec<u8>>, HostError> {
        self.save_series()?;
        let key = ids::key_of(id);
        let found = self.transaction.find(&key)?.filter(|old| !old.deleted);
        self.note_read(key)?;
        Ok(found.map(|found| self.resolver.document(&found)).transpose()?.map(|document| document.to_wire()))
    }

    fn compare_exchange(&mut self, key: &str) -> Result<Option<Vec<u8>>, HostError> {
        let row = ids::key_of(key);
        let stored = self.transaction.exchange_row(&row)?;
        self.reads.push(Read::CompareExchange { row, index: stored.as_ref().map(|stored| stored.index) });
        let object = stored.map(|stored| object_of(&stored.value)).transpose()?;
        Ok(object.map(|object| object.to_string().into_bytes()))
    }

    fn put(&mut self, id: &str, document: Vec<u8>, change_vector: Option<&str>) -> Result<String, HostError> {
        if id.ends_with('|') {
            return Err(Box::new(Refusal(format!(
                "Document ids cannot end with '|', but put was called with {id}. Identities are made for \
                 requests from outside only; end the id in '/' to have it completed."
            ))));
        }
        self.save_series()?;
        let size = document.len();
        let (choice, number) = self.completed(id)?;
        let put = self.resolver.prepare_put(self.prepared, choice, &document, expected(change_vector))?;
        if let IdChoice::Given(id) = &put.id {
            let key = ids::key_of(id);
            if change_vector.is_some() {
                self.note_read(key.clone())?;
            } else if number.is_some() {
                self.reads.push(Read::Existence { key: key.clone(), exists: false });
            }
            self.note_change(key)?;
        }
        let saved = self.resolver.put_scripted(self.transaction, put.clone(), size)?;
        // The expected version is already among the recorded reads.
        let put = Box::new(crate::transaction::prepared_put::PreparedPut { expected: Expected::Any, ..put });
        self.writes.push(Write::Put { put, size, number });
        match saved {
            CommandResult::Put { id, .. } => Ok(id),
            _ => unreachable!("a PUT has the outcome of a PUT"),
        }
    }

    fn delete(&mut self, id: &str, change_vector: Option<&str>) -> Result<bool, HostError> {
        ids::check(id)?;
        self.save_series()?;
        let key = ids::key_of(id);
        let exists = self.transaction.find(&key)?.is_some_and(|old| !old.deleted);
        if change_vector.is_some() {
            self.note_read(key.clone())?;
        } else if !self.changed.contains_key(&key) {
            self.reads.push(Read::Existence { key: key.clone(), exists });
        }
        self.note_change(key.clone())?;
        let outcome = self.resolver.delete(self.transaction, id, &expected(change_vector))?;
        self.removed.insert(key);
        self.writes.push(Write::Delete { id: id.to_owned() });
        Ok(matches!(outcome, Outcome::Document(CommandResult::Delete { deleted: true, .. })))
    }

    fn time_series(
        &mut self,
        id: &str,
        name: &str,
        from: Option<&str>,
        to: Option<&str>,
    ) -> Result<Vec<u8>, HostError> {
        self.series_entries(id, name, from, to)
    }

    fn time_series_stats(&mut self, id: &str, name: &str) -> Result<Vec<u8>, HostError> {
        self.series_stats(id, name)
    }

    fn change_time_series(
        &mut self,
        id: &str,
        name: &str,
        change: TimeSeriesChange,
    ) -> Result<(), HostError> {
        self.collect_series(id, name, change)
    }

    fn counter(&mut self, id: &str, name: &str) -> Result<Option<i64>, HostError> {
        // Rejects invalid counter names.
        let operation = CounterOperation { name: name.to_owned(), action: CounterAction::Get };
        let value = self.resolver.scripted_counter(self.transaction, id, operation)?;
        let document = ids::key_of(id);
        let row = rows::key(&document, &ids::key_of(name));
        self.note_counter(&document, row, value);
        Ok(value)
    }

    fn increment_counter(&mut self, id: &str, name: &str, by: i64) -> Result<(Option<i64>, i64), HostError> {
        let operation = CounterOperation { name: name.to_owned(), action: CounterAction::Increment(by) };
        let (old, new) = self.change_counter(id, operation)?;
        Ok((old, new.unwrap_or_default()))
    }

    fn delete_counter(&mut self, id: &str, name: &str) -> Result<(), HostError> {
        let operation = CounterOperation { name: name.to_owned(), action: CounterAction::Delete };
        self.change_counter(id, operation)?;
        Ok(())
    }

    fn unarchive(&mut self, id: &str) -> Result<(), HostError> {
        let own = &self.prepared.patch.id;
        if !ids::same_ignoring_case(id, own) {
            return Err(Box::new(Refusal(format!(
                "archived.unarchive(document): only the document of this patch, {own}, can be unarchived here; \
                 patch {id} itself."
            ))));
        }
        self.unarchive = true;
        Ok(())
    }

    fn include(&mut self, _id: &str) -> Result<(), HostError> {
        // A patch returns no documents, so there is nothing to include; RavenDB ignores it silently too.
        Ok(())
    }
}

impl Resolver<'_> {
    /// Runs one counter operation of a script; returns the new value.
    pub(crate) fn scripted_counter(
        &self,
        transaction: &mut Transaction<'_>,
        id: &str,
        operation: CounterOperation,
    ) -> Result<Option<i64>, EngineError> {
        let command = Command::Counters { id: id.to_owned(), operations: vec![operation] };
        let prepared = self.prepare_counters(command)?;
        match self.counters(transaction, &prepared)? {
            Outcome::Document(CommandResult::Counters { counters, .. }) => {
                Ok(counters.into_iter().next().flatten().map(|counter| counter.value))
            }
            _ => Ok(None),
        }
    }
}

fn expected(change_vector: Option<&str>) -> Expected {
    match change_vector {
        None => Expected::Any,
        Some("") => Expected::MustNotExist,
        Some(vector) => Expected::ChangeVector(vector.to_owned()),
    }
}
