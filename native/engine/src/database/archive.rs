//! The archive: documents whose `@archive-at` has come are marked and stored compressed.

use super::Database;
use super::core::Core;
use super::prepared::Prepared;
use super::snapshot::Row;
use super::sweep::Sweep;
use crate::error::EngineError;
use crate::ids;
use crate::incoming;

impl Core {
    /// The command that archives a document.
    pub(super) fn archiving(&self, (etag, value): &Row) -> Result<Prepared, EngineError> {
        let damaged = |reason| EngineError::BadDocument { id: value.id().to_owned(), reason };
        let body = value.body(&self.compression.dictionaries).map_err(damaged)?;
        let body = incoming::archived(&body).map_err(|error| damaged(error.to_string()))?;
        let collection_key = ids::key_of(value.collection());
        let encoded = self.compression.encode(&collection_key, &body, true).map_err(damaged)?;
        Ok(Prepared::Archive { id: value.id().to_owned(), etag: *etag, body, encoded })
    }
}

impl Database {
    /// Archives what is due now, without waiting for the next sweep; says how many documents that were.
    pub fn archive_now(&self) -> Result<u64, EngineError> {
        self.core.sweep(Sweep::Archive, &self.sender()?)
    }
}
