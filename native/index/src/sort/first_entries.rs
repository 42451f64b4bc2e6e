//! The entries of a page that are known without reading all matches: in the order of etags, or by the cached first
//! rows of an order.

use std::collections::BinaryHeap;
use std::sync::Arc;

use rookery_cancel::CancelToken;
use rookery_rql::ast::Ordering as Comparing;
use rookery_rql::plan::SortValue;

use super::part_reader::PartReader;
use super::{Best, Key, Sorting};
use crate::first_rows::{FIRST_ROWS, OrderBy};
use crate::matches::Matches;
use crate::segment::Segment;

/// In smaller segments reading all matches is as quick.
const SMALLEST: u32 = 1 << 12;

impl Sorting<'_> {
    /// Entries among which the best rows of the segment are; `None` if all matches have to be read.
    pub(super) fn first_entries(
        &self,
        segment: &Segment,
        number: u32,
        matches: &Matches,
        readers: &[PartReader<'_>],
        cancel: &CancelToken,
    ) -> Option<Vec<u32>> {
        let size = segment.size();
        if self.keys.is_empty() && segment.is_ascending() {
            return Some(matches.entries(size).take(self.keep).collect());
        }
        let [key] = self.keys.as_slice() else { return None };
        let is_cached = *key.value == SortValue::Field && key.comparing != Comparing::AlphaNumeric;
        if !is_cached || size < SMALLEST {
            return None;
        }
        // Twice as many as needed, if matches are spread evenly.
        let expected = FIRST_ROWS as u64 * u64::from(matches.count(size)) / u64::from(size);
        if expected / 2 < self.keep as u64 {
            return None;
        }
        let Key { field, comparing, descending, nulls, .. } = *key;
        let order = OrderBy { field, comparing, descending, nulls };
        let first = match segment.first_rows().get(&order) {
            Some(first) => first,
            None => {
                let first = first_of_all(segment, number, readers, descending, cancel)?;
                segment.first_rows().put(order, first.clone());
                first
            }
        };
        let page: Vec<u32> =
            first.iter().copied().filter(|entry| matches.has(*entry)).take(self.keep).collect();
        (page.len() == self.keep).then_some(page)
    }
}

/// The first rows among all entries, deleted ones included; `None` when cancelled.
fn first_of_all(
    segment: &Segment,
    number: u32,
    readers: &[PartReader<'_>],
    descending: bool,
    cancel: &CancelToken,
) -> Option<Arc<[u32]>> {
    let mut best = Best {
        keep: FIRST_ROWS,
        segment,
        number,
        readers,
        descending: &[descending],
        heap: BinaryHeap::new(),
        parts: Vec::with_capacity(1),
    };
    if !best.take_in(&Matches::All, cancel) {
        return None;
    }
    Some(best.heap.into_sorted_vec().into_iter().map(|row| row.hit.entry).collect())
}
