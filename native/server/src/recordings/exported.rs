//! `rookeryd recording export`: parts of a recording in formats of other programs.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};

use rookery_recording::export::{csv, io_metrics, speedscope};
use rookery_recording::{Recording, RecordingError};
use serde_json::Value;

use super::arguments::{Export, Format};
use crate::output_file::OutputFile;
use crate::remote::Failure;

/// Writes the part. What was written, for standard output.
pub fn write(export: &Export, recording: &Recording) -> Result<String, Failure> {
    let output = OutputFile::create(&export.out, export.overwrite)?;
    let file = output.file()?;
    let written = match &export.format {
        Format::Io { database } => io_metrics(recording, database, file).map(drop),
        Format::Speedscope => write_json(&speedscope(recording), file).map_err(RecordingError::Io),
        Format::Csv { table } => csv(recording, table, file),
    };
    written
        .map_err(|error| Failure::new(format!("{} could not be written: {error}", export.out.display())))?;
    output.finish()?;
    Ok(format!("{} was written\n", export.out.display()))
}

fn write_json(value: &Value, file: &File) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    serde_json::to_writer(&mut out, value)?;
    out.flush()
}
