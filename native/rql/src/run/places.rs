//! Where documents are: points out of fields.

use crate::ast::Relation;
use crate::spatial::{Area, Point, parse_wkt};
use crate::values::Leaf;

/// Whether any of the places lies so; a document without a place lies nowhere.
pub(super) fn lies_so<'l>(
    relation: Relation,
    area: &Area,
    leaves: impl Iterator<Item = Leaf<'l>>,
    longitudes: Option<impl Iterator<Item = Leaf<'l>>>,
) -> bool {
    let places = places_of(leaves, longitudes);
    match relation {
        Relation::Within | Relation::Intersects => places.iter().any(|place| area.has(*place)),
        Relation::Contains => places.iter().any(|place| *area == Area::Point(*place)),
        Relation::Disjoint => !places.is_empty() && !places.iter().any(|place| area.has(*place)),
    }
}

/// The places of a document: from a latitude and a longitude, or from points in well-known text.
pub(super) fn places_of<'l>(
    leaves: impl Iterator<Item = Leaf<'l>>,
    longitudes: Option<impl Iterator<Item = Leaf<'l>>>,
) -> Vec<Point> {
    match longitudes {
        Some(longitudes) => leaves
            .zip(longitudes)
            .filter_map(|(latitude, longitude)| Point::new(coordinate(latitude)?, coordinate(longitude)?))
            .collect(),
        None => leaves.filter_map(place_of_text).collect(),
    }
}

/// Numbers, and texts that are numbers.
fn coordinate(leaf: Leaf<'_>) -> Option<f64> {
    match leaf {
        Leaf::Number(crate::values::Number::Double(value)) => Some(value),
        #[expect(clippy::cast_precision_loss, reason = "degrees are small; others are no place anyway")]
        Leaf::Number(crate::values::Number::Integer(value)) => Some(value as f64),
        Leaf::Text(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// A document's well-known text counts when it is a point.
fn place_of_text(leaf: Leaf<'_>) -> Option<Point> {
    let Leaf::Text(text) = leaf else { return None };
    match parse_wkt(text, 1.0)? {
        Area::Point(point) => Some(point),
        _ => None,
    }
}
