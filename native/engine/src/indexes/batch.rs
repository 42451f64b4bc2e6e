//! One batch of an index: what was deleted, what loads something that changed, and what itself changed since the
//! last one, all of one moment of the database.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rookery_index::{Entry, Group, IndexWriting, Reader, Role};
use rookery_rql::{Addition, GroupFields};
use rookery_script::Mapped;

use super::auto_entry::AutoEntry;
use super::build::failed;
use super::definition::IndexDefinition;
use super::due_groups::DueGroups;
use super::made_entry;
use super::members;
use super::performance::Recording;
use super::progress::{Committed, Covered};
use super::slot::Slot;
use super::static_index::{ArchivedDocuments, StaticIndex};
use crate::database::{Core, Row, Snapshot};
use crate::document::Document;
use crate::error::EngineError;
use crate::ids;
use crate::query::lend;

/// A batch ends after so long, so that it is searchable soon and its snapshot is let go.
const LONGEST_BATCH: Duration = Duration::from_secs(2);

/// Work on one batch.
pub(super) struct Batch<'b, 'r> {
    core: &'b Core,
    slot: &'b Slot,
    writer: &'b mut IndexWriting,
    snapshot: &'b Snapshot,
    pub committed: Committed,
    how: How<'b>,
    archived: ArchivedDocuments,
    record: &'b mut Recording<'r>,
    /// What was committed before.
    reader: Arc<Reader>,
    /// For an index with a reduce: the groups that are touched.
    due: Option<&'b mut DueGroups>,
    until: Instant,
}

/// Where entries come from.
enum How<'b> {
    Fields(Box<AutoEntry>),
    Maps(&'b StaticIndex),
    Groups(GroupFields),
}

impl<'b, 'r> Batch<'b, 'r> {
    pub(super) fn new(
        core: &'b Core,
        slot: &'b Slot,
        writer: &'b mut IndexWriting,
        snapshot: &'b Snapshot,
        committed: Committed,
        record: &'b mut Recording<'r>,
        due: Option<&'b mut DueGroups>,
    ) -> Self {
        let (how, archived) = match &slot.definition {
            IndexDefinition::Auto(auto) => {
                (How::Fields(Box::new(AutoEntry::new(auto))), ArchivedDocuments::default())
            }
            IndexDefinition::Grouped(index) => {
                (How::Groups(index.work.fields()), ArchivedDocuments::default())
            }
            IndexDefinition::Static(index) => {
                (How::Maps(index), index.archived_data_processing_behavior.unwrap_or_default())
            }
        };
        let until = Instant::now() + LONGEST_BATCH;
        let reader = slot.index.reader();
        Self { core, slot, writer, snapshot, committed, how, archived, record, reader, due, until }
    }

    /// Says whether it came to the end.
    pub(super) fn run(&mut self) -> Result<bool, EngineError> {
        self.record.watch.begin("DocumentsCleanup");
        let gone = self.tombstones()?;
        self.record.watch.end();
        if !self.committed.references.is_empty() {
            self.record.watch.begin("References");
            self.references(&gone)?;
            self.record.watch.end();
        }
        self.record.watch.begin("Map");
        let finished = self.documents()?;
        self.record.watch.end();
        Ok(finished)
    }

    /// Takes deleted documents out; says which those are.
    fn tombstones(&mut self) -> Result<Vec<String>, EngineError> {
        let last = self.snapshot.view.last_etag;
        if self.committed.progress.begun == 0 && self.committed.progress.document == 0 {
            self.committed.progress.begun = last;
            self.committed.progress.tombstone = last;
            return Ok(Vec::new());
        }
        let mut gone = Vec::new();
        // Of all collections: what is loaded may be in any.
        let from = self.committed.progress.tombstone + 1;
        self.snapshot.tombstones_from(from, &mut |_, id| gone.push(id.to_owned()))?;
        self.record.watch.lap("Storage/TombstoneRead");
        for id in &gone {
            self.forget(id)?;
        }
        self.record.watch.lap("Index/Delete");
        self.record.counts.tombstones = gone.len() as u64;
        self.committed.progress.tombstone = last;
        Ok(gone)
    }

