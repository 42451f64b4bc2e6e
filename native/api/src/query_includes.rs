//! Counters, time series, revisions and compare-exchange values that a query includes, read and written into its answer.

use rookery_cancel::CancelToken;
use rookery_engine::{Database, Document, date_to_text, parse_date};
use rookery_rql::{CountersOf, IncludedExtensions, RevisionOf};
use serde_json::{Map, Value};

use crate::dto::counters::short_counter_object;
use crate::dto::json_writer::write_text;
use crate::error::ApiError;
use crate::included_exchanges::IncludedExchanges;
use crate::included_revisions::IncludedRevisions;
use crate::included_time_series::IncludedTimeSeries;

/// The members of an answer with the includes: `,"CounterIncludes":…`; empty without includes.
pub fn members(database: &Database, requested: &IncludedExtensions) -> Result<Vec<u8>, ApiError> {
    let mut out = Vec::new();
    if let Some(counters) = &requested.counters {
        let (values, names) = read_counters(database, counters)?;
        for (name, value) in [("CounterIncludes", values), ("IncludedCounterNames", names)] {
            out.push(b',');
            write_text(&mut out, name);
            out.push(b':');
            out.extend_from_slice(Value::Object(value).to_string().as_bytes());
        }
    }
    if let Some(revisions) = &requested.revisions {
        let found = read(database, revisions)?;
        // As on a server: omitted if there is none.
        if !found.is_empty() {
            out.extend_from_slice(b",\"RevisionIncludes\":");
            IncludedRevisions::of(found).write(&mut out);
        }
    }
    if let Some(series) = &requested.time_series {
        out.extend_from_slice(b",\"TimeSeriesIncludes\":");
        IncludedTimeSeries::of_query(database, series)?.write(&mut out);
    }
    if let Some(keys) = &requested.compare_exchange
        && let Some(included) = IncludedExchanges::of_keys(database, keys.clone(), &[])?
    {
        out.extend_from_slice(b",\"CompareExchangeValueIncludes\":");
        included.write(&mut out);
    }
    Ok(out)
}

type Members = Map<String, Value>;

/// Values by document, and the requested names.
fn read_counters(database: &Database, requested: &[CountersOf]) -> Result<(Members, Members), ApiError> {
    let (mut values, mut named) = (Map::new(), Map::new());
    let cancel = CancelToken::current();
    for CountersOf { document, names } in requested {
        if cancel.is_cancelled() {
            return Err(ApiError::cancelled());
        }
        let found = match names {
            None => database.all_counters(document)?.into_iter().map(Some).collect(),
            Some(names) => {
                database.counters(document, &names.iter().map(String::as_str).collect::<Vec<_>>())?
            }
        };
        let shorten = |counter| short_counter_object(document, counter);
        let found = found.iter().map(|counter| counter.as_ref().map_or(Value::Null, shorten)).collect();
        values.insert(document.clone(), Value::Array(found));
        named.insert(document.clone(), names.clone().unwrap_or_default().into());
    }
    Ok((values, named))
}

/// Existing revisions, each with the requested date.
fn read(database: &Database, requested: &[RevisionOf]) -> Result<Vec<(Document, Option<String>)>, ApiError> {
    let mut found = Vec::new();
    let cancel = CancelToken::current();
    for revision in requested {
        if cancel.is_cancelled() {
            return Err(ApiError::cancelled());
        }
        match revision {
            RevisionOf::At(vector) => {
                let revisions = database.revisions_at(&[vector])?.into_iter().flatten();
                found.extend(revisions.map(|revision| (revision, None)));
            }
            RevisionOf::Before { document, moment } => {
                let moment = parse_date(moment).ok_or_else(|| {
                    ApiError::bad_argument(format!(
                        "'{moment}', which revisions() is given, cannot be read as a date; write it in UTC like \
                         2030-01-31T18:30:00.0000000Z"
                    ))
                })?;
                let revision = database.revision_before(document, moment)?;
                found.extend(revision.map(|revision| (revision, Some(date_to_text(moment)))));
            }
        }
    }
    Ok(found)
}
