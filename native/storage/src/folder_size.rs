//! How many bytes the files under a folder have been given.

use std::path::Path;

use crate::disk::Disk;

/// The sum; what vanishes while looking counts as nothing.
pub fn folder_size(disk: &dyn Disk, folder: &Path) -> u64 {
    let Ok(entries) = disk.list(folder) else { return 0 };
    let size = |entry: crate::disk::DiskEntry| match entry.is_folder {
        true => folder_size(disk, &folder.join(entry.name)),
        false => entry.size,
    };
    entries.into_iter().map(size).sum()
}
