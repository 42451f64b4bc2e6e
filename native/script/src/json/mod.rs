//! Values between JSON text and the JavaScript engine. Independent of documents: only values, texts and the
//! spelling of numbers.

pub(crate) mod numbers;
pub(crate) mod write;
