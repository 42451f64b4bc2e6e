//! One engine per data folder: a lock on `rookery.lock`, which also says who holds it.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::disk::in_use::is_sharing_violation;
use crate::disk::{Disk, DiskFile, Purpose};
use crate::error::StorageError;

const FILE_NAME: &str = "rookery.lock";
/// More is nothing this program wrote there.
const MOST_TEXT: u64 = 4096;
const UNKNOWN: &str = "another program";

/// Locked until it is dropped. The operating system releases the lock when the process ends, however it ends.
#[derive(Debug)]
pub struct FolderLock {
    _file: Box<dyn DiskFile>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Holder {
    pid: u32,
    program: String,
    since: String,
}

impl FolderLock {
    /// Takes the lock, or says who has it.
    pub fn take(disk: &dyn Disk, folder: &Path, since: &str) -> Result<Self, StorageError> {
        let path = folder.join(FILE_NAME);
        let file = match disk.open(&path, Purpose::Lock) {
            // On Windows the holder lets others read the file and nothing else.
            Err(error) if is_sharing_violation(&error) => {
                let opened = disk.open(&path, Purpose::Read);
                let holder = opened.map_or_else(|_| UNKNOWN.to_owned(), |file| holder_in(&*file));
                return Err(StorageError::Locked { holder, path });
            }
            opened => opened.map_err(StorageError::io(&path, "open"))?,
        };
        if !file.try_lock().map_err(StorageError::io(&path, "lock"))? {
            return Err(StorageError::Locked { holder: holder_in(&*file), path });
        }
        write_holder(&*file, since).map_err(StorageError::io(&path, "write"))?;
        Ok(Self { _file: file })
    }
}

fn write_holder(file: &dyn DiskFile, since: &str) -> std::io::Result<()> {
    let program = std::env::current_exe()
        .ok()
        .as_deref()
        .and_then(Path::file_stem)
        .map_or_else(|| "an unknown program".to_owned(), |name| name.to_string_lossy().into_owned());
    let holder = Holder { pid: std::process::id(), program, since: since.to_owned() };
    file.set_size(0)?;
    file.write_all_at(0, serde_json::to_string(&holder)?.as_bytes())
}

/// Who holds the lock, as far as the file says.
fn holder_in(file: &dyn DiskFile) -> String {
    let text = || {
        let mut text = vec![0; usize::try_from(file.size().ok()?.min(MOST_TEXT)).ok()?];
        file.read_exact_at(0, &mut text).ok()?;
        serde_json::from_slice::<Holder>(&text).ok()
    };
    match text() {
        Some(holder) => format!("pid {}, {}, since {}", holder.pid, holder.program, holder.since),
        None => UNKNOWN.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_opener_gets_the_holder() {
        let folder = tempfile::tempdir().unwrap();
        let now = "1970-01-01T00:00:00.0000000Z";
        let first = FolderLock::take(&crate::disk::RealDisk, folder.path(), now).unwrap();
        let error = FolderLock::take(&crate::disk::RealDisk, folder.path(), now).unwrap_err();
        let StorageError::Locked { holder, path } = &error else { panic!("{error}") };
        assert_eq!(*path, folder.path().join(FILE_NAME));
        assert!(holder.contains(&format!("pid {}, ", std::process::id())), "{holder}");
        assert!(holder.ends_with("since 1970-01-01T00:00:00.0000000Z"), "{holder}");
        assert!(error.to_string().contains("Close that program"), "{error}");
        drop(first);
        FolderLock::take(&crate::disk::RealDisk, folder.path(), now).unwrap();
    }

    /// A process that is being started has copies of the open files, and with them the lock, until its program runs.
    #[cfg(unix)]
    #[test]
    fn the_lock_ends_although_another_process_is_started() {
        let folder = tempfile::tempdir().unwrap();
        let now = "1970-01-01T00:00:00.0000000Z";
        let first = FolderLock::take(&crate::disk::RealDisk, folder.path(), now).unwrap();
        let (ready, wait) = std::sync::mpsc::channel();
        let starting = std::thread::spawn(move || {
            use std::os::unix::process::CommandExt;
            let mut command = std::process::Command::new("true");
            // SAFETY: only sleeps between fork and exec.
            unsafe {
                command.pre_exec(|| {
                    std::thread::sleep(std::time::Duration::from_millis(500));
                    Ok(())
                })
            };
            ready.send(()).unwrap();
            command.status().unwrap()
        });
        wait.recv().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(200));
        drop(first);
        FolderLock::take(&crate::disk::RealDisk, folder.path(), now).unwrap();
        assert!(starting.join().unwrap().success());
    }
}
