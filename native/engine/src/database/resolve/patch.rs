//! Changing a document by a script, in the middle of a batch: the script sees what the batch did so far.

use rookery_script::{HostError, PatchInput, Refusal, ScriptError, ScriptHost};

use super::Resolver;
use super::attempt::{Attempt, Old};
use crate::command::{Command, CommandResult, Expected};
use crate::counters::{CounterAction, CounterOperation};
use crate::database::prepared::{Outcome, Prepared, PreparedPatch, PreparedPut, Preparer};
use crate::date;
use crate::document::Document;
use crate::error::EngineError;
use crate::ids;
use crate::incoming;
use crate::patch::{PatchResult, PatchStatus, Script};
use crate::revisions::same_content;

/// What the scripts of one batch may save beside the documents they are for.
const MOST_SAVED: usize = 128 << 20;

impl Resolver<'_> {
    pub(super) fn patch(
        &self,
        attempt: &mut Attempt<'_>,
        prepared: &PreparedPatch,
    ) -> Result<Outcome, EngineError> {
        let patch = &prepared.patch;
        if prepared.cancel.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        let key = ids::key_of(&patch.id);
        let found = attempt.find(&key)?.filter(|old| !old.deleted);
        let mut result = PatchResult {
            id: patch.id.clone(),
            status: PatchStatus::DocumentDoesNotExist,
            document: None,
            original: None,
            collection: None,
            change_vector: None,
            last_modified: None,
            actions: Default::default(),
        };
        if let Err(conflict) = self.expect("Patch", &patch.id, &patch.expected, found.as_ref()) {
            if !patch.skip_other_versions {
                return Err(conflict);
            }
            result.status = PatchStatus::Skipped;
            return Ok(Outcome::Document(CommandResult::Patch(Box::new(result))));
        }
        let original = found.as_ref().map(|found| self.document(found)).transpose()?;
        let (script, document) = match (&original, &patch.create_if_missing, &patch.if_missing) {
            (Some(original), _, _) => (&patch.script, original.to_wire()),
            (None, Some(created), _) => {
                result.document = Some(created.clone());
                result.status = PatchStatus::Created;
                self.save(attempt, prepared, created.clone(), false, &mut result)?;
                return Ok(Outcome::Document(CommandResult::Patch(Box::new(result))));
            }
            (None, None, Some(script)) => (script, b"{}".to_vec()),
            (None, None, None) => return Ok(Outcome::Document(CommandResult::Patch(Box::new(result)))),
        };
        let (patched, unarchive) = self.run(attempt, prepared, script, &document)?;
        result.actions = patched.actions;
        let document = bytes::Bytes::from(patched.document);
        result.document = Some(document.clone());
        result.original = original.as_ref().map(|original| original.body.clone());
        if let Some(original) = &original {
            if self.document_change_vector(attempt, &key)?.is_none() {
                return Err(EngineError::Concurrency {
                    id: patch.id.clone(),
                    operation: "Put",
                    expected: original.change_vector.clone(),
                    actual: None,
                });
            }
            if !unarchive && same_document(&patch.id, &original.body, &document)? {
                // Counters may have come and gone all the same: then the document is saved at the end.
                let touched = attempt.is_touched(&key);
                result.status = if touched { PatchStatus::Patched } else { PatchStatus::NotModified };
                if touched {
                    result.collection = Some(original.collection.clone());
                    result.change_vector = Some(original.change_vector.clone());
                    result.last_modified = Some(date::from_ticks(self.now));
                }
                return Ok(Outcome::Document(CommandResult::Patch(Box::new(result))));
            }
        }
        result.status = if original.is_some() { PatchStatus::Patched } else { PatchStatus::Created };
        self.save(attempt, prepared, document, unarchive, &mut result)?;
        Ok(Outcome::Document(CommandResult::Patch(Box::new(result))))
    }

    /// Runs the script. The second value tells whether it cleared the document's archived mark.
    fn run(
        &self,
        attempt: &mut Attempt<'_>,
        prepared: &PreparedPatch,
        script: &Script,
        document: &[u8],
    ) -> Result<(rookery_script::Patched, bool), EngineError> {
        let patch = &prepared.patch;
        let input = PatchInput {
            id: &patch.id,
            document,
            arguments: &script.arguments,
            debug: patch.debug,
            limits: patch.limits,
        };
        let outcomes = std::mem::replace(&mut attempt.outcomes, true);
        let mut host = Host { resolver: self, attempt, prepared, unarchive: false };
        // The script polls the token of its thread.
        let entered = prepared.cancel.enter();
        let patched = script.script.run(&mut host, input);
        drop(entered);
        let unarchive = host.unarchive;
        attempt.outcomes = outcomes;
        if patched.is_err() && prepared.cancel.is_cancelled() {
            return Err(EngineError::Cancelled);
        }
        patched.map(|patched| (patched, unarchive)).map_err(|error| match error {
            ScriptError::Host(error) => match error.downcast::<EngineError>() {
                Ok(error) => *error,
                Err(error) => {
                    EngineError::Script { id: patch.id.clone(), error: Box::new(ScriptError::Host(error)) }
                }
            },
            error => EngineError::Script { id: patch.id.clone(), error: Box::new(error) },
        })
    }

    /// Saves what a patch came to.
    fn save(
        &self,
        attempt: &mut Attempt<'_>,
        prepared: &PreparedPatch,
        document: bytes::Bytes,
        unarchive: bool,
        result: &mut PatchResult,
    ) -> Result<(), EngineError> {
        let saved = self.put_scripted(
            attempt,
            prepared,
            prepared.patch.id.clone(),
            document,
            Expected::Any,
            unarchive,
        )?;
        if let CommandResult::Put { collection, change_vector, last_modified, .. } = saved {
            result.collection = Some(collection);
            result.change_vector = Some(change_vector);
            result.last_modified = Some(last_modified);
        }
        Ok(())
    }

    /// Saves a document for a script, as a PUT of the same batch would.
    fn put_scripted(
        &self,
        attempt: &mut Attempt<'_>,
        prepared: &PreparedPatch,
        id: String,
        body: bytes::Bytes,
        expected: Expected,
        unarchive: bool,
    ) -> Result<CommandResult, EngineError> {
        attempt.scripted += body.len() + 256;
        if attempt.scripted > MOST_SAVED {
            return Err(EngineError::BatchTooLarge { bytes: attempt.scripted, most: MOST_SAVED });
        }
        let command = Command::Put { id, body, expected };
        let (settings, revisions) = (prepared.settings.as_ref(), prepared.revisions.as_ref());
        let mut preparer = Preparer::new(self.node_tag, self.compression, settings, revisions);
        let put = match Prepared::from_command(command, &mut preparer)? {
            Prepared::Put(put) => PreparedPut { unarchive, ..put },
            _ => unreachable!("a PUT is prepared as a PUT"),
        };
        let outcomes = std::mem::replace(&mut attempt.outcomes, true);
        let outcome = self.put(attempt, put);
        attempt.outcomes = outcomes;
        match outcome? {
            Outcome::Document(result) => Ok(result),
            _ => unreachable!("a PUT whose outcome is wanted tells it"),
        }
    }

    /// A document as readers get it.
    fn document(&self, old: &Old) -> Result<Document, EngineError> {
        let damaged = |reason| EngineError::Corrupt { path: "the data file".into(), reason };
        Ok(Document {
            id: old.value.id().to_owned(),
            collection: old.value.collection().to_owned(),
            etag: old.etag,
            change_vector: old.value.change_vector(old.etag, self.database_id),
            last_modified: date::from_ticks(old.value.last_modified()),
            flags: old.value.flags(),
            body: old.value.body(&self.compression.dictionaries).map_err(damaged)?,
            stored_size: old.value.len(),
            compressed: old.value.is_compressed(),
        })
    }
}

