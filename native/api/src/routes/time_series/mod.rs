//! Time series: entries by range, statistics, changes, streams, configuration.

mod commands;
mod configuration;
mod ranges;

pub use self::commands::{read_time_series_command, time_series_result};

use std::collections::BTreeSet;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{Command, Database, DocumentTimeSeries, TimeRange, TimeSeriesStats, parse_time_span};
use serde_json::{Value, json};

use crate::answer::{bare, json as json_answer, not_modified, ok, tagged};
use crate::blocking::blocking;
use crate::body;
use crate::dto::json_writer::{write_document, write_text};
use crate::dto::time_series::range::{EntryWriter, NodeNames, Output, RangePage, Total, write_range};
use crate::dto::time_series::text::{parse_bound, time_text};
use crate::dto::time_series::{operation, range};
use crate::error::ApiError;
use crate::etag::{self, ListTag, quoted};
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::route_table::RouteTable;
use crate::saving;
use crate::state::ApiState;
use crate::streaming::streamed;

/// Answers with more entries are written while they are read.
const FEW_ENTRIES: u64 = 2_000;

pub fn mount(table: RouteTable) -> RouteTable {
    let table = table
        .get("/databases/{db}/timeseries", get)
        .post("/databases/{db}/timeseries", change)
        .get("/databases/{db}/timeseries/stats", stats)
        .get("/databases/{db}/timeseries/ranges", ranges::get)
        .get("/databases/{db}/streams/timeseries", stream);
    configuration::mount(table)
}

/// Documents that come with entries.
#[derive(Debug, Clone, Copy)]
struct Includes {
    document: bool,
    tags: bool,
}

impl Includes {
    fn of(query: &Parameters) -> Result<Self, ApiError> {
        Ok(Self { document: query.flag("includeDocument")?, tags: query.flag("includeTags")? })
    }

    /// Writes the documents, after a range.
    fn write(
        self,
        out: &mut impl Output,
        database: &Database,
        document: &str,
        tags: &BTreeSet<String>,
    ) -> Result<(), ApiError> {
        let ids = self.document.then_some(document).into_iter().chain(tags.iter().map(String::as_str));
        let mut separator: &[u8] = b",\"Includes\":{";
        for id in ids {
            let Some(found) = database.get(id)? else { continue };
            out.write(|out| {
                out.extend_from_slice(separator);
                write_text(out, &found.id);
                out.push(b':');
                write_document(out, &found, false);
            });
            separator = b",";
        }
        if separator == b"," {
            out.write(|out| out.push(b'}'));
        }
        Ok(())
    }
}

async fn get(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = query.required("docId")?.to_owned();
    let name = query.required("name")?.to_owned();
    let bound = |name| parse_bound(name, query.text(name));
    let range = TimeRange { from: bound("from")?, to: bound("to")? };
    let page = query.page()?;
    let page = RangePage { range, start: page.start, take: page.take };
    let (includes, full) = (Includes::of(&query)?, query.flag("full")?);
    let names = NodeNames::new(state.engine().node_tag(), database.id());
    let opened = database.clone();
    let found = blocking(move || {
        let Some(document) = opened.time_series(&id)? else { return Ok(None) };
        let series = document.get(&name)?;
        Ok(series.map(|series| (document, series)))
    });
    let Some((document, series)) = found.await? else { return Ok(bare(StatusCode::NOT_FOUND)) };
    let mut tag = ListTag::default();
    tag.add(Some(&format!("{}:{}", series.name, series.etag)));
    tag.add(includes.document.then(|| document.document_version()).as_deref());
    tag.add(full.then_some("full"));
    // Documents of tags may change without the series.
    let tag = (!includes.tags).then(|| tag.text());
    if let Some(tag) = tag.as_deref().filter(|tag| etag::is_held(&headers, tag)) {
        return Ok(not_modified(quoted(tag)));
    }
    let is_long = series.entries.min(page.take) > FEW_ENTRIES;
    let mut write = Writer { database, document, names, includes, full };
    let answer = if is_long {
        streamed(None, move |pieces| {
            pieces.begin();
            write.range(pieces, &series, &series.name, page, Total::Always).map(|_| ())
        })
        .await?
    } else {
        blocking(move || {
            let mut out = Vec::new();
            write.range(&mut out, &series, &series.name, page, Total::Always)?;
            Ok(json_answer(StatusCode::OK, out))
        })
        .await?
    };
    Ok(match tag {
        Some(tag) => tagged(answer, quoted(&tag)),
        None => answer,
    })
}

