//! Saves batches on a thread of its own while the next one is read. Batches are saved in their order.

use std::collections::{HashSet, VecDeque};
use std::thread::Scope;

use crossbeam_channel::{Receiver, Sender, unbounded};
use rookery_cancel::CancelToken;
use rookery_engine::Database;

use super::batch::{Batch, Pending};
use super::failure::ImportFailure;
use super::save_thread::SaveThread;
use super::saved::Saved;

/// The sending side: for the thread that reads.
#[derive(Debug)]
pub struct Saver {
    batches: Sender<Vec<Pending>>,
    saved: Receiver<Saved>,
    /// The batches that are not saved yet, oldest first.
    in_flight: VecDeque<InFlight>,
}

#[derive(Debug)]
struct InFlight {
    bytes: usize,
    hashes: HashSet<String>,
}

impl Saver {
    /// Starts the thread, which ends when the saver is dropped.
    pub fn start<'scope>(
        scope: &'scope Scope<'scope, '_>,
        database: &'scope Database,
    ) -> std::io::Result<Self> {
        let (batches, to_save) = unbounded::<Vec<Pending>>();
        let (done, saved) = unbounded();
        let token = CancelToken::current();
        std::thread::Builder::new().name("rk-import-save".to_owned()).spawn_scoped(scope, move || {
            let _entered = token.enter();
            SaveThread::new(database, done).run(&to_save);
        })?;
        Ok(Self { batches, saved, in_flight: VecDeque::new() })
    }

    /// Batches that are not saved yet.
    pub fn waiting(&self) -> usize {
        self.in_flight.len()
    }

    /// Bytes of those.
    pub fn bytes(&self) -> usize {
        self.in_flight.iter().map(|batch| batch.bytes).sum()
    }

    /// Whether an item of those brings the content with this hash.
    pub fn has_content(&self, hash: &str) -> bool {
        self.in_flight.iter().any(|batch| batch.hashes.contains(hash))
    }

    /// Hands over a batch.
    pub fn send(&mut self, Batch { items, bytes, hashes }: Batch) -> Result<(), ImportFailure> {
        self.batches.send(items).map_err(|_| ImportFailure::saver_ended())?;
        self.in_flight.push_back(InFlight { bytes, hashes });
        Ok(())
    }

    /// Waits for the oldest batch. `None` when there is none.
    pub fn next_saved(&mut self) -> Option<Saved> {
        self.in_flight.pop_front()?;
        let ended = || Saved { failure: Some(ImportFailure::saver_ended()), ..Saved::default() };
        let saved = self.saved.recv().unwrap_or_else(|_| ended());
        if saved.failure.is_some() {
            self.in_flight.clear();
        }
        Some(saved)
    }
}
