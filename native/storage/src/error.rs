//! Failures of files and folders, each as a sentence: what failed, on which path, what to do.

use std::io;
use std::path::PathBuf;

/// Every failure that this crate reports.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// Another process (or another engine in this one) has the data folder open.
    #[error(
        "The data folder {path} is in use by {holder}. Close that program or choose another data folder.",
        path = path.display()
    )]
    Locked {
        /// Who holds it, e.g. `pid 123, rookeryd, since 2026-01-31T10:00:00.0000000Z`.
        holder: String,
        /// The lock file.
        path: PathBuf,
    },
    /// The operating system refused a call.
    #[error("Could not {action} {path}: {source}.", path = path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The verb, e.g. `write` or `create the folder`.
        action: &'static str,
        /// The system's own error.
        #[source]
        source: io::Error,
    },
    /// A file does not hold what was written to it.
    #[error("{path} is damaged: {reason}.", path = path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What was found, and what can be done.
        reason: String,
    },
    /// A newer program wrote this file.
    #[error("{path} was written by a newer version ({found}; this one reads up to {supported}). Update this program.",
        path = path.display())]
    TooNew {
        /// The file.
        path: PathBuf,
        /// Its format version.
        found: u32,
        /// The highest version that can be read.
        supported: u32,
    },
}

impl StorageError {
    /// A stable name for programs, logs and tests.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Locked { .. } => "locked",
            Self::Io { .. } => "io",
            Self::Corrupt { .. } => "corrupt",
            Self::TooNew { .. } => "too-new",
        }
    }

    /// Adds the path and the action to an error of the operating system.
    pub fn io(path: impl Into<PathBuf>, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { path, action, source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_io_error_names_the_file_and_the_cause() {
        let error = StorageError::io("/data/x", "write")(io::Error::from(io::ErrorKind::StorageFull));
        assert!(error.to_string().starts_with("Could not write /data/x: "), "{error}");
    }
}
