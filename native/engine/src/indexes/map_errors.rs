//! Errors of single documents: stored with the index's files, the oldest removed first.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::document::date;
use crate::error::EngineError;
use crate::state::core::Core;
use rookery_storage::{Disk, replace_file};

/// Errors that are kept.
const MOST: usize = 500;

/// Longer texts are cut.
const LONGEST: usize = 4 << 10;

/// One document that could not be indexed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct IndexingError {
    /// When.
    pub timestamp: String,
    /// The document's id; the key's text for a reduce.
    pub document: String,
    /// `Map` or `Reduce`.
    pub action: String,
    /// What happened, with the line of the script.
    pub error: String,
}

/// The errors of one index.
#[derive(Debug)]
pub(crate) struct MapErrors {
    path: PathBuf,
    state: Mutex<Kept>,
}

#[derive(Debug)]
struct Kept {
    all: VecDeque<IndexingError>,
    unsaved: bool,
}

impl MapErrors {
    /// The errors stored in the folder. An unreadable file counts as empty: the errors occur again with the
    /// next change or the next reset.
    pub(crate) fn open(disk: &dyn Disk, folder: &Path) -> Self {
        let path = folder.join("map-errors.json");
        let all = disk.read(&path).ok().and_then(|text| serde_json::from_slice(&text).ok());
        Self { path, state: Mutex::new(Kept { all: all.unwrap_or_default(), unsaved: false }) }
    }

    pub(crate) fn add(&self, core: &Core, action: &str, document: &str, error: &str) {
        let mut error = error.to_owned();
        if error.len() > LONGEST {
            let mut end = LONGEST;
            while !error.is_char_boundary(end) {
                end -= 1;
            }
            error.truncate(end);
        }
        let mut state = self.state.lock();
        if state.all.len() >= MOST {
            state.all.pop_front();
        }
        state.all.push_back(IndexingError {
            timestamp: date::to_text(core.clock.now()),
            document: document.to_owned(),
            action: action.to_owned(),
            error,
        });
        state.unsaved = true;
    }

    /// Saves new errors.
    pub(crate) fn save(&self, core: &Core) -> Result<(), EngineError> {
        let mut state = self.state.lock();
        if !std::mem::take(&mut state.unsaved) {
            return Ok(());
        }
        let text = serde_json::to_vec(&state.all).expect("texts always become JSON");
        Ok(replace_file(&self.path, &text, &*core.disk, &core.recorder)?)
    }

    pub(crate) fn all(&self) -> Vec<IndexingError> {
        self.state.lock().all.iter().cloned().collect()
    }

    /// How many are kept.
    pub(crate) fn count(&self) -> usize {
        self.state.lock().all.len()
    }

    /// Removes all errors.
    pub(crate) fn clear(&self, core: &Core) -> Result<(), EngineError> {
        {
            let mut state = self.state.lock();
            state.unsaved = !state.all.is_empty();
            state.all.clear();
        }
        self.save(core)
    }
}
