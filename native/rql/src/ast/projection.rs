//! What is given back: `select` and `include`.

use super::{Aggregate, Distance, Expr, Field, Operand, Path, Position, Script, TimeSeriesQuery};

/// The `select` clause.
#[derive(Debug, Clone, PartialEq)]
pub struct Select {
    /// Equal results are given once.
    pub distinct: bool,
    /// The fields; empty means whole documents (`select *`, or `select x` where `x` is the alias), or an
    /// object.
    pub fields: Vec<SelectField>,
    /// `select { … }`: the object literal's inside, in JavaScript.
    pub object: Option<Script>,
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
    /// The document, a loaded one or the group.
    Field(Field),
    /// The query itself: a literal or a parameter.
    Value(Operand),
    /// The whole document, by its alias.
    Document(String),
    /// `spatial.distance(…)`.
    Distance(Distance),
    /// A declared function; when it is all that is selected, its object is the result.
    Call {
        /// The function's name.
        name: String,
        /// What it is given.
        arguments: Vec<Argument>,
    },
    /// `timeseries(…)`; when it is all that is selected, its object is the result.
    TimeSeries {
        /// The query.
        query: Box<TimeSeriesQuery>,
        /// How many others were selected before it.
        number: usize,
    },
    /// A declared function of time series; when it is all that is selected, its object is the result.
    TimeSeriesCall {
        /// The function's name.
        name: String,
        /// Its arguments.
        arguments: Vec<Argument>,
    },
    /// `facet(…)`.
    Facet(Box<Facet>),
    /// `suggest(…)`.
    Suggest(Box<Suggest>),
}

impl Selected {
    /// Whether it is a query of time series.
    pub fn is_time_series(&self) -> bool {
        matches!(self, Self::TimeSeries { .. } | Self::TimeSeriesCall { .. })
    }
}

/// What a declared function is given.
#[derive(Debug, Clone, PartialEq)]
pub enum Argument {
    /// The whole document, by its alias.
    Document(String),
    /// A part of it, or of a loaded one.
    Field(Field),
    /// A literal or a parameter.
    Value(Operand),
}

/// `facet(…)`: how the results spread over a field.
#[derive(Debug, Clone, PartialEq)]
pub struct Facet {
    /// What is counted.
    pub of: FacetOf,
    /// What is computed for each value or range.
    pub aggregations: Vec<FacetAggregation>,
    /// A JSON object with RavenDB's option names.
    pub options: Option<Operand>,
}

/// What a facet counts.
#[derive(Debug, Clone, PartialEq)]
pub enum FacetOf {
    /// Every value of a field.
    Field(Path),
    /// Ranges, each a condition on one field.
    Ranges(Vec<Expr>),
    /// Nothing: all results are one group.
    All,
    /// The facets stored in a document, `facet(id('facets/…'))`.
    Setup(Operand),
}

/// One computed member of a facet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetAggregation {
    /// `sum`, `avg`, `min` or `max`, in lower case.
    pub method: String,
    /// Of which field.
    pub path: Path,
    /// The name given to it.
    pub name: Option<String>,
}

/// `suggest(field, text[, options])`.
#[derive(Debug, Clone, PartialEq)]
pub struct Suggest {
    /// Whose terms are suggested.
    pub path: Path,
    /// Text or a list of texts.
    pub text: Operand,
    /// A JSON object with RavenDB's option names.
    pub options: Option<Operand>,
}

impl SelectField {
    /// The member's name in the result.
    pub fn name(&self) -> String {
        match (&self.alias, &self.value) {
            (Some(alias), _) | (None, Selected::Document(alias)) => alias.clone(),
            (None, Selected::Field(Field::Loaded { alias, path })) if path.segments.is_empty() => {
                alias.clone()
            }
            (None, Selected::Field(Field::Path(path) | Field::Loaded { path, .. })) => path.to_string(),
            (None, Selected::Field(Field::Group(Aggregate::Count))) => "Count".to_owned(),
            (None, Selected::Field(Field::Group(Aggregate::Sum(path)))) => path.to_string(),
            (None, Selected::Field(field)) => field.to_string(),
            (None, Selected::Value(operand)) => operand.bare_text(),
            (None, Selected::Distance(_)) => "spatial.distance".to_owned(),
            (None, Selected::Call { name, .. } | Selected::TimeSeriesCall { name, .. }) => name.clone(),
            (None, Selected::TimeSeries { number, .. }) => format!("__timeSeriesQueryFunction{number}"),
            (None, Selected::Facet(facet)) => match &facet.of {
                FacetOf::Field(path) => path.to_string(),
                FacetOf::Ranges(ranges) => ranges.first().map_or_else(String::new, field_of),
                FacetOf::All | FacetOf::Setup(_) => "@AllResults".to_owned(),
            },
            (None, Selected::Suggest(suggest)) => suggest.path.to_string(),
        }
    }
}

/// The field that a range of a facet reads.
fn field_of(range: &Expr) -> String {
    match range {
        Expr::Test(test) => test.field.to_string(),
        Expr::And(sides) | Expr::Or(sides) => sides.first().map_or_else(String::new, field_of),
        _ => String::new(),
    }
}

/// One item of the `include` clause.
#[derive(Debug, Clone, PartialEq)]
pub enum Include {
    /// `timings()`.
    Timings,
    /// Documents whose ids are at a path.
    Path(Path),
    /// `explanations([options])`.
    Explanations(Option<Operand>),
    /// `highlight(field, length, count[, options])`.
    Highlight(HighlightOf),
    /// `counters([path][, names…])`.
    Counters {
        /// The path to the id of the counters' document; without a path, the result itself.
        of: Option<Path>,
        /// Which; all when empty.
        names: Vec<Operand>,
    },
    /// `timeseries([path, ][name, ]…)`.
    TimeSeries {
        /// The path to the id of the series's document; without a path, the result itself.
        of: Option<Path>,
        /// Which series; all without a name.
        name: Option<Operand>,
        /// Which of its entries.
        part: IncludedPart,
    },
    /// `cmpxchg(path)`: compare-exchange values whose keys are at a path.
    CompareExchange(Path),
    /// `revisions(path…)` or `revisions($date)`.
    Revisions {
        /// Paths to change vectors.
        paths: Vec<Path>,
        /// Revisions as they were before this moment.
        before: Option<Operand>,
    },
}

/// The included entries of a time series.
#[derive(Debug, Clone, PartialEq)]
pub enum IncludedPart {
    /// From a date to a date, both included; `null`: open.
    Range(Operand, Operand),
    /// `last(count)`.
    LastEntries(Operand),
    /// `last(count, 'unit')`.
    LastPeriod(Operand, Operand),
}

/// `highlight(…)`.
#[derive(Debug, Clone, PartialEq)]
pub struct HighlightOf {
    /// Which field is shown.
    pub path: Path,
    /// How many characters a fragment has about.
    pub length: Operand,
    /// Fragments at most.
    pub count: Operand,
    /// A JSON object with RavenDB's option names.
    pub options: Option<Operand>,
}
