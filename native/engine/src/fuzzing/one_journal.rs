//! A read-only disk with one journal.

use std::io;
use std::path::Path;
use std::sync::Arc;

use rookery_storage::{Disk, DiskEntry, DiskFile, Purpose};

#[derive(Debug)]
pub(crate) struct OneJournal(Arc<Vec<u8>>);

impl OneJournal {
    pub(crate) fn holding(bytes: Vec<u8>) -> Self {
        Self(Arc::new(bytes))
    }
}

impl Disk for OneJournal {
    fn open(&self, _: &Path, purpose: Purpose) -> io::Result<Box<dyn DiskFile>> {
        match purpose {
            Purpose::Read => Ok(Box::new(File(self.0.clone()))),
            _ => Err(io::ErrorKind::ReadOnlyFilesystem.into()),
        }
    }

    fn create_folder(&self, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::AlreadyExists.into())
    }

    fn create_folders(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn list(&self, _: &Path) -> io::Result<Vec<DiskEntry>> {
        let name = "0000000000000000001.journal".into();
        Ok(vec![DiskEntry { name, is_folder: false, size: self.0.len() as u64 }])
    }

    fn rename(&self, _: &Path, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    /// Reports success: the recovery removes an unfinished journal.
    fn remove_file(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }

    fn remove_folder(&self, _: &Path) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Ok(())
    }
}

#[derive(Debug)]
struct File(Arc<Vec<u8>>);

impl DiskFile for File {
    fn size(&self) -> io::Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn read_exact_at(&self, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let found = usize::try_from(offset)
            .ok()
            .and_then(|start| self.0.get(start..start.checked_add(bytes.len())?))
            .ok_or(io::ErrorKind::UnexpectedEof)?;
        bytes.copy_from_slice(found);
        Ok(())
    }

    fn write_all_at(&self, _: u64, _: &[u8]) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn set_size(&self, _: u64) -> io::Result<()> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }

    fn try_lock(&self) -> io::Result<bool> {
        Ok(true)
    }
}
