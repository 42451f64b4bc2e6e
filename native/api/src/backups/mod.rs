//! Backups as files in folders: writing, verifying, listing and restoring them. Independent of HTTP.
//!
//! A backup of the kind `Backup` is a dump under the name that servers give to a full backup, so that they restore it
//! too. One of the kind `Snapshot` is the engine's own one-file backup under an ending of its own.

mod failure;
mod file;
pub mod name;
pub mod points;
pub mod restore;
mod result;
pub mod settings;
mod staging;
pub mod tasks;
mod verify;
mod write;

pub use failure::BackupFailure;
pub use write::{BackupJob, back_up};
