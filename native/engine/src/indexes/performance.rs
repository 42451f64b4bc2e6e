//! The last batches of an index: start, counts and durations. In memory only.
//!
//! Each published batch gets the next change number, so that a reader can request what is new since the
//! number it has.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use time::OffsetDateTime;

use super::batch_trace::{BatchTrace, IndexingStep};
use crate::base::clock::Clock;

/// Batches kept of each index.
const KEPT: usize = 128;
/// How often a running batch is published.
const TOLD_EVERY: Duration = Duration::from_millis(500);

/// Batch numbers. They are unique in one run of the program, so that a recreated index has no batch with the
/// number of an earlier one.
static BATCHES: AtomicU64 = AtomicU64::new(1);
/// Numbers of published changes.
static CHANGES: AtomicU64 = AtomicU64::new(1);

/// The number that the next change of any batch gets.
pub(crate) fn next_change() -> u64 {
    CHANGES.load(Ordering::Acquire)
}

/// One batch of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexingBatch {
    /// Its number; a running batch is published repeatedly under it.
    pub id: u64,
    /// When it began.
    pub started: OffsetDateTime,
    /// When it ended; `None`: it is running.
    pub completed: Option<OffsetDateTime>,
    /// What was counted.
    pub counts: BatchCounts,
    /// Why it ended; `None`: it is running, or it failed.
    pub complete_reason: Option<&'static str>,
    /// Its durations, in total and by step.
    pub details: IndexingStep,
}

/// The counts of a batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BatchCounts {
    /// Documents processed.
    pub inputs: u64,
    /// Of those, documents that could not be mapped.
    pub failures: u64,
    /// Entries created.
    pub outputs: u64,
    /// Bytes of the processed documents.
    pub documents_size: u64,
    /// Deleted documents removed from the index.
    pub tombstones: u64,
}

impl BatchCounts {
    /// Adds the counts of another thread.
    pub(crate) fn add(&mut self, others: Self) {
        self.inputs += others.inputs;
        self.failures += others.failures;
        self.outputs += others.outputs;
        self.documents_size += others.documents_size;
        self.tombstones += others.tombstones;
    }
}

/// The last batches of one index.
#[derive(Debug, Default)]
pub(crate) struct Performance(Mutex<VecDeque<(u64, Arc<IndexingBatch>)>>);

impl Performance {
    fn publish(&self, batch: IndexingBatch) {
        let mut kept = self.0.lock();
        if kept.back().is_some_and(|(_, last)| last.id == batch.id) {
            kept.pop_back();
        } else if kept.len() == KEPT {
            kept.pop_front();
        }
        // Under the lock: numbers in the queue only grow.
        kept.push_back((CHANGES.fetch_add(1, Ordering::AcqRel), Arc::new(batch)));
    }

    pub(crate) fn since(&self, change: u64) -> Vec<Arc<IndexingBatch>> {
        let kept = self.0.lock();
        kept.iter()
            .filter(|(last_published, _)| *last_published >= change)
            .map(|(_, batch)| batch.clone())
            .collect()
    }
}

/// A running batch, published periodically and at its end.
pub(crate) struct Recording<'r> {
    performance: &'r Performance,
    clock: &'r dyn Clock,
    id: u64,
    started: OffsetDateTime,
    last_published: Instant,
    pub trace: BatchTrace,
    pub counts: BatchCounts,
    pub complete_reason: Option<&'static str>,
}

impl<'r> Recording<'r> {
    pub(crate) fn begin(performance: &'r Performance, clock: &'r dyn Clock) -> Self {
        let trace = BatchTrace::start("Indexing");
        let recording = Self {
            performance,
            clock,
            id: BATCHES.fetch_add(1, Ordering::Relaxed),
            started: clock.now(),
            last_published: trace.mark(),
            trace,
            counts: BatchCounts::default(),
            complete_reason: None,
        };
        recording.publish(None);
        recording
    }

    /// Publishes the progress, unless that was done a moment ago.
    pub(crate) fn publish_periodically(&mut self) {
        if self.trace.mark() - self.last_published >= TOLD_EVERY {
            self.last_published = self.trace.mark();
            self.publish(None);
        }
    }

    fn publish(&self, completed: Option<OffsetDateTime>) {
        self.performance.publish(IndexingBatch {
            id: self.id,
            started: self.started,
            completed,
            counts: self.counts,
            complete_reason: self.complete_reason,
            details: self.trace.so_far(),
        });
    }
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        self.publish(Some(self.clock.now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::SystemClock;

    #[test]
    fn a_running_batch_keeps_its_number_and_only_the_last_batches_are_kept() {
        let performance = Performance::default();
        let mut recording = Recording::begin(&performance, &SystemClock);
        recording.counts.inputs = 7;
        let under_way = performance.since(0);
        assert_eq!((under_way.len(), under_way[0].completed), (1, None));
        let next = CHANGES.load(Ordering::Acquire);
        drop(recording);
        let ended = performance.since(next);
        assert_eq!((ended.len(), ended[0].id), (1, under_way[0].id));
        assert!(ended[0].completed.is_some() && ended[0].counts.inputs == 7, "{ended:?}");
        for _ in 0..KEPT + 5 {
            drop(Recording::begin(&performance, &SystemClock));
        }
        let all = performance.since(0);
        assert_eq!(all.len(), KEPT);
        assert!(all.windows(2).all(|pair| pair[0].id < pair[1].id));
        let next = CHANGES.load(Ordering::Acquire);
        assert!(performance.since(next).is_empty());
    }
}
