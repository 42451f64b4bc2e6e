//! The syntax tree of the RQL this crate answers.

/// A whole query.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// What is read.
    pub from: From,
    /// The condition; `None` takes everything.
    pub filter: Option<Expr>,
    /// Sort keys, most significant first.
    pub order_by: Vec<OrderBy>,
    /// The fields to give back; `None` gives whole documents.
    pub select: Option<Select>,
    /// What to send along.
    pub include: Vec<Include>,
    /// Which page of the results.
    pub paging: Paging,
}

/// Line and column of something in the text, both from 1. Columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

/// The `from` clause.
#[derive(Debug, Clone, PartialEq)]
pub struct From {
    /// Which documents.
    pub source: Source,
    /// The name given with `as`.
    pub alias: Option<String>,
}

/// The documents a query reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// `@all_docs`.
    AllDocs,
    /// A collection by name.
    Collection(String),
}

impl Source {
    /// What RavenDB calls this source in `IndexName`: `AllDocs` or `collection/Name`.
    pub fn index_name(&self) -> String {
        match self {
            Self::AllDocs => "AllDocs".to_owned(),
            Self::Collection(name) => format!("collection/{name}"),
        }
    }

    /// The collection's name, `None` for all documents.
    pub fn collection(&self) -> Option<&str> {
        match self {
            Self::AllDocs => None,
            Self::Collection(name) => Some(name),
        }
    }
}

/// One step of a path into a document.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A member by name.
    Field(String),
    /// `[]`: every element of an array.
    Each,
}

/// A path into a document, the alias of the `from` clause already taken off.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Path {
    /// The steps, never empty after parsing.
    pub segments: Vec<Segment>,
}

/// What a comparison, a sort key or a projection reads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Field {
    /// A path into the document.
    Path(Path),
    /// `id()`: the document's id.
    Id,
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

/// A condition.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// Both sides.
    And(Box<Expr>, Box<Expr>),
    /// Either side.
    Or(Box<Expr>, Box<Expr>),
    /// Not the inside.
    Not(Box<Expr>),
    /// `true` or `false` standing alone.
    Constant(bool),
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

/// One sort key.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderBy {
    /// What is read.
    pub field: Field,
    /// How values are compared.
    pub ordering: Ordering,
    /// `desc`.
    pub descending: bool,
    /// Where the key begins.
    pub at: Position,
}

/// How sort values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ordering {
    /// Nothing was said: decided by the values.
    #[default]
    Implicit,
    /// `as string`.
    Text,
    /// `as long`.
    Long,
    /// `as double`.
    Double,
    /// `as alphaNumeric`: runs of digits inside text compare as numbers.
    AlphaNumeric,
}

/// The `select` clause.
#[derive(Debug, Clone, PartialEq)]
pub struct Select {
    /// Equal results are given once.
    pub distinct: bool,
    /// The fields; empty means whole documents (`select distinct *`-like forms are refused by the parser).
    pub fields: Vec<SelectField>,
}

/// One field of the `select` clause.
#[derive(Debug, Clone, PartialEq)]
pub struct SelectField {
    /// What is read.
    pub field: Field,
    /// The name given with `as`.
    pub alias: Option<String>,
}

/// One item of the `include` clause.
#[derive(Debug, Clone, PartialEq)]
pub enum Include {
    /// `timings()`.
    Timings,
    /// Documents whose ids stand at a path.
    Path {
        /// The path.
        path: Path,
        /// The path as written.
        text: String,
    },
}

/// `limit` and `offset`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Paging {
    /// How many results to leave out at the start.
    pub skip: Option<Operand>,
    /// How many results to give at most.
    pub take: Option<Operand>,
}
