//! The body of a revision: that of the document, with snapshots of its counters and time series.

use bytes::Bytes;

use super::Resolver;
use super::counter_rows::counter_in;
use super::time_series::stats_in;
use super::transaction::Transaction;
use crate::document::DocumentFlags;
use crate::document::compression::encoded_body::EncodedBody;
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::extensions::counters::rows as counter_rows;
use crate::extensions::revisions::snapshots::{ListedNames, SeriesSnapshot, with_snapshots};
use crate::extensions::time_series::rows as series_rows;

/// Flags of documents whose revisions have snapshots.
const WITH_SNAPSHOTS: DocumentFlags = DocumentFlags::HAS_COUNTERS.with(DocumentFlags::HAS_TIME_SERIES);

impl Resolver<'_> {
    /// A version as stored in its revision: with snapshots, and compressed if revisions are to be.
    pub(crate) fn as_revision(
        &self,
        transaction: &Transaction<'_>,
        id_key: &str,
        value: &StoredValue,
        encoded: Option<&EncodedBody>,
    ) -> Result<StoredValue, EngineError> {
        let has_snapshots = !value.flags().common(WITH_SNAPSHOTS).is_empty();
        if let Some(encoded) = encoded.filter(|_| !has_snapshots) {
            return Ok(value.with_body(encoded));
        }
        let compress = self.compress_revisions && !value.is_compressed();
        if !has_snapshots && !compress {
            return Ok(value.clone());
        }
        let body = self.intact(value.body(&self.compression.dictionaries))?;
        let collection = ids::key_of(value.collection());
        let encoded = if has_snapshots {
            let body = snapshot_body(transaction, id_key, value, &body)?;
            let compress = compress || value.is_compressed();
            let refuse = |reason| EngineError::BadDocument { id: value.id().to_owned(), reason };
            self.compression.encode(&collection, &body, compress).map_err(refuse)?
        } else {
            self.intact(self.compression.recode(&collection, &body, true))?
        };
        Ok(value.with_body(&encoded))
    }
}

/// The body with snapshots of what its metadata lists and still exists. A version of before this request lists what it
/// had, so it gets no snapshot of what the request adds.
fn snapshot_body(
    transaction: &Transaction<'_>,
    id_key: &str,
    value: &StoredValue,
    body: &[u8],
) -> Result<Bytes, EngineError> {
    let damaged = |reason: String| transaction.damaged(format!("a version of '{}': {reason}", value.id()));
    let names = ListedNames::read(body).map_err(damaged)?;
    let mut counters = Vec::new();
    for name in &names.counters {
        counters.extend(counter_in(transaction, &counter_rows::key(id_key, &ids::key_of(name)))?);
    }
    let mut time_series = Vec::new();
    for name in &names.time_series {
        if let Some(series) = stats_in(transaction, &series_rows::key(id_key, &ids::key_of(name)))? {
            let snapshot = SeriesSnapshot::new(series.entries, series.first, series.last);
            time_series.push((series.name, snapshot));
        }
    }
    with_snapshots(body, &counters, &time_series).map_err(|error| damaged(error.to_string()))
}
