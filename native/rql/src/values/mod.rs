//! Values as conditions and sort keys see them: folded text, numbers of two kinds, instants.

mod fold;
mod instant;
mod natural;
mod number;

pub(crate) use fold::{Folded, compare_folded, fold};
pub(crate) use instant::instant;
pub(crate) use natural::compare_natural;
pub(crate) use number::{compare_numbers, number_text};

/// One scalar that stands at a path of one document. Arrays on the way are taken apart, so a path has any
/// number of them; a missing path has none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Leaf<'a> {
    Null,
    Bool(bool),
    Number(Number),
    Text(&'a str),
    /// An object: it exists, and equals nothing.
    Object,
}

/// A number of either kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    Integer(i64),
    Double(f64),
}
