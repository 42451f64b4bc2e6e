//! Expiration and refresh: their settings, what is due, and the commands that do it.

use std::ops::Bound;

use crate::database::Database;
use crate::document::date::Ticks;
use crate::document::ids;
use crate::document::normalize;
use crate::error::EngineError;
use crate::extensions::expiration::{Expiration, Refresh, rows};
use crate::state::core::Core;
use crate::state::snapshot::{Row, Snapshot};
use crate::state::sweep::Sweep;
use crate::store::side_table::SideTable;
use crate::transaction::prepared::Prepared;

impl Database {
    /// The expiration setting, `None` when it was never set.
    pub fn expiration(&self) -> Option<Expiration> {
        self.core.file.expiration()
    }

    /// Changes the expiration setting.
    pub fn set_expiration(&self, settings: Expiration) -> Result<(), EngineError> {
        settings.check()?;
        self.set("Expiration", serde_json::to_value(settings))?;
        self.core.sweep_alarm.ring();
        Ok(())
    }

    /// The refresh setting, `None` when it was never set.
    pub fn refresh(&self) -> Option<Refresh> {
        self.core.file.refresh()
    }

    /// Changes the refresh setting.
    pub fn set_refresh(&self, settings: Refresh) -> Result<(), EngineError> {
        settings.check()?;
        self.set("Refresh", serde_json::to_value(settings))?;
        self.core.sweep_alarm.ring();
        Ok(())
    }

    /// Deletes expired documents now, without waiting for the next sweep; returns their number.
    pub fn expire_now(&self) -> Result<u64, EngineError> {
        self.core.sweep(Sweep::Expiration, &self.sender()?)
    }

    /// Refreshes due documents now, without waiting for the next sweep; returns their number.
    pub fn refresh_now(&self) -> Result<u64, EngineError> {
        self.core.sweep(Sweep::Refresh, &self.sender()?)
    }
}

impl Core {
    /// The command that refreshes a document.
    pub(crate) fn refreshing(&self, (etag, value): &Row) -> Result<Prepared, EngineError> {
        let damaged = |reason| EngineError::BadDocument { id: value.id().to_owned(), reason };
        let body = value.body(&self.compression.dictionaries).map_err(damaged)?;
        let body = normalize::refreshed(&body).map_err(|error| damaged(error.to_string()))?;
        let collection_key = ids::key_of(value.collection());
        let encoded =
            self.compression.encode(&collection_key, &body, value.is_compressed()).map_err(damaged)?;
        Ok(Prepared::Refresh { id: value.id().to_owned(), etag: *etag, body, encoded })
    }
}

impl Snapshot {
    /// Documents due at this moment or before it, at most `most`, those longest due first.
    pub(crate) fn due(&self, table: SideTable, now: Ticks, most: usize) -> Result<Vec<Row>, EngineError> {
        let damaged = |reason| self.damaged(reason);
        let (from, to) = rows::due_until(now);
        let range = (as_slice(&from), as_slice(&to));
        let mut found = Vec::new();
        for row in self.side_rows(table, range, false)?.take(most) {
            let (key, id_key) = row?;
            let etag = rows::etag_of(&key).map_err(damaged)?;
            let id_key = std::str::from_utf8(&id_key).map_err(|error| damaged(error.to_string()))?;
            // One snapshot, so the row's version is the document's.
            found.extend(self.document(id_key)?.filter(|(current, _)| *current == etag));
        }
        Ok(found)
    }
}

fn as_slice(bound: &Bound<Vec<u8>>) -> Bound<&[u8]> {
    bound.as_ref().map(Vec::as_slice)
}
