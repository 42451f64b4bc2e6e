//! Removes other users' access to a data folder that an older version, or a wide umask, left open to them.

use std::path::Path;

use crate::error::EngineError;
use rookery_storage::{Disk, Tightened};

/// The names that this program creates in a data folder.
const OWN: [&str; 4] = ["rookery.lock", "server.json", "server.new", "databases"];

/// Restricts access to this program's files in the data folder. The folder itself keeps its permissions when
/// it has other contents: it may be a home folder.
pub(crate) fn tighten(disk: &dyn Disk, data_dir: &Path) -> Result<Tightened, EngineError> {
    let mut done = Tightened::default();
    let entries = disk.list(data_dir).map_err(EngineError::io(data_dir, "list"))?;
    let mut tighten = |path: &Path, below: bool| {
        disk.tighten(path, below, &mut done).map_err(EngineError::io(path, "restrict the access to"))
    };
    if entries.iter().all(|entry| OWN.iter().any(|own| entry.name == *own)) {
        tighten(data_dir, false)?;
    }
    for name in OWN {
        tighten(&data_dir.join(name), true)?;
    }
    // A database's folder may be a link to another disk.
    let databases = data_dir.join("databases");
    for entry in disk.list(&databases).map_err(EngineError::io(&databases, "list"))? {
        tighten(&databases.join(entry.name), true)?;
    }
    Ok(done)
}
