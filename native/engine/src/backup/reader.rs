//! Reads a backup file and checks every byte of it.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rookery_storage::{Disk, DiskFile, Purpose, StorageError};

use super::format::{BlockHead, END, HEAD, Header, VERSION, hash, seal_of, take_row};
use super::manifest::{BackupInfo, Manifest};
use crate::error::EngineError;
use crate::store::raw_rows::RawTable;
use crate::store::tables::{APPLIED_RECORD, LAST_ETAG};

/// Greatest number of a record or an etag: one per microsecond for a hundred thousand years.
const GREATEST: u64 = 1 << 62;

/// A backup that is being read.
pub(crate) struct BackupReader {
    path: PathBuf,
    file: Arc<dyn DiskFile>,
    size: u64,
    offset: u64,
    before: u64,
    rows: u64,
    found: Found,
    manifest: Manifest,
}

/// What the rows say about themselves.
#[derive(Debug, Default)]
struct Found {
    documents: u64,
    applied_record: Option<u64>,
    last_etag: Option<u64>,
}

/// Rows of one table.
pub(crate) struct Block {
    pub table: RawTable,
    bytes: Vec<u8>,
}

impl Block {
    /// The rows in their order. All are complete.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let mut rest = &self.bytes[..];
        std::iter::from_fn(move || take_row(&mut rest))
    }
}

impl BackupReader {
    /// Reads the header and the manifest.
    pub(crate) fn open(disk: &dyn Disk, path: &Path) -> Result<Self, EngineError> {
        let file = disk.open(path, Purpose::Read).map_err(EngineError::io(path, "open"))?;
        Self::over(Arc::from(file), path)
    }

