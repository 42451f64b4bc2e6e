//! A shorter time of a recording.

use super::annotate::annotate;
use crate::container::Recording;
use crate::error::RecordingError;
use crate::manifest::Ending;
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
    keep(&mut recording.rows, from, to);
    let (start, end) = (from.max(first), to.min(last));
    recording.manifest.started = start;
    match &mut recording.ending {
        Some(ending) => ending.ended = end,
        // The end of the file is missing, but not the end of the range.
        none if to < last => {
            *none = Some(Ending {
                ended: end,
                reason: "Cut from a recording that has no ending.".to_owned(),
                ..Ending::default()
            });
        }
        _ => {}
    }
    let span = format!("{} to {}", moment(first), moment(last));
    annotate(recording, start, &format!("Cut from a recording of {span}."));
    Ok(())
}

fn keep(rows: &mut Rows, from: i64, to: i64) {
    let touches = |start: i64, end: i64| start <= to && end >= from;
    let lasts = |start: i64, micros: u64| touches(start, start.saturating_add_unsigned(micros));
    // Every table by name: a new one does not compile until it is kept or cut here.
    let Rows {
        io,
        cpu,
        memory,
        gc,
        threads,
        stacks,
        requests,
        traffic,
        queries,
        databases,
        indexes,
        batches,
        logs,
        notifications,
        events,
    } = rows;
    io.retain(|row| lasts(row.time, row.duration_us));
    queries.retain(|row| lasts(row.time, row.duration_us));
    batches.retain(|row| lasts(row.time, row.duration_us));
    traffic.retain(|row| lasts(row.time, 999_999));
    // The time of a request is its end.
    requests.retain(|row| touches(row.time.saturating_sub_unsigned(row.duration_us), row.time));
    let moment = |time: i64| touches(time, time);
    cpu.retain(|row| moment(row.time));
    memory.retain(|row| moment(row.time));
    gc.retain(|row| moment(row.time));
    threads.retain(|row| moment(row.time));
    stacks.retain(|row| moment(row.time));
    databases.retain(|row| moment(row.time));
    indexes.retain(|row| moment(row.time));
    logs.retain(|row| moment(row.time));
    notifications.retain(|row| moment(row.time));
    events.retain(|row| moment(row.time));
}
