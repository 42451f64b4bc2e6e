//! Patches a document within a batch: the script sees the earlier changes of the batch.
//!
//! A script first runs off the writer, against a snapshot ([`Scripts::Record`]); the writer then applies its
//! effects if everything it read is unchanged ([`Scripts::Apply`]). Reasons: `docs/write-path.md`, "Scripts".

use std::sync::Arc;
use std::time::Instant;

use bytes::Bytes;
use rookery_script::{PatchInput, ScriptError};

use super::script_host::Host;
use super::transaction::{Old, Transaction};
use super::{Resolver, Scripts};
use crate::document::Document;
use crate::document::date;
use crate::document::ids;
use crate::document::ids::IdChoice;
use crate::document::normalize;
use crate::error::EngineError;
use crate::extensions::revisions::same_content;
use crate::transaction::command::{Command, CommandResult};
use crate::transaction::expected::Expected;
use crate::transaction::patch::{Patch, PatchResult, PatchStatus, Script};
use crate::transaction::prepare_time_series::PreparedTimeSeries;
use crate::transaction::prepared::{Outcome, Prepared, PreparedPatch};
use crate::transaction::prepared_counters::PreparedCounters;
use crate::transaction::prepared_put::PreparedPut;
use crate::transaction::preparer::Preparer;
use crate::transaction::recorded_run::{Effort, Left, RecordedRun, Seen, Write};

/// The limit of what the scripts of one batch may save in addition to the patched documents.
const MOST_SAVED: usize = 128 << 20;

