//! The changes of one copy.

use serde::Deserialize;

use super::annotate::{annotate, set_note};
use super::cut::part;
use super::mask::mask;
use crate::container::Recording;
use crate::error::RecordingError;

/// What a copy has differently. Times are µs since 1970.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Changes {
    /// The time that is kept; all if `None`.
    pub range: Option<Range>,
    /// Whether names, ids and texts are replaced.
    pub mask: bool,
    /// A new note of the recording; the old one stays if `None`. A masked copy has it as it is.
    pub note: Option<String>,
    /// Notes at moments.
    pub annotations: Vec<Annotation>,
}

/// Both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// First moment.
    pub from: i64,
    /// Last moment.
    pub to: i64,
}

/// A note at a moment.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Annotation {
    /// The moment.
    pub time: i64,
    /// The note.
    pub text: String,
}

/// A changed copy. New notes are written after masking: they are for whoever gets the copy.
///
/// # Errors
///
/// Those of [`cut`](super::cut()).
pub fn changed(recording: &Recording, changes: &Changes) -> Result<Recording, RecordingError> {
    let mut copy = match changes.range {
        Some(Range { from, to }) => part(recording, from, to)?,
        None => recording.clone(),
    };
    if changes.mask {
        mask(&mut copy);
    }
    if let Some(note) = &changes.note {
        set_note(&mut copy, note);
    }
    for Annotation { time, text } in &changes.annotations {
        annotate(&mut copy, *time, text);
    }
    Ok(copy)
}
