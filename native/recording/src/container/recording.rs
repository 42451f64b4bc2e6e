//! A recording in memory.

use serde::Serialize;

use crate::manifest::{Ending, Manifest};
use crate::tables::Rows;

/// A recording, its rows sorted by time.
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