    /// The same of an open file.
    pub(crate) fn over(file: Arc<dyn DiskFile>, path: &Path) -> Result<Self, EngineError> {
        let size = file.size().map_err(EngineError::io(path, "read the size of"))?;
        let damaged = |reason: &str| EngineError::corrupt(path, reason);
        let mut header = [0; HEAD];
        if size < HEAD as u64 {
            return Err(damaged("it is not a backup of this program, or it was cut off in its header"));
        }
        file.read_exact_at(0, &mut header).map_err(EngineError::io(path, "read"))?;
        let found = Header::from_bytes(&header).map_err(damaged)?;
        if found.version > VERSION {
            let (found, supported) = (u32::from(found.version), u32::from(VERSION));
            return Err(StorageError::TooNew { path: path.to_owned(), found, supported }.into());
        }
        let end = HEAD as u64 + u64::from(found.manifest_length);
        if size < end {
            return Err(damaged("it was cut off in its manifest"));
        }
        let mut text = vec![0; usize::try_from(found.manifest_length).unwrap_or(usize::MAX)];
        file.read_exact_at(HEAD as u64, &mut text).map_err(EngineError::io(path, "read"))?;
        if hash(&text) != found.manifest_hash {
            return Err(damaged("its manifest does not have the checksum that was written"));
        }
        rookery_nesting::json::check("The manifest", &text).map_err(|error| damaged(&error.to_string()))?;
        let manifest: Manifest = serde_json::from_slice(&text)
            .map_err(|error| damaged(&format!("its manifest cannot be read: {error}")))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            size,
            offset: end,
            before: seal_of(&header),
            rows: 0,
            found: Found::default(),
            manifest,
        })
    }

    pub(crate) fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What is in it, with the rows that were read.
    pub(crate) fn info(&self) -> BackupInfo {
        self.manifest.info(self.size, self.rows)
    }

    /// Bytes that were read and checked.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// The next block; `None` after the last, when the whole file was checked.
    pub(crate) fn next_block(&mut self) -> Result<Option<Block>, EngineError> {
        let mut bytes = [0; HEAD];
        self.read(&mut bytes)?;
        let head = BlockHead::from_bytes(&bytes, self.before).ok_or_else(|| {
            self.damaged("a block there does not have the checksum that was written, or belongs elsewhere")
        })?;
        if u64::from(head.stored_length) > self.size - self.offset {
            return Err(self.damaged("it was cut off within a block there"));
        }
        let mut stored = vec![0; usize::try_from(head.stored_length).unwrap_or(usize::MAX)];
        self.read(&mut stored)?;
        if hash(&stored) != head.payload_hash {
            return Err(self.damaged("the rows before that byte do not have the checksum that was written"));
        }
        self.before = seal_of(&bytes);
        if head.table == END {
            return self.end(&stored).map(|()| None);
        }
        let table = RawTable::of(head.table)
            .ok_or_else(|| self.damaged(&format!("it has rows of table {}, which is unknown", head.table)))?;
        let bytes = self.decompressed(&stored, head.length)?;
        self.count(table, &bytes, head.rows)?;
        Ok(Some(Block { table, bytes }))
    }

    /// Reads and checks all that is left.
    pub(crate) fn verify(
        &mut self,
        progress: &mut dyn FnMut(u64) -> bool,
    ) -> Result<BackupInfo, EngineError> {
        while self.next_block()?.is_some() {
            if !progress(self.offset) {
                return Err(EngineError::Cancelled);
            }
        }
        Ok(self.info())
    }

    fn decompressed(&self, stored: &[u8], length: u32) -> Result<Vec<u8>, EngineError> {
        let damaged = |error: std::io::Error| self.damaged(&format!("rows cannot be decompressed: {error}"));
        let decoder = zstd::stream::read::Decoder::with_buffer(stored).map_err(damaged)?;
        let mut bytes = Vec::new();
        // One more than expected, so that a longer one is found without reading it.
        decoder.take(u64::from(length) + 1).read_to_end(&mut bytes).map_err(damaged)?;
        match bytes.len() as u64 == u64::from(length) {
            true => Ok(bytes),
            false => Err(self.damaged("rows have another length than was written")),
        }
    }

    fn count(&mut self, table: RawTable, mut bytes: &[u8], rows: u32) -> Result<(), EngineError> {
        let mut found = 0_u64;
        while !bytes.is_empty() {
            let (key, value) = take_row(&mut bytes).ok_or_else(|| self.damaged("a row is incomplete"))?;
            found += 1;
            if table == RawTable::Meta {
                let number = <[u8; 8]>::try_from(value).ok().map(u64::from_le_bytes);
                match std::str::from_utf8(key) {
                    Ok(APPLIED_RECORD) => self.found.applied_record = number,
                    Ok(LAST_ETAG) => self.found.last_etag = number,
                    _ => {}
                }
            }
        }
        if table == RawTable::Documents {
            self.found.documents += found;
        }
        if found != u64::from(rows) {
            return Err(self.damaged("a block has a different number of rows than was written"));
        }
        self.rows += found;
        Ok(())
    }

    fn end(&self, stored: &[u8]) -> Result<(), EngineError> {
        let rows = <[u8; 8]>::try_from(stored).map(u64::from_le_bytes);
        if rows.ok() != Some(self.rows) {
            return Err(self.damaged("it has a different number of rows than was written"));
        }
        self.check_manifest()?;
        match self.offset == self.size {
            true => Ok(()),
            false => Err(self.damaged("bytes follow its end")),
        }
    }

    /// Whether the manifest says what the rows say.
    fn check_manifest(&self) -> Result<(), EngineError> {
        let (found, said) = (&self.found, &self.manifest);
        let last_etag = i64::try_from(found.last_etag.unwrap_or(0)).unwrap_or(i64::MAX);
        let position = (found.applied_record.unwrap_or(0), last_etag);
        if position != (said.applied_record, said.last_etag) {
            return Err(self.damaged("its rows are of another moment than its manifest says"));
        }
        // The next numbers must exist. No database of this program comes near them.
        if position.0 > GREATEST || i64::try_from(GREATEST).is_ok_and(|most| position.1 > most) {
            return Err(self.damaged("its numbers of changes are greater than any that this program writes"));
        }
        match found.documents == said.documents {
            true => Ok(()),
            false => Err(self.damaged("it has a different number of documents than its manifest says")),
        }
    }

    fn read(&mut self, bytes: &mut [u8]) -> Result<(), EngineError> {
        if bytes.len() as u64 > self.size - self.offset {
            return Err(self.damaged("it was cut off there"));
        }
        self.file.read_exact_at(self.offset, bytes).map_err(EngineError::io(&self.path, "read"))?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    fn damaged(&self, reason: &str) -> EngineError {
        EngineError::corrupt(&self.path, format!("{reason} (byte {}). Use another backup", self.offset))
    }
}
