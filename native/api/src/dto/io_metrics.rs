//! The I/O recorder's memory in the wire shape of `/debug/io-metrics`.
//!
//! Importers of these files are strict about members, so this writes exactly what official servers write; the
//! only addition is `Rookery.Missed` in a live frame whose reader missed some events.

use rookery_engine::{FileStatus, IoDelta, IoEvent, IoKind, IoMetrics, IoSnapshot, IoSummary};
use serde_json::{Value, json};

use crate::dto::text::{date, human_readable_size, milliseconds};

/// All stored events, and the cursor from which a live reader continues without gaps or duplicates.
pub fn snapshot_and_cursor(metrics: &IoMetrics) -> (Value, u64) {
    // An event recorded between the two readings would be lost or sent twice; under steady load a few tries
    // find a quiet moment, and the last try errs on telling twice.
    let mut before = metrics.cursor();
    for _ in 0..8 {
        let snapshot = metrics.snapshot();
        let after = metrics.cursor();
        if before == after {
            return (environments(&snapshot), after);
        }
        before = after;
    }
    let cursor = metrics.cursor();
    (environments(&metrics.snapshot()), cursor)
}

/// What happened since, or `None` when nothing did.
pub fn delta(delta: IoDelta) -> Option<Value> {
    if delta.events.is_empty() {
        return None;
    }
    let missed = delta.missed;
    let mut frame = environments(&delta.into_snapshot());
    if missed > 0 {
        frame["Rookery"] = json!({ "Missed": missed });
    }
    Some(frame)
}

/// `{Environments, Performances}`.
pub fn environments(snapshot: &IoSnapshot) -> Value {
    let environments: Vec<Value> = snapshot
        .environments
        .iter()
        .map(|environment| {
            let files: Vec<Value> = environment
                .files
                .iter()
                .map(|file| {
                    let status = match file.status {
                        FileStatus::InUse => "InUse",
                        FileStatus::Closed => "Closed",
                    };
                    json!({
                        "File": &*file.file,
                        "Status": status,
                        "Recent": file.recent.iter().map(recent).collect::<Vec<_>>(),
                        "History": file.history.iter().map(summary).collect::<Vec<_>>(),
                    })
                })
                .collect();
            json!({
                "Path": &*environment.path,
                "Type": environment.environment_type.name(),
                "Files": files,
            })
        })
        .collect();
    json!({ "Environments": environments, "Performances": [] })
}

fn recent(event: &IoEvent) -> Value {
    if event.kind == IoKind::Compression {
        let compressed = event.compressed_size.unwrap_or(0);
        let ratio = if event.size == 0 { 0.0 } else { compressed as f64 / event.size as f64 };
        return json!({
            "Start": date(event.start),
            "OriginalSize": event.size,
            "HumaneOriginalSize": human_readable_size(event.size),
            "CompressedSize": compressed,
            "HumaneCompressedSize": human_readable_size(compressed),
            "Acceleration": event.acceleration.unwrap_or(1),
            "CompressionRatio": ratio,
            "Duration": milliseconds(event.duration),
            "Type": event.kind.name(),
        });
    }
    json!({
        "Start": date(event.start),
        "Size": event.size,
        "HumaneSize": human_readable_size(event.size),
        "FileSize": event.file_size,
        "HumaneFileSize": human_readable_size(event.file_size),
        "Duration": milliseconds(event.duration),
        "Type": event.kind.name(),
    })
}

fn summary(summary: &IoSummary) -> Value {
    json!({
        "Start": date(summary.start),
        "End": date(summary.end),
        "Size": summary.size,
        "HumaneSize": human_readable_size(summary.size),
        "FileSize": summary.file_size,
        "HumaneFileSize": human_readable_size(summary.file_size),
        "Duration": milliseconds(summary.duration()),
        "ActiveDuration": milliseconds(summary.active),
        "MaxDuration": milliseconds(summary.max),
        "MinDuration": milliseconds(summary.min),
        "MaxAcceleration": summary.max_acceleration,
        "MinAcceleration": summary.min_acceleration,
        "CompressedSize": summary.compressed_size,
        "HumaneCompressedSize": human_readable_size(summary.compressed_size),
        "Type": summary.kind.name(),
    })
}
