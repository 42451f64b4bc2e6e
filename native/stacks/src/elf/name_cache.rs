//! A cache on disk of names computed in earlier runs, by build id, so that the first capture after a start is
//! fast.
//!
//! A folder with one file per ELF file (`elf/name_file.rs`). The cache is optional: what is missing, damaged,
//! owned by another user, or cannot be written is computed from the ELF file again.

use std::fs::{self, DirBuilder, File};
use std::io::{Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{DebugFileMark, Names, name_file, open_regular};

const MOST_FILE_BYTES: u64 = 16 << 20;
/// All files together; above it the oldest are removed.
const MOST_BYTES: u64 = 64 << 20;
/// Longer build ids are invalid.
const MOST_BUILD_ID_BYTES: usize = 64;
const ENDING: &str = "names";

/// The folder.
#[derive(Debug, Clone)]
pub(crate) struct NameCache {
    folder: PathBuf,
}

impl NameCache {
    /// Creates the folder, for this user only; none if that fails.
    pub fn at(folder: &Path) -> Option<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder).ok()?;
        // SAFETY: reads our own user id.
        let us = unsafe { libc::geteuid() };
        (fs::metadata(folder).ok()?.uid() == us).then(|| Self { folder: folder.to_owned() })
    }

    /// The cached names of a build id.
    pub fn load(&self, build_id: &[u8], mark: DebugFileMark) -> Option<Names> {
        let file = open_regular(&self.file_of(build_id)?).ok()?;
        let metadata = file.metadata().ok()?;
        // SAFETY: reads our own user id.
        let us = unsafe { libc::geteuid() };
        if metadata.uid() != us || metadata.len() > MOST_FILE_BYTES {
            return None;
        }
        let mut bytes = Vec::new();
        file.take(MOST_FILE_BYTES).read_to_end(&mut bytes).ok()?;
        name_file::decode(&bytes, mark)
    }

    /// Saves names. A failure is not an error: they are computed again.
    pub fn save(&self, build_id: &[u8], mark: DebugFileMark, names: &Names) {
        let bytes = name_file::encode(mark, names);
        if bytes.len() as u64 > MOST_FILE_BYTES {
            return;
        }
        let Some(path) = self.file_of(build_id) else { return };
        // Two programs may save at the same time: each writes a file of its own, and the last one to finish wins.
        let temporary = path.with_extension(format!("{}.new", std::process::id()));
        let written = write_new(&temporary, &bytes).and_then(|()| fs::rename(&temporary, &path));
        if written.is_err() {
            // The file may not exist; the cache is optional.
            let _never_made = fs::remove_file(&temporary);
        }
        self.remove_oldest();
    }

    fn remove_oldest(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let mut files: Vec<(SystemTime, u64, PathBuf)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
                Some((metadata.modified().ok()?, metadata.len(), entry.path()))
            })
            .collect();
        files.sort_by_key(|(modified, ..)| std::cmp::Reverse(*modified));
        let mut kept = 0;
        for (_, length, path) in files {
            kept += length;
            if kept > MOST_BYTES {
                // Another program may have removed it first.
                let _already_gone = fs::remove_file(path);
            }
        }
    }

    fn file_of(&self, build_id: &[u8]) -> Option<PathBuf> {
        if build_id.is_empty() || build_id.len() > MOST_BUILD_ID_BYTES {
            return None;
        }
        let hex: String = build_id.iter().map(|byte| format!("{byte:02x}")).collect();
        Some(self.folder.join(format!("{hex}.{ENDING}")))
    }
}

fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = File::options().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("rookery-{name}-{}", std::process::id()));
            let _none_left = fs::remove_dir_all(&folder);
            Self(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            fs::remove_dir_all(&self.0).unwrap();
        }
    }

    #[test]
    fn what_was_saved_is_loaded_and_what_was_damaged_is_not() {
        let folder = Folder::new("names-saved");
        let cache = NameCache::at(&folder.0).unwrap();
        assert_eq!(fs::metadata(&folder.0).unwrap().mode() & 0o777, 0o700);
        cache.save(&[1, 2], [0; 3], &Names::new());
        assert_eq!(cache.load(&[1, 2], [0; 3]), Some(Names::new()));
        assert_eq!(cache.load(&[1, 2], [9; 3]), None, "another debug file");
        assert_eq!(cache.load(&[1, 3], [0; 3]), None, "another build");
        assert_eq!(cache.load(&[], [0; 3]), None);
        let file = folder.0.join("0102.names");
        let mut bytes = fs::read(&file).unwrap();
        bytes[9] ^= 1;
        fs::write(&file, bytes).unwrap();
        assert_eq!(cache.load(&[1, 2], [0; 3]), None);
        cache.save(&[1, 2], [0; 3], &Names::new());
        assert_eq!(cache.load(&[1, 2], [0; 3]), Some(Names::new()), "a damaged file is replaced");
    }

    #[test]
    fn the_folder_stays_within_its_bound() {
        let folder = Folder::new("names-bound");
        let cache = NameCache::at(&folder.0).unwrap();
        for number in 0..6 {
            let file = File::create(folder.0.join(format!("{number:02}.names"))).unwrap();
            file.set_len(15 << 20).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(number)).unwrap();
        }
        cache.save(&[0xff], [0; 3], &Names::new());
        let mut left: Vec<_> = fs::read_dir(&folder.0)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, ["02.names", "03.names", "04.names", "05.names", "ff.names"]);
    }
}
