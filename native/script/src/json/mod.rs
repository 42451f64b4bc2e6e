//! Values between JSON text and the JavaScript engine. Knows no document: only values, texts and how numbers
//! are spelled.

pub(crate) mod numbers;
pub(crate) mod write;
