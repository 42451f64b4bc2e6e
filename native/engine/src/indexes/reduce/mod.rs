//! Computes group results from the mapped results of the members: all of a small group in one step, a large one
//! from cached partial reductions and what is new.
pub(crate) mod dirty_groups;
pub(crate) mod folding;
pub(crate) mod group_entry;
pub(crate) mod partial_reductions;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rookery_index::{Group, Hit, IndexWriter, Reader, Role};

use super::batch_trace::BatchTrace;
use super::entry::mapped_entry::MappedEntries;
use super::handle::IndexHandle;
use super::members;
use super::performance::Recording;
use super::progress::Committed;
use super::reduce::dirty_groups::{DirtyGroups, NO_DOCUMENT};
use super::reduce::folding::{Folded, Folding, How, MOST_AT_ONCE, UNREADABLE};
use super::reduce::partial_reductions::{PartialReductions, SMALLEST};
use crate::error::EngineError;
use crate::index_definition::IndexDefinition;
use crate::index_definition::grouped_index::GroupWork;
use crate::state::core::Core;

/// Results are committed after this time.
const LONGEST: Duration = Duration::from_secs(2);

/// The reduction of touched groups. Their mapped results must have been committed.
pub(crate) struct Reducing<'r, 'p> {
    core: &'r Core,
    handle: &'r IndexHandle,
    how: How<'r>,
    entries: Entries<'r>,
    writer: &'r mut IndexWriter,
    committed: &'r mut Committed,
    record: &'r mut Recording<'p>,
    reader: Arc<Reader>,
}

