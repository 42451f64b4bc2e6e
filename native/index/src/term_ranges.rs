//! Narrow ranges of numbers and texts with a rare beginning, read from the terms: few values are found in the
//! dictionary in one step, where a column would of the column.

use std::ops::RangeInclusive;
use std::sync::Arc;

use rookery_rql::values::Number;
use tantivy::postings::TermInfo;

use crate::error::TantivyResult;
use crate::matches::Matches;
use crate::postings_union::PostingsUnion;
use crate::segment::Segment;
use crate::terms::{self, Kind};

/// `None` when the range is not narrow.
pub(crate) fn numbers(
    segment: &Segment,
    field: u16,
    wholes: Option<RangeInclusive<i64>>,
    fractions: Option<RangeInclusive<f64>>,
) -> TantivyResult<Option<Matches>> {
    let mut found = Vec::new();
    if let Some(range) = wholes {
        let ends = [*range.start(), *range.end()].map(|end| terms::number(field, Number::Integer(end)));
        let Some(terms) = segment.terms.terms_between(&ends)? else { return Ok(None) };
        found.push(terms);
    }
    if let Some(range) = fractions {
        let (low, high) = (*range.start(), *range.end());
        // Terms of negative fractions are in reverse order, after the others.
        let ends = match (low.is_sign_negative(), high.is_sign_negative()) {
            (false, false) => [low, high],
            (true, true) => [high, low],
            _ => return Ok(None),
        };
        let ends = ends.map(|end| terms::fraction(field, end));
        let Some(terms) = segment.terms.terms_between(&ends)? else { return Ok(None) };
        found.push(terms);
    }
    gathered(segment, &found).map(Some)
}

/// Entries with a text (folded) that begins so; `None` when many texts do.
pub(crate) fn beginning(segment: &Segment, field: u16, prefix: &[u8]) -> TantivyResult<Option<Matches>> {
    let mut first = terms::head(field, Kind::Folded);
    first.extend_from_slice(prefix);
    let mut last = first.clone();
    // No text has this byte.
    last.push(0xFF);
    let Some(terms) = segment.terms.terms_between(&[first, last])? else { return Ok(None) };
    gathered(segment, &[terms]).map(Some)
}

fn gathered(segment: &Segment, found: &[Arc<[TermInfo]>]) -> TantivyResult<Matches> {
    let terms = || found.iter().flat_map(|terms| terms.iter());
    let mut gathering =
        PostingsUnion::new(segment.size(), terms().map(|term| u64::from(term.doc_freq)).sum());
    for term in terms() {
        gathering.add(&segment.terms, term)?;
    }
    Ok(gathering.finish())
}
