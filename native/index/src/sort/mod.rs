//! `order by` over the columns of segments: with a limit only the best rows are kept.
//!
//! Inside a segment texts are compared by their number in its dictionary; texts themselves are read only for
//! the rows that several segments have to be merged from.

mod candidates;
mod computed_key;
mod first_entries;
mod part;
mod part_reader;

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;

use rookery_cancel::CancelToken;
use rookery_rql::ast::{Nulls, Ordering as Comparing};
use rookery_rql::plan::{SortBy, SortValue};
use rookery_rql::values::compare_natural;

use self::part::Part;
use self::part_reader::PartReader;
use crate::error::TantivyResult;
use crate::matches::Matches;
use crate::reader::Hit;
use crate::segment::Segment;

/// One sort key with the field it reads.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key<'q> {
    value: &'q SortValue,
    nulls: Option<Nulls>,
    /// `None` when the index has no such field: every entry misses it.
    pub(crate) field: Option<u16>,
    pub(crate) comparing: Comparing,
    pub(crate) descending: bool,
}

impl<'q> Key<'q> {
    pub(crate) fn new(by: &'q SortBy, field: Option<u16>) -> Self {
        let (comparing, descending) = (by.key.ordering, by.key.descending);
        Self { value: &by.value, nulls: by.key.nulls, field, comparing, descending }
    }

    fn nulls_placed(&self) -> bool {
        self.nulls.is_some()
    }
}

/// The best rows of all segments so far.
#[derive(Debug)]
pub(crate) struct Sorting<'q> {
    keys: Vec<Key<'q>>,
    keep: usize,
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    parts: Vec<Part>,
    texts: Vec<Option<Arc<str>>>,
    hit: Hit,
}

impl<'q> Sorting<'q> {
    pub(crate) fn new(keys: Vec<Key<'q>>, keep: Option<u64>) -> Self {
        let keep = keep.map_or(usize::MAX, |keep| usize::try_from(keep).unwrap_or(usize::MAX));
        Self { keys, keep, rows: Vec::new() }
    }

    /// Adds the matches of a segment. Returns `false` when cancelled.
    pub(crate) fn add(
        &mut self,
        segment: &Segment,
        number: u32,
        matches: &Matches,
        scores: &[f64],
        alone: bool,
        cancel: &CancelToken,
    ) -> TantivyResult<bool> {
        let mut readers = Vec::with_capacity(self.keys.len());
        for key in &self.keys {
            readers.push(PartReader::new(segment, *key, matches, scores, cancel)?);
        }
        let descending: Vec<bool> = self.keys.iter().map(|key| key.descending).collect();
        let mut best = Best {
            keep: self.keep,
            segment,
            number,
            readers: &readers,
            descending: &descending,
            heap: BinaryHeap::new(),
            parts: Vec::with_capacity(readers.len()),
        };
        match self.first_entries(segment, number, matches, &readers, cancel) {
            Some(entries) => entries.into_iter().for_each(|entry| best.offer(entry)),
            None if best.take_in(matches, cancel) => {}
            None => return Ok(false),
        }
        let Some(ranked) = rookery_cancel::sort_by(best.heap.into_vec(), Ranked::cmp, cancel) else {
            return Ok(false);
        };
        let mut rows: Vec<Row> = Vec::with_capacity(ranked.len());
        let texts: Vec<_> = if alone {
            readers.iter().map(|_| HashMap::new()).collect()
        } else {
            let mut all = Vec::new();
            for (place, reader) in readers.iter().enumerate() {
                all.push(reader.texts_of(ranked.iter().map(|row| row.parts[place]), cancel)?);
            }
            if cancel.is_cancelled() {
                return Ok(false);
            }
            all
        };
        for row in ranked {
            let texts = row.parts.iter().zip(&texts).map(|(part, texts)| texts.get(part).cloned()).collect();
            rows.push(Row { parts: row.parts, texts, hit: row.hit });
        }
        self.rows.extend(rows);
        Ok(true)
    }

