//! Sort keys that are not values of a field: the score, chance, a distance.

use rookery_rql::plan::{Measure, SortValue, mixed};

use super::part::{MISSING, NUMBER, Part};
use crate::error::TantivyResult;
use crate::segment::Segment;
use crate::spatial::Locations;

/// Such a key, ready for one segment.
pub(crate) enum ComputedKey<'s> {
    Score(&'s [f64]),
    Random(u64),
    Distance(Locations, &'s Measure),
}

/// After everything else, when it is not turned round.
const LAST: Part = (9, 0);

impl<'s> ComputedKey<'s> {
    /// `None` for the values of a field.
    pub(crate) fn of(
        value: &'s SortValue,
        field: Option<u16>,
        segment: &Segment,
        scores: &'s [f64],
    ) -> TantivyResult<Option<Self>> {
        Ok(match value {
            SortValue::Score => Some(Self::Score(scores)),
            SortValue::Random(seed) => Some(Self::Random(*seed)),
            SortValue::Distance(measure) => {
                Some(Self::Distance(Locations::of(segment, field.unwrap_or(u16::MAX))?, measure))
            }
            _ => None,
        })
    }

    pub(crate) fn part(&self, entry: u32, etag: i64, descending: bool) -> Part {
        match self {
            // The best come first.
            Self::Score(scores) => (NUMBER, in_order(-scores.get(entry as usize).copied().unwrap_or(0.0))),
            Self::Random(seed) => (NUMBER, u128::from(mixed(*seed, &etag.to_string()))),
            Self::Distance(places, measure) => match places.nearest(entry, measure) {
                Some(distance) => (NUMBER, in_order(distance)),
                // Without a place it comes last both ways.
                None if descending => MISSING,
                None => LAST,
            },
        }
    }
}

/// The number as one whose bits are in its order.
fn in_order(number: f64) -> u128 {
    let bits = number.to_bits();
    let turned = if bits >> 63 == 1 { !bits } else { bits | 1 << 63 };
    turned.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_in_the_order_of_numbers() {
        let numbers = [f64::NEG_INFINITY, -2.5, -1e-300, 0.0, 1e-300, 2.5, f64::INFINITY];
        assert!(numbers.windows(2).all(|pair| in_order(pair[0]) < in_order(pair[1])));
    }
}
