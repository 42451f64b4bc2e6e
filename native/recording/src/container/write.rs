//! Writing: every chunk is complete in the file before the next begins.

use std::io::{Seek, Write};

use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, result::ZipError};

use super::names::{ENDING, MANIFEST, chunk_name};
use super::recording::Recording;
use crate::error::RecordingError;
use crate::manifest::{Ending, Manifest};
use crate::tables::{Chunk, Event, Rows};

/// Rows of one chunk.
const CHUNK_ROWS: usize = 100_000;

/// Writes a whole recording in chunks of at most 100,000 rows. A recording without an ending gets none. What could not
/// be read of its file becomes notes in `events`, so that an edited copy says it too.
pub fn write_recording<W: Write + Seek>(recording: &Recording, file: W) -> Result<W, RecordingError> {
    let mut writer = RecordingWriter::new(file, &recording.manifest)?;
    recording.rows.for_chunks(CHUNK_ROWS, &mut |chunk| writer.add(&chunk))?;
    let note = |text: &String| Event {
        time: recording.manifest.started,
        kind: "note".to_owned(),
        subject: "damage".to_owned(),
        text: text.clone(),
    };
    let damage = Rows { events: recording.damage.iter().map(note).collect(), ..Rows::default() };
    damage.for_chunks(CHUNK_ROWS, &mut |chunk| writer.add(&chunk))?;
    match &recording.ending {
        Some(ending) => writer.finish(ending),
        None => writer.close(),
    }
}

/// Writes a recording.
pub struct RecordingWriter<W: Write + Seek> {
    zip: ZipWriter<Counted<W>>,
    next: u64,
}

impl<W: Write + Seek> RecordingWriter<W> {
    /// Begins with the manifest.
    pub fn new(file: W, manifest: &Manifest) -> Result<Self, RecordingError> {
        let zip = ZipWriter::new(Counted { file, end: 0, at: 0 });
        let mut writer = Self { zip, next: 0 };
        writer.entry(MANIFEST, &json(manifest)?)?;
        Ok(writer)
    }

    /// Adds a chunk.
    pub fn add(&mut self, chunk: &Chunk) -> Result<(), RecordingError> {
        let name = chunk_name(chunk.table, self.next);
        self.next += 1;
        self.entry(&name, &chunk.bytes)
    }

    /// Bytes so far, without the index of the archive at the end.
    pub fn bytes(&self) -> u64 {
        self.zip.get_ref().map_or(0, |counted| counted.end)
    }

    /// Completes the archive.
    pub fn finish(mut self, ending: &Ending) -> Result<W, RecordingError> {
        self.entry(ENDING, &json(ending)?)?;
        self.close()
    }

    fn close(self) -> Result<W, RecordingError> {
        Ok(self.zip.finish().map_err(failed)?.file)
    }

    fn entry(&mut self, name: &str, bytes: &[u8]) -> Result<(), RecordingError> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        self.zip.start_file(name, options).map_err(failed)?;
        self.zip.write_all(bytes)?;
        self.zip.flush()?;
        Ok(())
    }
}

fn json(value: &impl serde::Serialize) -> Result<Vec<u8>, RecordingError> {
    serde_json::to_vec_pretty(value).map_err(|error| RecordingError::Io(error.into()))
}

fn failed(error: ZipError) -> RecordingError {
    match error {
        ZipError::Io(error) => RecordingError::Io(error),
        other => RecordingError::Damaged(format!("The archive cannot be written: {other}.")),
    }
}

/// A file and the position of its end.
struct Counted<W> {
    file: W,
    at: u64,
    end: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.at += written as u64;
        self.end = self.end.max(self.at);
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

impl<W: Seek> Seek for Counted<W> {
    fn seek(&mut self, position: std::io::SeekFrom) -> std::io::Result<u64> {
        self.at = self.file.seek(position)?;
        Ok(self.at)
    }
}
