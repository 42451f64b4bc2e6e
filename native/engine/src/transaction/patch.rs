//! Patches: the command and its result.

use bytes::Bytes;
use rookery_script::{Actions, Limits, PatchScript};
use time::OffsetDateTime;

use crate::transaction::expected::Expected;

/// A script and its arguments.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    /// The script.
    pub script: PatchScript,
    /// Its `args`: a JSON object. Empty: none.
    pub arguments: Bytes,
}

/// A change of one document by a script.
#[derive(Debug, Clone, PartialEq)]
pub struct Patch {
    /// The document's complete id.
    pub id: String,
    /// The script for an existing document.
    pub script: Script,
    /// The script for an empty document when there is none.
    pub if_missing: Option<Script>,
    /// The document to save when there is none. Takes precedence over `if_missing`.
    pub create_if_missing: Option<Bytes>,
    /// The required current version.
    pub expected: Expected,
    /// A version mismatch is not an error: the document is skipped.
    pub skip_other_versions: bool,
    /// Whether the script's output and actions are reported.
    pub debug: bool,
    /// The script's limits.
    pub limits: Limits,
}

/// The status of a patched document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchStatus {
    /// There is no such document, and none was to be created.
    DocumentDoesNotExist,
    /// There was none; it was created.
    Created,
    /// It was changed.
    Patched,
    /// The version did not match.
    Skipped,
    /// The script changed nothing.
    NotModified,
}

impl PatchStatus {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::DocumentDoesNotExist => "DocumentDoesNotExist",
            Self::Created => "Created",
            Self::Patched => "Patched",
            Self::Skipped => "Skipped",
            Self::NotModified => "NotModified",
        }
    }
}

/// The result of a patch.
#[derive(Debug, Clone, PartialEq)]
pub struct PatchResult {
    /// The document's id as given.
    pub id: String,
    /// The status.
    pub status: PatchStatus,
    /// The document afterwards, JSON as returned by the script.
    pub document: Option<Bytes>,
    /// The document before.
    pub original: Option<Bytes>,
    /// Its collection, when it was changed.
    pub collection: Option<String>,
    /// Its new change vector.
    pub change_vector: Option<String>,
    /// When it was changed.
    pub last_modified: Option<OffsetDateTime>,
    /// The script's output and actions, if debug output was requested.
    pub actions: Actions,
}
