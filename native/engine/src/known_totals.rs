//! `totals.json`: how many documents a database had when it was closed, for lists that must not open it.
//! Nothing depends on it; it may be missing or old.

use std::path::Path;

use serde::{Deserialize, Serialize};

const FILE_NAME: &str = "totals.json";

#[derive(Serialize, Deserialize)]
struct KnownTotals {
    documents: u64,
}

pub(crate) fn write(folder: &Path, documents: u64) -> std::io::Result<()> {
    std::fs::write(folder.join(FILE_NAME), serde_json::to_vec(&KnownTotals { documents })?)
}

/// 0 when nothing is known.
pub(crate) fn read(folder: &Path) -> u64 {
    let bytes = std::fs::read(folder.join(FILE_NAME)).unwrap_or_default();
    serde_json::from_slice::<KnownTotals>(&bytes).map_or(0, |known| known.documents)
}
