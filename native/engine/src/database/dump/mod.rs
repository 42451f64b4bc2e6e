//! What exports and imports of dumps need: one view of everything, and saving items with their dates.

mod automatic;
mod transform;
mod view;

pub use self::automatic::AutomaticFields;
pub use self::transform::{TransformError, TransformScript};
pub use self::view::DumpView;

use super::Database;
use crate::error::EngineError;
use crate::transaction::import::{Imported, PreparedCounterValues, PreparedImport, PreparedRevision};
use crate::transaction::prepare_time_series::PreparedTimeSeries;
use crate::transaction::prepared::{Outcome, Prepared};
use crate::transaction::prepared_cluster::PreparedExchange;

/// Items of a dump that are checked and encoded but not yet saved.
#[derive(Debug)]
pub struct PreparedItems(Vec<Prepared>);

impl Database {
    /// Saves items of a dump in one transaction: all or none; durable when it returns. For each, whether
    /// anything was added: an equal revision is not added twice.
    pub fn import(&self, items: Vec<Imported>) -> Result<Vec<bool>, EngineError> {
        let (sender, answer) = crossbeam_channel::bounded(1);
        // The receiver waits for it below.
        self.submit_import(self.prepare_import(items)?, move |added| drop(sender.send(added)))?;
        answer.recv().map_err(|_| self.internal("the writer thread ended before it answered"))?
    }

    /// Checks and encodes items, which can be done while the items before them are being saved.
    pub fn prepare_import(
        &self,
        items: impl IntoIterator<Item = Imported, IntoIter: ExactSizeIterator>,
    ) -> Result<PreparedItems, EngineError> {
        let items = items.into_iter();
        self.with_preparer(|preparer| {
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
                    Imported::TimeSeries { id, update } => {
                        Prepared::ImportTimeSeries(PreparedTimeSeries::imported(id, update)?)
                    }
                    Imported::Counters { id, counters } => {
                        Prepared::ImportCounters(PreparedCounterValues::new(id, counters)?)
                    }
                });
            }
            Ok(PreparedItems(prepared))
        })
    }

    /// Like [`Database::import`], without waiting: `done` is called on one of the database's threads as soon as
    /// the items are durable or rejected, and must not block. It is not called when this fails.
    pub fn submit_import(
        &self,
        items: PreparedItems,
        done: impl FnOnce(Result<Vec<bool>, EngineError>) + Send + 'static,
    ) -> Result<(), EngineError> {
        if items.0.is_empty() {
            done(Ok(Vec::new()));
            return Ok(());
        }
        let sweep_alarm = self.core.sweep_alarm.clone();
        self.send(items.0, true, move |answer| {
            // Values with a date may be among them.
            sweep_alarm.ring();
            done(answer.map(|outcomes| {
                outcomes.into_iter().map(|outcome| outcome == Outcome::Imported(true)).collect()
            }));
        })
    }
}
