//! Small files that are replaced as a whole: after a crash the old content is there or the new, never a
//! mixture.

use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::disk::{Disk, Purpose};
use crate::error::StorageError;
use crate::io::{IoKind, IoRecorder};

/// Writes `bytes` next to `path`, syncs them, and puts them in its place. The write and the sync are
/// recorded as *DataFlush* and *DataSync* of that file.
pub fn replace_file(
    path: &Path,
    bytes: &[u8],
    disk: &dyn Disk,
    recorder: &IoRecorder,
) -> Result<(), StorageError> {
    let name: Arc<str> =
        Arc::from(path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default().as_ref());
    let beside = path.with_extension("new");
    let write = || -> io::Result<()> {
        let file = disk.open(&beside, Purpose::Replacement)?;
        let measure = recorder.begin();
        file.write_all_at(0, bytes)?;
        recorder.wrote(measure, IoKind::DataFlush, &name, bytes.len() as u64, bytes.len() as u64);
        let measure = recorder.begin();
        file.sync()?;
        recorder.wrote(measure, IoKind::DataSync, &name, 0, bytes.len() as u64);
        drop(file);
        disk.rename(&beside, path)?;
        match path.parent() {
            Some(folder) => disk.sync_folder(folder),
            None => Ok(()),
        }
    };
    write().map_err(|error| {
        // The unfinished file is harmless; it is removed all the same to leave no litter.
        let _ = disk.remove_file(&beside);
        StorageError::io(path, "write")(error)
    })
}
