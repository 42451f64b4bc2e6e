//! Shapes and relations of spatial conditions.

use super::{Operand, SpatialField};

/// A shape in the query.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// `spatial.circle(radius, latitude, longitude[, units])`.
    Circle {
        /// In the units.
        radius: Operand,
        /// Degrees north.
        latitude: Operand,
        /// Degrees east.
        longitude: Operand,
        /// `'Kilometers'` or `'Miles'`.
        units: Option<Operand>,
    },
    /// `spatial.wkt(text[, units])`.
    Wkt {
        /// The shape in well-known text.
        text: Operand,
        /// Units of a circle in the text.
        units: Option<Operand>,
    },
    /// `spatial.point(latitude, longitude)`; only to measure a distance to.
    Point {
        /// Degrees north.
        latitude: Operand,
        /// Degrees east.
        longitude: Operand,
    },
}

/// The relation of the document's shape to the query's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// Inside it.
    Within,
    /// Around it.
    Contains,
    /// They share a point.
    Intersects,
    /// They share no point.
    Disjoint,
}

impl Relation {
    /// The method's name.
    pub fn method(self) -> &'static str {
        match self {
            Self::Within => "spatial.within",
            Self::Contains => "spatial.contains",
            Self::Intersects => "spatial.intersects",
            Self::Disjoint => "spatial.disjoint",
        }
    }
}

/// `spatial.distance(field, shape[, rounding])`.
#[derive(Debug, Clone, PartialEq)]
pub struct Distance {
    /// From where.
    pub from: SpatialField,
    /// To where: a point, or the centre of a shape.
    pub to: Shape,
    /// Distances are rounded down to multiples of this.
    pub rounding: Option<Operand>,
}
