//! `order by`: all rows, or with a limit the best rows in a heap.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::time::Instant;

use rookery_cancel::CancelToken;

use super::batch::Batch;
use super::extract::Column;
use super::mask::Mask;
use super::meter::Meter;
use super::sort_key::SortKey;
use crate::plan::{SortBy, SortValue};
use crate::source::OwnedDocument;

/// Collects rows in order.
#[derive(Debug)]
pub(crate) struct Sorter {
    pub(crate) by: Vec<SortBy>,
    /// How many rows are kept; `None` keeps all.
    pub(crate) keep: Option<usize>,
    pub(crate) meter: Meter,
    rows: BinaryHeap<Row>,
    sequence: u64,
}

/// A document with its keys. Equal keys keep the order of the scan, in either direction.
#[derive(Debug)]
struct Row {
    keys: Vec<SortKey>,
    sequence: u64,
    document: OwnedDocument,
}

impl Sorter {
    pub(crate) fn new(by: Vec<SortBy>, keep: Option<u64>) -> Self {
        let keep = keep.map(|keep| usize::try_from(keep).unwrap_or(usize::MAX));
        Self { by, keep, meter: Meter::default(), rows: BinaryHeap::new(), sequence: 0 }
    }

    /// Whether a key is the score, which is worth working out only then.
    pub(crate) fn by_score(&self) -> bool {
        self.by.iter().any(|by| by.value == SortValue::Score)
    }

    /// Takes in the entries of a batch that passed.
    pub(crate) fn add(
        &mut self,
        batch: &Batch,
        columns: &[Column],
        passed: &Mask,
        score: &dyn Fn(usize) -> f64,
    ) {
        let scored = self.by_score();
        let start = Instant::now();
        for entry in passed.entries() {
            self.sequence += 1;
            let score = if scored { score(entry) } else { 0.0 };
            let keys: Vec<SortKey> =
                self.by.iter().filter_map(|by| SortKey::read(columns, entry, by, score)).collect();
            let full = self.keep.is_some_and(|keep| self.rows.len() >= keep);
            if full {
                // Of equal keys the earlier row stays, so only a smaller key enters.
                let Some(worst) = self.rows.peek() else { continue };
                if keys >= worst.keys {
                    continue;
                }
                self.rows.pop();
            }
            self.rows.push(Row { keys, sequence: self.sequence, document: batch.document(entry) });
        }
        self.meter.add(passed.count(), 0, start);
    }

    /// The rows in order; `None` when cancelled.
    pub(crate) fn finish(&mut self, cancel: &CancelToken) -> Option<Vec<OwnedDocument>> {
        let start = Instant::now();
        let rows = std::mem::take(&mut self.rows).into_vec();
        let rows = rookery_cancel::sort_by(rows, Row::cmp, cancel)?;
        let documents: Vec<OwnedDocument> = rows.into_iter().map(|row| row.document).collect();
        self.meter.add(0, documents.len(), start);
        Some(documents)
    }
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Row {}

impl PartialOrd for Row {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Row {
    fn cmp(&self, other: &Self) -> Ordering {
        self.keys.cmp(&other.keys).then(self.sequence.cmp(&other.sequence))
    }
}
