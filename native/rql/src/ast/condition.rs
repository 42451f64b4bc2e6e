//! Conditions and the values in them.

use super::{Field, Position};

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// Every side, in the order written; two at least. Flat, so that a long chain is not a deep tree.
    And(Vec<Expr>),
    /// Any side, in the order written; two at least.
    Or(Vec<Expr>),
    /// Not the inside.
    Not(Box<Expr>),
    /// `true` standing alone.
    True,
    /// A test of one field.
    Test(Test),
}

/// A test of one field against values.
#[derive(Debug, Clone, PartialEq)]
pub struct Test {
    /// What is read.
    pub field: Field,
    /// What it is tested for.
    pub predicate: Predicate,
    /// Inside `exact(…)`: text is compared with its case.
    pub exact: bool,
    /// Where the test begins.
    pub at: Position,
}

/// What a field is tested for.
#[derive(Debug, Clone, PartialEq)]
pub enum Predicate {
    /// `field op value`.
    Compare(Comparison, Operand),
    /// `field between low and high`, both ends included.
    Between(Operand, Operand),
    /// `field in (…)`.
    In(Vec<Operand>),
    /// `field all in (…)`: an array that has every value.
    AllIn(Vec<Operand>),
    /// `startsWith(field, text)`.
    StartsWith(Operand),
    /// `endsWith(field, text)`.
    EndsWith(Operand),
    /// `exists(field)`.
    Exists,
}

/// A comparison operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=` or `==`.
    Equal,
    /// `!=` or `<>`.
    NotEqual,
    /// `<`.
    Less,
    /// `<=`.
    LessOrEqual,
    /// `>`.
    Greater,
    /// `>=`.
    GreaterOrEqual,
}

impl Comparison {
    /// The operator as written.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

/// A value in the text.
#[derive(Debug, Clone, PartialEq)]
pub struct Operand {
    /// The value itself.
    pub kind: OperandKind,
    /// Where it stands.
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
        }
    }
}