    /// Makes entries anew of documents that load something that changed.
    fn references(&mut self, gone: &[String]) -> Result<(), EngineError> {
        let mut changed: Vec<String> = gone.to_vec();
        for (collection, seen) in &mut self.committed.references {
            let collection = Covered::of_reference(collection);
            collection.changed_from(self.snapshot, *seen + 1, &mut |(_, value)| {
                changed.push(value.id().to_owned());
                true
            })?;
            *seen = self.snapshot.view.last_etag;
        }
        let mut again = BTreeSet::new();
        for id in &changed {
            again.extend(self.reader.referring_to(id).map_err(failed)?);
        }
        self.record.watch.lap("Storage/ReferenceRead");
        for id in again {
            let Some(row) = self.snapshot.document(&id)? else { continue };
            let document = self.snapshot.to_document(row)?;
            self.record.watch.lap("Storage/DocumentRead");
            if self.slot.covered.has(&document.collection) {
                self.forget(&document.id)?;
                self.add(&document)?;
            }
        }
        Ok(())
    }

    /// Says whether it came to the end.
    fn documents(&mut self) -> Result<bool, EngineError> {
        let (slot, snapshot) = (self.slot, self.snapshot);
        let from = self.committed.progress.document + 1;
        let mut failure = None;
        let mut finished = true;
        let mut stopped = false;
        slot.covered.changed_from(snapshot, from, &mut |row| {
            let etag = row.0;
            if let Err(error) = self.document(row) {
                failure = Some(error);
                return false;
            }
            self.committed.progress.document = etag;
            self.record.tell_now_and_then();
            stopped = slot.stop.load(Ordering::Relaxed) || slot.is_to_rest();
            finished = self.record.watch.mark() < self.until && !stopped;
            finished
        })?;
        if self.record.watch.current() != "Map" {
            self.record.watch.end();
        }
        self.record.complete_reason = Some(match finished {
            true => "No more documents to index",
            false if stopped => "The index is being stopped",
            false => "The time of a batch is over",
        });
        failure.map_or(Ok(finished), Err)
    }

    fn document(&mut self, row: Row) -> Result<(), EngineError> {
        let document = self.snapshot.to_document(row)?;
        self.step_into(&document.collection);
        self.record.watch.lap("Storage/DocumentRead");
        if document.etag > self.committed.progress.begun {
            self.forget(&document.id)?;
        }
        self.add(&document)
    }

    /// Documents of one collection are one step.
    fn step_into(&mut self, collection: &str) {
        let watch = &mut self.record.watch;
        if watch.current().strip_prefix("Collection_") == Some(collection) {
            return;
        }
        if watch.current() != "Map" {
            watch.end();
        }
        watch.begin(&format!("Collection_{collection}"));
    }

    /// Takes out what was made of a document so far.
    fn forget(&mut self, id: &str) -> Result<(), EngineError> {
        if let Some(due) = &mut self.due {
            for kept in self.reader.kept_of(id).map_err(failed)? {
                if let Some((key, _)) = members::parts(&kept) {
                    due.touch(Group::of(key), self.writer).map_err(failed)?;
                }
            }
        }
        self.writer.delete(id).map_err(failed)
    }

    /// Adds what a document's entries are now.
    fn add(&mut self, document: &Document) -> Result<(), EngineError> {
        self.record.counts.inputs += 1;
        self.record.counts.documents_size += document.body.len() as u64;
        let errors = self.slot.map_errors.load(Ordering::Relaxed);
        let added = self.add_entries(document);
        self.record.watch.lap("Index/AddDocument");
        self.record.counts.failures += u64::from(self.slot.map_errors.load(Ordering::Relaxed) > errors);
        added
    }

