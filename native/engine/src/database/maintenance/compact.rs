//! Compaction: documents are rewritten with the current storage settings, then unused pages are removed from
//! the data file.
//!
//! It changes how documents are stored, not the documents: etags, change vectors and the changes feed stay
//! the same. Works in batches through the writer, so that other writes continue; each batch rewrites only
//! documents that are still the version that was read.

use crate::database::Database;
use crate::document::DocumentFlags;
use crate::document::compression::DICTIONARY_MOST;
use crate::document::compression::encoded_body::EncodedBody;
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::files::settings::DocumentsCompression;
use crate::state::core::Core;
use crate::transaction::prepared::{Outcome, Prepared};

/// Documents per snapshot.
pub(crate) const BATCH_DOCUMENTS: usize = 512;
/// Bytes of bodies per snapshot.
pub(crate) const BATCH_BYTES: usize = 4 << 20;
/// Documents a dictionary is trained on when a collection has none yet.
const SAMPLES: u64 = 256;

/// What to compact.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompactOptions {
    /// Only this collection's documents; all when `None`.
    pub collection: Option<String>,
    /// Do not rewrite documents and revisions.
    pub skip_documents: bool,
    /// Do not remove unused pages from the data file.
    pub skip_data_file: bool,
}

/// The progress of compaction, and at the end its result.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CompactReport {
    /// Documents processed.
    pub documents: u64,
    /// Documents to process.
    pub documents_total: u64,
    /// Revisions processed.
    pub revisions: u64,
    /// Revisions to process.
    pub revisions_total: u64,
    /// Documents and revisions that were rewritten.
    pub rewritten: u64,
    /// Stored bytes of those before.
    pub bytes_before: u64,
    /// Stored bytes of those after.
    pub bytes_after: u64,
    /// Bytes of the data file before.
    pub file_before: u64,
    /// Bytes of the data file now.
    pub file_after: u64,
    /// Why the data file was not compacted, if that was requested.
    pub file_skipped: Option<String>,
    /// Whether it was cancelled.
    pub cancelled: bool,
}

impl Database {
    /// Compacts. `progress` gets the progress and returns whether to continue; finished batches are kept.
    /// Reads and writes wait while the data file is compacted, at the end.
    pub fn compact(
        &self,
        options: &CompactOptions,
        progress: &mut dyn FnMut(&CompactReport) -> bool,
    ) -> Result<CompactReport, EngineError> {
        self.check_open()?;
        let mut report = CompactReport { file_before: self.core.store.file_size()?, ..Default::default() };
        report.file_after = report.file_before;
        if !options.skip_documents {
            self.train_missing(options.collection.as_deref())?;
            let only = options.collection.as_deref();
            report.revisions_total = self.revisions_to_recode(only)?;
            self.recode_documents(only, &mut report, progress)?;
            if !report.cancelled {
                self.recode_revisions(only, &mut report, progress)?;
            }
        }
        if !report.cancelled && !options.skip_data_file {
            report.file_skipped = self.core.compact_data_file()?;
            report.file_after = self.core.store.file_size()?;
        }
        Ok(report)
    }

    /// Collections with compression that never had enough writes for a dictionary get one trained on their
    /// newest documents.
    fn train_missing(&self, only: Option<&str>) -> Result<(), EngineError> {
        let settings = self.core.file.documents_compression().unwrap_or_default();
        let totals = self.core.view.read().totals.clone();
        for (key, totals) in &*totals {
            let wanted = only.is_none_or(|name| ids::same_ignoring_case(name, &totals.name));
            if !wanted
                || !settings.covers(&totals.name)
                || self.core.compression.dictionaries.newest(key).is_some()
            {
                continue;
            }
            let newest = self.collection_newest(&totals.name, 0, SAMPLES)?;
            let mut samples = crate::document::compression::Samples::default();
            for document in newest.iter().rev().filter(|document| document.body.len() <= DICTIONARY_MOST) {
                samples.push(&document.body);
            }
            let writer = self.sender()?;
            let trained = self.core.train_on(key, &samples.in_order(), &writer);
            // Without a dictionary the documents are compressed less well.
            self.core.compression.trained(key, trained);
        }
        Ok(())
    }

