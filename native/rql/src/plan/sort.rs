//! Sort keys bound to columns and values.

use std::hash::{BuildHasher, Hasher};

use serde_json::Value;

use super::bind::Binder;
use super::columns::Columns;
use super::condition::Condition;
use crate::ast::{Distance, Field, OrderBy, OrderKey, Ordering, Position, SpatialField};
use crate::error::QueryError;
use crate::spatial::Point;

/// One sort key over a column.
#[derive(Debug)]
pub struct SortBy {
    /// Which column.
    pub column: usize,
    /// How it is compared.
    pub key: OrderBy,
    /// What is compared.
    pub value: SortValue,
}

/// What a sort key compares.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum SortValue {
    /// The column's values.
    Field,
    /// How well the condition is met: best first.
    Score,
    /// Chance, the same for the same seed and id. The column is the id.
    Random(u64),
    /// Kilometres from the column's place.
    Distance(Measure),
}

/// `spatial.distance(…)`: from where to where.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    /// Where the document is.
    pub from: SpatialField,
    /// The point distances are measured to.
    pub to: Point,
    /// The column with the longitude, when latitude and longitude are two.
    pub longitude: Option<usize>,
    /// Distances are rounded down to multiples of this; 0 leaves them as they are.
    pub rounding: f64,
}

impl Measure {
    pub(super) fn new(distance: &Distance, binder: &Binder<'_>) -> Result<Self, QueryError> {
        let to = binder.area(&distance.to, 1.0)?.centre().ok_or_else(|| QueryError::Invalid {
            line: 1,
            column: 1,
            message: "Distances are measured to a point, or to the centre of a shape that has one."
                .to_owned(),
        })?;
        let rounding = match &distance.rounding {
            None => 0.0,
            Some(rounding) => {
                binder.between_numbers(rounding, "The rounding of spatial.distance()", 0.0, 1e9)?
            }
        };
        Ok(Self { from: distance.from.clone(), to, longitude: None, rounding })
    }

    /// The distance of a place, in kilometres.
    pub fn of(&self, place: Point) -> f64 {
        let distance = place.distance(self.to);
        if self.rounding > 0.0 { (distance / self.rounding).floor() * self.rounding } else { distance }
    }
}

impl SortBy {
    pub(super) fn new(key: &OrderBy, binder: &Binder<'_>, columns: &mut Columns) -> Result<Self, QueryError> {
        let (column, value) = match &key.by {
            OrderKey::Field(field) => (columns.for_field(field), SortValue::Field),
            OrderKey::Score => (columns.for_field(&Field::Id), SortValue::Score),
            OrderKey::Random(seed) => {
                let seed = match seed {
                    Some(seed) => seed_of(&binder.json(seed)?),
                    None => std::hash::RandomState::new().hash_one(0),
                };
                (columns.for_field(&Field::Id), SortValue::Random(seed))
            }
            OrderKey::Distance(distance) => {
                let mut measure = Measure::new(distance, binder)?;
                let first = match &distance.from {
                    SpatialField::Point { latitude, longitude } => {
                        measure.longitude = Some(columns.for_field(&Field::Path(longitude.clone())));
                        latitude
                    }
                    SpatialField::Wkt(path) | SpatialField::Name(path) => path,
                };
                (columns.for_field(&Field::Path(first.clone())), SortValue::Distance(measure))
            }
        };
        Ok(Self { column, key: key.clone(), value })
    }

    /// By descending score.
    pub fn by_score() -> Self {
        let by = OrderKey::Score;
        let at = Position::default();
        let key = OrderBy { by, ordering: Ordering::Implicit, descending: false, nulls: None, at };
        Self { column: usize::MAX, key, value: SortValue::Score }
    }

    /// The order of a query without `order by` that boosts a part of its condition.
    pub(super) fn by_boost(condition: &Condition, columns: &mut Columns) -> Option<Self> {
        let column = |columns: &mut Columns| columns.for_field(&Field::Id);
        has_boost(condition).then(|| Self { column: column(columns), ..Self::by_score() })
    }
}

fn has_boost(condition: &Condition) -> bool {
    match condition {
        Condition::Boost(..) => true,
        Condition::And(sides) | Condition::Or(sides) => sides.iter().any(has_boost),
        Condition::Not(_) | Condition::True | Condition::Test(_) => false,
    }
}

/// The same for the same seed, on every machine.
fn seed_of(seed: &Value) -> u64 {
    let text = seed.as_str().map_or_else(|| seed.to_string(), str::to_owned);
    mixed(0, &text)
}

/// A pseudo-random number that depends only on the text and the seed.
pub fn mixed(seed: u64, text: &str) -> u64 {
    let mut hasher = Mix(seed ^ 0xcbf2_9ce4_8422_2325);
    hasher.write(text.as_bytes());
    hasher.finish()
}

/// FNV-1a with a last stir, so that neighbours do not stay neighbours.
struct Mix(u64);

impl Hasher for Mix {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        let stirred = (self.0 ^ (self.0 >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        stirred ^ (stirred >> 33)
    }
}
