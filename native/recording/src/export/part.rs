//! A part by its name.

use std::io::{BufWriter, Write};

use serde::Deserialize;

use super::{csv, io_metrics, speedscope};
use crate::container::Recording;
use crate::error::RecordingError;

/// A part of a recording, and its format.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "format", rename_all = "camelCase", deny_unknown_fields)]
pub enum Part {
    /// RavenDB's I/O metrics.
    Io {
        /// The database; empty for the server's storage.
        database: String,
    },
    /// All captures of stacks.
    Speedscope,
    /// A table.
    Csv {
        /// Its name.
        table: String,
    },
}

/// Writes a part.
///
/// # Errors
///
/// Those of the format; what the writer reports.
pub fn write_part(recording: &Recording, part: &Part, out: impl Write) -> Result<(), RecordingError> {
    match part {
        Part::Io { database } => io_metrics(recording, database, out).map(drop),
        Part::Speedscope => {
            let mut out = BufWriter::new(out);
            serde_json::to_writer(&mut out, &speedscope(recording)).map_err(std::io::Error::from)?;
            Ok(out.flush()?)
        }
        Part::Csv { table } => csv(recording, table, out),
    }
}
