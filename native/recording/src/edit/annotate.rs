//! Remarks of a person.

use crate::container::Recording;
use crate::table::Table;
use crate::tables::Event;

/// Adds a note at a time (µs since 1970), in order.
pub fn annotate(recording: &mut Recording, time: i64, text: &str) {
    let note =
        Event { time, kind: "note".to_owned(), subject: "annotation".to_owned(), text: text.to_owned() };
    let events = &mut recording.rows.events;
    let at = events.partition_point(|event| event.time() <= time);
    events.insert(at, note);
}

/// Replaces the remark of the manifest.
pub fn set_note(recording: &mut Recording, note: &str) {
    note.clone_into(&mut recording.manifest.note);
}
