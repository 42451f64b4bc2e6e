//! `totals.json`: how many documents a database had when it was closed, for lists that must not open it.
//! Optional; it may be missing or outdated.

use std::path::Path;

use rookery_storage::{Disk, Purpose};
use serde::{Deserialize, Serialize};

const FILE_NAME: &str = "totals.json";

#[derive(Serialize, Deserialize)]
struct TotalsFile {
    documents: u64,
}

pub(crate) fn write(disk: &dyn Disk, folder: &Path, documents: u64) -> std::io::Result<()> {
    let bytes = serde_json::to_vec(&TotalsFile { documents })?;
    disk.open(&folder.join(FILE_NAME), Purpose::Replacement)?.write_all_at(0, &bytes)
}

/// 0 when unknown.
pub(crate) fn read(disk: &dyn Disk, folder: &Path) -> u64 {
    let bytes = disk.read(&folder.join(FILE_NAME)).unwrap_or_default();
    serde_json::from_slice::<TotalsFile>(&bytes).map_or(0, |known| known.documents)
}
