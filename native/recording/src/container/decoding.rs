//! Decoding the entries of a recording, on a thread of its own: the caller unpacks the next ones at the same time.

use std::sync::mpsc::Receiver;

use super::names::{ENDING, table_of};
use super::recording::Recording;
use crate::error::RecordingError;
use crate::manifest::Manifest;
use crate::table::{Space, Texts};

/// Characters of a name in a sentence.
const LONGEST_NAME: usize = 100;

/// Sentences about damage; further ones are counted.
const MOST_DAMAGE: usize = 100;

/// An unpacked entry.
pub struct Entry {
    pub name: String,
    pub bytes: Vec<u8>,
    /// The length of the rest of the file, as a multiple of what was read so far.
    pub rest: f64,
}

/// The rows of all entries, unsorted. Rows and their texts take at most `limit` bytes.
pub fn decode(manifest: Manifest, entries: Receiver<Entry>, limit: u64) -> Result<Recording, RecordingError> {
    let mut decoding = Decoding {
        recording: Recording { manifest, ..Recording::default() },
        texts: Texts::default(),
        memory: limit,
    };
    let mut more_damage = 0_u64;
    for entry in entries {
        match decoding.add(entry) {
            Ok(()) => {}
            Err(RecordingError::TooLarge { .. }) => {
                return Err(RecordingError::TooLarge { mebibytes: limit >> 20 });
            }
            Err(_) if decoding.recording.damage.len() >= MOST_DAMAGE => more_damage += 1,
            Err(error) => decoding.recording.damage.push(error.to_string()),
        }
    }
    if more_damage > 0 {
        decoding.recording.damage.push(format!("{more_damage} more entries cannot be read."));
    }
    Ok(decoding.recording)
}

struct Decoding {
    recording: Recording,
    texts: Texts,
    /// Bytes that further rows may take.
    memory: u64,
}

impl Decoding {
    fn add(&mut self, Entry { name, bytes, rest }: Entry) -> Result<(), RecordingError> {
        let damaged = |reason: String| Err(RecordingError::Damaged(reason));
        let shown: String = name.chars().take(LONGEST_NAME).collect();
        if name == ENDING {
            return match serde_json::from_slice(&bytes) {
                Ok(ending) => {
                    self.recording.ending = Some(ending);
                    Ok(())
                }
                Err(error) => damaged(format!("{name} cannot be read: {error}.")),
            };
        }
        let Some(table) = table_of(&name) else {
            return damaged(format!("{shown} is not a part of a recording."));
        };
        let space = Space { memory: self.memory, rest };
        match self.recording.rows.add_chunk(table, bytes, space, &mut self.texts) {
            Ok(Some(taken)) => {
                self.memory =
                    self.memory.checked_sub(taken).ok_or(RecordingError::TooLarge { mebibytes: 0 })?;
                Ok(())
            }
            Ok(None) => damaged(format!("{shown} belongs to a table that this version does not have.")),
            Err(RecordingError::TooLarge { mebibytes }) => Err(RecordingError::TooLarge { mebibytes }),
            Err(error) => damaged(format!("{shown}: {error}")),
        }
    }
}
