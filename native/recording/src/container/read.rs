//! Reading a recording into memory.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Serialize;

use super::entries::{Next, next};
use super::names::{ENDING, MANIFEST, table_of};
use crate::error::RecordingError;
use crate::manifest::{Ending, FORMAT, Manifest};
use crate::tables::Rows;

/// How much memory reading may take.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of all unpacked entries together. Rows may take four times as much, and their texts as much again.
    pub unpacked: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { unpacked: 1 << 30 }
    }
}

/// Bytes of rows without their texts, per byte of unpacked entries that is allowed.
const ROW_BYTES: u64 = 4;

/// Bytes of a manifest that is read alone.
const LARGEST_MANIFEST: u64 = 16 << 20;

/// Characters of a name in a sentence.
const LONGEST_NAME: usize = 100;

/// Sentences about damage; further ones are counted.
const MOST_DAMAGE: usize = 100;

/// A recording in memory, its rows sorted by time.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Recording {
    /// Where and when it was recorded.
    pub manifest: Manifest,
    /// How it ended. `None` for one that was cut off.
    pub ending: Option<Ending>,
    /// The rows.
    pub rows: Rows,
    /// What could not be read, as sentences. Empty for a whole file.
    pub damage: Vec<String>,
}

impl Recording {
    /// First and last moment, µs since 1970: from the manifest and the ending, and without these from the rows.
    pub fn span(&self) -> (i64, i64) {
        let last_row = || self.rows.last_time().unwrap_or(self.manifest.started);
        let start = self.manifest.started;
        (start, self.ending.as_ref().map_or_else(last_row, |ending| ending.ended).max(start))
    }
}

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
pub fn read(mut file: impl BufRead, limits: Limits) -> Result<Recording, RecordingError> {
    let mut left = limits.unpacked;
    let mut memory = limits.unpacked.saturating_mul(ROW_BYTES);
    let mut more_damage = 0_u64;
    let mut recording = Recording { manifest: manifest(&mut file, &mut left)?, ..Recording::default() };
    loop {
        match next(&mut file, left) {
            Next::End => break,
            Next::TooLarge => return Err(RecordingError::TooLarge { mebibytes: limits.unpacked >> 20 }),
            Next::Damaged(reason) => {
                recording
                    .damage
                    .push(format!("The file is damaged or cut off, and what follows is missing: {reason}."));
                break;
            }
            Next::Entry { name, bytes } => {
                left -= bytes.len() as u64;
                match recording.take(&name, bytes, memory) {
                    Ok(taken) => memory -= taken,
                    Err(RecordingError::TooLarge { .. }) => {
                        return Err(RecordingError::TooLarge { mebibytes: limits.unpacked >> 20 });
                    }
                    Err(_) if recording.damage.len() >= MOST_DAMAGE => more_damage += 1,
                    Err(error) => recording.damage.push(error.to_string()),
                }
            }
        }
    }
    if more_damage > 0 {
        recording.damage.push(format!("{more_damage} more entries cannot be read."));
    }
    recording.rows.sort();
    Ok(recording)
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

impl Recording {
    /// Takes an entry, and returns the bytes of its rows.
    fn take(&mut self, name: &str, bytes: Vec<u8>, memory: u64) -> Result<u64, RecordingError> {
        let damaged = |reason: String| Err(RecordingError::Damaged(reason));
        let shown: String = name.chars().take(LONGEST_NAME).collect();
        if name == ENDING {
            return match serde_json::from_slice(&bytes) {
                Ok(ending) => {
                    self.ending = Some(ending);
                    Ok(0)
                }
                Err(error) => damaged(format!("{name} cannot be read: {error}.")),
            };
        }
        let Some(table) = table_of(name) else {
            return damaged(format!("{shown} is not a part of a recording."));
        };
        match self.rows.add_chunk(table, bytes, memory) {
            Ok(Some(taken)) => Ok(taken),
            Ok(None) => damaged(format!("{shown} belongs to a table that this version does not have.")),
            Err(RecordingError::TooLarge { mebibytes }) => Err(RecordingError::TooLarge { mebibytes }),
            Err(error) => damaged(format!("{shown}: {error}")),
        }
    }
}
