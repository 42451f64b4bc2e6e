//! Patches: the command and its result.

use bytes::Bytes;
use rookery_script::{Actions, Limits, PatchScript};
use time::OffsetDateTime;

use crate::transaction::expected::Expected;

/// A script and what it is given.
#[derive(Debug, Clone, PartialEq)]
pub struct Script {
    /// The script.
    pub script: PatchScript,
    /// Its `args`: a JSON object. Empty: none.
    pub arguments: Bytes,
}

/// A change to one document, made by a script.
#[derive(Debug, Clone, PartialEq)]
pub struct Patch {
    /// The document's id; it must be a whole one.
    pub id: String,
    /// What is done to the document that is there.
    pub script: Script,
    /// What is done to an empty document when there is none.
    pub if_missing: Option<Script>,
    /// What is saved as it is when there is none. It goes before `if_missing`.
    pub create_if_missing: Option<Bytes>,
    /// Which document must be there.
    pub expected: Expected,
    /// Another version is no error: the document is left alone.
    pub skip_other_versions: bool,
    /// Whether what the script says and does is wanted.
    pub debug: bool,
    /// How much the script may take.
    pub limits: Limits,
}

/// What became of a document that was to be patched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PatchStatus {
    /// There is no such document, and nothing was to be made of that.
    DocumentDoesNotExist,
    /// There was none; now there is.
    Created,
    /// It was changed.
    Patched,
    /// It was another version than expected.
    Skipped,
    /// The script changed nothing.
    NotModified,
}

impl PatchStatus {
    /// The protocol's word.
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
    /// What became of it.
    pub status: PatchStatus,
    /// The document afterwards, JSON as the script left it.
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