/// Converts results to entries.
enum Entries<'r> {
    MappedItem(MappedEntries<'r>),
    Sums(&'r GroupWork),
}

impl<'r, 'p> Reducing<'r, 'p> {
    /// `None` for a map index.
    pub(crate) fn new(
        core: &'r Core,
        handle: &'r IndexHandle,
        writer: &'r mut IndexWriter,
        committed: &'r mut Committed,
        record: &'r mut Recording<'p>,
    ) -> Option<Self> {
        let (how, entries) = match (&handle.definition, &handle.scripts) {
            (IndexDefinition::Static(index), Some(scripts)) => {
                (How::Scripts(scripts), Entries::MappedItem(MappedEntries::new(index)))
            }
            (IndexDefinition::Grouped(index), _) => {
                (How::Sums(index.work.fields()), Entries::Sums(&index.work))
            }
            _ => return None,
        };
        let reader = handle.index.reader();
        Some(Self { core, handle, how, entries, writer, committed, record, reader })
    }

    /// Computes all of them, unless the index is stopped. Returns whether it finished; the last results are
    /// not committed.
    pub(crate) fn run(&mut self, due: &mut DirtyGroups) -> Result<bool, EngineError> {
        let mut until = Instant::now() + LONGEST;
        while let Some(group) = due.next() {
            self.handle.check_scripts()?;
            self.group(group, &mut due.parts)?;
            self.handle.check_not_abandoned()?;
            self.record.trace.lap("Index/AddDocument");
            self.record.publish_periodically();
            if self.handle.stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            if Instant::now() >= until {
                self.handle.check_not_abandoned()?;
                self.writer.commit(&self.committed.text()).map_err(EngineError::Index)?;
                self.record.trace.lap("Index/Commit");
                until = Instant::now() + LONGEST;
            }
        }
        Ok(true)
    }

    fn group(&mut self, group: Group, parts: &mut PartialReductions) -> Result<(), EngineError> {
        let members = self.reader.in_group(Role::Member, group).map_err(EngineError::Index)?;
        let before = self.reader.in_group(Role::Result, group).map_err(EngineError::Index)?;
        self.writer.delete_group(Role::Result, group).map_err(EngineError::Index)?;
        self.writer.delete_group(Role::Dirty, group).map_err(EngineError::Index)?;
        if members.is_empty() {
            return Ok(());
        }
        self.handle.attempts.reductions.fetch_add(1, Ordering::Relaxed);
        // A result keeps its position among the others.
        let number = before.first().map_or_else(
            || {
                self.committed.results += 1;
                self.committed.results
            },
            |hit| hit.etag,
        );
        let mut entry = self.writer.entry(&format!("{NO_DOCUMENT}{}", group.number()), number);
        let filled = match (self.folded(group, &members, parts)?, &mut self.entries) {
            (Ok(Folded::MappedItem(made)), Entries::MappedItem(entries)) => {
                entries.fill_result(&mut entry, &made, &mut self.committed.fields)
            }
            (Ok(Folded::Members(members)), Entries::Sums(work)) => {
                group_entry::fill(&mut entry, members, work);
                Ok(())
            }
            (Ok(_), _) => Err(UNREADABLE.to_owned()),
            (Err(error), _) => Err(error),
        };
        match filled {
            Ok(()) => {
                entry.join(Role::Result, group);
                self.writer.add(entry).map_err(EngineError::Index)
            }
            Err(error) => {
                self.error(&members, &error);
                Ok(())
            }
        }
    }

    /// The reduced members; the inner error is for the author of the reduce.
    fn folded(
        &mut self,
        group: Group,
        members: &[Hit],
        parts: &mut PartialReductions,
    ) -> Result<Result<Folded, String>, EngineError> {
        let (how, reader) = (&self.how, &self.reader);
        let (_, first) = reader.stored_text(&members[0]).map_err(EngineError::Index)?;
        let Some((key, _)) = members::parts(&first) else { return Ok(Err(UNREADABLE.to_owned())) };
        let mut all = Folding::begin(how, key);
        let is_large = members.len() >= MOST_AT_ONCE;
        let neighbours = members.chunk_by(|one, other| reader.block_of(one) == reader.block_of(other));
        for neighbours in neighbours {
            let mut fold =
                |fold: &mut Folding<'_>| fold_members(reader, neighbours, fold, &mut self.record.trace);
            let folded = if is_large && neighbours.len() >= SMALLEST {
                let of = reader.block_of(&neighbours[0]);
                match parts.of(group, of, neighbours.len()) {
                    Some(part) => all.add(part),
                    None => {
                        let mut part = Folding::begin(how, key);
                        let part = fold(&mut part)?.and_then(|()| part.part());
                        part.and_then(|part| {
                            let added = all.add(&part);
                            parts.keep(group, of, neighbours.len(), part);
                            added
                        })
                    }
                }
            } else {
                fold(&mut all)?
            };
            if let Err(error) = folded {
                return Ok(Err(error));
            }
        }
        let result = all.result();
        self.record.trace.lap("JavaScript");
        Ok(result)
    }

    fn error(&self, members: &[Hit], error: &str) {
        self.handle.attempts.reduce_errors.fetch_add(1, Ordering::Relaxed);
        let kept = members.first().and_then(|hit| self.reader.stored_text(hit).ok());
        let key = kept.as_ref().and_then(|(_, kept)| members::parts(kept)).map_or(&b"?"[..], |(key, _)| key);
        let key = String::from_utf8_lossy(key);
        let text = format!(
            "Failed to execute reduce function for the key {key}. Its result is not in the index until the next change of \
             one of its members. {error}"
        );
        self.handle.errors.add(self.core, "Reduce", &format!("Reduce key: {key}"), &text);
    }
}

/// Reduces the stored mapped results of the members.
fn fold_members(
    reader: &Reader,
    members: &[Hit],
    fold: &mut Folding<'_>,
    trace: &mut BatchTrace,
) -> Result<Result<(), String>, EngineError> {
    for hit in members {
        let (_, kept) = reader.stored_text(hit).map_err(EngineError::Index)?;
        trace.lap("Storage/MemberRead");
        let folded = match members::parts(&kept) {
            Some((_, value)) => fold.add(value),
            None => Err(UNREADABLE.to_owned()),
        };
        trace.lap("JavaScript");
        if folded.is_err() {
            return Ok(folded);
        }
    }
    Ok(Ok(()))
}
