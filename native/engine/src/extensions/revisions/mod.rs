//! Revisions: earlier versions of documents, kept as the configuration says.
//!
//! What lives here: the configuration, the rows' keys and values, and when two versions are the same.
//! Rows are written by the writer with the document they belong to (`transaction/resolve/revisions.rs`)
//! and read from snapshots (`database/revisions.rs`); nothing here knows how a row gets to disk.

pub(crate) mod rows;
pub(crate) mod same;
pub(crate) mod settings;

use crate::document::DocumentFlags;
use crate::document::date::Ticks;

/// What has to be known of a revision to decide about it, without its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kept {
    pub etag: i64,
    /// When it was made.
    pub made: Ticks,
    pub flags: DocumentFlags,
}

pub(crate) use same::same_content;
pub use settings::parse_span as parse_time_span;
pub use settings::{RevisionsConfiguration, RevisionsOfCollection};
