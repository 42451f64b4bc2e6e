//! A file that gets its name when it is complete.

use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use crate::remote::Failure;

/// A file under a temporary name next to its final one; removed when dropped before [`OutputFile::finish`].
pub struct OutputFile {
    path: PathBuf,
    partial: PathBuf,
    overwrite: bool,
    file: Option<File>,
    written: u64,
}

impl OutputFile {
    /// Makes the temporary file.
    pub fn create(path: &Path, overwrite: bool) -> Result<Self, Failure> {
        let name = path.file_name().ok_or_else(|| {
            Failure::new(format!("{} is not a file name; give --out the name of a file.", path.display()))
        })?;
        check_absent(path, overwrite)?;
        let mut partial_name = name.to_owned();
        partial_name.push(format!(".{}.partial", uuid::Uuid::new_v4().simple()));
        let partial = path.with_file_name(partial_name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&partial).map_err(|error| {
            Failure::new(format!("{} cannot be written: {error}. Check the folder.", partial.display()))
        })?;
        Ok(Self { path: path.to_owned(), partial, overwrite, file: Some(file), written: 0 })
    }

    /// Appends.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        let Some(file) = &mut self.file else { return Err(Failure::new("The file is already complete.")) };
        file.write_all(bytes).map_err(|error| {
            Failure::new(format!("{} could not be written: {error}. Nothing was kept.", self.path.display()))
        })?;
        self.written += bytes.len() as u64;
        Ok(())
    }

    /// The temporary file, for what writes in more than one piece or place.
    pub fn file(&self) -> Result<&File, Failure> {
        self.file.as_ref().ok_or_else(|| Failure::new("The file is already complete."))
    }

    /// Bytes appended with [`OutputFile::write`].
    pub fn written(&self) -> u64 {
        self.written
    }

    /// Makes the bytes durable and gives the file its name.
    pub fn finish(mut self) -> Result<u64, Failure> {
        let Some(file) = self.file.take() else { return Ok(self.written) };
        let named = file.sync_all().and_then(|()| {
            drop(file);
            match self.overwrite {
                true => std::fs::rename(&self.partial, &self.path),
                false => name_once(&self.partial, &self.path),
            }
        });
        named.and_then(|()| sync_folder(&self.path)).map_err(|error| {
            let _ = std::fs::remove_file(&self.partial);
            Failure::new(format!("{} could not be completed: {error}.", self.path.display()))
        })?;
        Ok(self.written)
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // Only litter: its name says that it is partial.
            let _ = std::fs::remove_file(&self.partial);
        }
    }
}

/// Renames without replacing: a hard link fails when another program made a file of that name meanwhile.
fn name_once(partial: &Path, path: &Path) -> std::io::Result<()> {
    match std::fs::hard_link(partial, path) {
        Ok(()) => std::fs::remove_file(partial),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no hard links.
        Err(error) => match path.symlink_metadata() {
            Err(found) if found.kind() == std::io::ErrorKind::NotFound => std::fs::rename(partial, path),
            _ => Err(error),
        },
    }
}

fn check_absent(path: &Path, overwrite: bool) -> Result<(), Failure> {
    match path.symlink_metadata() {
        Ok(found) if found.is_dir() => {
            Err(Failure::new(format!("{} is a folder; give --out the name of a file.", path.display())))
        }
        Ok(_) if !overwrite => Err(Failure::new(format!(
            "{} exists already; choose another name, or replace it with --overwrite.",
            path.display()
        ))),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_name_only_when_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shop.ravendbdump");
        let names = || {
            let entries = std::fs::read_dir(folder.path()).unwrap();
            entries.map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>()
        };
        let mut dropped = OutputFile::create(&path, false).unwrap();
        dropped.write(b"half").unwrap();
        assert!(!path.exists() && names().len() == 1);
        drop(dropped);
        assert!(names().is_empty());
        let mut first = OutputFile::create(&path, false).unwrap();
        let second = OutputFile::create(&path, false).unwrap();
        first.write(b"whole").unwrap();
        assert_eq!(first.finish().unwrap(), 5);
        assert!(second.finish().unwrap_err().to_string().contains("could not be completed"));
        assert_eq!((std::fs::read(&path).unwrap(), names().len()), (b"whole".to_vec(), 1));
        assert!(OutputFile::create(&path, false).err().unwrap().to_string().contains("--overwrite"));
        OutputFile::create(&path, true).unwrap().finish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"");
    }
}
