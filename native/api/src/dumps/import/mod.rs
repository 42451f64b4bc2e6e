//! Imports a dump: reads items, collects them in batches, saves each batch in one transaction while the next is read.
//!
//! A batch that is refused is halved until the item that is refused is alone; that item is rejected and
//! named in the report, the others are saved.

mod batch;
mod contents;
mod definitions;
mod documents;
mod failure;
mod save_thread;
mod saved;
mod saver;
mod saving;
mod settings;
mod subscriptions;
mod time_series;

use std::io::Read;

use rookery_dump::{DumpOptions, DumpReader, Event, Item, ItemType, Limits, Section};
use rookery_engine::{Database, OperationHandle};

use self::batch::Batch;
use self::contents::Contents;
pub use self::failure::ImportFailure;
use self::saver::Saver;
use crate::body_memory::Reservation;
use crate::dumps::Report;
use crate::dumps::transform::Transform;

/// One import in progress.
pub struct Import<'a> {
    database: &'a Database,
    options: &'a DumpOptions,
    operation: &'a OperationHandle,
    memory: Reservation,
    batch: Batch,
    /// While it runs.
    saver: Option<Saver>,
    contents: Contents,
    transform: Transform,
    pub report: Report,
    /// The kind whose section is being read.
    current: Option<ItemType>,
}

impl<'a> Import<'a> {
    pub fn new(
        database: &'a Database,
        options: &'a DumpOptions,
        operation: &'a OperationHandle,
        memory: Reservation,
    ) -> Self {
        Self {
            database,
            options,
            operation,
            memory,
            batch: Batch::default(),
            saver: None,
            contents: Contents::default(),
            transform: Transform::default(),
            report: Report::new(),
            current: None,
        }
    }

    /// Imports everything. What was saved before a failure stays saved, and is in the report.
    pub fn run(&mut self, source: impl Read, limits: Limits) -> Result<(), ImportFailure> {
        self.transform = Transform::new(self.options)?;
        self.report.note_options(self.options);
        std::thread::scope(|scope| {
            let database = self.database;
            self.saver =
                Some(Saver::start(scope, database).map_err(|error| ImportFailure::no_thread(&error))?);
            // Ends the saver's thread, also after a panic: the scope waits for it.
            let running = Running(self);
            running.0.read_and_save(source, limits)
        })
    }

    fn read_and_save(&mut self, source: impl Read, limits: Limits) -> Result<(), ImportFailure> {
        let mut outcome = self.read(source, limits);
        // The file of a killed import breaks off.
        if outcome.is_err() && self.operation.is_cancelled() {
            outcome = Err(ImportFailure::killed());
        }
        // Complete items before damage are saved; a refusal of theirs comes before the damage.
        let last = match &outcome {
            Err(ImportFailure { cancelled: true, .. }) => self.settle(0),
            _ => self.save_all(),
        };
        self.finish_section();
        last.and(outcome)
    }

    fn read(&mut self, source: impl Read, limits: Limits) -> Result<(), ImportFailure> {
        let mut held = self.memory.another();
        let mut reader = DumpReader::new(source, limits)?
            .with_memory_of(move |bytes| held.cover(usize::try_from(bytes).unwrap_or(usize::MAX)));
        for kind in [
            ItemType::Documents,
            ItemType::RevisionDocuments,
            ItemType::Indexes,
            ItemType::Identities,
            ItemType::CompareExchange,
            ItemType::Subscriptions,
            ItemType::TimeSeries,
        ] {
            if !self.options.types.contains(kind) {
                self.report.skip(kind);
            }
        }
        let mut section = Section::Docs;
        loop {
            if self.operation.is_cancelled() {
                return Err(ImportFailure::killed());
            }
            match reader.next_event()? {
                Event::BuildVersion(_) => {}
                Event::DatabaseRecord(item) => self.database_record(&item)?,
                Event::Section(next) => {
                    self.save_all()?;
                    self.finish_section();
                    self.start_section(&next);
                    section = next;
                }
                Event::Item(item) => self.item(&section, &item, &mut reader)?,
                Event::End => return Ok(()),
            }
        }
    }

    fn start_section(&mut self, section: &Section) {
        self.contents.forget_unused();
        match section.kind() {
            Some(kind) if self.options.types.contains(kind) => {
                self.report.start(kind);
                self.current = Some(kind);
            }
            Some(kind) => self.report.skip(kind),
            None => self.report.warn(&format!(
                "The dump has a section '{}', which this server does not know. Its items are ignored.",
                section.name()
            )),
        }
    }

    fn finish_section(&mut self) {
        let Some(kind) = self.current.take() else { return };
        if let Some(reason) = not_stored(kind) {
            let skipped = self.report.of(kind).skipped;
            if skipped > 0 {
                self.report.warn(&format!("{}: {skipped} items were not imported: {reason}", kind.name()));
            }
        }
        self.report.finish(kind);
    }

    fn item(
        &mut self,
        section: &Section,
        item: &Item,
        reader: &mut DumpReader<'_>,
    ) -> Result<(), ImportFailure> {
        if self.report.is_full() {
            return Err(ImportFailure::too_many_rejected());
        }
        let Some(kind) = self.current else { return Ok(()) };
        match section {
            Section::Docs | Section::RevisionDocuments if item.content.is_some() => {
                self.content(kind, item, reader)
            }
            Section::Docs => self.document(item),
            Section::RevisionDocuments => self.revision(item),
            Section::CounterGroups => self.counters(item),
            Section::Identities => self.identity(item),
            Section::CompareExchange => self.compare_exchange(item),
            Section::Indexes => self.index(item),
            Section::Subscriptions => self.subscription(item),
            Section::TimeSeriesDeletedRanges => self.deleted_range(item),
            Section::TimeSeries if item.content.is_some() => self.time_series_segment(item, reader),
            _ => {
                self.report.of(kind).skipped += 1;
                Ok(())
            }
        }
    }
}

/// An import whose saver ends with it.
struct Running<'r, 'a>(&'r mut Import<'a>);

impl Drop for Running<'_, '_> {
    fn drop(&mut self) {
        self.0.saver = None;
    }
}

/// Why this server does not store items of a kind; `None` when it does.
pub fn not_stored(kind: ItemType) -> Option<&'static str> {
    match kind {
        ItemType::Tombstones | ItemType::CompareExchangeTombstones => {
            Some("deletions of another database do not concern this one.")
        }
        ItemType::Conflicts => Some("a server with one node has no conflicts."),
        ItemType::ReplicationHubCertificates => Some("this server has no replication."),
        _ => None,
    }
}
