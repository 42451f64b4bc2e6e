//! `order by` over the columns of segments: with a limit only the best so many are kept.
//!
//! Inside a segment texts are compared by their number in its dictionary; texts themselves are read only for the rows
//! that several segments have to be merged from.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering as Atomic};

use rookery_rql::ast::{Nulls, Ordering as Comparing};
use rookery_rql::plan::{SortBy, SortValue};
use rookery_rql::values::{Number, compare_natural};
use tantivy::columnar::{Column, StrColumn};

use crate::entry::INTEGER;
use crate::error::Low;
use crate::matches::Matches;
use crate::number_key;
use crate::reader::Hit;
use crate::segment::Segment;
use crate::special::Special;
use crate::terms::{self, Kind};

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
}

/// A value's kind and its place among those of its kind, inside one segment.
pub(crate) type Part = (u8, u128);

pub(crate) const MISSING: Part = (0, 0);
const NULL: Part = (1, 0);
pub(crate) const NUMBER: u8 = 2;
const TEXT: u8 = 3;
const OBJECT: Part = (5, 0);

/// Nothing where nothing comes first or last whatever the direction.
const AT_THE_END: u8 = 8;

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

    /// Takes in the matches of a segment. Says `false` when it was told to stop.
    pub(crate) fn add(
        &mut self,
        segment: &Segment,
        number: u32,
        matches: &Matches,
        scores: &[f64],
        alone: bool,
        cancel: &AtomicBool,
    ) -> Low<bool> {
        let mut readers = Vec::with_capacity(self.keys.len());
        for key in &self.keys {
            readers.push(PartReader::new(segment, *key, matches, scores)?);
        }
        let descending: Vec<bool> = self.keys.iter().map(|key| key.descending).collect();
        let mut heap: BinaryHeap<Ranked<'_>> = BinaryHeap::new();
        let mut parts = Vec::with_capacity(readers.len());
        for (looked_at, entry) in matches.entries(segment.size()).enumerate() {
            if looked_at % 4096 == 0 && cancel.load(Atomic::Relaxed) {
                return Ok(false);
            }
            parts.clear();
            let etag = segment.etag(entry);
            parts.extend(readers.iter().map(|reader| reader.part(entry, etag)));
            if heap.len() >= self.keep {
                let Some(worst) = heap.peek() else { continue };
                if compare_parts(&parts, &worst.parts, &descending).then(etag.cmp(&worst.hit.etag)).is_ge() {
                    continue;
                }
                heap.pop();
            }
            let hit = Hit { etag, segment: number, entry };
            heap.push(Ranked { parts: parts.clone(), hit, descending: &descending });
        }
        let ranked = heap.into_sorted_vec();
        let mut rows: Vec<Row> = Vec::with_capacity(ranked.len());
        let texts: Vec<_> = if alone {
            readers.iter().map(|_| HashMap::new()).collect()
        } else {
            let mut all = Vec::new();
            for (place, reader) in readers.iter().enumerate() {
                all.push(reader.texts_of(ranked.iter().map(|row| row.parts[place]))?);
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

    /// The rows in order.
    pub(crate) fn finish(mut self) -> Vec<Hit> {
        let keys = &self.keys;
        self.rows.sort_by(|left, right| {
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
        });
        self.rows.truncate(self.keep);
        self.rows.into_iter().map(|row| row.hit).collect()
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

/// Reads one key of a segment's entries.
struct PartReader<'s> {
    key: Key<'s>,
    special: Option<Special<'s>>,
    texts: Option<StrColumn>,
    integers: Option<Column<i64>>,
    doubles: Option<Column<f64>>,
    nulls: Matches,
    objects: Matches,
    /// For `as alphaNumeric`: the place of each text in use.
    natural: Option<HashMap<u64, u128>>,
}

impl<'s> PartReader<'s> {
    fn new(segment: &Segment, key: Key<'s>, matches: &Matches, scores: &'s [f64]) -> Low<Self> {
        let marked = |kind| -> Low<Matches> {
            let Some(field) = key.field else { return Ok(Matches::none()) };
            crate::operator::under_term(segment, &terms::head(field, kind))
        };
        let mut reader = Self {
            key,
            special: Special::of(key.value, key.field, segment, scores)?,
            texts: key.field.map(|field| segment.texts(field)).transpose()?.flatten(),
            integers: None,
            doubles: None,
            nulls: marked(Kind::Null)?,
            objects: marked(Kind::Object)?,
            natural: None,
        };
        if let (Comparing::Long | Comparing::Double, Some(field)) = (key.comparing, key.field) {
            reader.integers = segment.integers(field, INTEGER)?;
            reader.doubles = segment.doubles(field)?;
        }
        if let (Comparing::AlphaNumeric, Some(column)) = (key.comparing, &reader.texts) {
            let mut ords: Vec<u64> =
                matches.entries(segment.size()).flat_map(|entry| column.term_ords(entry)).collect();
            ords.sort_unstable();
            ords.dedup();
            let mut texts = read_texts(column, &ords)?;
            texts.sort_by(|left, right| compare_natural(&left.1, &right.1));
            let mut places = HashMap::with_capacity(texts.len());
            let mut place = 0;
            for (number, (ord, text)) in texts.iter().enumerate() {
                if number > 0 && compare_natural(&texts[number - 1].1, text).is_ne() {
                    place += 1;
                }
                places.insert(*ord, place);
            }
            reader.natural = Some(places);
        }
        Ok(reader)
    }

    fn part(&self, entry: u32, etag: i64) -> Part {
        if let Some(special) = &self.special {
            return special.part(entry, etag, self.key.descending);
        }
        let part = self.value_part(entry);
        let to_the_end = match self.key.nulls {
            Some(Nulls::First) => self.key.descending,
            Some(Nulls::Last) => !self.key.descending,
            None => false,
        };
        if to_the_end && (part == MISSING || part == NULL) {
            return (AT_THE_END, part.0.into());
        }
        part
    }

    /// Of several values the least, or the greatest when descending.
    fn value_part(&self, entry: u32) -> Part {
        let (mut best, descending) = (None, self.key.descending);
        let mut offer = |part: Part| {
            best = Some(match best {
                None => part,
                Some(best) if descending => part.max(best),
                Some(best) => part.min(best),
            });
        };
        if self.nulls.has(entry) {
            offer(NULL);
        }
        if matches!(self.key.comparing, Comparing::Long | Comparing::Double) {
            self.number_parts(entry, &mut offer);
        } else {
            if self.objects.has(entry) {
                offer(OBJECT);
            }
            if let Some(column) = &self.texts {
                for ord in column.term_ords(entry) {
                    let place = match &self.natural {
                        Some(places) => places.get(&ord).copied().unwrap_or(0),
                        None => u128::from(ord),
                    };
                    offer((TEXT, place));
                }
            }
        }
        best.unwrap_or(MISSING)
    }

    fn number_parts(&self, entry: u32, offer: &mut impl FnMut(Part)) {
        let mut numbers = 0;
        if let Some(column) = &self.integers {
            for value in column.values_for_doc(entry) {
                numbers += 1;
                offer((NUMBER, number_key::key(Number::Integer(value))));
            }
        }
        if let Some(column) = &self.doubles {
            for value in column.values_for_doc(entry) {
                numbers += 1;
                let value = if self.key.comparing == Comparing::Long { value.trunc() } else { value };
                offer((NUMBER, number_key::key(Number::Double(value))));
            }
        }
        // Everything with a text that is not a number counts as missing beside the numbers.
        let texts = self.texts.as_ref().map_or(0, |column| column.term_ords(entry).count());
        if texts > numbers || self.objects.has(entry) {
            offer(MISSING);
        }
    }

    /// The texts behind parts, to compare them with those of other segments.
    fn texts_of(&self, parts: impl Iterator<Item = Part>) -> Low<HashMap<Part, Arc<str>>> {
        let numeric = matches!(self.key.comparing, Comparing::Long | Comparing::Double);
        let Some(column) = self.texts.as_ref().filter(|_| !numeric) else { return Ok(HashMap::new()) };
        let mut wanted: Vec<u128> = parts.filter(|part| part.0 == TEXT).map(|part| part.1).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut ords: Vec<u64> = match &self.natural {
            None => wanted.iter().filter_map(|place| u64::try_from(*place).ok()).collect(),
            Some(places) => places
                .iter()
                .filter(|(_, place)| wanted.binary_search(place).is_ok())
                .map(|(ord, _)| *ord)
                .collect(),
        };
        ords.sort_unstable();
        let texts = read_texts(column, &ords)?;
        let place = |ord: u64| match &self.natural {
            None => u128::from(ord),
            Some(places) => places.get(&ord).copied().unwrap_or(0),
        };
        Ok(texts.into_iter().map(|(ord, text)| ((TEXT, place(ord)), text)).collect())
    }
}

fn read_texts(column: &StrColumn, ords: &[u64]) -> Low<Vec<(u64, Arc<str>)>> {
    let mut texts = Vec::with_capacity(ords.len());
    let mut bytes = Vec::new();
    for ord in ords {
        bytes.clear();
        column.dictionary().ord_to_term(*ord, &mut bytes)?;
        texts.push((*ord, Arc::from(String::from_utf8_lossy(&bytes))));
    }
    Ok(texts)
}
