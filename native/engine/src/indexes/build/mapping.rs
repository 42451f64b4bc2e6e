//! Maps documents to entries, read from their fields or created by maps, and records their special features.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use rookery_index::{Entry, Group, IndexWriter, Role, SegmentBuilder};
use rookery_rql::{GroupContribution, GroupFields};
use rookery_script::{Mapped, ScriptError};

use super::exchange_marks;
use crate::document::Document;
use crate::document::ids;
use crate::document::scan_item::with_scan_item;
use crate::error::EngineError;
use crate::extensions::compare_exchange::MAX_COMPARE_EXCHANGE_KEY;
use crate::index_definition::IndexDefinition;
use crate::index_definition::static_index::ArchivedDocuments;
use crate::indexes::batch_trace::BatchTrace;
use crate::indexes::entry::auto_entry::AutoEntry;
use crate::indexes::entry::mapped_entry::MappedEntries;
use crate::indexes::handle::IndexHandle;
use crate::indexes::members;
use crate::indexes::performance::BatchCounts;
use crate::indexes::progress::Committed;
use crate::indexes::reduce::dirty_groups::DirtyGroups;
use crate::state::core::Core;
use crate::state::snapshot::Snapshot;

/// Creates entries of one document after another, all of one snapshot.
pub(crate) struct Mapping<'m> {
    core: &'m Core,
    handle: &'m IndexHandle,
    snapshot: &'m Snapshot,
    pub committed: Committed,
    how: How<'m>,
    archived: ArchivedDocuments,
    failed: bool,
}

/// Where entries come from.
enum How<'m> {
    Fields(Box<AutoEntry>),
    Maps(MappedEntries<'m>),
    Groups(GroupFields),
}

/// Where entries go.
pub(crate) enum Outlet<'o> {
    /// Into the index; touched groups are recorded.
    Writer(&'o mut IndexWriter, Option<&'o mut DirtyGroups>),
    /// Into detached segments, which the index adds later.
    Segments(&'o mut SegmentBuilder, &'o mut HashSet<Group>),
}

/// What entries are made of: a document, a counter or a segment of a time series.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subject<'s> {
    /// The id of its entries.
    pub id: &'s str,
    pub etag: i64,
    /// Texts by which its entries are found, as those of a document by the documents that it loads. None for documents.
    pub marks: &'s [String],
}

impl<'s> Subject<'s> {
    fn of(document: &'s Document) -> Self {
        Self { id: &document.id, etag: document.etag, marks: &[] }
    }

    fn is_item(&self) -> bool {
        !self.marks.is_empty()
    }
}

impl Outlet<'_> {
    fn entry(&self, of: &Subject<'_>) -> Entry {
        match self {
            Self::Writer(writer, _) => writer.entry(of.id, of.etag),
            Self::Segments(writing, _) => writing.entry(of.id, of.etag),
        }
    }

    fn add(&mut self, entry: Entry) -> Result<(), EngineError> {
        match self {
            Self::Writer(writer, _) => writer.add(entry).map_err(EngineError::Index),
            Self::Segments(writing, _) => writing.add(entry).map_err(EngineError::Index),
        }
    }

    fn touch(&mut self, group: Group) -> Result<(), EngineError> {
        match self {
            Self::Writer(writer, Some(due)) => due.touch(group, writer).map_err(EngineError::Index),
            Self::Writer(_, None) => Ok(()),
            Self::Segments(_, touched) => {
                touched.insert(group);
                Ok(())
            }
        }
    }
}

impl<'m> Mapping<'m> {
    pub(crate) fn new(
        core: &'m Core,
        handle: &'m IndexHandle,
        snapshot: &'m Snapshot,
        committed: Committed,
    ) -> Self {
        let (how, archived) = match &handle.definition {
            IndexDefinition::Auto(auto) => {
                (How::Fields(Box::new(AutoEntry::new(auto))), ArchivedDocuments::default())
            }
            IndexDefinition::Grouped(index) => {
                (How::Groups(index.work.fields()), ArchivedDocuments::default())
            }
            IndexDefinition::Static(index) => (
                How::Maps(MappedEntries::new(index)),
                index.archived_data_processing_behavior.unwrap_or_default(),
            ),
        };
        Self { core, handle, snapshot, committed, how, archived, failed: false }
    }

    /// Adds the current entries of a document.
    pub(crate) fn add(
        &mut self,
        document: &Document,
        counts: &mut BatchCounts,
        trace: &mut BatchTrace,
        to: &mut Outlet<'_>,
    ) -> Result<(), EngineError> {
        counts.inputs += 1;
        counts.documents_size += document.body.len() as u64;
        self.failed = false;
        let added = self.add_entries(document, trace, to);
        trace.lap("Index/AddDocument");
        counts.failures += u64::from(self.failed);
        counts.outputs += added?;
        Ok(())
    }

    /// Adds the current entries of a counter, or of a segment of a time series, which the maps get as JSON.
    pub(crate) fn add_item(
        &mut self,
        subject: &Subject<'_>,
        (collection, name, item): (&str, &str, &[u8]),
        counts: &mut BatchCounts,
        trace: &mut BatchTrace,
        to: &mut Outlet<'_>,
    ) -> Result<(), EngineError> {
        counts.inputs += 1;
        counts.documents_size += item.len() as u64;
        self.failed = false;
        self.handle.attempts.maps.fetch_add(1, Ordering::Relaxed);
        let Some(scripts) = &self.handle.scripts else { return Ok(()) };
        let mapped = scripts.map_item(self.snapshot, collection, name, item);
        let added = self.scripted(subject, mapped, trace, to);
        trace.lap("Index/AddDocument");
        counts.failures += u64::from(self.failed);
        counts.outputs += added?;
        Ok(())
    }

