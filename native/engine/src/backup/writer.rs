//! Writes a backup file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rookery_storage::{Disk, DiskFile, Purpose, is_sharing_violation};

use super::format::{BLOCK, BlockHead, END, Header, VERSION, hash, put_row, seal_of};
use super::manifest::Manifest;
use crate::error::EngineError;
use crate::files::database_folders::sync_name_of;
use crate::store::raw_rows::RawTable;

/// Level of the compression: documents halve, at more than the speed of most disks.
const LEVEL: i32 = 1;

/// A backup under a temporary name next to its final one; removed when dropped before [`BackupWriter::publish`].
/// The temporary file is locked: another backup to the same path fails instead of writing into this one.
pub(crate) struct BackupWriter {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    partial: PathBuf,
    file: Arc<dyn DiskFile>,
    complete: bool,
    offset: u64,
    /// The checksum of the part before the next block.
    before: u64,
    table: RawTable,
    block: Vec<u8>,
    rows_in_block: u32,
    rows: u64,
}

impl BackupWriter {
    /// Begins a file. A file of that name is refused.
    pub(crate) fn create(disk: Arc<dyn Disk>, path: &Path, manifest: &Manifest) -> Result<Self, EngineError> {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        let partial = path.with_file_name(name);
        // Not emptied before it is locked: another backup may be writing it.
        let in_use = || {
            let reason =
                "another backup is being written to that name; choose another name, or wait for its end";
            EngineError::io(path, "create")(std::io::Error::other(reason))
        };
        let file = match disk.open(&partial, Purpose::Lock) {
            // Windows refuses to open what is locked.
            Err(error) if is_sharing_violation(&error) => return Err(in_use()),
            opened => opened.map_err(EngineError::io(&partial, "create"))?,
        };
        if !file.try_lock().map_err(EngineError::io(&partial, "lock"))? {
            return Err(in_use());
        }
        // After the lock: until then the other backup may have given this file its name.
        check_absent(&*disk, path)?;
        let mut writer = Self {
            disk,
            path: path.to_owned(),
            partial,
            file: Arc::from(file),
            complete: false,
            offset: 0,
            before: 0,
            table: RawTable::Documents,
            block: Vec::with_capacity(BLOCK + (64 << 10)),
            rows_in_block: 0,
            rows: 0,
        };
        writer.file.set_size(0).map_err(EngineError::io(&writer.partial, "empty"))?;
        let text = serde_json::to_vec(manifest).expect("maps with text keys always become JSON");
        let manifest_length = u32::try_from(text.len())
            .map_err(|_| writer.refused("the database record is longer than 4 GiB"))?;
        let header = Header { version: VERSION, manifest_length, manifest_hash: hash(&text) }.to_bytes();
        writer.before = seal_of(&header);
        writer.append(&header)?;
        writer.append(&text)?;
        Ok(writer)
    }

    /// Rows that were added.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// Bytes that were written.
    pub(crate) fn bytes(&self) -> u64 {
        self.offset
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, table: RawTable, key: &[u8], value: &[u8]) -> Result<(), EngineError> {
        if table != self.table || self.block.len() + key.len() + value.len() > BLOCK {
            self.end_block()?;
            self.table = table;
        }
        put_row(&mut self.block, key, value).map_err(|reason| self.refused(reason))?;
        self.rows_in_block += 1;
        self.rows += 1;
        Ok(())
    }

    /// Ends the file; it is on the device, still under its temporary name. Returns it for reading.
    pub(crate) fn finish(&mut self) -> Result<(Arc<dyn DiskFile>, PathBuf), EngineError> {
        self.end_block()?;
        let rows = self.rows.to_le_bytes();
        self.write_block(END, 0, &rows, rows.len())?;
        self.complete = true;
        self.file.sync().map_err(EngineError::io(&self.partial, "sync"))?;
        Ok((self.file.clone(), self.partial.clone()))
    }

    /// Gives the complete file its name.
    pub(crate) fn publish(self) -> Result<(), EngineError> {
        check_absent(&*self.disk, &self.path)?;
        self.disk.rename(&self.partial, &self.path).map_err(EngineError::io(&self.path, "create"))?;
        sync_name_of(&*self.disk, &self.path).map_err(|error| {
            // A backup that is reported as failed should not be found later.
            let _ = self.disk.remove_file(&self.path);
            EngineError::io(&self.path, "make durable the name of")(error)
        })
    }

    fn end_block(&mut self) -> Result<(), EngineError> {
        if self.rows_in_block == 0 {
            return Ok(());
        }
        let block = std::mem::take(&mut self.block);
        let stored =
            zstd::bulk::compress(&block, LEVEL).map_err(EngineError::io(&self.partial, "compress"))?;
        let rows = std::mem::take(&mut self.rows_in_block);
        self.write_block(self.table.number(), rows, &stored, block.len())?;
        self.block = block;
        self.block.clear();
        Ok(())
    }

    fn write_block(&mut self, table: u8, rows: u32, stored: &[u8], length: usize) -> Result<(), EngineError> {
        let short =
            |length: usize| u32::try_from(length).map_err(|_| self.refused("a row is longer than 4 GiB"));
        let (stored_length, length) = (short(stored.len())?, short(length)?);
        let head = BlockHead { table, rows, stored_length, length, payload_hash: hash(stored) };
        let head = head.to_bytes(self.before);
        self.before = seal_of(&head);
        self.append(&head)?;
        self.append(stored)
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), EngineError> {
        if self.complete {
            return Err(self.refused("the backup is complete"));
        }
        self.file.write_all_at(self.offset, bytes).map_err(EngineError::io(&self.partial, "write"))?;
        self.offset += bytes.len() as u64;
        Ok(())
    }

    fn refused(&self, reason: &'static str) -> EngineError {
        EngineError::io(&self.path, "write")(std::io::Error::other(reason))
    }
}

impl Drop for BackupWriter {
    fn drop(&mut self) {
        // After `publish` there is none. A partial file is only litter: its name says so.
        let _ = self.disk.remove_file(&self.partial);
    }
}

fn check_absent(disk: &dyn Disk, path: &Path) -> Result<(), EngineError> {
    match disk.open(path, Purpose::Read) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(EngineError::io(path, "create")(error)),
        Ok(_) => Err(EngineError::io(path, "create")(std::io::Error::new(
            std::io::ErrorKind::AlreadyExists,
            "a file of that name exists; choose another name",
        ))),
    }
}