impl Resolver<'_> {
    pub(crate) fn patch(
        &self,
        transaction: &mut Transaction<'_>,
        prepared: &mut PreparedPatch,
    ) -> Result<Outcome, EngineError> {
        if prepared.cancel.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        let key = ids::key_of(&prepared.patch.id);
        let found = transaction.find(&key)?.filter(|old| !old.deleted);
        let mut result = PatchResult {
            id: prepared.patch.id.clone(),
            status: PatchStatus::DocumentDoesNotExist,
            document: None,
            original: None,
            collection: None,
            change_vector: None,
            last_modified: None,
            actions: Default::default(),
        };
        let patch = &prepared.patch;
        if let Err(conflict) = self.expect("Patch", &patch.id, &patch.expected, found.as_ref()) {
            if !patch.skip_other_versions {
                return Err(conflict);
            }
            result.status = PatchStatus::Skipped;
            return Ok(Outcome::Document(CommandResult::Patch(Box::new(result))));
        }
        let original = found.as_ref().map(|found| self.document(found)).transpose()?;
        if let (None, Some(created)) = (&original, &patch.create_if_missing) {
            let choice = IdChoice::of(patch.id.clone())?;
            let put = self.prepare_put(prepared, choice, created, Expected::Any)?;
            result.document = Some(created.clone());
            result.status = PatchStatus::Created;
            self.save(transaction, put, created.len(), &mut result)?;
            return Ok(Outcome::Document(CommandResult::Patch(Box::new(result))));
        }
        if original.is_none() && patch.if_missing.is_none() {
            return Ok(Outcome::Document(CommandResult::Patch(Box::new(result))));
        }
        let left = self.left_by_script(transaction, prepared, found.as_ref(), original.as_ref())?;
        result.actions = left.actions;
        result.document = Some(left.document.clone());
        result.original = original.as_ref().map(|original| original.body.clone());
        if let Some(original) = &original {
            if self.document_change_vector(transaction, &key)?.is_none() {
                return Err(EngineError::Concurrency {
                    id: prepared.patch.id.clone(),
                    operation: "Put",
                    expected: original.change_vector.clone(),
                    actual: None,
                });
            }
            if left.save.is_none() {
                // Counters may have been created or deleted: then the document is saved at the end.
                let touched = transaction.is_touched(&key);
                result.status = if touched { PatchStatus::Patched } else { PatchStatus::NotModified };
                if touched {
                    result.collection = Some(original.collection.clone());
                    result.change_vector = Some(original.change_vector.clone());
                    result.last_modified = Some(date::from_ticks(self.now));
                }
            }
        }
        if let Some(put) = left.save {
            result.status = if original.is_some() { PatchStatus::Patched } else { PatchStatus::Created };
            self.save(transaction, put, left.document.len(), &mut result)?;
        }
        Ok(Outcome::Document(CommandResult::Patch(Box::new(result))))
    }

    /// The result of the script: from the recorded run if that is still valid, else by running it.
    fn left_by_script(
        &self,
        transaction: &mut Transaction<'_>,
        prepared: &mut PreparedPatch,
        found: Option<&Old>,
        original: Option<&Document>,
    ) -> Result<Left, EngineError> {
        if let Some(run) = prepared.recorded.clone()
            && self.is_valid(transaction, &run, found)?
        {
            self.apply(transaction, &run)?;
            return Ok(run.left.clone());
        }
        let wire = original.map_or_else(|| b"{}".to_vec(), Document::to_wire);
        match &self.scripts {
            Scripts::Record { .. } => {
                let document = Seen::of(transaction, found);
                let start = Instant::now();
                let mut host = Host::new(self, transaction, prepared);
                let Some((script, input)) = script_of(&prepared.patch, original, &wire) else {
                    return Err(no_script(prepared));
                };
                // The script polls the token of its thread.
                let entered = prepared.cancel.enter();
                let outcome = script.script.run(&mut host, input);
                drop(entered);
                let patched = outcome.map_err(|error| script_error(prepared, error))?;
                host.save_series()?;
                let Host { reads, writes, unarchive, .. } = host;
                let earlier = prepared.recorded.as_ref().map(|run| run.effort);
                let effort = Effort::after(earlier, start.elapsed());
                let left = self.left(prepared, original, patched, unarchive)?;
                let run = RecordedRun { document, reads, writes, left: left.clone(), effort };
                prepared.recorded = Some(Arc::new(run));
                Ok(left)
            }
            Scripts::Apply { reruns } => {
                let conflict = || EngineError::PatchConflict { id: prepared.patch.id.clone() };
                let effort = prepared.recorded.as_ref().map(|run| run.effort);
                let script = script_of(&prepared.patch, original, &wire);
                let (Some(effort), Some((script, input))) = (effort, script) else { return Err(conflict()) };
                let outcomes = std::mem::replace(&mut transaction.outcomes, true);
                let mut host = Host::new(self, transaction, prepared);
                let entered = prepared.cancel.enter();
                let outcome = reruns.run(effort, &script.script, &mut host, input);
                drop(entered);
                let patched = match outcome {
                    None => Err(conflict()),
                    Some(outcome) => outcome.map_err(|error| script_error(prepared, error)),
                };
                let patched = patched.and_then(|patched| host.save_series().map(|()| patched));
                let unarchive = host.unarchive;
                transaction.outcomes = outcomes;
                let patched = patched?;
                self.left(prepared, original, patched, unarchive)
            }
        }
    }

    /// Applies the recorded effects of a script.
    fn apply(&self, transaction: &mut Transaction<'_>, run: &RecordedRun) -> Result<(), EngineError> {
        for write in &run.writes {
            match write {
                Write::Put { put, size, number } => {
                    // Numbers in ids and etags come from one sequence: the next etag is greater than any
                    // number used in an id.
                    transaction.skip_etags_to(number.unwrap_or(0));
                    self.put_scripted(transaction, (**put).clone(), *size)?;
                }
                Write::Delete { id } => {
                    self.delete(transaction, id, &Expected::Any)?;
                }
                Write::Counter { id, operation } => {
                    self.scripted_counter(transaction, id, operation.clone())?;
                }
                Write::TimeSeries(changes) => self.scripted_series(transaction, changes)?,
            }
        }
        Ok(())
    }

    fn left(
        &self,
        prepared: &PreparedPatch,
        original: Option<&Document>,
        patched: rookery_script::Patched,
        unarchive: bool,
    ) -> Result<Left, EngineError> {
        let id = &prepared.patch.id;
        let document = Bytes::from(patched.document);
        let unchanged = match original.filter(|_| !unarchive) {
            Some(original) => original.body == document || same_document(id, &original.body, &document)?,
            None => false,
        };
        let save = match unchanged {
            true => None,
            false => {
                let choice = IdChoice::of(id.clone())?;
                let put = self.prepare_put(prepared, choice, &document, Expected::Any)?;
                Some(PreparedPut { unarchive, ..put })
            }
        };
        Ok(Left { document, actions: patched.actions, save })
    }

    /// Saves the result of a patch.
    fn save(
        &self,
        transaction: &mut Transaction<'_>,
        put: PreparedPut,
        size: usize,
        result: &mut PatchResult,
    ) -> Result<(), EngineError> {
        let saved = self.put_scripted(transaction, put, size)?;
        if let CommandResult::Put { collection, change_vector, last_modified, .. } = saved {
            result.collection = Some(collection);
            result.change_vector = Some(change_vector);
            result.last_modified = Some(last_modified);
        }
        Ok(())
    }

    /// Prepares a document of a script for saving, as a PUT of the same batch would.
    pub(crate) fn prepare_put(
        &self,
        prepared: &PreparedPatch,
        id: IdChoice,
        body: &[u8],
        expected: Expected,
    ) -> Result<PreparedPut, EngineError> {
        let (settings, revisions) = (prepared.settings.as_ref(), prepared.revisions.as_ref());
        Preparer::new(self.node_tag, self.compression, settings, revisions).put_as(id, body, expected)
    }

    pub(crate) fn prepare_counters(&self, command: Command) -> Result<PreparedCounters, EngineError> {
        let mut preparer = Preparer::new(self.node_tag, self.compression, None, None);
        match Prepared::from_command(command, &mut preparer)? {
            Prepared::Counters(prepared) => Ok(prepared),
            _ => unreachable!("a change of counters is prepared as one"),
        }
    }

    /// Saves a document for a script.
    pub(crate) fn put_scripted(
        &self,
        transaction: &mut Transaction<'_>,
        put: PreparedPut,
        size: usize,
    ) -> Result<CommandResult, EngineError> {
        transaction.scripted += size + 256;
        if transaction.scripted > MOST_SAVED {
            return Err(EngineError::BatchTooLarge { bytes: transaction.scripted, most: MOST_SAVED });
        }
        let outcomes = std::mem::replace(&mut transaction.outcomes, true);
        let outcome = self.put(transaction, put);
        transaction.outcomes = outcomes;
        match outcome? {
            Outcome::Document(result) => Ok(result),
            _ => unreachable!("a requested PUT outcome is `Put`"),
        }
    }

    /// Changes a time series for a script.
    pub(crate) fn scripted_series(
        &self,
        transaction: &mut Transaction<'_>,
        changes: &PreparedTimeSeries,
    ) -> Result<(), EngineError> {
        transaction.scripted += changes.weight();
        if transaction.scripted > MOST_SAVED {
            return Err(EngineError::BatchTooLarge { bytes: transaction.scripted, most: MOST_SAVED });
        }
        self.change_series(transaction, changes).map(|_| ())
    }

    /// A document as readers get it.
    pub(crate) fn document(&self, old: &Old) -> Result<Document, EngineError> {
        Ok(Document {
            id: old.value.id().to_owned(),
            collection: old.value.collection().to_owned(),
            etag: old.etag,
            change_vector: old.value.change_vector(old.etag, self.database_id),
            last_modified: date::from_ticks(old.value.last_modified()),
            flags: old.value.flags(),
            body: self.intact(old.value.body(&self.compression.dictionaries))?,
            stored_size: old.value.len(),
            compressed: old.value.is_compressed(),
        })
    }
}

