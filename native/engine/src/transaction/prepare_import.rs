//! Checks and encodes documents and revisions of a dump, on the caller's thread.

use crate::document::date;
use crate::document::{DocumentFlags, ids, normalize};
use crate::error::EngineError;
use crate::transaction::expected::Expected;
use crate::transaction::import::{
    ImportedDocument, ImportedRevision, PreparedContent, PreparedImport, PreparedRevision, contents,
};
use crate::transaction::preparer::Preparer;

/// Flags that a revision keeps from its dump.
const KEPT_FLAGS: DocumentFlags = DocumentFlags::ARCHIVED
    .with(DocumentFlags::DELETE_REVISION)
    .with(DocumentFlags::FROM_OLD_DOCUMENT_REVISION)
    .with(DocumentFlags::FORCE_CREATED)
    .with(DocumentFlags::REVERTED)
    .with(DocumentFlags::HAS_COUNTERS)
    .with(DocumentFlags::HAS_TIME_SERIES);

impl PreparedImport {
    pub(crate) fn new(document: ImportedDocument, by: &mut Preparer<'_>) -> Result<Self, EngineError> {
        let ImportedDocument { id, body, last_modified, archived, attachments, creates_revision } = document;
        let attachments = attachments.map(|list| contents(&id, list)).transpose()?;
        Ok(Self {
            put: by.put(id, &body, Expected::Any)?,
            last_modified: last_modified.map(date::to_ticks),
            archived,
            attachments,
            creates_revision,
        })
    }
}

impl PreparedRevision {
    pub(crate) fn new(revision: ImportedRevision, by: &Preparer<'_>) -> Result<Self, EngineError> {
        let ImportedRevision { id, body, last_modified, flags, attachments } = revision;
        ids::check(&id)?;
        let refuse = |reason: String| EngineError::BadRevision { id: id.clone(), reason };
        let read = normalize::read(&id, &body)?;
        let attachments = contents(&id, attachments)?;
        let listed = (!attachments.is_empty()).then(|| PreparedContent::list(&attachments));
        let body = normalize::with_lists(&read.body(), listed.as_deref(), None, None)
            .map_err(|error| refuse(error.to_string()))?;
        let mut flags = flags.common(KEPT_FLAGS).with(DocumentFlags::HAS_REVISIONS);
        if flags.contains(DocumentFlags::DELETE_REVISION) {
            flags = DocumentFlags::HAS_REVISIONS.with(DocumentFlags::DELETE_REVISION);
        } else {
            flags = flags.with(DocumentFlags::REVISION);
        }
        if listed.is_some() {
            flags = flags.with(DocumentFlags::HAS_ATTACHMENTS);
        }
        let compress = by
            .settings
            .is_some_and(|settings| settings.compress_revisions || settings.covers(&read.collection));
        let collection_key = ids::key_of(&read.collection);
        Ok(Self {
            encoded: by.compression.encode(&collection_key, &body, compress).map_err(refuse)?,
            key: ids::key_of(&id),
            collection: read.collection.into_owned(),
            archive_at: read.archive_at,
            body,
            last_modified: date::to_ticks(last_modified),
            flags,
            attachments,
            id,
        })
    }
}
