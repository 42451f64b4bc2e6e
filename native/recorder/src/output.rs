//! Where chunks go: to the file, or to a ring that becomes the file.

use std::fs::File;
use std::path::{Path, PathBuf};

use rookery_recording::tables::Rows;
use rookery_recording::{Ending, Manifest, RecordingError, RecordingWriter, Ring};

use crate::options::{Length, Options};

/// The file of a recording could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{} could not be written: {reason}", path.display())]
pub struct WriteError {
    path: PathBuf,
    reason: RecordingError,
}

/// The chunks so far.
pub enum Output {
    /// Written as they come, so that a recorder that is killed leaves a file that opens.
    File(Box<RecordingWriter<File>>, PathBuf),
    /// Kept for a while.
    Ring { ring: Ring, file: File, path: PathBuf, manifest: Box<Manifest>, kept_us: i64 },
}

impl Output {
    /// Begins the file.
    pub fn new(options: &Options, manifest: Manifest, file: File, path: PathBuf) -> Result<Self, WriteError> {
        Ok(match options.length {
            Length::Next(_) => {
                let writer = RecordingWriter::new(file, &manifest).map_err(|error| failed(&path, error))?;
                Self::File(Box::new(writer), path)
            }
            Length::Last { kept, .. } => {
                let kept_us = i64::try_from(kept.as_micros()).unwrap_or(i64::MAX);
                let ring = Ring::new(kept_us, options.size);
                Self::Ring { ring, file, path, manifest: Box::new(manifest), kept_us }
            }
        })
    }

    /// Adds rows.
    pub fn add(&mut self, rows: &Rows, now: i64) -> Result<(), WriteError> {
        let added = rows.chunks().and_then(|chunks| {
            chunks.into_iter().try_for_each(|chunk| match self {
                Self::File(writer, _) => writer.add(&chunk),
                Self::Ring { ring, .. } => ring.add(chunk, now),
            })
        });
        added.map_err(|error| failed(self.path(), error))
    }

    /// Bytes so far.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::File(writer, _) => writer.bytes(),
            Self::Ring { ring, .. } => ring.bytes(),
        }
    }

    /// Whether a file of `limit` bytes is full. A ring never is.
    pub fn is_full(&self, limit: u64) -> bool {
        matches!(self, Self::File(writer, _) if writer.bytes() >= limit)
    }

    /// Completes the file. Its size in bytes.
    pub fn finish(self, mut ending: Ending) -> Result<u64, WriteError> {
        let path = self.path().to_owned();
        let written = match self {
            Self::File(writer, _) => writer.finish(&ending),
            Self::Ring { ring, file, mut manifest, kept_us, .. } => {
                manifest.started = manifest.started.max(ending.ended.saturating_sub(kept_us));
                ending.left_out += ring.dropped_rows();
                write_ring(ring, file, &manifest, &ending)
            }
        };
        let file = written.map_err(|error| failed(&path, error))?;
        let synced = file.sync_all().and_then(|()| file.metadata());
        Ok(synced.map_err(|error| failed(&path, error.into()))?.len())
    }

    fn path(&self) -> &Path {
        match self {
            Self::File(_, path) | Self::Ring { path, .. } => path,
        }
    }
}

fn write_ring(ring: Ring, file: File, manifest: &Manifest, ending: &Ending) -> Result<File, RecordingError> {
    let mut writer = RecordingWriter::new(file, manifest)?;
    for chunk in ring.into_chunks() {
        writer.add(&chunk?)?;
    }
    writer.finish(ending)
}

fn failed(path: &Path, reason: RecordingError) -> WriteError {
    WriteError { path: path.to_owned(), reason }
}
