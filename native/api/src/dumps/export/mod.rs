//! Exports a database as a dump, from one moment, item by item.

mod definitions;
mod documents;

use std::io::{self, Write};

use rookery_dump::items::compare_exchange;
use rookery_dump::items::identity::Identity;
use rookery_dump::{DumpOptions, DumpWriter, ItemType, Section};
use rookery_engine::{Database, DumpView, EngineError, OperationHandle};

use crate::dumps::Report;
use crate::dumps::import::not_stored;
use crate::version::BUILD_VERSION;

/// Items between two reports of progress.
const PROGRESS: u64 = 1_024;

/// Why an export ends early.
#[derive(Debug)]
pub enum ExportFailure {
    /// The database cannot be read.
    Engine(EngineError),
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

impl From<io::Error> for ExportFailure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// One export in progress.
pub struct Export<'a, W: Write> {
    database: &'a Database,
    options: &'a DumpOptions,
    operation: &'a OperationHandle,
    view: DumpView,
    writer: DumpWriter<W>,
    pub report: Report,
    items: u64,
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
            view: database.dump_view()?,
            writer: DumpWriter::new(out, options.compression)?,
            report: Report::new(),
            items: 0,
            database,
            options,
            operation,
        })
    }

    /// Writes everything; returns the report.
    pub fn run(mut self) -> Result<Report, ExportFailure> {
        self.writer.build_version(i64::from(BUILD_VERSION))?;
        if self.begins(ItemType::DatabaseRecord) {
            let record = self.database_record();
            self.writer.database_record(record.to_string().as_bytes())?;
            self.count(ItemType::DatabaseRecord, 0)?;
            self.report.finish(ItemType::DatabaseRecord);
        }
        self.documents()?;
        self.revisions()?;
        self.empty_section(&Section::Conflicts)?;
        self.indexes()?;
        self.identities()?;
        self.compare_exchange()?;
        self.counters()?;
        self.empty_section(&Section::Subscriptions)?;
        self.empty_section(&Section::TimeSeriesDeletedRanges)?;
        self.empty_section(&Section::TimeSeries)?;
        self.empty_section(&Section::ReplicationHubCertificates)?;
        for kind in [ItemType::Tombstones, ItemType::CompareExchangeTombstones] {
            if self.options.types.contains(kind) {
                self.report.warn(&format!("{} are not exported by this server.", kind.name()));
            }
        }
        self.writer.finish()?.flush()?;
        Ok(self.report)
    }

    /// Whether a kind is exported; notes it either way.
    fn begins(&mut self, kind: ItemType) -> bool {
        let wanted = self.options.types.contains(kind);
        if wanted {
            self.report.start(kind)
        } else {
            self.report.skip(kind)
        }
        wanted
    }

    /// Begins a section; returns the kind of its items, or `None` when it is not exported.
    fn begin_section(&mut self, section: &Section) -> Result<Option<ItemType>, ExportFailure> {
        let kind = section.kind().filter(|kind| self.begins(*kind));
        if kind.is_some() {
            self.writer.section(section)?;
        }
        Ok(kind)
    }

    /// A section without items, which older readers may expect.
    fn empty_section(&mut self, section: &Section) -> Result<(), ExportFailure> {
        if let Some(kind) = self.begin_section(section)? {
            debug_assert!(not_stored(kind).is_some(), "items of {} are stored", kind.name());
            self.report.finish(kind);
        }
        Ok(())
    }

    fn identities(&mut self) -> Result<(), ExportFailure> {
        let Some(kind) = self.begin_section(&Section::Identities)? else { return Ok(()) };
        for (name, value) in self.database.identities()? {
            let item = Identity { name, value }.to_item();
            self.writer.item(&item)?;
            self.count(kind, item.len())?;
        }
        self.report.finish(kind);
        Ok(())
    }

    fn compare_exchange(&mut self) -> Result<(), ExportFailure> {
        let Some(kind) = self.begin_section(&Section::CompareExchange)? else { return Ok(()) };
        let mut failure = None;
        let Self { view, writer, report, operation, .. } = self;
        view.compare_exchange(&mut |value| {
            let mut write = || -> Result<(), ExportFailure> {
                let item = compare_exchange::item(&value.key, &value.value);
                writer.item(&item)?;
                let counts = report.of(kind);
                counts.read += 1;
                counts.bytes += item.len() as u64;
                if operation.is_cancelled() { Err(ExportFailure::Killed) } else { Ok(()) }
            };
            failure = write().err();
            failure.is_none()
        })?;
        if let Some(failure) = failure {
            return Err(failure);
        }
        self.report.finish(kind);
        self.check()
    }

    /// Counts an item; from time to time reports progress.
    fn count(&mut self, kind: ItemType, bytes: usize) -> Result<(), ExportFailure> {
        let counts = self.report.of(kind);
        counts.read += 1;
        counts.bytes += bytes as u64;
        self.check()
    }

    /// Ends the export when it was stopped.
    fn check(&mut self) -> Result<(), ExportFailure> {
        self.items += 1;
        if self.operation.is_cancelled() {
            return Err(ExportFailure::Killed);
        }
        if self.items.is_multiple_of(PROGRESS) {
            self.operation.progress(self.report.progress());
        }
        Ok(())
    }
}
