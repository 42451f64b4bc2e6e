//! The `include` clause bound to its values.

use serde_json::Value;

use super::bind::{Binder, invalid, kind_of};
use crate::ast::{Field, Include, IncludedPart, Operand, OperandKind, Path, Query};
use crate::error::QueryError;
use crate::included_extensions::SeriesPart;
use crate::values::{Period, instant};

use super::time_series::moment;

/// What results bring along.
#[derive(Debug, Default)]
pub(crate) struct Included {
    /// Documents whose ids are at these paths.
    pub(crate) paths: Vec<Path>,
    /// Counters of the results, or of the documents whose ids are at a path; all counters if no names are
    /// given.
    pub(crate) counters: Vec<(Option<Path>, Vec<String>)>,
    /// Time series of the results, or of the documents whose ids are at a path.
    pub(crate) time_series: Vec<IncludedSeries>,
    /// Compare-exchange values whose keys are at these paths.
    pub(crate) compare_exchange: Vec<Path>,
    /// Revisions whose change vectors are at these paths.
    pub(crate) revisions_at: Vec<Path>,
    /// Revisions of the results as they were then.
    pub(crate) revisions_before: Vec<String>,
}

/// `timeseries(…)`.
#[derive(Debug)]
pub(crate) struct IncludedSeries {
    pub(crate) of: Option<Path>,
    pub(crate) name: Option<String>,
    pub(crate) part: SeriesPart,
}

impl Included {
    pub(super) fn new(query: &Query, binder: &Binder<'_>) -> Result<Self, QueryError> {
        let mut included = Self::default();
        for item in &query.include {
            match item {
                Include::Path(path) => included.paths.push(path.clone()),
                Include::Counters { of, names } => {
                    included.counters.push((of.clone(), counter_names(names, binder)?));
                }
                Include::TimeSeries { of, name, part } => {
                    let of = of.as_ref().map(|path| loaded_path(path, query));
                    let name = match name.as_ref().map(|name| (name, binder.json(name))) {
                        None => None,
                        Some((_, Ok(Value::String(name)))) => Some(name),
                        Some((name, value)) => {
                            let kind = kind_of(&value?);
                            let message =
                                format!("timeseries() requires the name of a time series, not {kind}.");
                            return Err(invalid(name, message));
                        }
                    };
                    included.time_series.push(IncludedSeries { of, name, part: series_part(part, binder)? });
                }
                Include::CompareExchange(path) => included.compare_exchange.push(path.clone()),
                Include::Revisions { paths, before } => {
                    for path in paths {
                        included.revisions(path.clone());
                    }
                    for (operand, value) in binder.flattened(before.as_slice())? {
                        let Value::String(text) = value else {
                            let kind = kind_of(&value);
                            let message = format!(
                                "revisions() requires a date or a path to change vectors, not {kind}."
                            );
                            return Err(invalid(operand, message));
                        };
                        included.revisions(Path::from_text(&text));
                    }
                }
                Include::Timings | Include::Explanations(_) | Include::Highlight(_) => {}
            }
        }
        Ok(included)
    }

    /// A date may be given instead of a path.
    fn revisions(&mut self, path: Path) {
        let text = path.to_string();
        match instant(&text) {
            Some(_) => self.revisions_before.push(text),
            None => self.revisions_at.push(path),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.paths.is_empty()
            && self.counters.is_empty()
            && self.time_series.is_empty()
            && self.compare_exchange.is_empty()
            && !self.has_revisions()
    }

    pub(crate) fn has_revisions(&self) -> bool {
        !self.revisions_at.is_empty() || !self.revisions_before.is_empty()
    }
}

/// The path to the id of a loaded document, where a path is only the name given by `load`.
fn loaded_path(path: &Path, query: &Query) -> Path {
    let load =
        query.load.iter().find(|load| path.segments.len() == 1 && load.alias == path.head() && !load.many);
    match load.map(|load| &load.from) {
        Some(Field::Path(id)) => id.clone(),
        _ => path.clone(),
    }
}

fn series_part(part: &IncludedPart, binder: &Binder<'_>) -> Result<SeriesPart, QueryError> {
    let count = |operand: &Operand| match binder.json(operand)?.as_i64() {
        Some(count) if count >= 0 => Ok(count),
        _ => Err(invalid(operand, "last() in timeseries() takes a whole number from 0 up.".to_owned())),
    };
    Ok(match part {
        IncludedPart::Range(from, to) => {
            let bound = |operand: &Operand| match binder.json(operand)? {
                Value::Null => Ok(None),
                // A second without digits after it may have a zone here, as on servers.
                Value::String(text) => match instant(&text) {
                    Some(_) if text.len() == 20 => moment(text.trim_end_matches('Z'), operand.at).map(Some),
                    _ => moment(&text, operand.at).map(Some),
                },
                other => {
                    let kind = kind_of(&other);
                    Err(invalid(operand, format!("A range of timeseries() has dates or null, not {kind}.")))
                }
            };
            SeriesPart::Range { from: bound(from)?, to: bound(to)? }
        }
        IncludedPart::LastEntries(entries) => {
            SeriesPart::LastEntries(u64::try_from(count(entries)?).unwrap_or_default())
        }
        IncludedPart::LastPeriod(number, unit) => {
            let length = count(number)?;
            let value = binder.json(unit)?;
            let period = value.as_str().and_then(|unit| Period::of(length, unit));
            SeriesPart::LastPeriod(period.ok_or_else(|| {
                invalid(
                    unit,
                    format!("{value} is not a unit of time. Write ms, s, m, h, d, month, quarter or year."),
                )
            })?)
        }
    })
}

fn counter_names(names: &[Operand], binder: &Binder<'_>) -> Result<Vec<String>, QueryError> {
    let mut known: Vec<String> = Vec::new();
    for (operand, value) in binder.flattened(names)? {
        match value {
            Value::String(name) if known.contains(&name) => {}
            Value::String(name) => known.push(name),
            other => {
                let message = format!("counters() requires names, not {}.", kind_of(&other));
                return Err(invalid(operand, message));
            }
        }
    }
    // An empty list includes no counter.
    match (names.first(), known.is_empty()) {
        (Some(operand), true) if matches!(operand.kind, OperandKind::Parameter(_)) => Err(invalid(
            operand,
            "The list of counters() is empty. Omit it to include all counters.".to_owned(),
        )),
        _ => Ok(known),
    }
}
