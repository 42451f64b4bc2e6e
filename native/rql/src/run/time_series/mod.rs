//! Queries of time series: reads the entries of one series, tests them and gives them or their aggregates.

mod accumulate;
mod frames;
mod rows;
mod value;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use rookery_cancel::CancelToken;
use serde_json::{Map, Value};

use super::loader::whole;
use crate::error::QueryError;
use crate::plan::{SeriesName, SeriesOwner, SeriesPlan, SeriesTimes, TimeSeriesFunctions, moment};
use crate::source::{DocumentSource, SeriesBounds, SeriesEntry};
use crate::values::calendar::{FIRST, moment_text};
use frames::FrameReader;
use rows::{entry_row, number};
use value::{EntryContext, test};

/// Most rows of all time series of one query: they are in memory until it is answered.
const MOST_ROWS: usize = 2_000_000;
/// Most documents of tags that are kept.
const KEPT: usize = 10_000;

/// Reads the time series of one query.
pub(crate) struct SeriesReader<'p> {
    source: &'p dyn DocumentSource,
    /// The documents that tags name.
    documents: HashMap<String, Option<Rc<Value>>>,
    rows: usize,
}

impl std::fmt::Debug for SeriesReader<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{} rows of time series", self.rows)
    }
}

impl<'p> SeriesReader<'p> {
    pub(crate) fn new(source: &'p dyn DocumentSource) -> Self {
        Self { source, documents: HashMap::new(), rows: 0 }
    }

    /// The result of one query: `Count` and `Results`. Without an owner or a series it is empty.
    pub(crate) fn answer(
        &mut self,
        plan: &SeriesPlan,
        owner: Option<&str>,
        arguments: &[Value],
    ) -> Result<Value, QueryError> {
        let name = match &plan.name {
            SeriesName::Text(name) => Some(name.as_str()),
            SeriesName::Argument(index) => arguments.get(*index).and_then(Value::as_str),
        };
        let Some((owner, name)) = owner.zip(name) else { return Ok(result(0, Vec::new())) };
        let Some(bounds) = self.source.series().bounds(owner, name)? else {
            return Ok(result(0, Vec::new()));
        };
        let (from, to) = times(plan, &bounds, arguments)?;
        let mut frames = (!plan.columns.is_empty()).then(|| FrameReader::new(plan, from, to));
        let mut rows = Vec::new();
        let (mut count, mut read) = (0_u64, 0_u64);
        let cancel = CancelToken::current();
        let (documents, source) = (&mut self.documents, self.source);
        let mut left = MOST_ROWS - self.rows;
        let mut failure = None;
        let mut add = |entry: SeriesEntry<'_>| -> Result<(), QueryError> {
            read += 1;
            if read % 4096 == 0 && cancel.is_cancelled() {
                return Err(QueryError::Cancelled { scanned: 0 });
            }
            let tag_document = match entry.tag.filter(|_| plan.loads_tags) {
                Some(tag) => tag_document(documents, source, tag)?,
                None => None,
            };
            let context = EntryContext { entry, tag_document: tag_document.as_deref(), arguments };
            if let Some(condition) = &plan.condition
                && !test(condition, &context)?
            {
                return Ok(());
            }
            match &mut frames {
                Some(frames) => frames.add(&context, &mut rows, &mut left),
                None => {
                    count += 1;
                    left = left.checked_sub(1).ok_or_else(|| too_many(plan))?;
                    rows.push(entry_row(&entry, plan.scale, plan.offset));
                    Ok(())
                }
            }
        };
        self.source.series().entries(
            owner,
            name,
            from.unwrap_or(i64::MIN),
            to.unwrap_or(i64::MAX),
            &mut |entry| {
                failure = add(entry).err();
                if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        )?;
        if let Some(error) = failure {
            return Err(error);
        }
        if let Some(frames) = frames {
            count = frames.finish(&mut rows, &mut left)?;
        }
        self.rows = MOST_ROWS - left;
        Ok(result(count, rows))
    }

    /// The result of a declared function. Without a document as argument it reads the series of this one.
    pub(crate) fn call(
        &mut self,
        functions: &TimeSeriesFunctions,
        name: &str,
        arguments: &[Value],
        document: Option<&str>,
    ) -> Result<Value, QueryError> {
        let Some(plan) = functions.plan(name) else { return Ok(Value::Null) };
        let owner = match &plan.owner {
            SeriesOwner::Argument(index) => {
                arguments.get(*index).and_then(|value| value.pointer("/@metadata/@id")?.as_str())
            }
            _ => None,
        };
        self.answer(plan, owner.or(document), arguments)
    }
}

