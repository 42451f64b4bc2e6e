//! Ranges over a segment's columns: by whole columns, or entry by entry where few are left in question.

use std::ops::{Bound as Edge, RangeInclusive};

use rookery_cancel::CancelToken;
use rookery_rql::values::Number;
use tantivy::columnar::{Cardinality, Column, ColumnIndex};

use crate::error::TantivyResult;
use crate::matches::Matches;
use crate::segment::Segment;
use crate::term_ranges;
use crate::terms::{INSTANT, INTEGER};

/// Entries with a number between the ends.
pub(crate) fn numbers(
    segment: &Segment,
    field: u16,
    low: &Edge<Number>,
    high: &Edge<Number>,
    cancel: &CancelToken,
) -> TantivyResult<Matches> {
    let size = segment.size();
    let (wholes, fractions) = (whole_range(low, high), fraction_range(low, high));
    let integers = segment.integers(field, INTEGER)?.zip(wholes.clone());
    let doubles = segment.doubles(field)?.zip(fractions.clone());
    if let Some(texts) = segment.texts(field)?
        && texts.ords().get_cardinality() == Cardinality::Full
    {
        // Every entry has one value: those with an integer and those with another number are not the same
        // ones.
        let covered = integers.as_ref().map_or(0, |(column, range)| covered(column, range))
            + doubles.as_ref().map_or(0, |(column, range)| covered(column, range));
        if covered == size {
            return Ok(Matches::All);
        }
    }
    if let Some(found) = term_ranges::numbers(segment, field, wholes, fractions)? {
        return Ok(found);
    }
    let mut found = Matches::none();
    if let Some((column, range)) = integers {
        found = within(&column, range, size, cancel);
    }
    if let Some((column, range)) = doubles {
        found = found.or(within(&column, range, size, cancel), size);
    }
    Ok(found)
}

/// How many entries have a value, if all values are in the range and no entry has two.
fn covered<T>(column: &Column<T>, range: &RangeInclusive<T>) -> u32
where
    T: PartialOrd + Copy + std::fmt::Debug + Send + Sync + 'static,
{
    match &column.index {
        ColumnIndex::Full if covers(column, range) => column.num_docs(),
        ColumnIndex::Optional(index) if covers(column, range) => index.num_non_nulls(),
        _ => 0,
    }
}

fn covers<T>(column: &Column<T>, range: &RangeInclusive<T>) -> bool
where
    T: PartialOrd + Copy + std::fmt::Debug + Send + Sync + 'static,
{
    *range.start() <= column.min_value() && *range.end() >= column.max_value()
}

/// Entries with a date between the ends, in ticks.
pub(crate) fn instants(
    segment: &Segment,
    field: u16,
    low: &Edge<i64>,
    high: &Edge<i64>,
    cancel: &CancelToken,
) -> TantivyResult<Matches> {
    let (low, high) =
        (low.as_ref().map(|low| Number::Integer(*low)), high.as_ref().map(|high| Number::Integer(*high)));
    Ok(match (segment.integers(field, INSTANT)?, whole_range(&low, &high)) {
        (Some(column), Some(range)) => within(&column, range, segment.size(), cancel),
        _ => Matches::none(),
    })
}

/// Entries with a text (folded) between the ends.
pub(crate) fn texts(
    segment: &Segment,
    field: u16,
    low: Edge<&[u8]>,
    high: Edge<&[u8]>,
    cancel: &CancelToken,
) -> TantivyResult<Matches> {
    let Some(column) = segment.texts(field)? else { return Ok(Matches::none()) };
    let (low, high) = column.dictionary().term_bounds_to_ord(low, high)?;
    let last = (column.num_terms() as u64).checked_sub(1);
    let low = match low {
        Edge::Unbounded => 0,
        Edge::Included(ord) => ord,
        Edge::Excluded(ord) => ord + 1,
    };
    let high = match high {
        Edge::Unbounded => last,
        Edge::Included(ord) => Some(ord),
        Edge::Excluded(ord) => ord.checked_sub(1),
    };
    Ok(match high {
        Some(high) if low <= high => within(column.ords(), low..=high, segment.size(), cancel),
        _ => Matches::none(),
    })
}

/// Entries that have a value in a column of the field.
pub(crate) fn present(segment: &Segment, field: u16, cancel: &CancelToken) -> TantivyResult<Matches> {
    // Every text, number and boolean has a text.
    let Some(column) = segment.texts(field)? else { return Ok(Matches::none()) };
    Ok(within(column.ords(), 0..=u64::MAX, segment.size(), cancel))
}

