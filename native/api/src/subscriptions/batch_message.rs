//! The messages of one batch.

use rookery_engine::{Database, SubscriptionBatch};
use rookery_rql::{CountersOf, IncludedExtensions, SeriesOf};

use crate::dto::json_writer::{write_list, write_text};
use crate::error::ApiError;
use crate::query_includes;

/// The members of the messages about included counters and time series, each with a comma before it; `None`: no
/// message.
#[derive(Debug, Default)]
pub struct IncludeMembers {
    counters: Option<Vec<u8>>,
    time_series: Option<Vec<u8>>,
}

impl IncludeMembers {
    /// Reads what a batch includes.
    pub fn read(
        database: &Database,
        counters: Vec<CountersOf>,
        time_series: Vec<SeriesOf>,
    ) -> Result<Self, ApiError> {
        let members = |requested| query_includes::members(database, &requested);
        let mut read = Self::default();
        if !counters.is_empty() {
            let requested = IncludedExtensions { counters: Some(counters), ..Default::default() };
            read.counters = Some(members(requested)?);
        }
        if !time_series.is_empty() {
            let requested = IncludedExtensions { time_series: Some(time_series), ..Default::default() };
            read.time_series = Some(members(requested)?);
        }
        Ok(read)
    }
}

/// All messages of a batch, up to its end.
pub fn of(batch: &SubscriptionBatch, includes_documents: bool, included: &IncludeMembers) -> Vec<u8> {
    let documents: usize = batch.items.iter().map(|item| item.json.len() + 64).sum();
    let mut out = Vec::with_capacity(documents + 256);
    for item in &batch.items {
        out.extend_from_slice(br#"{"Type":"Data","Data":"#);
        out.extend_from_slice(&item.json);
        if let Some(exception) = &item.exception {
            out.extend_from_slice(b",\"Exception\":");
            let kind = "Raven.Client.Exceptions.Documents.Patching.JavaScriptException";
            write_text(&mut out, &format!("{kind}: {exception}"));
        }
        out.push(b'}');
    }
    if includes_documents {
        out.extend_from_slice(br#"{"Type":"Includes","Includes":{"#);
        for (number, (id, json)) in batch.includes.iter().enumerate() {
            if number > 0 {
                out.push(b',');
            }
            write_text(&mut out, id);
            out.push(b':');
            out.extend_from_slice(json);
        }
        out.extend_from_slice(b"}}");
    }
    let messages = [("CounterIncludes", &included.counters), ("TimeSeriesIncludes", &included.time_series)];
    for (kind, members) in messages {
        if let Some(members) = members {
            out.extend_from_slice(br#"{"Type":"#);
            write_text(&mut out, kind);
            out.extend_from_slice(members);
            out.push(b'}');
        }
    }
    out.extend_from_slice(br#"{"Type":"EndOfBatch"}"#);
    out
}

/// The results of a trial, documents whose script failed left out.
pub fn results(batch: &SubscriptionBatch) -> Vec<u8> {
    let mut out = b"{\"Results\":".to_vec();
    let items = batch.items.iter().filter(|item| item.exception.is_none());
    write_list(&mut out, items, |out, item| out.extend_from_slice(&item.json));
    out.push(b'}');
    out
}
