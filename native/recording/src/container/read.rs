//! Reading a recording into memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use super::decoding::{Entry, decode};
use super::entries::{Next, next};
use super::names::MANIFEST;
use super::recording::Recording;
use crate::error::RecordingError;
use crate::manifest::{FORMAT, Manifest};

/// How much reading may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of all unpacked entries together. A few of them are in memory at the same time.
    pub unpacked: u64,
    /// Bytes of all rows and their texts in memory.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { unpacked: 4 << 30, memory: 4 << 30 }
    }
}

/// Bytes of one unpacked entry.
const LARGEST_ENTRY: u64 = 1 << 30;

/// Unpacked entries that wait for the decoder.
const ENTRIES_AHEAD: usize = 1;

/// Bytes of a manifest that is read alone.
const LARGEST_MANIFEST: u64 = 16 << 20;

/// Reads a file.
pub fn read_file(path: &Path, limits: Limits) -> Result<Recording, RecordingError> {
    read(BufReader::with_capacity(1 << 18, File::open(path)?), limits)
}

/// Reads what a file says about itself, without its rows.
pub fn read_manifest(path: &Path) -> Result<Manifest, RecordingError> {
    let mut left = LARGEST_MANIFEST;
    manifest(&mut BufReader::new(File::open(path)?), &mut left)
}

/// Reads a recording. Whole entries before a damaged place are kept, and `damage` says what is missing.
pub fn read(mut file: impl BufRead + Seek, limits: Limits) -> Result<Recording, RecordingError> {
    let mut left = limits.unpacked;
    let length = file.seek(SeekFrom::End(0))?;
    file.rewind()?;
    let manifest = manifest(&mut file, &mut left)?;
    let (entries, receiver) = sync_channel(ENTRIES_AHEAD);
    let (unpacked, decoded) = thread::scope(|scope| {
        let decoder =
            thread::Builder::new().spawn_scoped(scope, move || decode(manifest, receiver, limits.memory))?;
        let unpacked = unpack(file, length, left, limits, &entries);
        drop(entries);
        Ok::<_, io::Error>((unpacked, decoder.join().unwrap_or_else(|panic| resume_unwind(panic))))
    })?;
    let mut recording = decoded?;
    recording.damage.extend(unpacked?);
    recording.rows.sort();
    Ok(recording)
}

/// Gives the entries to the decoder until the end, a damaged place, or the decoder's end. Returns a sentence about damage.
fn unpack(
    mut file: impl BufRead + Seek,
    length: u64,
    mut left: u64,
    limits: Limits,
    entries: &SyncSender<Entry>,
) -> Result<Option<String>, RecordingError> {
    loop {
        match next(&mut file, left.min(LARGEST_ENTRY)) {
            Next::End => return Ok(None),
            Next::TooLarge => {
                let limit = if left > LARGEST_ENTRY { LARGEST_ENTRY } else { limits.unpacked };
                return Err(RecordingError::TooLarge { mebibytes: limit >> 20 });
            }
            Next::Damaged(reason) => {
                return Ok(Some(format!(
                    "The file is damaged or cut off, and what follows is missing: {reason}."
                )));
            }
            Next::Entry { name, bytes } => {
                left -= bytes.len() as u64;
                let position = file.stream_position()?.max(1);
                #[expect(clippy::cast_precision_loss, reason = "an estimate")]
                let rest = length.saturating_sub(position) as f64 / position as f64;
                if entries.send(Entry { name, bytes, rest }).is_err() {
                    return Ok(None);
                }
            }
        }
    }
}

fn manifest(file: &mut impl BufRead, left: &mut u64) -> Result<Manifest, RecordingError> {
    let foreign = || RecordingError::NotARecording("The file is not a recording of Rookery.".to_owned());
    let Next::Entry { name, bytes } = next(file, *left) else { return Err(foreign()) };
    if name != MANIFEST {
        return Err(foreign());
    }
    *left -= bytes.len() as u64;
    // The number first: a newer manifest may differ in everything else.
    let value: serde_json::Value = serde_json::from_slice(&bytes).map_err(|_| foreign())?;
    let format =
        value["format"].as_u64().and_then(|format| u32::try_from(format).ok()).ok_or_else(foreign)?;
    if format > FORMAT {
        return Err(RecordingError::Newer { found: format, newest: FORMAT });
    }
    serde_json::from_value(value).map_err(|_| foreign())
}
