//! `server.json`: the server's persistent identity and the last reserved command number.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::error::EngineError;
use rookery_storage::Disk;
use rookery_storage::IoRecorder;
use rookery_storage::StorageError;
use rookery_storage::replace_file;

const FILE_NAME: &str = "server.json";
const VERSION: u32 = 1;
/// Command numbers are reserved in blocks: a crash skips the rest of a block, but no number is used twice.
const BLOCK: i64 = 1000;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Contents {
    version: u32,
    server_id: Uuid,
    created_at: String,
    /// Numbers up to this one may have been assigned.
    command_index_ceiling: i64,
}

#[derive(Deserialize)]
struct OnlyVersion {
    version: u32,
}

pub(crate) struct ServerFile {
    path: PathBuf,
    disk: Arc<dyn Disk>,
    recorder: IoRecorder,
    state: Mutex<State>,
}

struct State {
    contents: Contents,
    index: i64,
}

impl ServerFile {
    /// Whether the folder has one; if not, the folder was never used.
    pub(crate) fn exists(disk: &dyn Disk, folder: &Path) -> Result<bool, EngineError> {
        let names = disk.list(folder).map_err(EngineError::io(folder, "list"))?;
        Ok(names.iter().any(|entry| entry.name == FILE_NAME))
    }

    /// Reads the file, or makes it for a new data folder.
    pub(crate) fn open(
        folder: &Path,
        now: time::OffsetDateTime,
        disk: Arc<dyn Disk>,
        recorder: IoRecorder,
    ) -> Result<Self, EngineError> {
        let path = folder.join(FILE_NAME);
        let contents = match disk.read(&path) {
            Ok(bytes) => {
                let corrupt = |error: serde_json::Error| StorageError::Corrupt {
                    path: path.clone(),
                    reason: format!("{error}. Restore it from a copy, or delete it to get a new server id"),
                };
                // The version first: a newer file may lack members of this one, and is not damaged.
                let OnlyVersion { version } = serde_json::from_slice(&bytes).map_err(corrupt)?;
                if version > VERSION {
                    return Err(StorageError::TooNew { path, found: version, supported: VERSION }.into());
                }
                serde_json::from_slice::<Contents>(&bytes).map_err(corrupt)?
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Contents {
                version: VERSION,
                server_id: Uuid::new_v4(),
                created_at: crate::document::date::to_text(now),
                command_index_ceiling: 0,
            },
            Err(error) => return Err(EngineError::io(path, "read")(error)),
        };
        let index = contents.command_index_ceiling;
        let file = Self { path, disk, recorder, state: Mutex::new(State { contents, index }) };
        file.reserve(&mut file.state.lock())?;
        Ok(file)
    }

    pub(crate) fn server_id(&self) -> Uuid {
        self.state.lock().contents.server_id
    }

    /// The next command number: greater than every one before, also across restarts.
    pub(crate) fn next_index(&self) -> Result<i64, EngineError> {
        let mut state = self.state.lock();
        if state.index >= state.contents.command_index_ceiling {
            self.reserve(&mut state)?;
        }
        state.index += 1;
        Ok(state.index)
    }

    /// The next number when no block could be reserved: still greater than every one of this run.
    pub(crate) fn unreserved_index(&self) -> i64 {
        let mut state = self.state.lock();
        state.index += 1;
        state.index
    }

    fn reserve(&self, state: &mut State) -> Result<(), EngineError> {
        let mut contents = state.contents.clone();
        contents.command_index_ceiling = state.index + BLOCK;
        let mut text =
            serde_json::to_vec_pretty(&contents).expect("a struct of plain members always becomes JSON");
        text.push(b'\n');
        replace_file(&self.path, &text, &*self.disk, &self.recorder)?;
        state.contents = contents;
        Ok(())
    }
}
