//! `rookeryd recording export`: parts of a recording in formats of other programs.

use std::io::{BufWriter, Write as _};

use rookery_recording::Recording;
use rookery_recording::export::{csv, io_metrics, speedscope};

use super::arguments::{Export, Format};
use super::new_file;
use crate::remote::Failure;

/// Writes the part. What was written, for standard output.
pub fn write(export: &Export, recording: &Recording) -> Result<String, Failure> {
    let file = new_file::create(&export.out, export.overwrite)?;
    let mut out = BufWriter::new(file);
    let written = match &export.format {
        Format::Io { database } => {
            io_metrics(recording, database, &mut out).map(drop).map_err(|error| error.to_string())
        }
        Format::Speedscope => {
            serde_json::to_writer(&mut out, &speedscope(recording)).map_err(|error| error.to_string())
        }
        Format::Csv { table } => csv(recording, table, &mut out).map_err(|error| error.to_string()),
    };
    written.and_then(|()| out.flush().map_err(|error| error.to_string())).map_err(|error| {
        // What was written so far is of no use.
        let _ = std::fs::remove_file(&export.out);
        Failure::new(format!("{} could not be written: {error}", export.out.display()))
    })?;
    Ok(format!("{} was written\n", export.out.display()))
}
