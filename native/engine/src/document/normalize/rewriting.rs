//! Stored bodies with changed metadata, for archiving, refreshing, attachments, counters and time series.

use bytes::Bytes;

use super::members::{members_of, push_member, separate, text_of};

/// The stored body of a document that has just been archived: `@archived: true` is first in its metadata,
/// `@archive-at` is removed. Idempotent.
pub(crate) fn archived(body: &[u8]) -> Result<Bytes, serde_json::Error> {
    rewrite_metadata(body, ARCHIVED, &[], |name| name != "@archived" && name != "@archive-at")
}

/// The stored body of an already archived document that was saved again: it stays archived.
pub(crate) fn still_archived(body: &[u8]) -> Result<Bytes, serde_json::Error> {
    rewrite_metadata(body, ARCHIVED, &[], |name| name != "@archived")
}

/// The stored body of a document that has just been refreshed: `@refresh` is removed.
pub(crate) fn refreshed(body: &[u8]) -> Result<Bytes, serde_json::Error> {
    rewrite_metadata(body, &[], &[], |name| name != "@refresh")
}

/// A stored body with these lists of attachments, counters and time series (JSON) instead of its own.
pub(crate) fn with_lists(
    body: &[u8],
    attachments: Option<&str>,
    counters: Option<&str>,
    time_series: Option<&str>,
) -> Result<Bytes, serde_json::Error> {
    let first: Vec<_> = attachments.map(|list| ("\"@attachments\"", list)).into_iter().collect();
    let lists = [("\"@counters\"", counters), ("\"@timeseries\"", time_series)];
    let last: Vec<_> = lists.into_iter().filter_map(|(name, list)| Some((name, list?))).collect();
    rewrite_metadata(body, &first, &last, |name| {
        !["@attachments", "@counters", "@timeseries"].contains(&name)
    })
}

/// A stored body as that of a revision: with these snapshots (JSON) of counters and time series instead of the lists
/// of their names.
pub(crate) fn with_snapshots(
    body: &[u8],
    counters: Option<&str>,
    time_series: Option<&str>,
) -> Result<Bytes, serde_json::Error> {
    let snapshots = [("\"@counters-snapshot\"", counters), ("\"@timeseries-snapshot\"", time_series)];
    let last: Vec<_> = snapshots.into_iter().filter_map(|(name, snapshot)| Some((name, snapshot?))).collect();
    rewrite_metadata(body, &[], &last, |name| match name {
        "@counters" | "@timeseries" => false,
        "@counters-snapshot" => counters.is_none(),
        "@timeseries-snapshot" => time_series.is_none(),
        _ => true,
    })
}

/// The stored body of a revision as that of a document: without the snapshots.
pub(crate) fn without_snapshots(body: &[u8]) -> Result<Bytes, serde_json::Error> {
    rewrite_metadata(body, &[], &[], |name| !["@counters-snapshot", "@timeseries-snapshot"].contains(&name))
}

/// The mark of an archived document.
const ARCHIVED: &[(&str, &str)] = &[("\"@archived\"", "true")];

/// The same body with `first` before and `last` after the metadata members that `keep` accepts.
fn rewrite_metadata(
    body: &[u8],
    first: &[(&str, &str)],
    last: &[(&str, &str)],
    keep: impl Fn(&str) -> bool,
) -> Result<Bytes, serde_json::Error> {
    let mut changed = Vec::with_capacity(body.len() + 24);
    changed.push(b'{');
    let mut metadata = None;
    for (key, value) in members_of(body)? {
        if text_of(key) == "@metadata" {
            metadata = Some(value);
        } else {
            push_member(&mut changed, key.get(), value.get());
        }
    }
    separate(&mut changed);
    changed.extend_from_slice(b"\"@metadata\":{");
    for (key, value) in first {
        push_member(&mut changed, key, value);
    }
    if let Some(metadata) = metadata {
        for (key, value) in members_of(metadata.get().as_bytes())? {
            if keep(&text_of(key)) {
                push_member(&mut changed, key.get(), value.get());
            }
        }
    }
    for (key, value) in last {
        push_member(&mut changed, key, value);
    }
    changed.extend_from_slice(b"}}");
    Ok(Bytes::from(changed))
}
