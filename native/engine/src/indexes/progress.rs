//! How far an index is. The text stands in the index's files, written with the entries it speaks of.

use serde::{Deserialize, Serialize};

use crate::database::Snapshot;
use crate::ids;

/// How far an index is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Progress {
    /// The newest document that was looked at.
    pub document: i64,
    /// The newest tombstone that was looked at.
    pub tombstone: i64,
    /// The newest change of the database when indexing began: no document up to it has an older entry.
    pub begun: i64,
    /// Every change of its collections up to this etag is in.
    pub complete: i64,
}

impl Progress {
    pub(crate) fn read(text: &str) -> Self {
        // Nothing was committed yet, or by something else: then everything is indexed again.
        serde_json::from_str(text).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("numbers always become JSON")
    }
}

/// The newest change of what an index covers.
pub(crate) fn last_change(snapshot: &Snapshot, collection: Option<&str>) -> i64 {
    match collection {
        None => snapshot.view.last_etag,
        Some(name) => snapshot.view.totals.get(&ids::key_of(name)).map_or(0, |totals| totals.last_etag),
    }
}

/// Documents an index covers.
pub(crate) fn documents(snapshot: &Snapshot, collection: Option<&str>) -> u64 {
    match collection {
        None => snapshot.view.documents(),
        Some(name) => snapshot.view.totals.get(&ids::key_of(name)).map_or(0, |totals| totals.documents),
    }
}
