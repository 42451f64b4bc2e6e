//! The database's compression dictionaries: loaded at opening, trained and saved in the background.

use crossbeam_channel::{Receiver, Sender};

use crate::base::thread_jobs::begin_job;
use crate::document::compression;
use crate::document::compression::Dictionary;
use crate::document::date;
use crate::error::EngineError;
use crate::state::core::Core;
use crate::store::side_table::SideTable;
use crate::transaction::prepared::{Outcome, Prepared};
use crate::transaction::request::Request;

impl Core {
    /// Loads all dictionaries from the side table into the registry.
    pub(crate) fn load_dictionaries(&self) -> Result<(), EngineError> {
        let snapshot = self.snapshot()?;
        for row in snapshot.side_rows_with_prefix(SideTable::Dictionaries, &[], false)? {
            let (key, row) = row?;
            let dictionary = Dictionary::from_row(&key, &row).map_err(|reason| {
                EngineError::corrupt(
                    self.store.path(),
                    format!("{reason}. Restore the database's folder from a copy"),
                )
            })?;
            self.compression.dictionaries.register(dictionary);
        }
        Ok(())
    }

    /// The training thread's loop: one collection after the other, until the last sender is dropped.
    pub(crate) fn train_loop(&self, wanted: &Receiver<String>, writer: &Sender<Request>) {
        while let Ok(collection_key) = wanted.recv() {
            if self.closing.load(std::sync::atomic::Ordering::Acquire) {
                return;
            }
            let _job = begin_job(format!("{}/{collection_key}", self.name), "train a dictionary", None);
            let result = self.train(&collection_key, writer);
            // A failure is part of the compression statistics; a later document requests training again.
            self.compression.trained(&collection_key, result);
        }
    }

    /// Trains a candidate and saves it if it is better than the current dictionary.
    fn train(&self, collection_key: &str, writer: &Sender<Request>) -> Result<Option<Dictionary>, String> {
        self.train_on(collection_key, &self.compression.samples(collection_key), writer)
    }

    /// The same with these samples, oldest first.
    pub(crate) fn train_on(
        &self,
        collection_key: &str,
        samples: &[Vec<u8>],
        writer: &Sender<Request>,
    ) -> Result<Option<Dictionary>, String> {
        let current = self.compression.dictionaries.newest(collection_key);
        // As first written; a collection whose first documents are not yet published has its key's spelling.
        let totals = self.view.read().totals.clone();
        let name = totals.get(collection_key).map_or(collection_key, |totals| totals.name.as_str());
        let now = date::to_ticks(self.clock.now());
        let Some(candidate) = compression::train(name, samples, current.as_ref(), now)? else {
            return Ok(None);
        };
        let outcomes = self
            .submit(writer, vec![Prepared::Dictionary(candidate.clone())])
            .map_err(|error| error.to_string())?;
        match outcomes.first() {
            Some(Outcome::Dictionary(number)) => {
                Ok(Some(Dictionary::new(*number, candidate.origin, candidate.bytes)))
            }
            _ => Err("the writer answered a dictionary with something else".to_owned()),
        }
    }
}
