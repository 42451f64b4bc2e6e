//! Places out of the values of fields.

use super::{Area, Point, parse_wkt};
use crate::values::{Leaf, Number};

/// The places of a document: from latitudes and longitudes, or from points in well-known text.
pub fn points_of<'l>(
    leaves: impl Iterator<Item = Leaf<'l>>,
    longitudes: Option<impl Iterator<Item = Leaf<'l>>>,
) -> Vec<Point> {
    match longitudes {
        Some(longitudes) => leaves
            .zip(longitudes)
            .filter_map(|(latitude, longitude)| Point::new(coordinate(latitude)?, coordinate(longitude)?))
            .collect(),
        None => leaves.filter_map(point_of_text).collect(),
    }
}

/// Numbers, and texts that are numbers.
fn coordinate(leaf: Leaf<'_>) -> Option<f64> {
    match leaf {
        Leaf::Number(Number::Double(value)) => Some(value),
        #[expect(clippy::cast_precision_loss, reason = "degrees are small; other values are not coordinates")]
        Leaf::Number(Number::Integer(value)) => Some(value as f64),
        Leaf::Text(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// A document's well-known text counts when it is a point.
fn point_of_text(leaf: Leaf<'_>) -> Option<Point> {
    let Leaf::Text(text) = leaf else { return None };
    match parse_wkt(text, 1.0)? {
        Area::Point(point) => Some(point),
        _ => None,
    }
}
