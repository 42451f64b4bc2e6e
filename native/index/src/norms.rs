//! The norms of boosted fields: the boost of a field of one entry, divided by the root of its number of terms, with the
//! precision of Lucene's norms (one byte). A column of the field, only of entries that boost it.

use tantivy::columnar::Column;

use crate::error::TantivyResult;
use crate::segment::Segment;
use crate::terms;

/// The norm of a field with this boost and number of terms.
pub(crate) fn norm(boost: f64, terms: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "kept with three bits")]
    let exact = (boost / (terms.max(1) as f64).sqrt()) as f32;
    rounded(exact).into()
}

/// Rounded down to three bits after the first one: between the least and the greatest value of a byte with an exponent of
/// five bits. What is not above 0 is 0.
fn rounded(value: f32) -> f32 {
    const DROPPED: u32 = 21;
    const ZERO: u32 = 48 << 3;
    if value.is_nan() || value <= 0.0 {
        return 0.0;
    }
    let kept = (value.to_bits() >> DROPPED).clamp(ZERO + 1, ZERO + 255);
    f32::from_bits(kept << DROPPED)
}

/// The norms of one field, by segment.
#[derive(Debug)]
pub(crate) struct Norms {
    field: Option<u16>,
    columns: Vec<Option<Column<f64>>>,
}

impl Norms {
    /// Without a field every norm is 1.
    pub(crate) fn new(field: Option<u16>) -> Self {
        Self { field, columns: Vec::new() }
    }

    /// Adds the norms of the next segment.
    pub(crate) fn add(&mut self, segment: &Segment) -> TantivyResult<()> {
        let column = self.field.map(|field| of_segment(segment, field)).transpose()?;
        self.columns.push(column.flatten());
        Ok(())
    }

    /// Whether an entry of a segment may have a norm other than 1.
    pub(crate) fn has(&self, number: usize) -> bool {
        self.columns.get(number).is_some_and(Option::is_some)
    }

    /// The norm in an entry of a segment.
    pub(crate) fn of(&self, number: usize, entry: usize) -> f64 {
        let column = self.columns.get(number).and_then(Option::as_ref);
        column.map_or(1.0, |column| of_entry(column, entry))
    }
}

/// The norms of a field in a segment; `None` if no entry has one.
pub(crate) fn of_segment(segment: &Segment, field: u16) -> TantivyResult<Option<Column<f64>>> {
    segment.degrees(field, terms::NORM)
}

pub(crate) fn of_entry(column: &Column<f64>, entry: usize) -> f64 {
    u32::try_from(entry).ok().and_then(|entry| column.first(entry)).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn norms_equal_those_of_lucene() {
        // Boost, number of terms, and what a RavenDB 7.1.5 multiplied scores by.
        for (boost, terms, expected) in [
            (5.0, 1, 5.0),
            (5.0, 2, 3.5),
            (5.0, 4, 2.5),
            (9.0, 2, 6.0),
            (27.0, 3, 14.0),
            (81.0, 4, 40.0),
            (1.0, 2, 0.625),
            (0.5, 1, 0.5),
            (0.0, 1, 0.0),
            (-2.0, 1, 0.0),
            (f64::NAN, 1, 0.0),
            (f64::INFINITY, 1, 7_516_192_768.0),
        ] {
            assert!((norm(boost, terms) - expected).abs() < f64::EPSILON, "{boost} {terms}");
        }
        assert!(norm(1e-30, 1) > 0.0);
    }
}
