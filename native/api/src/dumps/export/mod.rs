//! Exports a database as a dump, from one moment, item by item.

mod definitions;
mod documents;
mod output;
mod subscriptions;
mod time_series;

use std::io::{self, Write};

use rookery_dump::items::compare_exchange;
use rookery_dump::items::identity::Identity;
use rookery_dump::{DumpOptions, ItemType, Section};
use rookery_engine::{Database, DumpView, EngineError, OperationHandle, TransformError};

use self::output::{Output, visit_all};
use crate::dumps::Report;
use crate::dumps::import::not_stored;
use crate::dumps::transform::Transform;
use crate::version::BUILD_VERSION;

/// Why an export ends early.
#[derive(Debug)]
pub enum ExportFailure {
    /// The database cannot be read.
    Engine(EngineError),
    /// The transform script failed.
    Script(TransformError),
    /// The reader of the dump no longer exists.
    Output(io::Error),
    /// It was stopped on request.
    Killed,
}

impl From<EngineError> for ExportFailure {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<TransformError> for ExportFailure {
    fn from(error: TransformError) -> Self {
        Self::Script(error)
    }
}

impl From<io::Error> for ExportFailure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// One export in progress.
pub struct Export<'a, W: Write> {
    database: &'a Database,
    options: &'a DumpOptions,
    view: DumpView,
    transform: Transform,
    output: Output<'a, W>,
}

impl<'a, W: Write> Export<'a, W> {
    /// Takes the view of the database and begins the dump.
    pub fn new(
        database: &'a Database,
        options: &'a DumpOptions,
        operation: &'a OperationHandle,
        out: W,
    ) -> Result<Self, ExportFailure> {
        Ok(Self {
            transform: Transform::new(options)?,
            view: database.dump_view()?,
            output: Output::new(out, options.compression, operation)?,
            database,
            options,
        })
    }

    /// Adds to this report instead of a new one.
    #[must_use]
    pub fn continuing(mut self, report: Report) -> Self {
        self.output.report = report;
        self
    }

    /// Writes everything; returns the report.
    pub fn run(mut self) -> Result<Report, ExportFailure> {
        self.output.report.note_options(self.options);
        self.output.writer.build_version(i64::from(BUILD_VERSION))?;
        if self.begins(ItemType::DatabaseRecord) {
            let record = self.database_record();
            self.output.writer.database_record(record.to_string().as_bytes())?;
            self.output.count(ItemType::DatabaseRecord, 0)?;
            self.output.report.finish(ItemType::DatabaseRecord);
        }
        self.documents()?;
        self.revisions()?;
        self.empty_section(&Section::Conflicts)?;
        self.indexes()?;
        self.identities()?;
        self.compare_exchange()?;
        self.counters()?;
        self.subscriptions()?;
        self.empty_section(&Section::TimeSeriesDeletedRanges)?;
        self.time_series()?;
        self.empty_section(&Section::ReplicationHubCertificates)?;
        for kind in [ItemType::Tombstones, ItemType::CompareExchangeTombstones] {
            if self.options.types.contains(kind) {
                self.output.report.warn(&format!("{} are not exported by this server.", kind.name()));
            }
        }
        self.output.writer.finish()?.flush()?;
        Ok(self.output.report)
    }

    /// Whether a kind is exported; notes it either way.
    fn begins(&mut self, kind: ItemType) -> bool {
        let wanted = self.options.types.contains(kind);
        if wanted {
            self.output.report.start(kind)
        } else {
            self.output.report.skip(kind)
        }
        wanted
    }

    /// Begins a section; returns the kind of its items, or `None` when it is not exported.
    fn begin_section(&mut self, section: &Section) -> Result<Option<ItemType>, ExportFailure> {
        let kind = section.kind().filter(|kind| self.begins(*kind));
        if kind.is_some() {
            self.output.writer.section(section)?;
        }
        Ok(kind)
    }

    /// A section without items, which older readers may expect.
    fn empty_section(&mut self, section: &Section) -> Result<(), ExportFailure> {
        if let Some(kind) = self.begin_section(section)? {
            debug_assert!(
                not_stored(kind).is_some() || kind == ItemType::TimeSeriesDeletedRanges,
                "items of {} are stored",
                kind.name()
            );
            self.output.report.finish(kind);
        }
        Ok(())
    }

    fn identities(&mut self) -> Result<(), ExportFailure> {
        let Some(kind) = self.begin_section(&Section::Identities)? else { return Ok(()) };
        for (name, value) in self.database.identities()? {
            self.output.item(kind, &Identity { name, value }.to_item())?;
        }
        self.output.report.finish(kind);
        Ok(())
    }

    fn compare_exchange(&mut self) -> Result<(), ExportFailure> {
        let Some(kind) = self.begin_section(&Section::CompareExchange)? else { return Ok(()) };
        let Self { view, output, .. } = self;
        visit_all(
            |visit| view.compare_exchange(visit),
            |value| output.item(kind, &compare_exchange::item(&value.key, &value.value)),
        )?;
        output.report.finish(kind);
        Ok(())
    }
}
