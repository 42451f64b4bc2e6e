//! One journal file while it is being written: pre-written in steps, filled block by block.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::aligned::AlignedBuffer;
use super::format::{BLOCK, SegmentHeader};
use crate::disk::{Disk, DiskFile, Purpose};
use crate::error::EngineError;
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

impl Segment {
    /// Makes a segment durable under its name: from a recycled file where there is one.
    pub(super) fn begin(
        folder: &Path,
        header: SegmentHeader,
        recycled: Option<(PathBuf, u64)>,
        disk: &dyn Disk,
        recorder: &IoRecorder,
    ) -> Result<Self, EngineError> {
        let name: Arc<str> = Arc::from(file_name(header.number));
        let path = folder.join(&*name);
        let recycled = match recycled {
            Some((old, size)) => match disk.rename(&old, &path) {
                Ok(()) => Some(size),
                // It could not be deleted once, and was all the same.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(error) => return Err(EngineError::io(&old, "rename the used journal")(error)),
            },
            None => None,
        };
        let (file, prewritten) = match recycled {
            Some(size) => {
                // Before the header: under its old name the file must not be found with a new number
                // in front of its old records, which would look like damage.
                disk.sync_folder(folder).map_err(EngineError::io(folder, "make names durable in"))?;
                let file = disk.open(&path, Purpose::Journal);
                (file.map_err(EngineError::io(&path, "open the journal"))?, size)
            }
            None => {
                let file = disk.open(&path, Purpose::NewJournal);
                (file.map_err(EngineError::io(&path, "create the journal"))?, 0)
            }
        };
        let mut segment = Self { number: header.number, path, name, file, position: 0, prewritten };
        let begun = segment.write_header(header, folder, disk, recorder);
        if begun.is_err() && segment.prewritten == 0 {
            // Half a new file is worth nothing; recovery would skip it if it cannot be removed either.
            let _ = disk.remove_file(&segment.path);
        }
        begun.map(|()| segment)
    }

    fn write_header(
        &mut self,
        header: SegmentHeader,
        folder: &Path,
        disk: &dyn Disk,
        recorder: &IoRecorder,
    ) -> Result<(), EngineError> {
        let bytes = header.to_bytes();
        let mut block = AlignedBuffer::default();
        block.reset(bytes.len()).copy_from_slice(&bytes);
        self.write(block.blocks(), recorder)?;
        disk.sync_folder(folder).map_err(EngineError::io(folder, "make names durable in"))
    }

    /// Writes whole blocks at the current position; they are on the device when this returns.
    pub(super) fn write(&mut self, blocks: &[u8], recorder: &IoRecorder) -> Result<(), EngineError> {
        let end = self.position + blocks.len() as u64;
        let measure = recorder.begin();
        self.file
            .write_all_at(self.position, blocks)
            .and_then(|()| self.file.sync())
            .map_err(EngineError::io(&self.path, "write the journal"))?;
        self.position = end;
        self.prewritten = self.prewritten.max(end);
        recorder.wrote(measure, IoKind::JournalWrite, &self.name, blocks.len() as u64, self.prewritten);
        Ok(())
    }

    /// Gives the file blocks up to `end`, in whole steps, never shrinking it.
    pub(super) fn prewrite(&mut self, end: u64, step: u64, recorder: &IoRecorder) -> Result<(), EngineError> {
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
                .map_err(EngineError::io(&self.path, "reserve space for the journal"))?;
            at += piece as u64;
        }
        self.file.sync().map_err(EngineError::io(&self.path, "reserve space for the journal"))?;
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