/// Writes ranges of one document's series.
struct Writer {
    database: std::sync::Arc<Database>,
    document: DocumentTimeSeries,
    names: NodeNames,
    includes: Includes,
    full: bool,
}

impl Writer {
    /// Writes a complete range object.
    fn range(
        &mut self,
        out: &mut impl Output,
        series: &TimeSeriesStats,
        name: &str,
        page: RangePage,
        total: Total,
    ) -> Result<range::WrittenRange, ApiError> {
        let mut tags = BTreeSet::new();
        let with_tags = self.includes.tags;
        let mut on_tag = |tag: &str| {
            if with_tags && !tags.contains(tag) {
                tags.insert(tag.to_owned());
            }
        };
        let mut entries = EntryWriter::new(name, &self.names, self.full);
        let written = write_range(out, &self.document, series, page, &mut entries, total, &mut on_tag)?;
        self.includes.write(out, &self.database, self.document.id(), &tags)?;
        out.write(|out| out.push(b'}'));
        Ok(written)
    }
}

async fn stats(OpenDatabase(database): OpenDatabase, query: Parameters) -> Result<Response, ApiError> {
    let id = query.required("docId")?.to_owned();
    blocking(move || {
        let Some(document) = database.time_series(&id)? else { return Ok(bare(StatusCode::NOT_FOUND)) };
        let series: Vec<Value> = document
            .all()?
            .into_iter()
            .map(|series| {
                json!({
                    "Name": series.name,
                    "NumberOfEntries": series.entries,
                    "StartDate": time_text(series.first),
                    "EndDate": time_text(series.last),
                })
            })
            .collect();
        Ok(ok(&json!({ "DocumentId": document.id(), "TimeSeries": series })))
    })
    .await
}

async fn change(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let id = query.required("docId")?.to_owned();
    let body = body::read(&headers, body, state.body_limits()).await?;
    let size = body.len();
    saving::save(database, size, move || {
        Ok(vec![Command::TimeSeries { id, update: operation::read(&body, "The request")? }])
    })
    .await?;
    Ok(bare(StatusCode::NO_CONTENT))
}

/// A time span in milliseconds; one with a minus sign goes back.
fn shift_of(text: &str) -> Option<i64> {
    let (sign, span) = text.strip_prefix('-').map_or((1, text), |span| (-1, span));
    Some(sign * i64::try_from(parse_time_span(span)?.as_millis()).ok()?)
}

async fn stream(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let id = query.required("docId")?.to_owned();
    let name = query.required("name")?.to_owned();
    let bound = |name| parse_bound(name, query.text(name));
    let range = TimeRange { from: bound("from")?, to: bound("to")? };
    let shift = query.filled("offset").map(|text| {
        shift_of(text).ok_or_else(|| {
            ApiError::bad_argument(format!("Could not parse query string 'offset' as timespan val {text}"))
        })
    });
    let shift = shift.transpose()?;
    let names = NodeNames::new(state.engine().node_tag(), database.id());
    streamed(None, move |pieces| {
        pieces.write(|out| out.extend_from_slice(b"{\"Results\":["));
        if let Some(document) = database.time_series(&id)? {
            let mut entries = EntryWriter::new(&name, &names, false);
            document.read(&name, range, 0, &mut |entry| {
                pieces.begin();
                pieces.write(|out| {
                    entries.write_streamed(out, entry, shift);
                    out.push(b',');
                })
            })?;
        }
        // A server leaves the comma before the bracket, which its clients expect.
        pieces.write(|out| out.extend_from_slice(b"]}"));
        Ok(())
    })
    .await
}
