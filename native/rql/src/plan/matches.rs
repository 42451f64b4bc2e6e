//! What the values of a column are checked for: the conditions of a query with their values bound.

use std::collections::HashSet;
use std::ops::Bound as Edge;

use regex::Regex;

use crate::ast::Relation;
use crate::search::Search;
use crate::spatial::Area;
use crate::values::{Folded, Number};
/// What a column's values are checked for.
#[derive(Debug)]
#[non_exhaustive]
pub enum Match {
    /// Any value equals it.
    Equal(Needle),
    /// No value equals it; true for a missing field.
    NotEqual(Needle),
    /// Any value is in the range.
    Between(Between),
    /// Any value is one of these.
    In(Membership),
    /// Each of these is a value.
    AllIn(Vec<Needle>),
    /// Any value's text begins so.
    StartsWith(Needle),
    /// Any value's text ends so.
    EndsWith(Needle),
    /// There is a value.
    Exists,
    /// The words of all values together.
    Search(Search),
    /// Any value's text has a part the pattern describes; case does not matter.
    Regex(Regex),
    /// Any value's text, without case, is more similar to this one than the given similarity.
    Fuzzy {
        /// The text without case.
        text: String,
        /// From 0 to 1.
        similarity: f64,
    },
    /// The document's point has this relation to an area.
    Spatial {
        /// How.
        relation: Relation,
        /// The query's shape.
        area: Area,
        /// For `spatial.point`, the column with the longitude: the test's own column has the latitude.
        /// Otherwise the test's column has well-known text.
        longitude: Option<usize>,
    },
}

/// One value to compare with.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Needle {
    /// `null`.
    Null,
    /// A number: meets numbers only.
    Number(Number),
    /// Text and booleans: a boolean is compared as its text, as on a RavenDB server.
    Text {
        /// The text with its case, when it is compared so.
        exact: Option<String>,
        /// The text without case.
        folded: Folded,
        /// The moment it names, when it is a date.
        instant: Option<i64>,
    },
    /// An object given as parameter, or an array in a compare-exchange value: equal to nothing.
    Nothing,
}

/// A range with each end open, included or left out. All ends are of one kind.
#[derive(Debug)]
pub struct Between {
    /// The lower end.
    pub low: Edge<Bound>,
    /// The upper end.
    pub high: Edge<Bound>,
}

/// The end of a range, in the terms values are compared in.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Bound {
    /// Search terms that are numbers.
    Number(Number),
    /// Search terms that are dates, as ticks.
    Instant(i64),
    /// Search terms that are texts.
    Text {
        /// With its case, when it is compared so.
        exact: Option<String>,
        /// Without case.
        folded: Folded,
    },
}

/// The values of `in (…)`.
#[derive(Debug, Default)]
pub struct Membership {
    /// `null` is one of the values.
    pub null: bool,
    /// The numbers, in order.
    pub numbers: Vec<Number>,
    /// Folded, unless compared exactly.
    pub texts: HashSet<String>,
    /// Text is compared with its case.
    pub exact: bool,
}
