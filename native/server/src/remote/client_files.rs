//! The files of a client's TLS.

use std::path::PathBuf;

/// The files of a TLS client.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct ClientFiles {
    pub certificate: Option<PathBuf>,
    pub key: Option<PathBuf>,
    pub authority: Option<PathBuf>,
}
