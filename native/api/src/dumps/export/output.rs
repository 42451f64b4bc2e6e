//! The dump that an export writes: its items are counted, and a stopped operation ends it.

use std::io::Write;

use rookery_dump::{Compression, DumpWriter, ItemType};
use rookery_engine::{EngineError, OperationHandle};

use super::ExportFailure;
use crate::dumps::Report;

/// Items between two reports of progress.
const PROGRESS: u64 = 1_024;

pub(super) struct Output<'a, W: Write> {
    pub writer: DumpWriter<W>,
    pub report: Report,
    operation: &'a OperationHandle,
    items: u64,
}

impl<'a, W: Write> Output<'a, W> {
    pub(super) fn new(
        out: W,
        compression: Compression,
        operation: &'a OperationHandle,
    ) -> Result<Self, ExportFailure> {
        let writer = DumpWriter::new(out, compression)?;
        Ok(Self { writer, report: Report::new(), operation, items: 0 })
    }

    /// Writes and counts one item.
    pub(super) fn item(&mut self, kind: ItemType, item: &[u8]) -> Result<(), ExportFailure> {
        self.writer.item(item)?;
        self.count(kind, item.len())
    }

    /// Counts an item that is written.
    pub(super) fn count(&mut self, kind: ItemType, bytes: usize) -> Result<(), ExportFailure> {
        let counts = self.report.of(kind);
        counts.read += 1;
        counts.bytes += bytes as u64;
        self.check()
    }

    /// Ends the export when its operation was stopped; from time to time reports progress. Called once per item, also
    /// for items that are left out.
    pub(super) fn check(&mut self) -> Result<(), ExportFailure> {
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

/// Passes everything that `each` visits to `write`, up to the first failure.
pub(super) fn visit_all<T>(
    each: impl FnOnce(&mut dyn FnMut(T) -> bool) -> Result<(), EngineError>,
    mut write: impl FnMut(T) -> Result<(), ExportFailure>,
) -> Result<(), ExportFailure> {
    let mut failure = None;
    each(&mut |item| {
        failure = write(item).err();
        failure.is_none()
    })?;
    failure.map_or(Ok(()), Err)
}