    fn add_entries(&mut self, document: &Document) -> Result<(), EngineError> {
        self.slot.map_attempts.fetch_add(1, Ordering::Relaxed);
        if !self.archived.wants(document.flags) {
            return Ok(());
        }
        match &mut self.how {
            How::Fields(fields) => {
                let mut entry = self.writer.entry(&document.id, document.etag);
                if !fields.fill(&mut entry, document) {
                    // A body that is no object has no fields; it is found by its id.
                    self.slot.map_errors.fetch_add(1, Ordering::Relaxed);
                }
                self.record.watch.lap("Fields");
                self.record.counts.outputs += 1;
                self.writer.add(entry).map_err(failed)
            }
            How::Groups(fields) => {
                let additions = lend(document, |item| fields.additions(&item));
                self.record.watch.lap("Fields");
                let additions = match additions {
                    Ok(additions) => additions,
                    Err(error) => {
                        self.map_error(&document.id, &error.to_string());
                        return Ok(());
                    }
                };
                for Addition { key, part } in additions {
                    let entry = self.writer.entry(&document.id, document.etag);
                    self.member(entry, key.as_bytes(), &part)?;
                }
                Ok(())
            }
            How::Maps(index) => {
                let index = *index;
                let Some(scripts) = &self.slot.scripts else { return Ok(()) };
                let mapped = scripts.map(self.snapshot, document);
                self.record.watch.lap("JavaScript");
                match mapped {
                    Ok(mapped) => self.mapped(index, document, &mapped),
                    Err(error) => {
                        let text = format!("Failed to execute mapping function on {}. {error}", document.id);
                        self.map_error(&document.id, &text);
                        Ok(())
                    }
                }
            }
        }
    }

    fn mapped(
        &mut self,
        index: &StaticIndex,
        document: &Document,
        mapped: &Mapped,
    ) -> Result<(), EngineError> {
        for reference in &mapped.references {
            let name = ids::key_of(&reference.collection);
            self.committed.references.entry(name).or_insert(self.snapshot.view.last_etag);
        }
        self.committed.fans_out |= mapped.entries.len() > 1;
        let mut references = mapped.references.as_slice();
        for made in &mapped.entries {
            self.committed.learn(made);
            let mut entry = self.writer.entry(&document.id, document.etag);
            if self.due.is_some() {
                std::mem::take(&mut references).iter().for_each(|reference| entry.refer(&reference.id));
                self.member(entry, members::key_of(made), &made.body)?;
                continue;
            }
            if let Err(error) = made_entry::fill(&mut entry, made, index, &mut self.committed.fields) {
                self.map_error(&document.id, &error);
                continue;
            }
            // One entry is enough to find the document by what it loads.
            std::mem::take(&mut references).iter().for_each(|reference| entry.refer(&reference.id));
            self.writer.add(entry).map_err(failed)?;
            self.record.counts.outputs += 1;
        }
        if !references.is_empty() {
            let mut entry = self.writer.entry(&document.id, document.etag);
            entry.hide();
            references.iter().for_each(|reference| entry.refer(&reference.id));
            self.writer.add(entry).map_err(failed)?;
        }
        Ok(())
    }

    /// One more of a group.
    fn member(&mut self, mut entry: Entry, key: &[u8], fields: &[u8]) -> Result<(), EngineError> {
        let group = Group::of(key);
        if let Some(due) = &mut self.due {
            due.touch(group, self.writer).map_err(failed)?;
        }
        entry.hide();
        entry.join(Role::Member, group);
        entry.store(members::kept(key, fields));
        self.record.counts.outputs += 1;
        self.writer.add(entry).map_err(failed)
    }

    fn map_error(&self, id: &str, text: &str) {
        self.slot.map_errors.fetch_add(1, Ordering::Relaxed);
        self.slot.errors.add(self.core, "Map", id, text);
    }
}