    /// The rows in order; `None` when cancelled.
    pub(crate) fn finish(self, cancel: &CancelToken) -> Option<Vec<Hit>> {
        let keys = &self.keys;
        let compare = |left: &Row, right: &Row| {
            let mut order = Ordering::Equal;
            for (place, key) in keys.iter().enumerate() {
                order = match (&left.texts[place], &right.texts[place]) {
                    (Some(left), Some(right)) if key.comparing == Comparing::AlphaNumeric => {
                        compare_natural(left, right)
                    }
                    (Some(left), Some(right)) => left.cmp(right),
                    _ => left.parts[place].cmp(&right.parts[place]),
                };
                if key.descending {
                    order = order.reverse();
                }
                if order.is_ne() {
                    break;
                }
            }
            order.then(left.hit.etag.cmp(&right.hit.etag))
        };
        let mut rows = rookery_cancel::sort_by(self.rows, compare, cancel)?;
        rows.truncate(self.keep);
        Some(rows.into_iter().map(|row| row.hit).collect())
    }
}

fn compare_parts(left: &[Part], right: &[Part], descending: &[bool]) -> Ordering {
    for ((left, right), descending) in left.iter().zip(right).zip(descending) {
        let order = if *descending { right.cmp(left) } else { left.cmp(right) };
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

/// Entries between two polls of the token.
const LONGEST_STRETCH: u32 = 1 << 16;

/// The best rows of one segment.
struct Best<'s> {
    keep: usize,
    segment: &'s Segment,
    number: u32,
    readers: &'s [PartReader<'s>],
    descending: &'s [bool],
    heap: BinaryHeap<Ranked<'s>>,
    parts: Vec<Part>,
}

impl Best<'_> {
    /// Reads the matches in ranges: once there are enough rows, only those that may come before the
    /// worst row. Returns `false` when cancelled.
    fn take_in(&mut self, matches: &Matches, cancel: &CancelToken) -> bool {
        let size = self.segment.size();
        if self.keep == 0 {
            return true;
        }
        let mut longest = match matches {
            Matches::Few(_) => size,
            _ => u32::try_from(self.keep).unwrap_or(size),
        };
        let mut from = 0;
        while from < size {
            if cancel.is_cancelled() {
                return false;
            }
            let to = from.saturating_add(longest.min(LONGEST_STRETCH)).min(size);
            let candidates = self.heap.peek().filter(|_| self.heap.len() >= self.keep).and_then(|worst| {
                self.readers.first()?.candidates(*worst.parts.first()?, worst.hit.entry, from..to)
            });
            match candidates {
                Some(candidates) => {
                    candidates
                        .into_iter()
                        .filter(|entry| matches.has(*entry))
                        .for_each(|entry| self.offer(entry));
                }
                None => matches.between(from, to).for_each(|entry| self.offer(entry)),
            }
            from = to;
            longest = longest.saturating_mul(2);
        }
        true
    }

    fn offer(&mut self, entry: u32) {
        let etag = self.segment.etag(entry);
        self.parts.clear();
        self.parts.extend(self.readers.iter().map(|reader| reader.part(entry, etag)));
        if self.heap.len() >= self.keep {
            let Some(worst) = self.heap.peek() else { return };
            let order = compare_parts(&self.parts, &worst.parts, self.descending);
            if order.then(etag.cmp(&worst.hit.etag)).is_ge() {
                return;
            }
            self.heap.pop();
        }
        let hit = Hit { etag, segment: self.number, entry };
        self.heap.push(Ranked { parts: self.parts.clone(), hit, descending: self.descending });
    }
}

struct Ranked<'d> {
    parts: Vec<Part>,
    hit: Hit,
    descending: &'d [bool],
}

impl Ord for Ranked<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        compare_parts(&self.parts, &other.parts, self.descending).then(self.hit.etag.cmp(&other.hit.etag))
    }
}

impl PartialOrd for Ranked<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ranked<'_> {}
