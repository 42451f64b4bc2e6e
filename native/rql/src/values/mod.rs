//! Values as conditions and sort keys compare them: folded text, numbers of two kinds, instants.

pub(crate) mod calendar;
mod fold;
mod instant;
mod natural;
mod number;
mod period;

pub use fold::{Folded, compare_folded, fold};
pub use instant::{common_forms, instant, is_common_form};
pub use natural::compare_natural;
pub use number::{compare_numbers, number_text};
pub use period::Period;

/// One scalar at a path of one document. Arrays on the path contribute each of their elements, so a path has
/// any number of them; a missing path has none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Leaf<'a> {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number.
    Number(Number),
    /// Text.
    Text(&'a str),
    /// An object: it exists, and equals nothing.
    Object,
}

/// A number of either kind.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// Whole, in 64 bits.
    Integer(i64),
    /// Anything else.
    Double(f64),
}

impl From<&serde_json::Number> for Number {
    fn from(number: &serde_json::Number) -> Self {
        match number.as_i64() {
            Some(whole) => Self::Integer(whole),
            None => Self::Double(number.as_f64().unwrap_or(f64::MAX)),
        }
    }
}
