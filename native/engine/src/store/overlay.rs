//! A read-only data file: what redb writes while it opens stays in memory.
//!
//! redb marks a file as open by writing to it. This backend is used when the disk rejects even that, so that
//! reads continue until writes are possible again. Nothing written here reaches the file.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io;
use std::path::Path;

use parking_lot::Mutex;
use redb::StorageBackend;

use super::backend::{PAGE, whole_pages};
use rookery_storage::{Disk, DiskFile, Purpose};

#[derive(Debug)]
pub(crate) struct OverlaidFile {
    file: Box<dyn DiskFile>,
    file_len: u64,
    state: Mutex<Overlay>,
}

#[derive(Debug)]
struct Overlay {
    len: u64,
    pages: BTreeMap<u64, Vec<u8>>,
}

impl OverlaidFile {
    pub(crate) fn open(path: &Path, disk: &dyn Disk) -> io::Result<Self> {
        let file = disk.open(path, Purpose::Read)?;
        let file_len = whole_pages(file.size()?);
        Ok(Self { file, file_len, state: Mutex::new(Overlay { len: file_len, pages: BTreeMap::new() }) })
    }

    /// The file's contents; zeros after its end.
    fn read_file(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let inside = usize::try_from(self.file_len.saturating_sub(offset))
            .map_or(out.len(), |left| left.min(out.len()));
        let (file, beyond) = out.split_at_mut(inside);
        beyond.fill(0);
        self.file.read_exact_at(offset, file)
    }
}

impl StorageBackend for OverlaidFile {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state.lock().len)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.state.lock();
        if offset + out.len() as u64 > state.len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.read_file(offset, out)?;
        for (number, page) in state.pages.range(offset / PAGE..=(offset + out.len() as u64) / PAGE) {
            each_common_byte(offset, out.len(), *number, |at, in_page| out[at] = page[in_page]);
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.state.lock().len = len;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut state = self.state.lock();
        state.len = state.len.max(offset + data.len() as u64);
        for number in offset / PAGE..=(offset + data.len() as u64) / PAGE {
            let page = match state.pages.entry(number) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(empty) => {
                    let mut page = vec![0; PAGE as usize];
                    self.read_file(number * PAGE, &mut page)?;
                    empty.insert(page)
                }
            };
            each_common_byte(offset, data.len(), number, |at, in_page| page[in_page] = data[at]);
        }
        Ok(())
    }
}

/// Calls back with (index in the range, index in the page) for each byte both have.
fn each_common_byte(offset: u64, length: usize, page: u64, mut each: impl FnMut(usize, usize)) {
    let start = offset.max(page * PAGE);
    let end = (offset + length as u64).min((page + 1) * PAGE);
    for byte in start..end {
        each((byte - offset) as usize, (byte - page * PAGE) as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_are_read_back_and_the_file_keeps_its_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        // Two pages and a partial third one, which does not count.
        std::fs::write(&path, vec![1; 10_000]).unwrap();
        let file = OverlaidFile::open(&path, &rookery_storage::RealDisk).unwrap();
        assert_eq!(file.len().unwrap(), 8_192);
        file.write(4090, &[2; 10]).unwrap();
        file.write(8_187, &[3; 10]).unwrap();
        assert_eq!(file.len().unwrap(), 8_197);
        let mut read = vec![0; 8_197];
        file.read(0, &mut read).unwrap();
        assert_eq!((read[4089], &read[4090..4100], read[4100]), (1, &[2; 10][..], 1));
        assert_eq!((read[8_186], &read[8_187..]), (1, &[3; 10][..]));
        assert_eq!(std::fs::read(&path).unwrap(), vec![1; 10_000]);
        assert!(file.read(8_192, &mut [0; 6]).is_err());
    }
}
