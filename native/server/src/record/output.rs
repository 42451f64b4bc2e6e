//! The file of a recording.

use std::fs::{File, OpenOptions};
use std::path::Path;

use crate::remote::Failure;

/// Makes a file that only this user may read: it has texts of queries.
pub fn create(path: &Path, overwrite: bool) -> Result<File, Failure> {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    match overwrite {
        true => options.create(true).truncate(true),
        false => options.create_new(true),
    };
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|error| {
        let advice = match error.kind() {
            std::io::ErrorKind::AlreadyExists => "choose another name, or replace it with --overwrite",
            _ => "check the folder",
        };
        Failure::new(format!("{} cannot be written: {error}; {advice}.", path.display()))
    })
}
