//! The operand of a comparison, a sort key or a projection: a path, an id, a group value or a location.

use std::fmt;

use super::Path;

/// What a comparison, a sort key or a projection reads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Field {
    /// A path into the document.
    Path(Path),
    /// `id()`: the document's id.
    Id,
    /// A path into a document that `load` gave a name to; without steps the document itself.
    Loaded {
        /// The name.
        alias: String,
        /// What is read of it.
        path: Path,
    },
    /// A value of a group; only in queries with `group by`.
    Group(Aggregate),
    /// Where a document is on the earth; only in spatial conditions.
    Place(SpatialField),
}

/// What `group by` computes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// `key()`.
    Key,
    /// `count()`.
    Count,
    /// `sum(path)`.
    Sum(Path),
}

impl fmt::Display for Field {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => path.fmt(out),
            Self::Id => out.write_str("id()"),
            Self::Loaded { alias, path } if path.segments.is_empty() => out.write_str(alias),
            Self::Loaded { alias, path } => write!(out, "{alias}.{path}"),
            Self::Group(Aggregate::Key) => out.write_str("key()"),
            Self::Group(Aggregate::Count) => out.write_str("count()"),
            Self::Group(Aggregate::Sum(path)) => write!(out, "sum({path})"),
            Self::Place(place) => place.fmt(out),
        }
    }
}

/// Where a document is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SpatialField {
    /// A spatial field of an index, by name; in a query over documents a field with WKT.
    Name(Path),
    /// `spatial.point(latitude, longitude)`.
    Point {
        /// Degrees north.
        latitude: Path,
        /// Degrees east.
        longitude: Path,
    },
    /// `spatial.wkt(field)`.
    Wkt(Path),
}

impl fmt::Display for SpatialField {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(path) => path.fmt(out),
            Self::Point { latitude, longitude } => write!(out, "spatial.point({latitude}, {longitude})"),
            Self::Wkt(path) => write!(out, "spatial.wkt({path})"),
        }
    }
}
