//! How an index analyzes the texts of a field; conditions are bound accordingly.

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
    /// As the words of an analyzer: each word is a value.
    Words(Analyzer),
    /// As points; `unit` is the kilometres of a distance without a unit.
    Places {
        /// Kilometres.
        unit: f64,
    },
}

/// How the fields of an index are read, by name.
pub type Readings<'f> = &'f dyn Fn(&str) -> Reading;

impl Reading {
    /// How the index reads a field; as documents are read without an index.
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

    /// The analyzer of the search text, and the terms that are searched.
    pub(super) fn search(self) -> (Analyzer, SearchTarget) {
        match self {
            Self::Document => (Analyzer::Standard, SearchTarget::Words),
            Self::Values | Self::Places { .. } => (Analyzer::LowercaseKeyword, SearchTarget::Values),
            Self::Exact => (Analyzer::Keyword, SearchTarget::ExactValues),
            Self::Words(analyzer) => (analyzer, SearchTarget::Words),
        }
    }
}