    /// Returns the number of searchable entries.
    fn add_entries(
        &mut self,
        document: &Document,
        trace: &mut BatchTrace,
        to: &mut Outlet<'_>,
    ) -> Result<u64, EngineError> {
        self.handle.attempts.maps.fetch_add(1, Ordering::Relaxed);
        if !self.archived.wants(document.flags) {
            return Ok(0);
        }
        let subject = Subject::of(document);
        match &mut self.how {
            How::Fields(fields) => {
                let mut entry = to.entry(&subject);
                if !fields.fill(&mut entry, document) {
                    // A body that is not an object has no fields; it can be searched by its id.
                    self.handle.attempts.map_errors.fetch_add(1, Ordering::Relaxed);
                    self.failed = true;
                }
                trace.lap("Fields");
                to.add(entry)?;
                self.committed.count_outputs(1);
                Ok(1)
            }
            How::Groups(fields) => {
                let contributions = with_scan_item(document, |item| fields.contributions(&item));
                trace.lap("Fields");
                let contributions = match contributions {
                    Ok(contributions) => contributions,
                    Err(error) => {
                        self.map_error(&document.id, &error.to_string());
                        return Ok(0);
                    }
                };
                for GroupContribution { key, part } in &contributions {
                    member(to.entry(&subject), key.as_bytes(), part, to)?;
                }
                self.committed.count_outputs(contributions.len() as u64);
                Ok(contributions.len() as u64)
            }
            How::Maps(_) => {
                let Some(scripts) = &self.handle.scripts else { return Ok(0) };
                let mapped = scripts.map(self.snapshot, document);
                self.scripted(&subject, mapped, trace, to)
            }
        }
    }

    /// Adds what the maps gave. Returns the number of searchable entries.
    fn scripted(
        &mut self,
        subject: &Subject<'_>,
        mapped: Result<Mapped, ScriptError>,
        trace: &mut BatchTrace,
        to: &mut Outlet<'_>,
    ) -> Result<u64, EngineError> {
        self.handle.check_not_abandoned()?;
        if matches!(mapped, Err(ScriptError::Unavailable { .. })) {
            self.handle.check_scripts()?;
        }
        trace.lap("JavaScript");
        match mapped {
            Ok(mapped) => self.mapped(subject, &mapped, to),
            Err(error) => {
                let text = format!("Failed to execute mapping function on {}. {error}", subject.id);
                self.map_error(subject.id, &text);
                if subject.is_item() {
                    // It is mapped again when it changes, not whenever its series does.
                    self.mapped(subject, &Mapped::default(), to)?;
                }
                Ok(0)
            }
        }
    }

    fn mapped(
        &mut self,
        subject: &Subject<'_>,
        mapped: &Mapped,
        to: &mut Outlet<'_>,
    ) -> Result<u64, EngineError> {
        for reference in &mapped.references {
            let name = ids::key_of(&reference.collection);
            self.committed.references.entry(name).or_insert(self.snapshot.view.last_etag);
        }
        self.committed.count_outputs(mapped.entries.len() as u64);
        let mut added = 0;
        let exchanges = self.exchange_marks(mapped)?;
        // One entry is enough to find the subject by what it loads.
        let mut found_by: Vec<&str> = subject.marks.iter().chain(&exchanges).map(String::as_str).collect();
        found_by.extend(mapped.references.iter().map(|reference| reference.id.as_str()));
        for made in &mapped.entries {
            self.committed.learn(made);
            let mut entry = to.entry(subject);
            if self.handle.reduces() {
                std::mem::take(&mut found_by).into_iter().for_each(|text| entry.refer(text));
                member(entry, members::key_of(made), &made.body, to)?;
                added += 1;
                continue;
            }
            let How::Maps(entries) = &mut self.how else { break };
            let filled = match subject.is_item() {
                true => entries.fill_item(&mut entry, made, &mut self.committed.fields),
                false => entries.fill(&mut entry, made, &mut self.committed.fields),
            };
            if let Err(error) = filled {
                self.map_error(subject.id, &error);
                continue;
            }
            std::mem::take(&mut found_by).into_iter().for_each(|text| entry.refer(text));
            to.add(entry)?;
            added += 1;
        }
        if !found_by.is_empty() {
            let mut entry = to.entry(subject);
            entry.hide();
            found_by.iter().for_each(|text| entry.refer(text));
            to.add(entry)?;
        }
        Ok(added)
    }

    /// The marks of the compare-exchange values that the maps read.
    fn exchange_marks(&mut self, mapped: &Mapped) -> Result<Vec<String>, EngineError> {
        // There is no value with a longer key.
        let keys = mapped.exchanges.iter().filter(|key| key.len() <= MAX_COMPARE_EXCHANGE_KEY);
        let marks: Vec<String> =
            keys.map(|key| exchange_marks::mark_of(self.snapshot, key)).collect::<Result<_, _>>()?;
        self.committed.reads_exchanges |= !marks.is_empty();
        Ok(marks)
    }

    fn map_error(&mut self, id: &str, text: &str) {
        self.failed = true;
        self.handle.attempts.map_errors.fetch_add(1, Ordering::Relaxed);
        self.handle.errors.add(self.core, "Map", id, text);
    }
}

/// Adds a mapped result to a group.
fn member(mut entry: Entry, key: &[u8], fields: &[u8], to: &mut Outlet<'_>) -> Result<(), EngineError> {
    let group = Group::of(key);
    to.touch(group)?;
    entry.hide();
    entry.join(Role::Member, group);
    entry.store(members::kept(key, fields));
    to.add(entry)
}
