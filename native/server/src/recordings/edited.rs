//! `rookeryd recording edit`: a shorter or masked recording.

use rookery_recording::edit::{Changes, Range, changed};
use rookery_recording::{Recording, write_recording};

use super::arguments::{Edit, Moment};
use crate::output_file::OutputFile;
use crate::remote::Failure;

/// Writes the changed recording. What was written, for standard output.
pub fn write(edit: &Edit, recording: &Recording) -> Result<String, Failure> {
    let (start, end) = recording.span();
    let at = |moment: Moment| match moment {
        Moment::Seconds(seconds) => start.saturating_add(seconds.saturating_mul(1_000_000)),
        Moment::Time(time) => time,
    };
    let range = (edit.from.is_some() || edit.to.is_some())
        .then(|| Range { from: edit.from.map_or(start, at), to: edit.to.map_or(end, at) });
    let changes = Changes { range, mask: edit.mask, note: edit.note.clone(), annotations: Vec::new() };
    let recording = changed(recording, &changes).map_err(|error| Failure::new(error.to_string()))?;
    let output = OutputFile::create(&edit.out, edit.overwrite)?;
    write_recording(&recording, output.file()?)
        .map_err(|error| Failure::new(format!("{} could not be written: {error}", edit.out.display())))?;
    output.finish()?;
    Ok(format!("{}: {} rows\n", edit.out.display(), recording.rows.total()))
}