/// Whether a script left a stored document as it was.
fn same_document(id: &str, stored: &[u8], left: &[u8]) -> Result<bool, EngineError> {
    if stored == left {
        return Ok(true);
    }
    // What the engine says in the metadata is no part of what a client may change.
    Ok(same_content(&incoming::read(id, stored)?.body(), &incoming::read(id, left)?.body()))
}

/// The database as a script sees it: with everything the batch did before it.
struct Host<'a, 'b, 'c> {
    resolver: &'a Resolver<'b>,
    attempt: &'a mut Attempt<'c>,
    prepared: &'a PreparedPatch,
    /// The script cleared the archived mark of its document.
    unarchive: bool,
}

impl Host<'_, '_, '_> {
    fn counter_operation(
        &mut self,
        id: &str,
        operation: CounterOperation,
    ) -> Result<Vec<Option<i64>>, EngineError> {
        let command = Command::Counters { id: id.to_owned(), operations: vec![operation] };
        let resolver = self.resolver;
        let mut preparer = Preparer::new(resolver.node_tag, resolver.compression, None, None);
        let prepared = match Prepared::from_command(command, &mut preparer)? {
            Prepared::Counters(prepared) => prepared,
            _ => unreachable!("a change of counters is prepared as one"),
        };
        match self.resolver.counters(self.attempt, &prepared)? {
            Outcome::Document(CommandResult::Counters { counters, .. }) => {
                Ok(counters.into_iter().map(|counter| counter.map(|counter| counter.value)).collect())
            }
            _ => Ok(Vec::new()),
        }
    }
}

