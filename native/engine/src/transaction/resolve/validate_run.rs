//! Checks on the writer that what a patch script read is unchanged.

use crate::transaction::recorded_run::Read;
use crate::transaction::recorded_run::RecordedRun;
use crate::transaction::recorded_run::Seen;
use bytes::Bytes;

use super::Resolver;
use super::time_series::series_etag;
use super::transaction::{Old, Transaction};
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::extensions::counters::rows;
use crate::store::side_table::SideTable;

impl Seen {
    pub(crate) fn of(transaction: &Transaction<'_>, found: Option<&Old>) -> Self {
        match found.filter(|old| !old.deleted) {
            None => Self::Missing,
            Some(old) if transaction.is_own(old.etag) => Self::OfBatch(old.value.clone()),
            Some(old) => Self::Version(old.etag),
        }
    }
}

impl Resolver<'_> {
    /// Whether a script would read the same now as it did then.
    pub(crate) fn is_valid(
        &self,
        transaction: &Transaction<'_>,
        run: &RecordedRun,
        document: Option<&Old>,
    ) -> Result<bool, EngineError> {
        if !self.is_same(transaction, &run.document, document)? {
            return Ok(false);
        }
        for read in &run.reads {
            let same = match read {
                Read::Document { key, seen } => {
                    self.is_same(transaction, seen, transaction.find(key)?.as_ref())?
                }
                Read::Existence { key, exists } => {
                    transaction.find(key)?.is_some_and(|old| !old.deleted) == *exists
                }
                Read::Counter { row, value } => {
                    let found = transaction.side(SideTable::Counters, row)?;
                    found
                        .map(|row| transaction.intact(rows::from_bytes(&row)))
                        .transpose()?
                        .map(|counter| counter.value)
                        == *value
                }
                Read::TimeSeries { row, etag } => series_etag(transaction, row)? == *etag,
                Read::CompareExchange { row, index } => {
                    transaction.exchange_row(row)?.map(|stored| stored.index) == *index
                }
            };
            if !same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn is_same(
        &self,
        transaction: &Transaction<'_>,
        seen: &Seen,
        now: Option<&Old>,
    ) -> Result<bool, EngineError> {
        Ok(match (seen, now.filter(|old| !old.deleted)) {
            (Seen::Missing, None) => true,
            (Seen::Version(etag), Some(old)) => old.etag == *etag,
            (Seen::OfBatch(value), Some(old)) => {
                transaction.is_own(old.etag)
                    && value.collection() == old.value.collection()
                    && value.flags() == old.value.flags()
                    && self.body(transaction, value)? == self.body(transaction, &old.value)?
            }
            (Seen::Missing, Some(_)) | (Seen::Version(_) | Seen::OfBatch(_), None) => false,
        })
    }

    fn body(&self, transaction: &Transaction<'_>, value: &StoredValue) -> Result<Bytes, EngineError> {
        transaction.intact(value.body(&self.compression.dictionaries))
    }
}
