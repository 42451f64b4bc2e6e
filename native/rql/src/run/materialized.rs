//! A document source over documents in memory.

use std::ops::ControlFlow;

use serde_json::Value;

use crate::ast::Source;
use crate::source::{DocumentSource, OwnedDocument, ScanItem, SeriesSource, SourceError};

/// Scans documents in memory; loads come from the underlying source.
pub(crate) struct MaterializedDocuments<'s> {
    pub(crate) documents: Vec<OwnedDocument>,
    pub(crate) behind: &'s dyn DocumentSource,
}

impl DocumentSource for MaterializedDocuments<'_> {
    fn estimate(&self, _: &Source) -> u64 {
        self.documents.len() as u64
    }

    fn scan(
        &self,
        _: Option<&str>,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        for document in &self.documents {
            if visit(document.as_item()).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn load(&self, id: &str) -> Result<Option<OwnedDocument>, SourceError> {
        self.behind.load(id)
    }

    fn compare_exchange(&self, key: &str) -> Result<Option<Value>, SourceError> {
        self.behind.compare_exchange(key)
    }

    fn series(&self) -> &dyn SeriesSource {
        self.behind.series()
    }

    fn last_etag(&self) -> i64 {
        self.behind.last_etag()
    }
}
