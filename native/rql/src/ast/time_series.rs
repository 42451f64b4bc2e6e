//! `timeseries(from …)` and `declare timeseries`.

use super::{Comparison, Operand, Path, Position};

/// A query of the entries of one series.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeSeriesQuery {
    /// Whose series: the alias of the `from` clause, a name given by `load`, or an argument; `None`: the result's.
    pub owner: Option<String>,
    /// The series's name: text or a parameter.
    pub name: Operand,
    /// Which times; `None`: all.
    pub range: Option<SeriesRange>,
    /// `load Tag as name`.
    pub tag_alias: Option<String>,
    /// `where`.
    pub condition: Option<EntryExpr>,
    /// `group by`.
    pub group: Option<SeriesGroup>,
    /// `select`; empty without one.
    pub functions: Vec<SeriesFunction>,
    /// A factor of all values.
    pub scale: Option<Operand>,
    /// Added to all times: `[-]hh:mm[:ss]`.
    pub offset: Option<Operand>,
    /// The position of `from`.
    pub at: Position,
}

/// The times of a query, both ends included.
#[derive(Debug, Clone, PartialEq)]
pub enum SeriesRange {
    /// `between … and …`.
    Between(EntryOperand, EntryOperand),
    /// `first 2 hours`, from the first entry on.
    First(Operand),
    /// `last 2 hours`, until the last entry.
    Last(Operand),
}

/// A condition on an entry.
#[derive(Debug, Clone, PartialEq)]
pub enum EntryExpr {
    /// All of these.
    And(Vec<Self>),
    /// Any of these.
    Or(Vec<Self>),
    /// The opposite.
    Not(Box<Self>),
    /// `left = right`.
    Compare(EntryOperand, Comparison, EntryOperand, Position),
    /// `value between low and high`.
    Between(EntryOperand, EntryOperand, EntryOperand, Position),
    /// `value in (…)`.
    In(EntryOperand, Vec<EntryOperand>),
}

/// A side of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub enum EntryOperand {
    /// `Values[n]`; `Value` is the first one.
    Value(usize),
    /// `Tag`.
    Tag,
    /// `Timestamp`.
    Timestamp,
    /// A field of the document that the tag names, or of an argument; the first step is its name.
    Named(Path),
    /// A literal or a parameter.
    Literal(Operand),
}

/// `group by`.
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesGroup {
    /// The length of a frame: text or a parameter.
    pub every: Operand,
    /// The second argument.
    pub key: Option<EntryKey>,
    /// `with interpolation(…)`.
    pub interpolation: Option<Interpolation>,
}

/// What divides the entries of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntryKey {
    /// `Tag`.
    Tag,
    /// A field of the document that the tag names; the first step is its name.
    Field(Path),
}

/// How frames without entries get values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interpolation {
    /// On the line between the frames around it.
    Linear,
    /// Those of the nearer frame.
    Nearest,
    /// Those of the frame before.
    Last,
    /// Those of the frame after.
    Next,
}

impl Interpolation {
    /// All of them with their words.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Linear, "linear"), (Self::Nearest, "nearest"), (Self::Last, "last"), (Self::Next, "next")];

    /// Its word.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }
}

/// One item of `select`.
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesFunction {
    /// Which function.
    pub kind: SeriesFunctionKind,
    /// The argument of `percentile`.
    pub argument: Option<Operand>,
    /// The name given with `as`.
    pub alias: Option<String>,
    /// Where it begins.
    pub at: Position,
}

/// The functions of `select`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeriesFunctionKind {
    /// The first value of a frame.
    First,
    /// The last one.
    Last,
    /// The least one.
    Min,
    /// The greatest one.
    Max,
    /// The sum.
    Sum,
    /// The number of values.
    Count,
    /// The arithmetic mean.
    Average,
    /// The value below which a percentage of the values is.
    Percentile,
    /// The difference of the last and the first value, by millisecond of the frame.
    Slope,
    /// Of a sample.
    StandardDeviation,
}

impl SeriesFunctionKind {
    /// The functions of a query without `select`, in the order of their members.
    pub const STANDARD: [Self; 7] =
        [Self::First, Self::Last, Self::Min, Self::Max, Self::Sum, Self::Count, Self::Average];

    /// By the name in a query, in any case.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "first" => Self::First,
            "last" => Self::Last,
            "min" => Self::Min,
            "max" => Self::Max,
            "sum" => Self::Sum,
            "count" => Self::Count,
            "avg" | "average" => Self::Average,
            "percentile" => Self::Percentile,
            "slope" => Self::Slope,
            "stddev" | "standarddeviation" => Self::StandardDeviation,
            _ => return None,
        })
    }

    /// The name in a query.
    pub fn word(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Last => "last",
            Self::Min => "min",
            Self::Max => "max",
            Self::Sum => "sum",
            Self::Count => "count",
            Self::Average => "average",
            Self::Percentile => "percentile",
            Self::Slope => "slope",
            Self::StandardDeviation => "stddev",
        }
    }

    /// The member of a row.
    pub fn member(self) -> &'static str {
        match self {
            Self::First => "First",
            Self::Last => "Last",
            Self::Min => "Min",
            Self::Max => "Max",
            Self::Sum => "Sum",
            Self::Count => "Count",
            Self::Average => "Average",
            Self::Percentile => "Percentile",
            Self::Slope => "Slope",
            Self::StandardDeviation => "StandardDeviation",
        }
    }
}

/// `declare timeseries name(arguments) { from … }`.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeSeriesFunction {
    /// The name it is called by.
    pub name: String,
    /// The names of its arguments.
    pub arguments: Vec<String>,
    /// What it computes.
    pub query: TimeSeriesQuery,
    /// The position of `declare`.
    pub at: Position,
}
