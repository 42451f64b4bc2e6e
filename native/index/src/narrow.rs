//! Narrow ranges of numbers and texts with a rare beginning, read from the terms: few values are found in the dictionary at once, where a column would
//! have to be read from end to end.

use std::ops::RangeInclusive;

use rookery_rql::values::Number;
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;

use crate::error::Low;
use crate::matches::Matches;
use crate::operator::Gathering;
use crate::segment::Segment;
use crate::terms::{self, Kind};

/// Values a range may have and still be narrow.
const MOST: usize = 256;

/// `None` when the range is not narrow.
pub(crate) fn numbers(
    segment: &Segment,
    field: u16,
    wholes: Option<RangeInclusive<i64>>,
    fractions: Option<RangeInclusive<f64>>,
) -> Low<Option<Matches>> {
    let mut found = Vec::new();
    if let Some(range) = wholes {
        let ends = [*range.start(), *range.end()].map(|end| terms::number(field, Number::Integer(end)));
        if !values(segment, &ends, &mut found)? {
            return Ok(None);
        }
    }
    if let Some(range) = fractions {
        let (low, high) = (*range.start(), *range.end());
        // Terms of negative fractions stand the other way round, behind the others.
        let ends = match (low.is_sign_negative(), high.is_sign_negative()) {
            (false, false) => [low, high],
            (true, true) => [high, low],
            _ => return Ok(None),
        };
        if !values(segment, &ends.map(|end| terms::fraction(field, end)), &mut found)? {
            return Ok(None);
        }
    }
    gathered(segment, &found).map(Some)
}

/// Entries with a text (folded) that begins so; `None` when many texts do.
pub(crate) fn beginning(segment: &Segment, field: u16, prefix: &[u8]) -> Low<Option<Matches>> {
    let mut first = terms::head(field, Kind::Folded);
    first.extend_from_slice(prefix);
    let mut last = first.clone();
    // No text has this byte.
    last.push(0xFF);
    let mut found = Vec::new();
    if !values(segment, &[first, last], &mut found)? {
        return Ok(None);
    }
    gathered(segment, &found).map(Some)
}

fn gathered(segment: &Segment, found: &[TermInfo]) -> Low<Matches> {
    let entries: u64 = found.iter().map(|info| u64::from(info.doc_freq)).sum();
    let mut gathering = Gathering::new(segment.size(), entries);
    for info in found {
        gathering.add(segment.terms.read_postings_from_terminfo(info, IndexRecordOption::Basic)?);
    }
    Ok(gathering.finish())
}

/// Whether the terms from one end to the other are few; those that were met are added.
fn values(segment: &Segment, [first, last]: &[Vec<u8>; 2], found: &mut Vec<TermInfo>) -> Low<bool> {
    let mut stretch = segment.terms.terms().range().ge(first).le(last).into_stream()?;
    while stretch.advance() {
        if found.len() == MOST {
            return Ok(false);
        }
        found.push(stretch.value().clone());
    }
    Ok(true)
}
