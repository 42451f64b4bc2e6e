//! Relations of documents' points to an area.

use crate::ast::Relation;
use crate::spatial::{Area, points_of};
use crate::values::Leaf;

/// Whether any of the points has the relation; a document without a point has none.
pub(super) fn has_relation<'l>(
    relation: Relation,
    area: &Area,
    leaves: impl Iterator<Item = Leaf<'l>>,
    longitudes: Option<impl Iterator<Item = Leaf<'l>>>,
) -> bool {
    let places = points_of(leaves, longitudes);
    match relation {
        Relation::Within | Relation::Intersects => places.iter().any(|place| area.has(*place)),
        Relation::Contains => places.iter().any(|place| *area == Area::Point(*place)),
        Relation::Disjoint => !places.is_empty() && !places.iter().any(|place| area.has(*place)),
    }
}
