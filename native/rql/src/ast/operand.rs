//! Values in the text of a query.

use super::{Field, Position};

/// A value in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// The value itself.
    pub kind: OperandKind,
    /// Its position.
    pub at: Position,
}

/// The kinds of value.
#[derive(Debug, Clone, PartialEq)]
pub enum OperandKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number that fits 64 bits.
    Integer(i64),
    /// Any other number; always finite.
    Double(f64),
    /// Quoted text, unescaped.
    Text(String),
    /// `$name`, without the dollar sign.
    Parameter(String),
    /// Another field of the document; only in `filter`.
    Field(Box<Field>),
    /// `cmpxchg(key)`: the value stored under a compare-exchange key; only on the right side of a comparison.
    CompareExchange(Box<Operand>),
}

impl Operand {
    /// The value without quotes: what RavenDB names a selected literal by.
    pub fn bare_text(&self) -> String {
        match &self.kind {
            OperandKind::Null => "null".to_owned(),
            OperandKind::Bool(value) => value.to_string(),
            OperandKind::Integer(value) => value.to_string(),
            OperandKind::Double(value) => format!("{value:?}"),
            OperandKind::Text(value) => value.clone(),
            OperandKind::Parameter(name) => format!("${name}"),
            OperandKind::Field(field) => field.to_string(),
            OperandKind::CompareExchange(key) => format!("cmpxchg({key})"),
        }
    }
}