/// The result of a declared function as scripts get it. `document` is the result's.
///
/// # Errors
/// When an argument cannot be used, or the source fails.
pub fn call_time_series(
    functions: &TimeSeriesFunctions,
    name: &str,
    arguments: &[Value],
    document: Option<&str>,
    source: &dyn DocumentSource,
) -> Result<Value, QueryError> {
    SeriesReader::new(source).call(functions, name, arguments, document)
}

/// The entries of a series as scripts get them: `timeseries(document, name).get(from, to)`.
///
/// # Errors
/// When a date cannot be read, or the series has too many entries.
pub fn series_entries(
    source: &dyn DocumentSource,
    document: &str,
    name: &str,
    from: Option<&str>,
    to: Option<&str>,
) -> Result<Value, QueryError> {
    let at = crate::ast::Position { line: 1, column: 1 };
    let bound = |text: Option<&str>| text.map(series_moment).transpose();
    let (from, to) = (bound(from)?.unwrap_or(i64::MIN), bound(to)?.unwrap_or(i64::MAX));
    let mut rows = Vec::new();
    source.series().entries(document, name, from, to, &mut |entry| {
        rows.push(entry_row(&entry, None, None));
        if rows.len() > MOST_ROWS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if rows.len() > MOST_ROWS {
        let message = format!(
            "The time series '{name}' has more than {MOST_ROWS} entries there. Give get() two dates."
        );
        return Err(QueryError::at(at, message));
    }
    Ok(Value::Array(rows))
}

/// A date of a time series query or script in milliseconds since 1970-01-01T00:00:00Z.
///
/// # Errors
/// When it has none of the forms that a server reads.
pub fn series_moment(text: &str) -> Result<i64, QueryError> {
    moment(text, crate::ast::Position { line: 1, column: 1 })
}

/// One entry as scripts get it.
pub fn series_entry(entry: &SeriesEntry<'_>) -> Value {
    entry_row(entry, None, None)
}

/// The statistics of a series as scripts get them: `timeseries(document, name).getStats()`.
///
/// # Errors
/// When the source fails.
pub fn series_stats(source: &dyn DocumentSource, document: &str, name: &str) -> Result<Value, QueryError> {
    Ok(series_stats_of(source.series().bounds(document, name)?))
}

/// The same of a known series; `None`: there is none.
pub fn series_stats_of(series: Option<SeriesBounds>) -> Value {
    // A server gives its earliest date for a series without entries.
    let time = |time: Option<i64>| match time {
        Some(time) => format!("{}Z", moment_text(time)),
        None => moment_text(FIRST),
    };
    serde_json::json!({
        "Start": time(series.map(|series| series.first)),
        "End": time(series.map(|series| series.last)),
        "Count": series.map_or(0, |series| series.entries),
    })
}

fn tag_document(
    documents: &mut HashMap<String, Option<Rc<Value>>>,
    source: &dyn DocumentSource,
    tag: &str,
) -> Result<Option<Rc<Value>>, QueryError> {
    if let Some(known) = documents.get(tag) {
        return Ok(known.clone());
    }
    let found = match source.load(tag)? {
        Some(document) => Some(Rc::new(whole(&document)?)),
        None => None,
    };
    if documents.len() >= KEPT {
        documents.clear();
    }
    documents.insert(tag.to_owned(), found.clone());
    Ok(found)
}

/// The ends of the range; `None`: open.
fn times(
    plan: &SeriesPlan,
    bounds: &SeriesBounds,
    arguments: &[Value],
) -> Result<(Option<i64>, Option<i64>), QueryError> {
    Ok(match &plan.times {
        SeriesTimes::All => (None, None),
        SeriesTimes::Between(from, to) => {
            let bound = |term| value::moment_of(term, arguments, plan.at);
            (Some(bound(from)?), Some(bound(to)?))
        }
        SeriesTimes::First(period) => (None, Some(period.after(bounds.first))),
        SeriesTimes::Last(period) => (Some(period.before(bounds.last)), None),
    })
}

fn result(count: u64, rows: Vec<Value>) -> Value {
    Value::Object(Map::from_iter([
        ("Count".to_owned(), count.into()),
        ("Results".to_owned(), Value::Array(rows)),
    ]))
}

fn too_many(plan: &SeriesPlan) -> QueryError {
    QueryError::at(
        plan.at,
        format!(
            "The time series of this query give more than {MOST_ROWS} rows. Use fewer documents, a shorter range or longer \
             frames of 'group by'."
        ),
    )
}

/// All numbers of a row.
fn numbers(values: impl Iterator<Item = f64>) -> Value {
    Value::Array(values.map(number).collect())
}
