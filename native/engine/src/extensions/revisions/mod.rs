//! Revisions: earlier versions of documents, kept as the configuration says.
//!
//! Contains the configuration, the row format, and the comparison of two versions. The writer writes the rows
//! with the document they belong to (`transaction/resolve/revisions.rs`); they are read from snapshots
//! (`database/revisions.rs`). Nothing here does I/O.

pub(crate) mod rows;
pub(crate) mod same;
pub(crate) mod settings;
pub(crate) mod snapshots;

use crate::document::DocumentFlags;
use crate::document::date::Ticks;

/// The metadata of a revision that decides about its removal, without its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kept {
    pub etag: i64,
    /// When it was created.
    pub made: Ticks,
    pub flags: DocumentFlags,
}

pub(crate) use same::same_content;
pub use settings::parse_span as parse_time_span;
pub use settings::{RevisionsConfiguration, RevisionsOfCollection};
