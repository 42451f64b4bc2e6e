//! Sort keys: what a document is ordered by.

use std::cmp::Ordering;

use super::extract::Column;
use crate::ast::{Nulls, Ordering as KeyOrdering};
use crate::plan::{SortBy, SortValue, mixed};
use crate::spatial::points_of;
use crate::values::{Leaf, Number, compare_natural, compare_numbers, fold, number_text};

/// One key of one document. Smaller comes first, whatever the direction.
#[derive(Debug, Clone)]
pub(crate) struct SortKey {
    value: KeyValue,
    descending: bool,
    /// The position that does not depend on the direction.
    place: Place,
}

/// Before all values, after all values, or by value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    First,
    Within,
    Last,
}

/// The kinds of value, in the order they come.
#[derive(Debug, Clone)]
enum KeyValue {
    /// No value at the path, or no value of the requested kind.
    Missing,
    Null,
    Number(Number),
    Text(String),
    Natural(String),
    Object,
}

impl SortKey {
    /// The key of an entry: of several values the least, or the greatest when descending.
    pub(crate) fn read(columns: &[Column], entry: usize, by: &SortBy, score: f64) -> Option<Self> {
        let column = columns.get(by.column)?;
        let descending = by.key.descending;
        let key = |value| Self { value, descending, place: Place::Within };
        Some(match &by.value {
            SortValue::Field => {
                let values = column.leaves(entry).map(|leaf| KeyValue::of(leaf, by.key.ordering));
                let value =
                    if descending { values.max_by(KeyValue::order) } else { values.min_by(KeyValue::order) };
                let value = value.unwrap_or(KeyValue::Missing);
                let place = match (by.key.nulls, &value) {
                    (Some(Nulls::First), KeyValue::Missing | KeyValue::Null) => Place::First,
                    (Some(Nulls::Last), KeyValue::Missing | KeyValue::Null) => Place::Last,
                    _ => Place::Within,
                };
                Self { value, descending, place }
            }
            // The best come first, with `desc` the worst.
            SortValue::Score => key(KeyValue::Number(Number::Double(-score))),
            SortValue::Random(seed) => {
                let id = column.leaves(entry).next();
                let text = if let Some(Leaf::Text(id)) = id { id } else { "" };
                let chance = mixed(*seed, text).cast_signed();
                key(KeyValue::Number(Number::Integer(chance)))
            }
            SortValue::Distance(measure) => {
                let longitudes =
                    measure.longitude.and_then(|other| columns.get(other)).map(|other| other.leaves(entry));
                let places = points_of(column.leaves(entry), longitudes);
                let nearest = places.into_iter().map(|place| measure.of(place)).reduce(f64::min);
                match nearest {
                    Some(distance) => key(KeyValue::Number(Number::Double(distance))),
                    None => Self { value: KeyValue::Missing, descending, place: Place::Last },
                }
            }
        })
    }
}

impl KeyValue {
    fn of(leaf: Leaf<'_>, ordering: KeyOrdering) -> Self {
        match (ordering, leaf) {
            (_, Leaf::Null) => Self::Null,
            (KeyOrdering::Long, Leaf::Number(number)) => Self::Number(whole(number)),
            (KeyOrdering::Double, Leaf::Number(number)) => Self::Number(number),
            (KeyOrdering::Long | KeyOrdering::Double, _) => Self::Missing,
            (_, Leaf::Object) => Self::Object,
            (KeyOrdering::AlphaNumeric, Leaf::Text(text)) => Self::Natural(fold(text)),
            (KeyOrdering::AlphaNumeric, Leaf::Number(number)) => Self::Natural(number_text(number)),
            (KeyOrdering::AlphaNumeric, Leaf::Bool(value)) => Self::Natural(value.to_string()),
            (_, Leaf::Text(text)) => Self::Text(fold(text)),
            (_, Leaf::Number(number)) => Self::Text(number_text(number)),
            (_, Leaf::Bool(value)) => Self::Text(value.to_string()),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Missing => 0,
            Self::Null => 1,
            Self::Number(_) => 2,
            Self::Text(_) => 3,
            Self::Natural(_) => 4,
            Self::Object => 5,
        }
    }

    fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(left), Self::Number(right)) => compare_numbers(*left, *right),
            (Self::Text(left), Self::Text(right)) => left.cmp(right),
            (Self::Natural(left), Self::Natural(right)) => compare_natural(left, right),
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

/// `as long` compares the integer part.
fn whole(number: Number) -> Number {
    match number {
        Number::Integer(_) => number,
        Number::Double(value) => Number::Double(value.trunc()),
    }
}

impl PartialEq for SortKey {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for SortKey {}

impl PartialOrd for SortKey {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for SortKey {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = self.value.order(&other.value);
        let order = if self.descending { order.reverse() } else { order };
        self.place.cmp(&other.place).then(order)
    }
}
