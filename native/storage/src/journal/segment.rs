//! One journal file while it is being written: pre-written in steps, filled block by block.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::aligned::AlignedBuffer;
use super::format::{BLOCK, SegmentHeader};
use crate::disk::{Disk, DiskFile, Purpose};
use crate::error::StorageError;
use crate::io::{IoKind, IoRecorder};

/// Zeros are written in pieces of this size.
const PIECE: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct Segment {
    pub number: u64,
    pub path: PathBuf,
    pub name: Arc<str>,
    file: Box<dyn DiskFile>,
    /// Where the next record goes.
    pub position: u64,
    /// Up to here the file has blocks of its own; writing into them changes no file-system structure.
    pub prewritten: u64,
}

/// `0000000000000000012.journal`
pub(super) fn file_name(number: u64) -> String {
    format!("{number:019}.journal")
}

/// The number in such a name.
pub(super) fn number_of(name: &str) -> Option<u64> {
    let digits = name.strip_suffix(".journal")?;
    (digits.len() == 19 && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok())?
}

/// A file that has its name for good and may become the segment with this number: all but the header.
///
/// If it never does, the next opening finds no header of this number in it and removes it.
#[derive(Debug)]
pub(super) struct EmptySegment {
    number: u64,
    path: PathBuf,
    file: Box<dyn DiskFile>,
    prewritten: u64,
}

impl EmptySegment {
    /// From a recycled file where there is one.
    pub(super) fn make(
        folder: &Path,
        number: u64,
        recycled: Option<(PathBuf, u64)>,
        disk: &dyn Disk,
    ) -> Result<Self, StorageError> {
        let path = folder.join(file_name(number));
        let recycled = match recycled {
            Some((old, size)) => match disk.rename(&old, &path) {
                Ok(()) => Some(size),
                // A deletion that was reported as failed had succeeded.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(error) => return Err(StorageError::io(&old, "rename the used journal")(error)),
            },
            None => None,
        };
        let (purpose, action) = match recycled {
            Some(_) => (Purpose::Journal, "open the journal"),
            None => (Purpose::NewJournal, "create the journal"),
        };
        let file = disk.open(&path, purpose).map_err(StorageError::io(&path, action))?;
        let empty = Self { number, path, file, prewritten: recycled.unwrap_or(0) };
        // Before the header: under its old name the file must not be found with a new number in front of its
        // old records, which would look like damage; and a record in a file without a name would be lost with
        // it.
        match disk.sync_folder(folder).map_err(StorageError::io(folder, "make names durable in")) {
            Ok(()) => Ok(empty),
            Err(error) => {
                empty.give_up(disk);
                Err(error)
            }
        }
    }

    /// Makes it the segment its header says.
    pub(super) fn begin(
        self,
        journal: u128,
        first_record: u64,
        disk: &dyn Disk,
        recorder: &IoRecorder,
    ) -> Result<Segment, StorageError> {
        let Self { number, path, file, prewritten } = self;
        let bytes = SegmentHeader { journal, number, first_record }.to_bytes();
        let mut block = AlignedBuffer::default();
        block.reset(bytes.len()).copy_from_slice(&bytes);
        let name = Arc::from(file_name(number));
        let mut segment = Segment { number, path, name, file, position: 0, prewritten };
        match segment.write(block.blocks(), recorder) {
            Ok(()) => Ok(segment),
            Err(error) => {
                let Segment { path, file, .. } = segment;
                Self { number, path, file, prewritten }.give_up(disk);
                Err(error)
            }
        }
    }

    /// Half a new file is worth nothing; recovery would skip it if it cannot be removed either.
    fn give_up(self, disk: &dyn Disk) {
        if self.prewritten == 0 {
            let _ = disk.remove_file(&self.path);
        }
    }
}

impl Segment {
    /// Writes whole blocks at the current position; they are on the device when this returns.
    pub(super) fn write(&mut self, blocks: &[u8], recorder: &IoRecorder) -> Result<(), StorageError> {
        let end = self.position + blocks.len() as u64;
        let measure = recorder.begin();
        self.file
            .write_all_at(self.position, blocks)
            .and_then(|()| self.file.sync())
            .map_err(StorageError::io(&self.path, "write the journal"))?;
        self.position = end;
        self.prewritten = self.prewritten.max(end);
        recorder.wrote(measure, IoKind::JournalWrite, &self.name, blocks.len() as u64, self.prewritten);
        Ok(())
    }

    /// Gives the file blocks up to `end`, in whole steps, never shrinking it.
    pub(super) fn prewrite(
        &mut self,
        end: u64,
        step: u64,
        recorder: &IoRecorder,
    ) -> Result<(), StorageError> {
        if end <= self.prewritten {
            return Ok(());
        }
        let target = end.div_ceil(step.max(BLOCK as u64)) * step.max(BLOCK as u64);
        let zeros = AlignedBuffer::zeroed(PIECE.min(usize::try_from(target).unwrap_or(PIECE)));
        let from = self.prewritten;
        let measure = recorder.begin();
        let mut at = from;
        while at < target {
            let piece = usize::try_from(target - at)
                .map_or(zeros.blocks().len(), |left| left.min(zeros.blocks().len()));
            self.file
                .write_all_at(at, &zeros.blocks()[..piece])
                .map_err(StorageError::io(&self.path, "reserve space for the journal"))?;
            at += piece as u64;
        }
        self.file.sync().map_err(StorageError::io(&self.path, "reserve space for the journal"))?;
        self.prewritten = target;
        // Real bytes on the device, so the timeline shows them.
        recorder.wrote(measure, IoKind::JournalWrite, &self.name, target - from, target);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_belong_together() {
        assert_eq!(file_name(12), "0000000000000000012.journal");
        assert_eq!(number_of("0000000000000000012.journal"), Some(12));
        assert_eq!(number_of("12.journal"), None);
        assert_eq!(number_of("0000000000000000012.journal.tmp"), None);
        assert_eq!(number_of("00000000000000000x2.journal"), None);
    }
}