impl ScriptHost for Host<'_, '_, '_> {
    fn load(&mut self, id: &str) -> Result<Option<Vec<u8>>, HostError> {
        let found = self.attempt.find(&ids::key_of(id))?.filter(|old| !old.deleted);
        Ok(found.map(|found| self.resolver.document(&found)).transpose()?.map(|document| document.to_wire()))
    }

    fn put(&mut self, id: &str, document: Vec<u8>, change_vector: Option<&str>) -> Result<String, HostError> {
        if id.ends_with('|') {
            return Err(Box::new(Refusal(format!(
                "Document ids cannot end with '|', but put was called with {id}. Identities are made for \
                 requests from outside only; end the id in '/' to have it completed."
            ))));
        }
        let expected = expected(change_vector);
        let saved = self.resolver.put_scripted(
            self.attempt,
            self.prepared,
            id.to_owned(),
            document.into(),
            expected,
            false,
        )?;
        match saved {
            CommandResult::Put { id, .. } => Ok(id),
            _ => unreachable!("a PUT tells what became of a PUT"),
        }
    }

    fn delete(&mut self, id: &str, change_vector: Option<&str>) -> Result<bool, HostError> {
        ids::check(id)?;
        let outcome = self.resolver.delete(self.attempt, id, &expected(change_vector))?;
        Ok(matches!(outcome, Outcome::Document(CommandResult::Delete { deleted: true, .. })))
    }

    fn counter(&mut self, id: &str, name: &str) -> Result<Option<i64>, HostError> {
        let operation = CounterOperation { name: name.to_owned(), action: CounterAction::Get };
        Ok(self.counter_operation(id, operation)?.into_iter().next().flatten())
    }

    fn increment_counter(&mut self, id: &str, name: &str, by: i64) -> Result<(Option<i64>, i64), HostError> {
        let old = self.counter(id, name)?;
        let operation = CounterOperation { name: name.to_owned(), action: CounterAction::Increment(by) };
        let new = self.counter_operation(id, operation)?.into_iter().next().flatten();
        Ok((old, new.unwrap_or_default()))
    }

    fn delete_counter(&mut self, id: &str, name: &str) -> Result<(), HostError> {
        let operation = CounterOperation { name: name.to_owned(), action: CounterAction::Delete };
        self.counter_operation(id, operation)?;
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
        // A patch answers no documents, so there is nothing to send along; a real server takes it silently too.
        Ok(())
    }
}

fn expected(change_vector: Option<&str>) -> Expected {
    match change_vector {
        None => Expected::Any,
        Some("") => Expected::MustNotExist,
        Some(vector) => Expected::ChangeVector(vector.to_owned()),
    }
}
