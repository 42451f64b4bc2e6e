//! Conditions.

use super::{Field, Operand, Position, Relation, Shape};

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
    /// `boost(condition, factor)`: holds as its condition does, counts so much more in the score.
    Boost(Box<Expr>, Operand),
    /// `intersect(…)`: every side, each perhaps met by another entry of the same document.
    Intersect(Vec<Expr>),
    /// `moreLikeThis(…)`.
    MoreLikeThis(Box<MoreLikeThis>),
}

/// `moreLikeThis(what[, options])`.
#[derive(Debug, Clone, PartialEq)]
pub struct MoreLikeThis {
    /// What the results are to be like.
    pub what: MoreLikeThisArgument,
    /// A JSON object with RavenDB's option names.
    pub options: Option<Operand>,
    /// Where the method begins.
    pub at: Position,
}

/// What results are to be like.
#[derive(Debug, Clone, PartialEq)]
pub enum MoreLikeThisArgument {
    /// The first document this condition finds.
    Condition(Box<Expr>),
    /// A document given as JSON text.
    Document(Operand),
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
    /// `search(field, terms[, and|or])`: words of an analyzed text, with wildcards and phrases.
    Search {
        /// The words to search for.
        terms: Operand,
        /// Whether all of them are required.
        operator: SearchOperator,
        /// `proximity(search(…), n)`: the words are within `n` positions.
        proximity: Option<Operand>,
    },
    /// `regex(field, pattern)`: any term of the field has a part that the pattern describes.
    Regex(Operand),
    /// `lucene(field, expression)`: terms, phrases, wildcards, ranges in Lucene's own writing.
    Lucene(Operand),
    /// `fuzzy(field = text, similarity)`.
    Fuzzy {
        /// The text to search for.
        text: Operand,
        /// From 0 (anything) to 1 (the same).
        similarity: Operand,
    },
    /// `spatial.within(…)` and the other relations.
    Spatial {
        /// The required relation of field and shape.
        relation: Relation,
        /// The shape of the query.
        shape: Box<Shape>,
        /// Distance error in percent, when given.
        error: Option<Operand>,
    },
}

/// Whether `search` requires all words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SearchOperator {
    /// Any of them.
    #[default]
    Or,
    /// All of them.
    And,
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
