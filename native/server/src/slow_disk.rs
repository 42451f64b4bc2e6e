//! A disk with slow syncs, for tests.
//!
//! For benches: `ROOKERY_SYNC_DELAY_MS` in the environment turns it on. It changes when a sync returns and
//! nothing else; independent of journals and databases.

use std::io;
use std::path::Path;
use std::time::Duration;

use rookery_engine::{Disk as _, DiskFile, DiskLayer, FileLayer, Purpose, RealDisk};

/// The environment variable's name.
pub const VARIABLE: &str = "ROOKERY_SYNC_DELAY_MS";

/// Real files, synced slowly.
#[derive(Debug)]
pub struct SlowDisk {
    delay: Duration,
}

impl SlowDisk {
    /// The disk that the variable's text describes. An error is a sentence.
    pub fn parse(text: &str) -> Result<Self, String> {
        text.parse()
            .map(|milliseconds| Self { delay: Duration::from_millis(milliseconds) })
            .map_err(|_| format!("{VARIABLE} must be a number of milliseconds, not '{text}'."))
    }
}

impl DiskLayer for SlowDisk {
    fn open(&self, path: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>> {
        Ok(Box::new(SlowFile { file: RealDisk.open(path, purpose)?, delay: self.delay }))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        RealDisk.sync_folder(folder)?;
        std::thread::sleep(self.delay);
        Ok(())
    }
}

#[derive(Debug)]
struct SlowFile {
    file: Box<dyn DiskFile>,
    delay: Duration,
}

impl FileLayer for SlowFile {
    fn below(&self) -> &dyn DiskFile {
        &*self.file
    }

    fn sync(&self) -> io::Result<()> {
        self.file.sync()?;
        std::thread::sleep(self.delay);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use rookery_engine::Disk;

    use super::*;

    #[test]
    fn a_sync_takes_longer_and_loses_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let slow = SlowDisk::parse("30").unwrap();
        let disk: &dyn Disk = &slow;
        let path = folder.path().join("a");
        let file = disk.open(&path, Purpose::Data).unwrap();
        file.write_all_at(0, b"bytes").unwrap();
        let started = Instant::now();
        file.sync().unwrap();
        assert!(started.elapsed() >= Duration::from_millis(30));
        assert_eq!(disk.read(&path).unwrap(), b"bytes");
    }

    #[test]
    fn says_what_is_wrong() {
        assert!(SlowDisk::parse("soon").unwrap_err().contains("'soon'"));
    }
}
