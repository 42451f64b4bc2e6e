//! Writing: batches are prepared on the caller's thread and committed by the writer.

use super::Database;
use crate::error::EngineError;
use crate::transaction::command::{Command, CommandResult};
use crate::transaction::patch_runs::{self, PatchRun};
use crate::transaction::prepared::{Outcome, Prepared, PreparedBatch};
use crate::transaction::preparer::Preparer;
use crate::transaction::request::{Answer, Request};

impl Database {
    /// Commits the whole of `batch` or nothing of it; durable when it returns.
    pub fn execute(&self, batch: Vec<Command>) -> Result<Vec<CommandResult>, EngineError> {
        let prepared = self.prepare(batch)?;
        if prepared.is_empty() {
            return Ok(Vec::new());
        }
        Ok(results_of(self.submit_and_wait(prepared)?))
    }

    /// Like [`Database::execute`], without waiting: `done` is called on one of the database's threads as soon
    /// as the batch is durable or rejected, and must not block. It is not called when this fails.
    pub fn submit(
        &self,
        batch: Vec<Command>,
        done: impl FnOnce(Result<Vec<CommandResult>, EngineError>) + Send + 'static,
    ) -> Result<(), EngineError> {
        let prepared = self.prepare(batch)?;
        self.send(prepared, true, move |answer| done(answer.map(results_of)))
    }

    /// Checks and encodes a batch, which is most of the work of saving on the caller's thread. Batches can be
    /// prepared in parallel and then submitted in order.
    pub fn prepare_batch(&self, batch: Vec<Command>) -> Result<PreparedBatch, EngineError> {
        self.prepare(batch).map(PreparedBatch)
    }

    /// Like [`Database::submit`] for callers that need no results, such as a bulk insert: the results of the
    /// commands are not computed.
    pub fn submit_quietly(
        &self,
        batch: PreparedBatch,
        done: impl FnOnce(Result<(), EngineError>) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.send(batch.0, false, move |answer| done(answer.map(|_| ())))
    }

    /// The results that [`Database::execute`] would return, without saving anything.
    pub fn test(&self, batch: Vec<Command>) -> Result<Vec<CommandResult>, EngineError> {
        patch_runs::test(&self.core, self.prepare(batch)?).map(results_of)
    }

    pub(super) fn submit_and_wait(&self, commands: Vec<Prepared>) -> Result<Vec<Outcome>, EngineError> {
        let (sender, answer) = crossbeam_channel::bounded(1);
        // The receiver waits for it below.
        self.send(commands, true, move |answer| drop(sender.send(answer)))?;
        answer.recv().map_err(|_| self.internal("the writer thread ended before it answered"))?
    }

    /// Sends commands to the writer; those with scripts through the script pool.
    pub(super) fn send(
        &self,
        commands: Vec<Prepared>,
        outcomes: bool,
        reply: impl FnOnce(Answer) + Send + 'static,
    ) -> Result<(), EngineError> {
        if patch_runs::has_patches(&commands) {
            PatchRun::start(self.core.clone(), self.writer.clone(), commands, outcomes, reply);
            return Ok(());
        }
        self.writer.send(Request::new(commands, outcomes, reply))
    }

    fn prepare(&self, batch: Vec<Command>) -> Result<Vec<Prepared>, EngineError> {
        self.with_preparer(|preparer| {
            // Not collected into a `Result`, whose size hint is 0.
            let mut prepared = Vec::with_capacity(batch.len());
            for command in batch {
                prepared.push(Prepared::from_command(command, preparer)?);
            }
            Ok(prepared)
        })
    }

    /// Prepares commands with the settings that hold now.
    pub(super) fn with_preparer<T>(
        &self,
        prepare: impl FnOnce(&mut Preparer<'_>) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        self.check_open()?;
        let settings = self.core.file.documents_compression();
        let revisions = self.core.file.revisions();
        prepare(&mut Preparer::new(
            &self.core.node_tag,
            &self.core.compression,
            settings.as_ref(),
            revisions.as_deref(),
        ))
    }
}

fn results_of(outcomes: Vec<Outcome>) -> Vec<CommandResult> {
    let results = outcomes.into_iter().filter_map(|outcome| match outcome {
        Outcome::Document(result) => Some(result),
        Outcome::Unwanted
        | Outcome::RevisedBeforeSave
        | Outcome::Removed(_)
        | Outcome::Reverted(_)
        | Outcome::Imported(_)
        | Outcome::Swept(_)
        | Outcome::Identity(_)
        | Outcome::Dictionary(_)
        | Outcome::Exchanged(_)
        | Outcome::Cluster(_)
        | Outcome::Subscribed
        | Outcome::Recoded(_) => None,
    });
    results.collect()
}
