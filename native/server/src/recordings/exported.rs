//! `rookeryd recording export`: parts of a recording in formats of other programs.

use rookery_recording::Recording;
use rookery_recording::export::write_part;

use super::arguments::Export;
use crate::output_file::OutputFile;
use crate::remote::Failure;

/// Writes the part. What was written, for standard output.
pub fn write(export: &Export, recording: &Recording) -> Result<String, Failure> {
    let output = OutputFile::create(&export.out, export.overwrite)?;
    write_part(recording, &export.part, output.file()?)
        .map_err(|error| Failure::new(format!("{} could not be written: {error}", export.out.display())))?;
    output.finish()?;
    Ok(format!("{} was written\n", export.out.display()))
}
