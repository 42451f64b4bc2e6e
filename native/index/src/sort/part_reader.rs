//! One sort key of a segment's entries: kind and place of a value, comparable inside the segment.

use std::collections::HashMap;
use std::sync::Arc;

use rookery_cancel::CancelToken;
use rookery_rql::ast::{Nulls, Ordering as Comparing};
use rookery_rql::values::{Number, compare_natural};
use tantivy::columnar::{Column, StrColumn};

use super::Key;
use super::computed_key::ComputedKey;
use super::part::{MISSING, NULL, NUMBER, OBJECT, Part, TEXT};
use crate::error::TantivyResult;
use crate::matches::Matches;
use crate::number_key;
use crate::segment::Segment;
use crate::terms::{self, INTEGER, Kind};

/// A missing value that is placed last in both directions.
const AT_THE_END: u8 = 8;

/// Reads one key of a segment's entries.
pub(super) struct PartReader<'s> {
    pub(super) key: Key<'s>,
    pub(super) computed: Option<ComputedKey<'s>>,
    pub(super) texts: Option<StrColumn>,
    pub(super) integers: Option<Column<i64>>,
    pub(super) doubles: Option<Column<f64>>,
    pub(super) nulls: Matches,
    pub(super) objects: Matches,
    /// For `as alphaNumeric`: the place of each text in use.
    pub(super) natural: Option<HashMap<u64, u128>>,
}

impl<'s> PartReader<'s> {
    /// Reads what one key needs of a segment. Ends early when cancelled: the caller checks the token.
    pub(super) fn new(
        segment: &Segment,
        key: Key<'s>,
        matches: &Matches,
        scores: &'s [f64],
        cancel: &CancelToken,
    ) -> TantivyResult<Self> {
        let marked = |kind| -> TantivyResult<Matches> {
            let Some(field) = key.field else { return Ok(Matches::none()) };
            segment.with_term(&terms::head(field, kind))
        };
        let mut reader = Self {
            key,
            computed: ComputedKey::of(key.value, key.field, segment, scores)?,
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
            let texts = read_texts(column, &ords, cancel)?;
            let texts =
                rookery_cancel::sort_by(texts, |left, right| compare_natural(&left.1, &right.1), cancel)
                    .unwrap_or_default();
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

    pub(super) fn part(&self, entry: u32, etag: i64) -> Part {
        if let Some(computed) = &self.computed {
            return computed.part(entry, etag, self.key.descending);
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
        // Texts that are not numbers count as missing.
        let texts = self.texts.as_ref().map_or(0, |column| column.term_ords(entry).count());
        if texts > numbers || self.objects.has(entry) {
            offer(MISSING);
        }
    }

    /// The texts of key parts, to compare them across segments. Ends early when cancelled.
    pub(super) fn texts_of(
        &self,
        parts: impl Iterator<Item = Part>,
        cancel: &CancelToken,
    ) -> TantivyResult<HashMap<Part, Arc<str>>> {
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
        let texts = read_texts(column, &ords, cancel)?;
        let place = |ord: u64| match &self.natural {
            None => u128::from(ord),
            Some(places) => places.get(&ord).copied().unwrap_or(0),
        };
        Ok(texts.into_iter().map(|(ord, text)| ((TEXT, place(ord)), text)).collect())
    }
}

fn read_texts(column: &StrColumn, ords: &[u64], cancel: &CancelToken) -> TantivyResult<Vec<(u64, Arc<str>)>> {
    let mut texts = Vec::with_capacity(ords.len());
    let mut bytes = Vec::new();
    for ord in ords.iter().take_while(|_| !cancel.is_cancelled()) {
        bytes.clear();
        column.dictionary().ord_to_term(*ord, &mut bytes)?;
        texts.push((*ord, Arc::from(String::from_utf8_lossy(&bytes))));
    }
    Ok(texts)
}
