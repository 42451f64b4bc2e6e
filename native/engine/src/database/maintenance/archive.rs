//! Archival: documents whose `@archive-at` is due are marked and stored compressed.

use crate::database::Database;
use crate::document::ids;
use crate::document::normalize;
use crate::error::EngineError;
use crate::state::core::Core;
use crate::state::snapshot::Row;
use crate::state::sweep::Sweep;
use crate::transaction::prepared::Prepared;

impl Core {
    /// The command that archives a document.
    pub(crate) fn archiving(&self, (etag, value): &Row) -> Result<Prepared, EngineError> {
        let damaged = |reason| EngineError::BadDocument { id: value.id().to_owned(), reason };
        let body = value.body(&self.compression.dictionaries).map_err(damaged)?;
        let body = normalize::archived(&body).map_err(|error| damaged(error.to_string()))?;
        let collection_key = ids::key_of(value.collection());
        let encoded = self.compression.encode(&collection_key, &body, true).map_err(damaged)?;
        Ok(Prepared::Archive { id: value.id().to_owned(), etag: *etag, body, encoded })
    }
}

impl Database {
    /// Archives what is due now, without waiting for the next sweep; returns the number of documents.
    pub fn archive_now(&self) -> Result<u64, EngineError> {
        self.core.sweep(Sweep::Archive, &self.sender()?)
    }
}
