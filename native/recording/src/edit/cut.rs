//! A shorter time of a recording.

use super::annotate::annotate;
use crate::container::Recording;
use crate::error::RecordingError;
use crate::manifest::{Ending, Manifest};
use crate::tables::Rows;
use crate::utc::moment;

/// Keeps the rows that touch the range, both ends included, in µs since 1970 as the rows have it. Rows with a duration
/// also stay if only a part of them is inside. Start and end of the recording move to the range, and a note says of
/// which span it was a part.
///
/// # Errors
///
/// `Refused` if the range is empty or has nothing of the span of the recording; the recording is unchanged then.
pub fn cut(recording: &mut Recording, from: i64, to: i64) -> Result<(), RecordingError> {
    *recording = part(recording, from, to)?;
    Ok(())
}

/// A cut copy; see [`cut`].
pub fn part(recording: &Recording, from: i64, to: i64) -> Result<Recording, RecordingError> {
    let (first, last) = recording.span();
    if from > to {
        return Err(RecordingError::Refused("The range ends before it begins.".to_owned()));
    }
    if to < first || from > last {
        return Err(RecordingError::Refused(format!(
            "The range is outside of the recording, which is from {} to {}.",
            moment(first),
            moment(last)
        )));
    }
    let (start, end) = (from.max(first), to.min(last));
    let ending = match &recording.ending {
        Some(ending) => Some(Ending { ended: end, ..ending.clone() }),
        // The end of the file is missing, but not the end of the range.
        None if to < last => Some(Ending {
            ended: end,
            reason: "Cut from a recording that has no ending.".to_owned(),
            ..Ending::default()
        }),
        None => None,
    };
    let mut part = Recording {
        manifest: Manifest { started: start, ..recording.manifest.clone() },
        ending,
        rows: kept(&recording.rows, from, to),
        damage: recording.damage.clone(),
    };
    let span = format!("{} to {}", moment(first), moment(last));
    annotate(&mut part, start, &format!("Cut from a recording of {span}."));
    Ok(part)
}

/// A copy of the rows that touch the range.
fn kept(rows: &Rows, from: i64, to: i64) -> Rows {
    let touches = |start: i64, end: i64| start <= to && end >= from;
    let lasts = |start: i64, micros: u64| touches(start, start.saturating_add_unsigned(micros));
    let moment = |time: i64| touches(time, time);
    // Every table by name: a new one does not compile until it is kept or cut here.
    Rows {
        io: filter(&rows.io, |row| lasts(row.time, row.duration_us)),
        queries: filter(&rows.queries, |row| lasts(row.time, row.duration_us)),
        batches: filter(&rows.batches, |row| lasts(row.time, row.duration_us)),
        traffic: filter(&rows.traffic, |row| lasts(row.time, 999_999)),
        // The time of a request is its end.
        requests: filter(&rows.requests, |row| {
            touches(row.time.saturating_sub_unsigned(row.duration_us), row.time)
        }),
        cpu: filter(&rows.cpu, |row| moment(row.time)),
        memory: filter(&rows.memory, |row| moment(row.time)),
        gc: filter(&rows.gc, |row| moment(row.time)),
        threads: filter(&rows.threads, |row| moment(row.time)),
        stacks: filter(&rows.stacks, |row| moment(row.time)),
        databases: filter(&rows.databases, |row| moment(row.time)),
        indexes: filter(&rows.indexes, |row| moment(row.time)),
        logs: filter(&rows.logs, |row| moment(row.time)),
        notifications: filter(&rows.notifications, |row| moment(row.time)),
        events: filter(&rows.events, |row| moment(row.time)),
    }
}

fn filter<T: Clone>(rows: &[T], is_kept: impl Fn(&T) -> bool) -> Vec<T> {
    rows.iter().filter(|row| is_kept(row)).cloned().collect()
}
