//! One engine per data folder: a lock on `rookery.lock`, which also says who holds it.

use std::fs::{File, OpenOptions};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::Path;

use fs4::fs_std::FileExt as _;
use serde::{Deserialize, Serialize};

use crate::date;
use crate::error::EngineError;

const FILE_NAME: &str = "rookery.lock";

/// Held as long as it is kept. The operating system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub(crate) struct FolderLock {
    _file: File,
}

#[derive(Debug, Serialize, Deserialize)]
struct Holder {
    pid: u32,
    program: String,
    since: String,
}

impl FolderLock {
    /// Takes the lock, or says who has it.
    pub(crate) fn take(folder: &Path, now: time::OffsetDateTime) -> Result<Self, EngineError> {
        let path = folder.join(FILE_NAME);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(EngineError::io(&path, "open"))?;
        if !file.try_lock_exclusive().map_err(EngineError::io(&path, "lock"))? {
            return Err(EngineError::Locked { holder: holder_in(&mut file), path });
        }
        write_holder(&mut file, now).map_err(EngineError::io(&path, "write"))?;
        Ok(Self { _file: file })
    }
}

fn write_holder(file: &mut File, now: time::OffsetDateTime) -> std::io::Result<()> {
    let program = std::env::current_exe()
        .ok()
        .as_deref()
        .and_then(Path::file_stem)
        .map_or_else(|| "an unknown program".to_owned(), |name| name.to_string_lossy().into_owned());
    let holder = Holder { pid: std::process::id(), program, since: date::to_text(now) };
    file.set_len(0)?;
    file.rewind()?;
    file.write_all(serde_json::to_string(&holder)?.as_bytes())
}

/// Who holds the lock, as far as the file says. On Windows a locked file cannot be read.
fn holder_in(file: &mut File) -> String {
    let mut text = String::new();
    let read = file.rewind().and_then(|()| file.read_to_string(&mut text));
    match read.ok().and_then(|_| serde_json::from_str::<Holder>(&text).ok()) {
        Some(holder) => format!("pid {}, {}, since {}", holder.pid, holder.program, holder.since),
        None => "another program".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_opener_is_told_who_holds_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let now = time::OffsetDateTime::UNIX_EPOCH;
        let first = FolderLock::take(folder.path(), now).unwrap();
        let error = FolderLock::take(folder.path(), now).unwrap_err();
        let EngineError::Locked { holder, path } = &error else { panic!("{error}") };
        assert_eq!(*path, folder.path().join(FILE_NAME));
        assert!(holder.contains(&format!("pid {}, ", std::process::id())), "{holder}");
        assert!(holder.ends_with("since 1970-01-01T00:00:00.0000000Z"), "{holder}");
        assert!(error.to_string().contains("Close that program"), "{error}");
        drop(first);
        FolderLock::take(folder.path(), now).unwrap();
    }
}
