//! Backups: all rows of a database at one moment in one file, checked when it is written and when it is read.
//!
//! A backup is a copy of the data file's rows in one read transaction after a flush, together with the contents
//! of `database.json`. The journal is not needed: the rows contain every change that was acknowledged before
//! the backup began. Indexes are built again after a restore. Byte by byte in `docs/file-formats.md`.
//!
//! Knows the disk and the rows, no open database.

pub(crate) mod format;
pub(crate) mod manifest;
pub(crate) mod reader;
pub(crate) mod writer;

pub use manifest::BackupInfo;
