//! The rules, by what they look at.

mod writes;

use super::Rule;

/// The rules of every file.
pub const ALL: &[&[Rule]] = &[writes::RULES];
