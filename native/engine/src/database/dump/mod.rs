//! What exports and imports of dumps need: one view of everything, and saving items with their dates.

mod automatic;
mod view;

pub use self::automatic::AutomaticFields;
pub use self::view::DumpView;

use super::Database;
use crate::error::EngineError;
use crate::transaction::import::{Imported, PreparedCounterValues, PreparedImport, PreparedRevision};
use crate::transaction::prepared::{Outcome, Prepared};
use crate::transaction::prepared_cluster::PreparedExchange;

impl Database {
    /// Saves items of a dump in one transaction: all or none; durable when it returns. For each, whether
    /// anything was added: an equal revision is not added twice.
    pub fn import(&self, items: Vec<Imported>) -> Result<Vec<bool>, EngineError> {
        let prepared = self.with_preparer(|preparer| {
            // Not collected into a `Result`, whose size hint is 0.
            let mut prepared = Vec::with_capacity(items.len());
            for item in items {
                prepared.push(match item {
                    Imported::Document(document) => {
                        Prepared::ImportDocument(Box::new(PreparedImport::new(document, preparer)?))
                    }
                    Imported::Revision(revision) => {
                        Prepared::ImportRevision(Box::new(PreparedRevision::new(revision, preparer)?))
                    }
                    Imported::CompareExchange { key, value } => Prepared::ImportExchange {
                        exchange: PreparedExchange::new(key, Some(value), 0)?,
                        index: self.raft.next_index()?,
                    },
                    Imported::Counters { id, counters } => {
                        Prepared::ImportCounters(PreparedCounterValues::new(id, counters)?)
                    }
                });
            }
            Ok(prepared)
        })?;
        if prepared.is_empty() {
            return Ok(Vec::new());
        }
        let outcomes = self.submit_and_wait(prepared)?;
        // Values with a date may be among them.
        self.core.sweep_alarm.ring();
        Ok(outcomes.into_iter().map(|outcome| outcome == Outcome::Imported(true)).collect())
    }
}
