//! How an index reads the texts of a field, as far as conditions must know to be bound.

use super::columns::names;
use crate::ast::{Field, SpatialField};
use crate::search::{Analyzer, SearchTarget};

/// How the texts of a field are read.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum Reading {
    /// Compared as whole values without case; searched as words. Documents are read so.
    #[default]
    Document,
    /// Whole values without case, also when they are searched.
    Values,
    /// Whole values with their case.
    Exact,
    /// As the words of an analyzer: each of them is a value.
    Words(Analyzer),
    /// As places, with distances in units of so many kilometres where a query names none.
    Places {
        /// Kilometres.
        unit: f64,
    },
}

/// What is known of the fields of an index, by name.
pub type Readings<'f> = &'f dyn Fn(&str) -> Reading;

impl Reading {
    /// How a field is read by whoever is asked.
    pub(super) fn of(field: &Field, readings: Option<Readings<'_>>) -> Self {
        match (field, readings) {
            (Field::Path(path) | Field::Place(SpatialField::Name(path)), Some(readings)) => {
                readings(&names(path).join("."))
            }
            _ => Self::Document,
        }
    }

    pub(super) fn is_exact(self) -> bool {
        self == Self::Exact
    }

    /// Whether texts are kept without their case only.
    pub(super) fn has_small_letters(self) -> bool {
        self == Self::Values
    }

    /// Kilometres in a unit that a query does not name.
    pub(super) fn unit(self) -> f64 {
        if let Self::Places { unit } = self { unit } else { 1.0 }
    }

    /// The analyzer of what is searched for, and where it is looked for.
    pub(super) fn search(self) -> (Analyzer, SearchTarget) {
        match self {
            Self::Document => (Analyzer::Standard, SearchTarget::Words),
            Self::Values | Self::Places { .. } => (Analyzer::LowercaseKeyword, SearchTarget::Values),
            Self::Exact => (Analyzer::Keyword, SearchTarget::ExactValues),
            Self::Words(analyzer) => (analyzer, SearchTarget::Words),
        }
    }
}