    fn recode_documents(
        &self,
        only: Option<&str>,
        report: &mut CompactReport,
        progress: &mut dyn FnMut(&CompactReport) -> bool,
    ) -> Result<(), EngineError> {
        let (last, total) = {
            let view = self.core.view.read();
            let wanted = |name: &str| only.is_none_or(|only| ids::same_ignoring_case(only, name));
            let totals = view.totals.values().filter(|totals| wanted(&totals.name));
            (view.last_etag, totals.map(|totals| totals.documents).sum())
        };
        report.documents_total = total;
        // Documents written after the start are already stored with the current settings.
        let mut next = 1;
        while next <= last {
            if !progress(report) {
                report.cancelled = true;
                return Ok(());
            }
            let rows = self.core.rows_to_recode(next, last, only)?;
            let Some((reached, _)) = rows.last() else { break };
            next = reached + 1;
            let settings = self.core.file.documents_compression().unwrap_or_default();
            let mut commands = Vec::new();
            let mut sizes = Vec::new();
            for (etag, value) in rows.into_iter().filter(|(_, value)| in_collection(value, only)) {
                report.documents += 1;
                if let Some(encoded) = self.core.recoded(&value, &settings)? {
                    sizes.push((value.body_len(), encoded.stored_len()));
                    commands.push(Prepared::Recode { id: value.id().to_owned(), etag, encoded });
                }
            }
            if commands.is_empty() {
                continue;
            }
            self.rewrite(commands, &sizes, report)?;
        }
        progress(report);
        Ok(())
    }

    /// Rewrites some of them through the writer. `sizes` are the sizes of their bodies before and after.
    pub(crate) fn rewrite(
        &self,
        commands: Vec<Prepared>,
        sizes: &[(usize, usize)],
        report: &mut CompactReport,
    ) -> Result<(), EngineError> {
        for ((before, after), outcome) in sizes.iter().zip(self.submit_and_wait(commands)?) {
            if outcome == Outcome::Recoded(true) {
                report.rewritten += 1;
                report.bytes_before += *before as u64;
                report.bytes_after += *after as u64;
            }
        }
        Ok(())
    }
}

impl Core {
    /// The next documents by etag, of all collections, so that the caller knows the progress.
    fn rows_to_recode(
        &self,
        from: i64,
        to: i64,
        only: Option<&str>,
    ) -> Result<Vec<(i64, StoredValue)>, EngineError> {
        let mut rows = Vec::new();
        let mut bytes = 0;
        self.snapshot()?.oldest_from(from, &mut |(etag, value)| {
            if etag > to {
                return false;
            }
            if in_collection(&value, only) {
                bytes += value.original_len();
            }
            rows.push((etag, value));
            rows.len() < BATCH_DOCUMENTS && bytes < BATCH_BYTES
        })?;
        Ok(rows)
    }

    /// The body encoded with the current settings, if the encoding differs and, when compressed, is shorter.
    pub(crate) fn recoded(
        &self,
        value: &StoredValue,
        settings: &DocumentsCompression,
    ) -> Result<Option<EncodedBody>, EngineError> {
        let is_revision = value.flags().contains(DocumentFlags::REVISION);
        let compress = value.flags().contains(DocumentFlags::ARCHIVED)
            || settings.covers(value.collection())
            || is_revision && settings.compress_revisions;
        if !compress && !value.is_compressed() {
            return Ok(None);
        }
        let key = ids::key_of(value.collection());
        let newest = self.compression.dictionaries.newest(&key);
        if compress && newest.as_ref().is_some_and(|newest| value.dictionary() == Some(newest.number)) {
            return Ok(None);
        }
        let damaged = |reason| EngineError::corrupt(self.store.path(), reason);
        let body = value.body(&self.compression.dictionaries).map_err(damaged)?;
        let encoded = self.compression.recode(&key, &body, compress).map_err(damaged)?;
        Ok((!compress || encoded.stored_len() < value.body_len()).then_some(encoded))
    }
}

pub(crate) fn in_collection(value: &StoredValue, only: Option<&str>) -> bool {
    only.is_none_or(|name| ids::same_ignoring_case(name, value.collection()))
}
