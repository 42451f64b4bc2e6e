//! Writes a recording of an hour with many writes and syncs:
//! `cargo run --release -p rookery-recording --example busy_hour -- FILE.rookery [EVENTS]`

use std::error::Error;
use std::fs::File;
use std::io::BufWriter;

use rookery_recording::tables::{IoEvent, Rows};
use rookery_recording::{Ending, FORMAT, Manifest, RecordingWriter};

/// Start of the recording, µs since 1970.
const START: i64 = 1_790_000_000_000_000;
/// Length in µs.
const HOUR: i64 = 3_600_000_000;
/// Rows of one chunk.
const CHUNK: u64 = 100_000;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("The name of the file is missing.")?;
    let events: u64 = arguments.next().map_or(Ok(20_000_000), |text| text.parse())?;
    let manifest = Manifest {
        format: FORMAT,
        recorder: "busy_hour".to_owned(),
        server: "http://127.0.0.1:8080".to_owned(),
        server_version: "7.1.5".to_owned(),
        started: START,
        ..Manifest::default()
    };
    let mut writer = RecordingWriter::new(BufWriter::new(File::create(&path)?), &manifest)?;
    for first in (0..events).step_by(CHUNK as usize) {
        let io = (first..events.min(first + CHUNK)).map(|number| event(number, events)).collect();
        for chunk in (Rows { io, ..Rows::default() }).chunks()? {
            writer.add(&chunk)?;
        }
    }
    let ending = Ending { ended: START + HOUR, reason: "The time is over.".to_owned(), ..Ending::default() };
    writer.finish(&ending)?;
    println!("{path}: {events} events");
    Ok(())
}

/// Three databases with two indexes each; of ten events, one is a flush or a sync.
fn event(number: u64, events: u64) -> IoEvent {
    let spread = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
    let index = spread % 3;
    let kind = match number % 20 {
        0 => "DataFlush",
        1 => "DataSync",
        2..11 => "Compression",
        _ => "JournalWrite",
    };
    IoEvent {
        time: START + (i128::from(HOUR) * i128::from(number) / i128::from(events)) as i64,
        duration_us: if spread.is_multiple_of(1_000) { 40_000 } else { 900 + spread % 400 },
        database: format!("shop-{}", spread % 3).into(),
        environment: if index == 0 { "Documents" } else { "Index" }.into(),
        folder: if index == 0 { String::new() } else { format!("Orders/ByCompany-{index}") }.into(),
        kind: kind.into(),
        file: if number % 20 < 2 {
            "Raven.voron".to_owned()
        } else {
            format!("{:019}.journal", number / 50_000)
        }
        .into(),
        bytes: 4_096 * (1 + spread % 8),
        compressed_bytes: if kind == "Compression" { 1_024 * (1 + spread % 4) } else { 0 },
        file_bytes: 64 << 20,
    }
}
