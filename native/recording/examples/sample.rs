//! Writes a recording of a busy server whose disk stalls for nine seconds:
//! `cargo run -p rookery-recording --features sample --example sample -- FILE.rookery`

use std::error::Error;
use std::fs::File;

use rookery_recording::RecordingWriter;
use rookery_recording::findings::stalled::stalled;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("The name of the file is missing.")?;
    let recording = stalled();
    let mut writer = RecordingWriter::new(File::create(&path)?, &recording.manifest)?;
    for chunk in recording.rows.chunks()? {
        writer.add(&chunk)?;
    }
    let ending = recording.ending.ok_or("The sample has an ending.")?;
    writer.finish(&ending)?.sync_all()?;
    println!(
        "{path}: {} writes and syncs, {} requests",
        recording.rows.io.len(),
        recording.rows.requests.len()
    );
    Ok(())
}
