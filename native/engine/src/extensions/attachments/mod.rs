//! Attachments: named contents of a document.
//!
//! Contains the attachment type, its row format and its hash. The resolver decides the changes of a batch
//! (`transaction/resolve/attachments.rs`); nothing here writes.

pub(crate) mod hash;
pub(crate) mod listed;
pub(crate) mod rows;

pub(crate) use self::hash::ContentHash;

/// Longest name or content type, in UTF-8 bytes.
pub const MAX_ATTACHMENT_TEXT: usize = 512;

/// The metadata of an attachment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attachment {
    /// The id of its document, as given.
    pub document_id: String,
    /// Its name as written (comparison ignores case).
    pub name: String,
    /// Its content type; may be empty.
    pub content_type: String,
    /// BLAKE2b-256 of the content in base64: the content's name.
    pub hash: String,
    /// Bytes of the content.
    pub size: u64,
    /// Its position in the database's order of changes.
    pub etag: i64,
    /// `A:<etag>-<database id>`.
    pub change_vector: String,
}
