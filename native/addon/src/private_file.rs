//! New files that only this user may read: recordings have texts of queries.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;

use crate::failure::Failure;

/// Makes a file that did not exist. Fails with `exists` or `io`.
pub fn create(path: &Path) -> Result<File, Failure> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(|error| {
        let code = if error.kind() == ErrorKind::AlreadyExists { "exists" } else { "io" };
        Failure::new(code, format!("{} cannot be written: {error}.", path.display()))
    })
}