fn within<T>(column: &Column<T>, range: RangeInclusive<T>, size: u32, cancel: &CancelToken) -> Matches
where
    T: PartialOrd + Copy + std::fmt::Debug + Send + Sync + 'static,
{
    if column.values.num_vals() == 0
        || column.min_value() > *range.end()
        || column.max_value() < *range.start()
    {
        return Matches::none();
    }
    if covers(column, &range) && column.get_cardinality() == Cardinality::Full {
        return Matches::All;
    }
    let mut list = Vec::new();
    let mut bits: Option<Vec<u64>> = None;
    // In pieces, so that a range over nearly everything does not make a list of everything.
    const PIECE: u32 = 1 << 16;
    for start in (0..size).step_by(PIECE as usize) {
        if cancel.is_cancelled() {
            break;
        }
        let from = list.len();
        let end = start.saturating_add(PIECE).min(size);
        let mut piece = Vec::new();
        column.get_docids_for_value_range(range.clone(), start..end, &mut piece);
        match &mut bits {
            Some(bits) => piece.iter().for_each(|entry| Matches::set(bits, *entry)),
            None => {
                list.append(&mut piece);
                let count = u32::try_from(list.len()).unwrap_or(u32::MAX);
                if !Matches::is_sparse(count, size) && from < list.len() {
                    let mut fresh = Matches::empty_bits(size);
                    list.drain(..).for_each(|entry| Matches::set(&mut fresh, entry));
                    bits = Some(fresh);
                }
            }
        }
    }
    match bits {
        Some(bits) => Matches::from_bits(bits),
        None => Matches::from_list(list, size),
    }
}

/// 2^63.
const ABOVE: f64 = 9_223_372_036_854_775_808.0;

/// The integers between the ends; `None` if there is none.
pub(crate) fn whole_range(low: &Edge<Number>, high: &Edge<Number>) -> Option<RangeInclusive<i64>> {
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
    let from = match low {
        Edge::Unbounded => i64::MIN,
        Edge::Included(Number::Integer(value)) => *value,
        Edge::Excluded(Number::Integer(value)) => value.checked_add(1)?,
        Edge::Included(Number::Double(value)) | Edge::Excluded(Number::Double(value)) if *value >= ABOVE => {
            return None;
        }
        Edge::Included(Number::Double(value)) | Edge::Excluded(Number::Double(value)) if *value < -ABOVE => {
            i64::MIN
        }
        Edge::Included(Number::Double(value)) => value.ceil() as i64,
        Edge::Excluded(Number::Double(value)) => (value.floor() as i64).checked_add(1)?,
    };
    #[expect(clippy::cast_possible_truncation, reason = "the range is checked first")]
    let to = match high {
        Edge::Unbounded => i64::MAX,
        Edge::Included(Number::Integer(value)) => *value,
        Edge::Excluded(Number::Integer(value)) => value.checked_sub(1)?,
        Edge::Included(Number::Double(value)) | Edge::Excluded(Number::Double(value)) if *value >= ABOVE => {
            i64::MAX
        }
        Edge::Included(Number::Double(value)) | Edge::Excluded(Number::Double(value)) if *value < -ABOVE => {
            return None;
        }
        Edge::Included(Number::Double(value)) => value.floor() as i64,
        Edge::Excluded(Number::Double(value)) => (value.ceil() as i64).checked_sub(1)?,
    };
    (from <= to).then_some(from..=to)
}

/// The doubles that are not integers, between the ends. None of them equals an integer, so an integral end is
/// neither in nor out; one that rounds up to 2^63 must not take that number in at the top.
pub(crate) fn fraction_range(low: &Edge<Number>, high: &Edge<Number>) -> Option<RangeInclusive<f64>> {
    #[expect(clippy::cast_precision_loss, reason = "see above")]
    let from = match low {
        Edge::Unbounded => f64::NEG_INFINITY,
        Edge::Included(Number::Integer(value)) | Edge::Excluded(Number::Integer(value)) => *value as f64,
        Edge::Included(Number::Double(value)) => *value,
        Edge::Excluded(Number::Double(value)) => value.next_up(),
    };
    #[expect(clippy::cast_precision_loss, reason = "see above")]
    let to = match high {
        Edge::Unbounded => f64::INFINITY,
        Edge::Included(Number::Integer(value)) | Edge::Excluded(Number::Integer(value)) => {
            (*value as f64).next_down()
        }
        Edge::Included(Number::Double(value)) => *value,
        Edge::Excluded(Number::Double(value)) => value.next_down(),
    };
    (from <= to).then_some(from..=to)
}
