//! The syntax tree of the RQL this crate answers. [`crate::ast::Query`] prints back to RQL (see `printing`).

mod condition;
mod field;
mod operand;
mod path;
mod printing;
mod projection;
mod script;
mod spatial;
mod time_series;

pub use condition::{Comparison, Expr, MoreLikeThis, MoreLikeThisArgument, Predicate, SearchOperator, Test};
pub use field::{Aggregate, Field, SpatialField};
pub use operand::{Operand, OperandKind};
pub use path::{Path, Segment};
pub use projection::{
    Argument, Facet, FacetAggregation, FacetOf, HighlightOf, Include, IncludedPart, Select, SelectField,
    Selected, Suggest,
};
pub use script::{Function, Script};
pub use spatial::{Distance, Relation, Shape};
pub use time_series::{
    EntryExpr, EntryKey, EntryOperand, Interpolation, SeriesFunction, SeriesFunctionKind, SeriesGroup,
    SeriesRange, TimeSeriesFunction, TimeSeriesQuery,
};

pub use crate::text::Position;

/// A whole query.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// `declare function`, in the order written.
    pub functions: Vec<Function>,
    /// `declare timeseries`, in the order written.
    pub time_series_functions: Vec<TimeSeriesFunction>,
    /// What is read.
    pub from: From,
    /// `group by`; empty when documents are not grouped.
    pub group_by: Vec<GroupKey>,
    /// `where`; `None` takes everything.
    pub condition: Option<Expr>,
    /// Sort keys, most significant first.
    pub order_by: Vec<OrderBy>,
    /// Related documents that are given a name.
    pub load: Vec<Load>,
    /// `filter`: a condition on what `where` found; it never uses an index.
    pub filter: Option<Expr>,
    /// The fields to give back; `None` gives whole documents.
    pub select: Option<Select>,
    /// `update { … }`: the script run on every match. There is no `select` then.
    pub update: Option<Script>,
    /// What to send along.
    pub include: Vec<Include>,
    /// Which page of the results.
    pub paging: Paging,
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
    /// `from index 'name'`: the entries of an index.
    Index(String),
}

impl Source {
    /// What RavenDB 7.1 calls this source in `IndexName`: `collection/@all_docs`, `collection/Name`, or the
    /// index.
    pub fn index_name(&self) -> String {
        match self {
            Self::AllDocs => "collection/@all_docs".to_owned(),
            Self::Collection(name) => format!("collection/{name}"),
            Self::Index(name) => name.clone(),
        }
    }

    /// The collection's name, `None` for all documents and for an index.
    pub fn collection(&self) -> Option<&str> {
        match self {
            Self::AllDocs | Self::Index(_) => None,
            Self::Collection(name) => Some(name),
        }
    }

    /// The index's name, when an index is what is read.
    pub fn index(&self) -> Option<&str> {
        match self {
            Self::Index(name) => Some(name),
            Self::AllDocs | Self::Collection(_) => None,
        }
    }
}

/// One sort key.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderBy {
    /// What is ordered by.
    pub by: OrderKey,
    /// How values are compared.
    pub ordering: Ordering,
    /// `desc`.
    pub descending: bool,
    /// `nulls first` or `nulls last`, when said.
    pub nulls: Option<Nulls>,
    /// Where the key begins.
    pub at: Position,
}

impl OrderBy {
    /// The key as it is named in a plan, without direction.
    pub fn by_name(&self) -> String {
        match &self.by {
            OrderKey::Field(field) => field.to_string(),
            OrderKey::Score => "score()".to_owned(),
            OrderKey::Random(_) => "random()".to_owned(),
            OrderKey::Distance(distance) => format!("spatial.distance({})", distance.from),
        }
    }
}

/// What is ordered by.
#[derive(Debug, Clone, PartialEq)]
pub enum OrderKey {
    /// The values of a field.
    Field(Field),
    /// `score()`: how well the condition is met.
    Score,
    /// `random()` or `random('seed')`.
    Random(Option<Operand>),
    /// `spatial.distance(…)`.
    Distance(Distance),
}

/// Where null and missing values go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Nulls {
    /// Before everything else.
    First,
    /// After everything else.
    Last,
}

/// How sort values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
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

/// One key of `group by`.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupKey {
    /// What is grouped by. With `[]` in it every element counts separately.
    pub path: Path,
    /// `array(…)`: the whole array is one key.
    pub array: bool,
    /// The name given with `as`.
    pub alias: Option<String>,
    /// Where the key begins.
    pub at: Position,
}

/// One document of the `load` clause.
#[derive(Debug, Clone, PartialEq)]
pub struct Load {
    /// Where the id is read: a path into the document or into one loaded before.
    pub from: Field,
    /// The name given to what is loaded.
    pub alias: String,
    /// `as name[]`: all of several documents.
    pub many: bool,
    /// Where the item begins.
    pub at: Position,
}

/// `limit`, `offset` and `filter_limit`.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Paging {
    /// How many results to leave out at the start.
    pub skip: Option<Operand>,
    /// How many results to give at most.
    pub take: Option<Operand>,
    /// How many documents `filter` may look at.
    pub filter_limit: Option<Operand>,
}