/// The script for the document's current state, and its input.
fn script_of<'a>(
    patch: &'a Patch,
    original: Option<&Document>,
    wire: &'a [u8],
) -> Option<(&'a Script, PatchInput<'a>)> {
    let script = if original.is_some() { &patch.script } else { patch.if_missing.as_ref()? };
    let input = PatchInput {
        id: &patch.id,
        document: wire,
        arguments: &script.arguments,
        debug: patch.debug,
        limits: patch.limits,
    };
    Some((script, input))
}

fn no_script(prepared: &PreparedPatch) -> EngineError {
    let error = ScriptError::Definition("There is no script for a document that does not exist".to_owned());
    script_error(prepared, error)
}

fn script_error(prepared: &PreparedPatch, error: ScriptError) -> EngineError {
    if prepared.cancel.is_cancelled() {
        return EngineError::Cancelled;
    }
    let about = |error| EngineError::Script { id: prepared.patch.id.clone(), error: Box::new(error) };
    match error {
        ScriptError::Host(error) => match error.downcast::<EngineError>() {
            Ok(error) => *error,
            Err(error) => about(ScriptError::Host(error)),
        },
        error => about(error),
    }
}

/// Whether a script left a stored document unchanged.
fn same_document(id: &str, stored: &[u8], left: &[u8]) -> Result<bool, EngineError> {
    // Engine-owned metadata is not part of what a client may change.
    Ok(same_content(&normalize::read(id, stored)?.body(), &normalize::read(id, left)?.body()))
}
