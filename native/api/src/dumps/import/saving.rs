//! Collects items, hands full batches to the saver, and counts what is saved.

use super::batch::{Batch, Pending};
use super::saved::ItemOutcome;
use super::saver::Saver;
use super::{Import, ImportFailure};

/// Batches that may wait while a further one is read: one is being saved, one prepared.
const MOST_WAITING: usize = 2;

impl Import<'_> {
    /// Hands the current batch to the saver, after the batches before it.
    pub(super) fn save(&mut self) -> Result<(), ImportFailure> {
        self.settle(MOST_WAITING - 1)?;
        let batch = std::mem::take(&mut self.batch);
        match &mut self.saver {
            Some(saver) if !batch.is_empty() => saver.send(batch)?,
            _ => {}
        }
        self.cover()
    }

    /// Saves the current batch and waits until everything is saved.
    pub(super) fn save_all(&mut self) -> Result<(), ImportFailure> {
        self.save()?;
        self.settle(0)
    }

    /// Waits until at most `waiting` batches are not saved, and counts those that are.
    pub(super) fn settle(&mut self, waiting: usize) -> Result<(), ImportFailure> {
        while let Some(saver) = self.saver.as_mut().filter(|saver| saver.waiting() > waiting) {
            let Some(saved) = saver.next_saved() else { break };
            for (item, outcome) in saved.items {
                self.count_saved(&item, outcome);
            }
            self.operation.progress(self.report.progress());
            if let Some(failure) = saved.failure {
                // What was read after it is not saved.
                self.batch = Batch::default();
                return Err(failure);
            }
        }
        Ok(())
    }

    fn count_saved(&mut self, item: &Pending, outcome: ItemOutcome) {
        let counts = self.report.of(item.kind);
        match outcome {
            ItemOutcome::Added => {
                let attachments = item.attachments();
                counts.read += 1;
                counts.bytes += item.bytes as u64;
                counts.attachments.0 += attachments.len() as u64;
                counts.attachments.2 += attachments.iter().map(|one| one.size).sum::<u64>();
            }
            ItemOutcome::Unchanged => counts.skipped += 1,
            ItemOutcome::Rejected(reason) => self.report.reject(item.kind, &item.what(), &reason),
        }
    }

    /// Adds an item to the batch, and saves it when it is full.
    pub(super) fn add(&mut self, item: Pending) -> Result<(), ImportFailure> {
        self.batch.add(item);
        if self.batch.is_full() { self.save() } else { self.cover() }
    }

    /// Reserves memory for what is held.
    pub(super) fn cover(&mut self) -> Result<(), ImportFailure> {
        let saving = self.saver.as_ref().map_or(0, Saver::bytes);
        let needed = self.batch.bytes + saving + self.contents.bytes();
        if self.memory.cover(needed) { Ok(()) } else { Err(ImportFailure::no_memory(needed)) }
    }
}
