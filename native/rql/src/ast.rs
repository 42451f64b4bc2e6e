//! The syntax tree of the RQL this crate answers. [`crate::ast::Query`] prints back to RQL (see `printing`).

mod condition;
mod path;
mod printing;

pub use condition::{Comparison, Expr, Operand, OperandKind, Predicate, Test};
pub use path::{Field, Path, Segment};

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
    /// The name given to each document, with or without `as`.
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
    /// What RavenDB 7.1 calls this source in `IndexName`: `collection/@all_docs` or `collection/Name`.
    pub fn index_name(&self) -> String {
        match self {
            Self::AllDocs => "collection/@all_docs".to_owned(),
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
    /// Nothing was said: as text, like RavenDB.
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
    /// The fields; empty means whole documents (`select *`, or `select x` where `x` is the alias).
    pub fields: Vec<SelectField>,
}

/// One field of the `select` clause.
#[derive(Debug, Clone, PartialEq)]
pub struct SelectField {
    /// Where the value comes from.
    pub value: Selected,
    /// The name given with `as`.
    pub alias: Option<String>,
    /// The path was written with the alias of the `from` clause in front: a missing value is then left out
    /// instead of given as null.
    pub qualified: bool,
    /// Where the field begins.
    pub at: Position,
}

/// Where a selected value comes from.
#[derive(Debug, Clone, PartialEq)]
pub enum Selected {
    /// The document.
    Field(Field),
    /// The query itself: a literal or a parameter.
    Value(Operand),
}

impl SelectField {
    /// The member's name in the result.
    pub fn name(&self) -> String {
        match (&self.alias, &self.value) {
            (Some(alias), _) => alias.clone(),
            (None, Selected::Field(Field::Id)) => "id()".to_owned(),
            (None, Selected::Field(Field::Path(path))) => path.to_string(),
            (None, Selected::Value(operand)) => operand.bare_text(),
        }
    }
}

/// One item of the `include` clause.
#[derive(Debug, Clone, PartialEq)]
pub enum Include {
    /// `timings()`.
    Timings,
    /// Documents whose ids stand at a path.
    Path(Path),
}

/// `limit` and `offset`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Paging {
    /// How many results to leave out at the start.
    pub skip: Option<Operand>,
    /// How many results to give at most.
    pub take: Option<Operand>,
}
