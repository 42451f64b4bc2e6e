//! Which segments are merged: neighbours in the order of etags, so that what they become is in that order
//! too, and a query without an order needs to sort nothing.
//!
//! Segments of a merge that still runs are not offered again, and those on both sides of them are not adjacent.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::RwLock;
use tantivy::index::{SegmentId, SegmentMeta};
use tantivy::indexer::{MergeCandidate, MergePolicy};

/// So many neighbours of about the same size become one.
const TOGETHER: usize = 8;

/// Segments with fewer entries are all small.
const SMALL: u32 = 10_000;

/// Larger ones are left as they are.
const LARGEST: u32 = 10_000_000;

/// The first etag of every segment that readers have opened.
#[derive(Debug, Clone, Default)]
pub(crate) struct FirstEtags(Arc<RwLock<HashMap<SegmentId, i64>>>);

impl FirstEtags {
    pub(crate) fn set(&self, known: impl Iterator<Item = (SegmentId, i64)>) {
        *self.0.write() = known.collect();
    }
}

impl MergePolicy for FirstEtags {
    fn compute_merge_candidates(&self, segments: &[SegmentMeta]) -> Vec<MergeCandidate> {
        let known = self.0.read();
        let offered: HashMap<SegmentId, &SegmentMeta> =
            segments.iter().map(|segment| (segment.id(), segment)).collect();
        // A new segment has no etag yet; it is considered at the next commit.
        let mut row: Vec<(i64, Option<&SegmentMeta>)> =
            known.iter().map(|(id, etag)| (*etag, offered.get(id).copied())).collect();
        row.sort_by_key(|(etag, _)| *etag);
        let sizes: Vec<Option<(u32, u32)>> = row
            .iter()
            .map(|(_, segment)| segment.map(|segment| (segment.num_docs(), segment.max_doc())))
            .collect();
        let ids = |range: std::ops::Range<usize>| {
            MergeCandidate(
                row[range].iter().flat_map(|(_, segment)| segment).map(|segment| segment.id()).collect(),
            )
        };
        candidates(&sizes).into_iter().map(ids).collect()
    }
}

/// Runs of adjacent segments to merge, by the live and total entries of each; `None` is being merged.
fn candidates(sizes: &[Option<(u32, u32)>]) -> Vec<std::ops::Range<usize>> {
    let mut found: Vec<std::ops::Range<usize>> = Vec::new();
    let taken = |found: &[std::ops::Range<usize>], place: &usize| found.iter().any(|run| run.contains(place));
    let highest = level(LARGEST);
    for wanted in level(0)..=highest {
        let mut start = 0;
        for place in 0..=sizes.len() {
            let size = sizes.get(place).copied().flatten();
            let fits = size.is_some_and(|(left, _)| left < LARGEST && level(left) <= wanted);
            if fits && !taken(&found, &place) {
                continue;
            }
            if place - start >= TOGETHER && is_worth(&sizes[start..place]) {
                found.push(start..place);
            }
            start = place + 1;
        }
    }
    // A segment with mostly deleted entries is rewritten.
    for (place, size) in sizes.iter().enumerate() {
        if size.is_some_and(|(left, all)| left < all / 2 && all >= SMALL) && !taken(&found, &place) {
            found.push(place..place + 1);
        }
    }
    found
}

/// A large segment is not written again for a few small ones next to it.
fn is_worth(sizes: &[Option<(u32, u32)>]) -> bool {
    let left = || sizes.iter().flatten().map(|(left, _)| u64::from(*left));
    left().sum::<u64>() >= 2 * left().max().unwrap_or(0)
}

/// Sizes of one level differ by less than two times.
fn level(entries: u32) -> u32 {
    (entries / SMALL + 1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(left: &[u32]) -> Vec<(usize, usize)> {
        ends(&left.iter().map(|left| Some((*left, *left))).collect::<Vec<_>>())
    }

    fn ends(sizes: &[Option<(u32, u32)>]) -> Vec<(usize, usize)> {
        candidates(sizes).into_iter().map(|run| (run.start, run.end)).collect()
    }

    #[test]
    fn neighbours_of_a_size_are_merged() {
        assert!(of(&[5; 7]).is_empty());
        assert_eq!(of(&[5; 9]), [(0, 9)]);
        // A large segment between small ones separates them; a small one between large ones is merged with
        // them.
        assert!(of(&[5, 5, 5, 5, 900_000, 5, 5, 5, 5]).is_empty());
        assert!(of(&[900_000, 5, 5, 5, 5, 5, 5, 5]).is_empty());
        let large = 400_000;
        assert_eq!(of(&[large, large, large, 7, large, large, large, large]), [(0, 8)]);
        assert_eq!(of(&[large, large, 5, 5, 5, 5, 5, 5, 5, 5]), [(2, 10)]);
        assert!(of(&[20_000_000; 9]).is_empty());
    }

    #[test]
    fn mostly_deleted_segments_are_rewritten() {
        assert_eq!(ends(&[(40_000, 100_000), (60_000, 100_000), (1, 9)].map(Some)), [(0, 1)]);
    }

    #[test]
    fn segments_on_both_sides_of_a_running_merge_are_not_adjacent() {
        let [small, merging] = [Some((5, 5)), None];
        let row = |left: usize, right: usize| [vec![small; left], vec![merging], vec![small; right]].concat();
        assert!(ends(&row(4, 4)).is_empty());
        assert_eq!(ends(&row(3, 8)), [(4, 12)]);
        assert_eq!(ends(&row(8, 9)), [(0, 8), (9, 18)]);
    }
}
