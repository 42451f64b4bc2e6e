//! The select list bound to its values.

use serde_json::Value;

use super::bind::Binder;
use super::sort::Measure;
use super::time_series::{Names, SeriesPlan};
use super::unsupported;
use crate::ast::{Argument, Field, Position, Select, Selected};
use crate::error::QueryError;

/// One member of a projected result.
#[derive(Debug)]
pub(crate) struct ProjectedField {
    pub(crate) name: String,
    pub(crate) value: ProjectedValue,
    /// A missing value is left out instead of given as null.
    pub(crate) omit_missing: bool,
    /// No name was given with `as`.
    pub(crate) unnamed: bool,
}

/// Where a projected value comes from.
#[derive(Debug)]
pub(crate) enum ProjectedValue {
    Field(crate::ast::Field),
    Constant(Value),
    /// The document itself.
    Document,
    /// `spatial.distance(…)`: kilometres, rounded if the query says so.
    Distance(Measure),
    /// A declared function.
    Call {
        name: String,
        arguments: Vec<ProjectedArgument>,
        at: Position,
    },
    /// `timeseries(…)`.
    TimeSeries(Box<SeriesPlan>),
    /// A declared function of time series.
    TimeSeriesCall {
        name: String,
        arguments: Vec<ProjectedArgument>,
    },
}

impl ProjectedValue {
    /// Whether it is a query of time series.
    pub(crate) fn is_time_series(&self) -> bool {
        matches!(self, Self::TimeSeries(_) | Self::TimeSeriesCall { .. })
    }
}

/// What a declared function is given.
#[derive(Debug)]
pub(crate) enum ProjectedArgument {
    Document,
    Field(Field),
    Value(Value),
}

pub(super) fn projected(
    select: &Select,
    alias: Option<&str>,
    binder: &Binder<'_>,
) -> Result<Vec<ProjectedField>, QueryError> {
    select
        .fields
        .iter()
        .map(|field| {
            let value = match &field.value {
                Selected::Field(source) => ProjectedValue::Field(source.clone()),
                Selected::Value(operand) => ProjectedValue::Constant(binder.json(operand)?),
                Selected::Document(_) => ProjectedValue::Document,
                Selected::Call { name, arguments } => {
                    let arguments = arguments_of(arguments, binder)?;
                    ProjectedValue::Call { name: name.clone(), arguments, at: field.at }
                }
                Selected::TimeSeries { query, .. } => {
                    let names = Names { arguments: &[], alias };
                    ProjectedValue::TimeSeries(Box::new(SeriesPlan::new(query, &names, binder)?))
                }
                Selected::TimeSeriesCall { name, arguments } => {
                    let arguments = arguments_of(arguments, binder)?;
                    ProjectedValue::TimeSeriesCall { name: name.clone(), arguments }
                }
                Selected::Distance(distance) => ProjectedValue::Distance(Measure::new(distance, binder)?),
                Selected::Facet(_) => return Err(unsupported("facet()", field.at)),
                Selected::Suggest(_) => return Err(unsupported("suggest()", field.at)),
            };
            let loaded = matches!(field.value, Selected::Field(Field::Loaded { .. }));
            Ok(ProjectedField {
                name: field.name(),
                value,
                omit_missing: field.qualified || loaded,
                unnamed: field.alias.is_none(),
            })
        })
        .collect()
}

fn arguments_of(arguments: &[Argument], binder: &Binder<'_>) -> Result<Vec<ProjectedArgument>, QueryError> {
    arguments.iter().map(|argument| argument_of(argument, binder)).collect()
}

fn argument_of(argument: &Argument, binder: &Binder<'_>) -> Result<ProjectedArgument, QueryError> {
    Ok(match argument {
        Argument::Document(_) => ProjectedArgument::Document,
        Argument::Field(field) => ProjectedArgument::Field(field.clone()),
        Argument::Value(value) => ProjectedArgument::Value(binder.json(value)?),
    })
}
