//! Queries of time series bound to their values.

mod literals;
mod terms;

use std::sync::Arc;

use serde_json::Value;

use super::bind::{Binder, invalid, kind_of};
use crate::ast::{
    Comparison, EntryKey, Interpolation, Position, Query, Segment, SeriesFunctionKind, SeriesRange,
    TimeSeriesQuery,
};
use crate::error::QueryError;
use crate::values::Period;
pub(crate) use literals::moment;
use literals::{columns, number, offset_of, period_of};
use terms::Terms;

/// A query of one series.
#[derive(Debug)]
pub(crate) struct SeriesPlan {
    pub(crate) owner: SeriesOwner,
    pub(crate) name: SeriesName,
    pub(crate) times: SeriesTimes,
    /// Conditions or groups read the documents that tags name.
    pub(crate) loads_tags: bool,
    pub(crate) condition: Option<EntryTest>,
    pub(crate) frames: Option<Frames>,
    /// Empty: the entries themselves.
    pub(crate) columns: Vec<SeriesColumn>,
    pub(crate) scale: Option<f64>,
    /// Milliseconds.
    pub(crate) offset: Option<i64>,
    pub(crate) at: Position,
}

/// Whose series is read.
#[derive(Debug)]
pub(crate) enum SeriesOwner {
    Result,
    Loaded(String),
    Argument(usize),
}

#[derive(Debug)]
pub(crate) enum SeriesName {
    Text(String),
    Argument(usize),
}

impl SeriesName {
    /// The name, where the query itself says it.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(name) => Some(name),
            Self::Argument(_) => None,
        }
    }
}

#[derive(Debug)]
pub(crate) enum SeriesTimes {
    All,
    Between(EntryTerm, EntryTerm),
    First(Period),
    Last(Period),
}

#[derive(Debug)]
pub(crate) enum EntryTest {
    And(Vec<Self>),
    Or(Vec<Self>),
    Not(Box<Self>),
    Compare(EntryTerm, Comparison, EntryTerm, Position),
    Between(EntryTerm, EntryTerm, EntryTerm, Position),
    In(EntryTerm, Vec<EntryTerm>),
}

#[derive(Debug)]
pub(crate) enum EntryTerm {
    Value(usize),
    Tag,
    Timestamp,
    /// Of the document that the tag names.
    TagDocument(Vec<Segment>),
    Argument(usize, Vec<Segment>),
    Constant(Value),
    /// Milliseconds since 1970: what a timestamp is compared with.
    Moment(i64),
}

#[derive(Debug)]
pub(crate) struct Frames {
    pub(crate) every: Period,
    pub(crate) key: Option<EntryTerm>,
    pub(crate) interpolation: Option<Interpolation>,
}

#[derive(Debug)]
pub(crate) struct SeriesColumn {
    pub(crate) kind: SeriesFunctionKind,
    /// Of `percentile`; greater than 0, at most 100.
    pub(crate) percent: f64,
    pub(crate) name: String,
}

/// A declared function of time series.
#[derive(Debug)]
pub(crate) struct PlannedFunction {
    pub(crate) name: String,
    pub(crate) plan: SeriesPlan,
}

/// The declared functions of time series of a query.
#[derive(Debug, Clone, Default)]
pub struct TimeSeriesFunctions(pub(crate) Arc<[PlannedFunction]>);

impl TimeSeriesFunctions {
    pub(super) fn new(query: &Query, binder: &Binder<'_>) -> Result<Self, QueryError> {
        let functions = query.time_series_functions.iter().map(|function| {
            let names = Names { arguments: &function.arguments, alias: None };
            let plan = SeriesPlan::new(&function.query, &names, binder)?;
            Ok(PlannedFunction { name: function.name.clone(), plan })
        });
        functions.collect::<Result<Vec<_>, QueryError>>().map(|functions| Self(functions.into()))
    }

    /// The names, in the order of the declarations.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|function| function.name.as_str())
    }

    pub(crate) fn plan(&self, name: &str) -> Option<&SeriesPlan> {
        self.0.iter().find(|function| function.name == name).map(|function| &function.plan)
    }
}

/// What a name in a query of time series is.
pub(super) struct Names<'q> {
    /// The arguments of a declared function.
    pub(super) arguments: &'q [String],
    /// The alias of the `from` clause.
    pub(super) alias: Option<&'q str>,
}

impl SeriesPlan {
    pub(super) fn new(
        query: &TimeSeriesQuery,
        names: &Names<'_>,
        binder: &Binder<'_>,
    ) -> Result<Self, QueryError> {
        let terms = Terms { names, tag: query.tag_alias.as_deref(), binder };
        let argument = |name: &str| names.arguments.iter().position(|argument| argument == name);
        let owner = match query.owner.as_deref() {
            None => SeriesOwner::Result,
            Some(owner) => match argument(owner) {
                Some(index) => SeriesOwner::Argument(index),
                None if names.alias == Some(owner) => SeriesOwner::Result,
                None => SeriesOwner::Loaded(owner.to_owned()),
            },
        };
        let name = match binder.json(&query.name)? {
            Value::String(name) => match argument(&name).filter(|_| query.owner.is_none()) {
                Some(index) => SeriesName::Argument(index),
                None => SeriesName::Text(name),
            },
            other => {
                let message = format!("The name of a time series is text, not {}.", kind_of(&other));
                return Err(invalid(&query.name, message));
            }
        };
        let times = match &query.range {
            None => SeriesTimes::All,
            Some(SeriesRange::Between(from, to)) => {
                SeriesTimes::Between(terms.bound(from, query.at)?, terms.bound(to, query.at)?)
            }
            Some(SeriesRange::First(period)) => SeriesTimes::First(period_of(period, binder)?),
            Some(SeriesRange::Last(period)) => SeriesTimes::Last(period_of(period, binder)?),
        };
        let frames = match &query.group {
            None => None,
            Some(group) => {
                let every = period_of(&group.every, binder)?;
                if every.is_empty() {
                    return Err(invalid(&group.every, "A frame of 'group by' is longer than 0.".to_owned()));
                }
                let key = match &group.key {
                    None => None,
                    Some(EntryKey::Tag) => Some(EntryTerm::Tag),
                    Some(EntryKey::Field(path)) => Some(terms.named(path)),
                };
                Some(Frames { every, key, interpolation: group.interpolation })
            }
        };
        let condition = query.condition.as_ref().map(|condition| terms.test(condition)).transpose()?;
        Ok(Self {
            owner,
            name,
            times,
            loads_tags: query.tag_alias.is_some(),
            condition,
            columns: columns(&query.functions, frames.is_some(), binder)?,
            frames,
            scale: query.scale.as_ref().map(|scale| number(scale, "scale", binder)).transpose()?,
            offset: query.offset.as_ref().map(|offset| offset_of(offset, binder)).transpose()?,
            at: query.at,
        })
    }
}
