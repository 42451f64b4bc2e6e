//! The format of `GET /databases/{db}/debug/io-metrics`, which the I/O screen and RavenDB Studio open.

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};

use serde_json::{Value, json};

use crate::container::Recording;
use crate::error::RecordingError;
use crate::findings::statistics::size;
use crate::tables::IoEvent;
use crate::utc::seven_digits;

type Files<'a> = BTreeMap<&'a str, Vec<&'a IoEvent>>;

/// Writes the events of a database (the storage of the server for an empty name), and returns their number. Events at
/// times that no calendar has are left out. The level of compression is not recorded: `Acceleration` is 1. Beyond the
/// recording, memory is needed for one pointer per event.
pub fn io_metrics(recording: &Recording, database: &str, out: impl Write) -> Result<u64, RecordingError> {
    let mut environments: BTreeMap<(&str, &str), Files<'_>> = BTreeMap::new();
    for event in recording.rows.io.iter().filter(|event| event.database == database) {
        let environment = environments.entry((&event.environment, &event.folder)).or_default();
        environment.entry(&event.file).or_default().push(event);
    }
    let mut out = BufWriter::with_capacity(1 << 16, out);
    let mut events = 0;
    out.write_all(b"{\"Environments\":[")?;
    for (number, ((environment, folder), files)) in environments.into_iter().enumerate() {
        let path = path(database, environment, folder);
        let separator = if number == 0 { "" } else { "," };
        write!(out, "{separator}{{\"Path\":{},\"Type\":{},\"Files\":[", json!(path), json!(environment))?;
        for (number, (file, recent)) in files.into_iter().enumerate() {
            let separator = if number == 0 { "" } else { "," };
            write!(out, "{separator}{{\"File\":{},\"Status\":\"InUse\",\"Recent\":[", json!(file))?;
            let mut separator = "\n";
            for event in recent {
                if let Some(event) = item(event) {
                    write!(out, "{separator}{event}")?;
                    separator = ",\n";
                    events += 1;
                }
            }
            out.write_all(b"],\"History\":[]}")?;
        }
        out.write_all(b"]}")?;
    }
    out.write_all(b"],\"Performances\":[]}")?;
    out.flush()?;
    Ok(events)
}

/// The folder of the environment below the folder of all data.
fn path(database: &str, environment: &str, folder: &str) -> String {
    match (database, environment) {
        ("", _) => "System".to_owned(),
        (database, "Index") => format!("Databases/{database}/Indexes/{folder}"),
        (database, "Configuration") => format!("Databases/{database}/Configuration"),
        (database, _) => format!("Databases/{database}"),
    }
}

fn item(event: &IoEvent) -> Option<Value> {
    let start = seven_digits(event.time)?;
    let milliseconds = event.duration_us as f64 / 1e3;
    Some(if event.kind == "Compression" {
        let ratio = event.compressed_bytes as f64 / event.bytes.max(1) as f64;
        json!({
            "Start": start, "OriginalSize": event.bytes, "HumaneOriginalSize": size(event.bytes),
            "CompressedSize": event.compressed_bytes, "HumaneCompressedSize": size(event.compressed_bytes),
            "Acceleration": 1, "CompressionRatio": ratio, "Duration": milliseconds, "Type": event.kind,
        })
    } else {
        json!({
            "Start": start, "Size": event.bytes, "HumaneSize": size(event.bytes),
            "FileSize": event.file_bytes, "HumaneFileSize": size(event.file_bytes),
            "Duration": milliseconds, "Type": event.kind,
        })
    })
}
