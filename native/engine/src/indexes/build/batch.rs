//! One batch of an index: deletions, documents that load a changed one, and changed documents since the last
//! batch, all of one snapshot.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rookery_index::{Group, IndexWriter, Reader};

use super::exchange_marks;
use super::mapping::{Mapping, Outlet};
use super::partitions;
use super::partitions::{BuildContext, Pace, Plan};
use crate::document::Document;
use crate::error::EngineError;
use crate::indexes::handle::IndexHandle;
use crate::indexes::members;
use crate::indexes::performance::Recording;
use crate::indexes::progress::{Committed, Covered};
use crate::indexes::reduce::dirty_groups::DirtyGroups;
use crate::state::core::Core;
use crate::state::snapshot::{Row, Snapshot};

/// A batch ends after this time, so that it is searchable soon and its snapshot is dropped.
const LONGEST_BATCH: Duration = Duration::from_secs(2);

/// The first batch measures the speed; it ends after this many documents or this time.
const FIRST_DOCUMENTS: u64 = 2_000;
const FIRST_BATCH: Duration = Duration::from_millis(250);

/// The work of one batch.
pub(crate) struct Batch<'b, 'r> {
    pub(super) core: &'b Core,
    pub(super) handle: &'b Arc<IndexHandle>,
    pub(super) writer: &'b mut IndexWriter,
    pub(super) snapshot: &'b Snapshot,
    pub(super) mapping: Mapping<'b>,
    pub(super) record: &'b mut Recording<'r>,
    /// The state of the last commit.
    pub(super) reader: Arc<Reader>,
    /// For a map-reduce index: the touched groups.
    pub(super) due: Option<&'b mut DirtyGroups>,
    pub(super) until: Instant,
}

impl<'b, 'r> Batch<'b, 'r> {
    pub(crate) fn new(
        core: &'b Core,
        handle: &'b Arc<IndexHandle>,
        writer: &'b mut IndexWriter,
        snapshot: &'b Snapshot,
        committed: Committed,
        record: &'b mut Recording<'r>,
        due: Option<&'b mut DirtyGroups>,
    ) -> Self {
        let mapping = Mapping::new(core, handle, snapshot, committed);
        let until = Instant::now() + LONGEST_BATCH;
        let reader = handle.index.reader();
        Self { core, handle, writer, snapshot, mapping, record, reader, due, until }
    }

    /// Returns whether the batch is finished, and the new progress.
    pub(crate) fn run(mut self, pace: &mut Option<Pace>) -> Result<(bool, Committed), EngineError> {
        self.record.trace.begin("DocumentsCleanup");
        let deleted = self.tombstones()?;
        self.record.trace.end();
        let committed = &self.mapping.committed;
        if !committed.references.is_empty() || committed.reads_exchanges {
            self.record.trace.begin("References");
            self.references(&deleted)?;
            self.record.trace.end();
        }
        self.record.trace.begin("Map");
        let finished = match self.handle.items {
            None => self.documents(pace)?,
            Some(kind) => self.items(kind)?,
        };
        self.record.trace.end();
        Ok((finished, self.mapping.committed))
    }

    /// Removes deleted documents; returns their ids.
    fn tombstones(&mut self) -> Result<Vec<String>, EngineError> {
        let last = self.snapshot.view.last_etag;
        let progress = &mut self.mapping.committed.progress;
        if progress.begun == 0 && progress.document == 0 {
            progress.begun = last;
            progress.tombstone = last;
            return Ok(Vec::new());
        }
        let mut deleted = Vec::new();
        // Of all collections: loaded documents may be in any.
        let from = progress.tombstone + 1;
        self.snapshot.tombstones_from(from, &mut |_, id| deleted.push(id.to_owned()))?;
        self.snapshot.collection_changes_from(from, &mut |_, id| deleted.push(id.to_owned()))?;
        self.record.trace.lap("Storage/TombstoneRead");
        for id in &deleted {
            match self.handle.items {
                None => self.forget(id)?,
                Some(_) => self.forget_items_of(id, &mut |_| Ok(true))?,
            }
        }
        self.record.trace.lap("Index/Delete");
        self.record.counts.tombstones = deleted.len() as u64;
        self.mapping.committed.progress.tombstone = last;
        Ok(deleted)
    }

    /// Maps documents again that load a changed document or read a changed compare-exchange value.
    fn references(&mut self, deleted: &[String]) -> Result<(), EngineError> {
        let mut changed: Vec<String> = deleted.to_vec();
        changed.extend(self.changed_exchanges()?);
        for (collection, seen) in &mut self.mapping.committed.references {
            let collection = Covered::of_reference(collection);
            collection.changed_from(self.snapshot, *seen + 1, &mut |(_, value)| {
                changed.push(value.id().to_owned());
                true
            })?;
            *seen = self.snapshot.view.last_etag;
        }
        let mut again = BTreeSet::new();
        for id in &changed {
            again.extend(self.reader.ids_referring_to(id).map_err(EngineError::Index)?);
        }
        self.record.trace.lap("Storage/ReferenceRead");
        for id in again {
            if let Some(kind) = self.handle.items {
                self.item_again(kind, &id)?;
                continue;
            }
            let Some(row) = self.snapshot.document(&id)? else { continue };
            let document = self.snapshot.to_document(row)?;
            self.record.trace.lap("Storage/DocumentRead");
            if self.handle.covered.has(&document.collection) {
                self.forget(&document.id)?;
                self.add(&document)?;
            }
        }
        Ok(())
    }

