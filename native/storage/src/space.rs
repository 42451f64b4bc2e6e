//! Free and total space of the disk that a path is on.

use std::io;
use std::path::Path;

/// The space of a disk, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiskSpace {
    /// What this user can still write.
    pub available: u64,
    /// All of it.
    pub total: u64,
}

/// The space of the disk with this path; of a missing path, of the disk that it would be on.
///
/// # Errors
/// When the operating system does not say.
pub fn disk_space(path: &Path) -> io::Result<DiskSpace> {
    let present = path.ancestors().find(|part| part.exists()).unwrap_or(path);
    let found = fs4::statvfs(present)?;
    Ok(DiskSpace { available: found.available_space(), total: found.total_space() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_path_has_the_space_of_the_disk_it_would_be_on() {
        let folder = tempfile::tempdir().unwrap();
        let there = disk_space(folder.path()).unwrap();
        assert!(there.total > 0 && there.available <= there.total, "{there:?}");
        assert_eq!(disk_space(&folder.path().join("a/b")).unwrap().total, there.total);
    }
}
