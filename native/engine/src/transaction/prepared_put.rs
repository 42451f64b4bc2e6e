//! A document that was parsed, checked and encoded on the caller's thread.

use crate::document::compression::encoded_body::EncodedBody;
use crate::document::date::Ticks;
use crate::document::due_dates::DueDates;
use crate::document::ids::IdChoice;
use crate::document::stored::draft::EncodedDraft;
use crate::transaction::expected::Expected;
use std::sync::Arc;
/// A document to be saved.
#[derive(Debug, Clone)]
pub(crate) struct PreparedPut {
    pub id: IdChoice,
    /// The id in lower case, if it is known already.
    pub key: Option<Arc<str>>,
    pub draft: EncodedDraft,
    /// The body as encoded for a revision, if that differs.
    pub revision: Option<EncodedBody>,
    pub collection: Arc<CollectionName>,
    pub archive_at: Option<Ticks>,
    pub due: DueDates,
    pub expected: Expected,
    /// An archived document loses its mark with this save. Any other save keeps the mark.
    pub unarchive: bool,
}

/// A collection as a document names it.
#[derive(Debug)]
pub(crate) struct CollectionName {
    pub name: String,
    /// The same in lower case.
    pub key: String,
}