    /// The marks of the compare-exchange values that have changed.
    fn changed_exchanges(&self) -> Result<Vec<String>, EngineError> {
        let (committed, snapshot) = (&self.mapping.committed, self.snapshot);
        if !committed.reads_exchanges || committed.progress.exchange >= snapshot.last_exchange_change()? {
            return Ok(Vec::new());
        }
        let mut changed = Vec::new();
        for mark in self.reader.references_with_prefix(exchange_marks::PREFIX).map_err(EngineError::Index)? {
            if exchange_marks::is_outdated(snapshot, &mark)? {
                changed.push(mark);
            }
        }
        Ok(changed)
    }

    /// Returns whether it is finished.
    fn documents(&mut self, pace: &mut Option<Pace>) -> Result<bool, EngineError> {
        let (from, begun) = (self.next(), Instant::now());
        // Only while no document has an older entry.
        let last = self.mapping.committed.progress.begun.min(self.handle.covered.last_change(self.snapshot));
        let plan = pace.and_then(|pace| Plan::of(from, last, pace, self.core.tuning.index_threads));
        let threads = plan.as_ref().map_or(1, Plan::threads);
        let finished = match plan {
            Some(plan) => self.in_partitions(plan)?,
            None => self.one_by_one(pace.is_none() && from < last)?,
        };
        *pace = Some(Pace::of(self.next() - from, threads, begun.elapsed()));
        Ok(finished)
    }

    /// The etag of the next document to process.
    fn next(&self) -> i64 {
        self.mapping.committed.progress.document + 1
    }

    fn in_partitions(&mut self, plan: Plan) -> Result<bool, EngineError> {
        let context = BuildContext { core: self.core, handle: self.handle, snapshot: self.snapshot };
        let merged = partitions::work(plan, context, &mut self.mapping.committed, self.writer, self.record)?;
        if let Some(due) = &mut self.due {
            for group in merged.touched {
                due.touch(group, self.writer).map_err(EngineError::Index)?;
            }
        }
        self.mapping.committed.progress.document = merged.last;
        let finished = merged.complete && merged.last >= self.handle.covered.last_change(self.snapshot);
        self.completed(finished, self.handle.must_pause());
        Ok(finished)
    }

    fn one_by_one(&mut self, is_first: bool) -> Result<bool, EngineError> {
        let (handle, snapshot, from) = (self.handle, self.snapshot, self.next());
        let (most, until) = match is_first {
            true => (FIRST_DOCUMENTS, Instant::now() + FIRST_BATCH),
            false => (u64::MAX, self.until),
        };
        let mut failure = None;
        let mut finished = true;
        let mut stopped = false;
        let before = self.record.counts.inputs;
        handle.covered.changed_from(snapshot, from, &mut |row| {
            let etag = row.0;
            if let Err(error) = self.document(row) {
                failure = Some(error);
                return false;
            }
            self.mapping.committed.progress.document = etag;
            self.record.publish_periodically();
            stopped = handle.must_pause();
            let is_full = self.record.counts.inputs - before >= most || self.record.trace.mark() >= until;
            finished = !is_full && !stopped;
            finished
        })?;
        self.record.trace.step_out("Map");
        self.completed(finished, stopped);
        failure.map_or(Ok(finished), Err)
    }

    pub(super) fn completed(&mut self, finished: bool, stopped: bool) {
        self.record.complete_reason = Some(match finished {
            true => "No more documents to index",
            false if stopped => "The index is being stopped",
            false => "The batch is large enough",
        });
    }

    fn document(&mut self, row: Row) -> Result<(), EngineError> {
        let document = self.snapshot.to_document(row)?;
        self.record.trace.step_into("Map", &document.collection);
        self.record.trace.lap("Storage/DocumentRead");
        if document.etag > self.mapping.committed.progress.begun {
            self.forget(&document.id)?;
        }
        self.add(&document)
    }

    fn add(&mut self, document: &Document) -> Result<(), EngineError> {
        let mut to = Outlet::Writer(self.writer, self.due.as_deref_mut());
        self.mapping.add(document, &mut self.record.counts, &mut self.record.trace, &mut to)
    }

    /// Removes the entries of a document, or of a part of one.
    pub(super) fn forget(&mut self, id: &str) -> Result<(), EngineError> {
        if let Some(due) = &mut self.due {
            for kept in self.reader.stored_texts_of(id).map_err(EngineError::Index)? {
                if let Some((key, _)) = members::parts(&kept) {
                    due.touch(Group::of(key), self.writer).map_err(EngineError::Index)?;
                }
            }
        }
        self.writer.delete(id).map_err(EngineError::Index)
    }
}
