//! Several ranges of the series of one document in one answer, paged together.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use rookery_engine::{TimeRange, TimeSeriesStats};

use super::{FEW_ENTRIES, Includes, Writer};
use crate::answer::{bare, json as json_answer, not_modified, tagged};
use crate::blocking::blocking;
use crate::dto::json_writer::write_text;
use crate::dto::time_series::range::{NodeNames, Output, RangePage, Total};
use crate::dto::time_series::text::parse_bound;
use crate::error::ApiError;
use crate::etag::{self, ListTag, quoted};
use crate::parameters::{Page, Parameters};
use crate::request::OpenDatabase;
use crate::state::ApiState;
use crate::streaming::streamed;

/// A requested range.
struct Requested {
    name: String,
    range: TimeRange,
    /// The place of the first one of the same series.
    same_as: usize,
}

/// The repeated `name`, `from` and `to`, in their order.
fn requested(query: &Parameters) -> Result<Vec<Requested>, ApiError> {
    let [names, from, to] = ["name", "from", "to"].map(|name| query.all(name).collect::<Vec<_>>());
    for (name, values) in [("name", &names), ("from", &from), ("to", &to)] {
        if values.is_empty() {
            return Err(ApiError::bad_argument(format!(
                "Query string {name} is mandatory, but wasn't specified."
            )));
        }
    }
    if names.len() != from.len() || names.len() != to.len() {
        return Err(ApiError::bad_argument(format!(
            "The query string has {} name, {} from and {} to; give each range all three, empty for an open end",
            names.len(),
            from.len(),
            to.len()
        )));
    }
    let lower: Vec<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let one = |index: usize| {
        let bounds = [("from", from[index]), ("to", to[index])];
        let [from, to] = bounds.map(|(name, text)| parse_bound(name, Some(text)));
        Ok(Requested {
            name: names[index].to_owned(),
            range: TimeRange { from: from?, to: to? },
            same_as: lower.iter().position(|name| *name == lower[index]).unwrap_or(index),
        })
    };
    (0..names.len()).map(one).collect()
}

pub(super) async fn get(
    State(state): State<ApiState>,
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = query.required("docId")?.to_owned();
    let requested = requested(&query)?;
    let page = query.page()?;
    let (includes, full) = (Includes::of(&query)?, query.flag("full")?);
    let names = NodeNames::new(state.engine().node_tag(), database.id());
    let opened = database.clone();
    let found = blocking(move || {
        let Some(document) = opened.time_series(&id)? else { return Ok(None) };
        let series = requested.into_iter().map(|one| Ok(document.get(&one.name)?.map(|found| (one, found))));
        let series: Option<Vec<_>> = series.collect::<Result<_, ApiError>>()?;
        Ok(series.map(|series| (document, series)))
    });
    let Some((document, series)) = found.await? else { return Ok(bare(StatusCode::NOT_FOUND)) };
    let mut tag = ListTag::default();
    series.iter().for_each(|(_, found)| tag.add(Some(&format!("{}:{}", found.name, found.etag))));
    tag.border();
    tag.add(includes.document.then(|| document.document_version()).as_deref());
    tag.add(full.then_some("full"));
    let tag = (!includes.tags).then(|| tag.text());
    if let Some(tag) = tag.as_deref().filter(|tag| etag::is_held(&headers, tag)) {
        return Ok(not_modified(quoted(tag)));
    }
    let entries = series.iter().fold(0u64, |sum, (_, found)| sum.saturating_add(found.entries));
    let mut writer = Writer { database, document, names, includes, full };
    let answer = if entries.min(page.take) > FEW_ENTRIES {
        streamed(None, move |pieces| {
            pieces.begin();
            write_all(&mut writer, pieces, &series, page)
        })
        .await?
    } else {
        blocking(move || {
            let mut out = Vec::new();
            write_all(&mut writer, &mut out, &series, page)?;
            Ok(json_answer(StatusCode::OK, out))
        })
        .await?
    };
    Ok(match tag {
        Some(tag) => tagged(answer, quoted(&tag)),
        None => answer,
    })
}

/// Writes `{"Id","Values":{name:[range, …]}}`. Ranges after the end of the page are left out.
fn write_all(
    writer: &mut Writer,
    out: &mut impl Output,
    series: &[(Requested, TimeSeriesStats)],
    page: Page,
) -> Result<(), ApiError> {
    let Page { mut start, mut take } = page;
    let id = writer.document.id().to_owned();
    out.write(|out| {
        out.extend_from_slice(b"{\"Id\":");
        write_text(out, &id);
        out.extend_from_slice(b",\"Values\":{");
    });
    // The page covers the ranges as they are grouped by their series, which is nearly always their order.
    let mut separator: &[u8] = b"";
    for (first, (named, _)) in series.iter().enumerate().filter(|(at, (one, _))| one.same_as == *at) {
        let mut is_open = false;
        for (one, found) in series.iter().filter(|(one, _)| one.same_as == first) {
            if take == 0 && (is_open || first > 0) {
                break;
            }
            out.write(|out| {
                if is_open {
                    out.push(b',');
                    return;
                }
                out.extend_from_slice(separator);
                write_text(out, &named.name);
                out.extend_from_slice(b":[");
            });
            (is_open, separator) = (true, b",");
            let range = RangePage { range: one.range, start, take };
            let written = writer.range(out, found, &found.name, range, Total::OfWhole)?;
            start -= written.skipped;
            take -= written.entries;
        }
        if is_open {
            out.write(|out| out.push(b']'));
        }
    }
    out.write(|out| out.extend_from_slice(b"}}"));
    Ok(())
}
