//! Where documents come from: the one trait through which the query core sees the world.

use std::ops::ControlFlow;

use serde_json::Value;

use crate::ast::Source;
use crate::values::fold;

/// A set of documents that can be scanned and looked up. The engine's database is one; tests have one in
/// memory.
///
/// One query uses one source from one thread. A source should answer from one consistent snapshot per call to
/// [`DocumentSource::scan`]; nothing is promised across calls.
pub trait DocumentSource {
    /// The estimated number of documents of `source`. Used for the plan, and as the total of a query without
    /// a condition, so it should be the collection's count, not a guess.
    fn estimate(&self, source: &Source) -> u64;

    /// Visits every document of a collection (name compared without case), or of the whole database when
    /// `collection` is `None`, in ascending etag order, until `visit` breaks. An unknown collection is empty.
    ///
    /// # Errors
    /// When a document cannot be read; the scan stops there.
    fn scan(
        &self,
        collection: Option<&str>,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError>;

    /// Visits the documents of a collection, or of the whole database, whose id starts with `prefix` (compared
    /// without case), in the order of their ids without case, until `visit` breaks.
    ///
    /// Without an order of ids of its own, a source visits them in the order of [`DocumentSource::scan`].
    ///
    /// # Errors
    /// When a document cannot be read; the scan stops there.
    fn scan_prefix(
        &self,
        collection: Option<&str>,
        prefix: &str,
        visit: &mut dyn FnMut(ScanItem<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        let prefix = fold(prefix);
        self.scan(collection, &mut |item| {
            if fold(item.id).starts_with(&prefix) { visit(item) } else { ControlFlow::Continue(()) }
        })
    }

    /// The document with this id (compared without case), if there is one.
    ///
    /// # Errors
    /// When the document exists but cannot be read.
    fn load(&self, id: &str) -> Result<Option<OwnedDocument>, SourceError>;

    /// The compare-exchange value under this key (compared without case), if there is one.
    ///
    /// # Errors
    /// When it exists but cannot be read.
    fn compare_exchange(&self, key: &str) -> Result<Option<Value>, SourceError>;

    /// The time series of its documents; [`NoSeries`] where it has none.
    fn series(&self) -> &dyn SeriesSource;

    /// The highest etag assigned so far; 0 when nothing was ever written.
    fn last_etag(&self) -> i64;
}

/// Time series by document and name, both compared without case.
pub trait SeriesSource {
    /// What is known of a series, if there is one.
    ///
    /// # Errors
    /// When it exists but cannot be read.
    fn bounds(&self, document: &str, name: &str) -> Result<Option<SeriesBounds>, SourceError>;

    /// Visits the entries of a series from a time to a time, both included, in order, until `visit` breaks. A series
    /// that does not exist has none.
    ///
    /// # Errors
    /// When an entry cannot be read; the visit stops there.
    fn entries(
        &self,
        document: &str,
        name: &str,
        from: i64,
        to: i64,
        visit: &mut dyn FnMut(SeriesEntry<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError>;
}

/// No time series.
#[derive(Debug, Clone, Copy)]
pub struct NoSeries;

impl SeriesSource for NoSeries {
    fn bounds(&self, _: &str, _: &str) -> Result<Option<SeriesBounds>, SourceError> {
        Ok(None)
    }

    fn entries(
        &self,
        _: &str,
        _: &str,
        _: i64,
        _: i64,
        _: &mut dyn FnMut(SeriesEntry<'_>) -> ControlFlow<()>,
    ) -> Result<(), SourceError> {
        Ok(())
    }
}

/// What is known of a time series without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeriesBounds {
    /// Number of entries, at least 1.
    pub entries: u64,
    /// The time of the first entry, in milliseconds since 1970-01-01T00:00:00Z.
    pub first: i64,
    /// The time of the last entry.
    pub last: i64,
}

/// An entry of a time series, borrowed from the source.
#[derive(Debug, Clone, Copy)]
pub struct SeriesEntry<'a> {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub timestamp: i64,
    /// 1 to 32 numbers.
    pub values: &'a [f64],
    /// The tag, often the id of a document.
    pub tag: Option<&'a str>,
    /// The entry was made by a rollup policy.
    pub is_rollup: bool,
}

/// One document as a scan lends it out.
#[derive(Debug, Clone, Copy)]
pub struct ScanItem<'a> {
    /// The id as it was written.
    pub id: &'a str,
    /// The collection's name as it was written.
    pub collection: &'a str,
    /// The stored JSON object, UTF-8, without server-owned metadata keys.
    pub body: &'a [u8],
    /// The etag of the last write.
    pub etag: i64,
    /// The change vector of the last write.
    pub change_vector: &'a str,
    /// ISO text, UTC, seven digits of fraction.
    pub last_modified: &'a str,
    /// `@flags` as text; empty when the document has none.
    pub flags: &'a str,
}

impl ScanItem<'_> {
    /// A copy that outlives the scan.
    pub fn to_owned_document(&self) -> OwnedDocument {
        OwnedDocument {
            id: self.id.to_owned(),
            collection: self.collection.to_owned(),
            body: self.body.to_vec(),
            etag: self.etag,
            change_vector: self.change_vector.to_owned(),
            last_modified: self.last_modified.to_owned(),
            flags: self.flags.to_owned(),
        }
    }
}

/// A document that was kept. Members as in [`ScanItem`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OwnedDocument {
    /// The id as it was written.
    pub id: String,
    /// The collection's name as it was written.
    pub collection: String,
    /// The stored JSON object, UTF-8, without server-owned metadata keys.
    pub body: Vec<u8>,
    /// The etag of the last write.
    pub etag: i64,
    /// The change vector of the last write.
    pub change_vector: String,
    /// ISO text, UTC, seven digits of fraction.
    pub last_modified: String,
    /// `@flags` as text; empty when the document has none.
    pub flags: String,
}

impl OwnedDocument {
    /// The same document as a scan would lend it out.
    pub fn as_item(&self) -> ScanItem<'_> {
        ScanItem {
            id: &self.id,
            collection: &self.collection,
            body: &self.body,
            etag: self.etag,
            change_vector: &self.change_vector,
            last_modified: &self.last_modified,
            flags: &self.flags,
        }
    }
}

/// The source failed; the sentence is the source's own.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct SourceError {
    /// What happened, to which thing, what to do.
    pub message: String,
    /// The error underneath, if there is one.
    #[source]
    pub cause: Option<Box<dyn std::error::Error + Send + Sync>>,
}

impl SourceError {
    /// An error with only a sentence.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), cause: None }
    }

    /// An error that wraps the source's own; its text becomes the sentence.
    pub fn caused_by(cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self { message: cause.to_string(), cause: Some(Box::new(cause)) }
    }
}
