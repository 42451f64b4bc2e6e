//! Reads a content piece by piece, so that a large one is never in memory as a whole.

use std::sync::Arc;

use bytes::Bytes;

use crate::database::Database;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::attachments::rows;
use crate::extensions::attachments::rows::{AttachmentRow, HashRow, PIECE, TOTAL_CONTENTS, TOTAL_ROWS};
use crate::extensions::attachments::{Attachment, ContentHash, listed};
use crate::state::snapshot::Snapshot;
use crate::store::side_table::SideTable;

/// An attachment's content as it was when it was opened; later changes do not touch it.
pub struct AttachmentContent {
    attachment: Attachment,
    hash: ContentHash,
    snapshot: Arc<Snapshot>,
}

impl std::fmt::Debug for AttachmentContent {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("AttachmentContent").field(&self.attachment).finish()
    }
}

impl AttachmentContent {
    pub(crate) fn new(attachment: Attachment, hash: ContentHash, snapshot: Arc<Snapshot>) -> Self {
        Self { attachment, hash, snapshot }
    }

    /// What it is.
    pub fn attachment(&self) -> &Attachment {
        &self.attachment
    }

    /// Bytes from `offset` on: the rest of one stored piece (at most a few hundred KiB); empty at the end.
    pub fn read_at(&self, offset: u64) -> Result<Bytes, EngineError> {
        self.snapshot.attachment_bytes(&self.attachment, self.hash, offset)
    }

    /// The whole content; for small ones.
    pub fn read_all(&self) -> Result<Vec<u8>, EngineError> {
        self.snapshot.whole_attachment(&self.attachment, self.hash)
    }
}

impl Snapshot {
    /// Bytes of a content from `offset` on, as [`AttachmentContent::read_at`] returns them.
    fn attachment_bytes(
        &self,
        attachment: &Attachment,
        hash: ContentHash,
        offset: u64,
    ) -> Result<Bytes, EngineError> {
        if offset >= attachment.size {
            return Ok(Bytes::new());
        }
        let number = u32::try_from(offset / PIECE as u64).expect("sizes are bounded by a journal record");
        let piece = self.side(SideTable::AttachmentPieces, &rows::piece_key(hash, number))?;
        let inside = usize::try_from(offset % PIECE as u64).expect("less than a piece");
        match piece {
            Some(piece) if inside < piece.len() => Ok(piece.slice(inside..)),
            _ => Err(self.damaged(format!(
                "piece {number} of attachment '{}' of '{}' is missing",
                attachment.name, attachment.document_id
            ))),
        }
    }

    /// A whole content; for small ones.
    pub(crate) fn whole_attachment(
        &self,
        attachment: &Attachment,
        hash: ContentHash,
    ) -> Result<Vec<u8>, EngineError> {
        let mut content = Vec::new();
        loop {
            let piece = self.attachment_bytes(attachment, hash, content.len() as u64)?;
            if piece.is_empty() {
                return Ok(content);
            }
            content.extend_from_slice(&piece);
        }
    }
}

impl Database {
    /// An attachment of a document, without its content.
    pub fn attachment(&self, id: &str, name: &str) -> Result<Option<Attachment>, EngineError> {
        let snapshot = self.snapshot()?;
        Ok(snapshot.attachment(id, name)?.map(|row| row.to_attachment(id, &snapshot.database_id)))
    }

    /// All attachments of a document, by name.
    pub fn attachments(&self, id: &str) -> Result<Vec<Attachment>, EngineError> {
        let snapshot = self.snapshot()?;
        let prefix = rows::prefix(&ids::key_of(id));
        let found = snapshot.side_rows_with_prefix(SideTable::Attachments, &prefix, false)?;
        found
            .map(|row| {
                Ok(snapshot
                    .intact(AttachmentRow::from_bytes(&row?.1))?
                    .to_attachment(id, &snapshot.database_id))
            })
            .collect()
    }

    /// Opens an attachment's content for reading.
    pub fn open_attachment(&self, id: &str, name: &str) -> Result<Option<AttachmentContent>, EngineError> {
        Ok(self.open_attachments(&[(id, name)])?.into_iter().flatten().next())
    }

    /// Opens several from one snapshot: document id and name each, `None` for a missing one.
    pub fn open_attachments(
        &self,
        places: &[(&str, &str)],
    ) -> Result<Vec<Option<AttachmentContent>>, EngineError> {
        let snapshot = Arc::new(self.snapshot()?);
        let open = |(id, name): &(&str, &str)| {
            let row = snapshot.attachment(id, name)?;
            Ok(row.map(|row| AttachmentContent {
                attachment: row.to_attachment(id, &snapshot.database_id),
                hash: row.hash,
                snapshot: snapshot.clone(),
            }))
        };
        places.iter().map(open).collect()
    }

    /// Opens the content of an attachment a revision has; `None` when there is no such revision of this
    /// document, or it has no such attachment.
    pub fn open_revision_attachment(
        &self,
        id: &str,
        name: &str,
        change_vector: &str,
    ) -> Result<Option<AttachmentContent>, EngineError> {
        let snapshot = Arc::new(self.snapshot()?);
        let Some(revision) = snapshot.revision(change_vector)? else { return Ok(None) };
        if !ids::same_ignoring_case(&revision.id, id) {
            return Ok(None);
        }
        let listed = listed::read(&revision.body).map_err(|reason| {
            snapshot.damaged(format!("the revision '{change_vector}' of '{id}': {reason}"))
        })?;
        let Some(found) = listed.iter().find(|item| ids::same_ignoring_case(&item.name, name)) else {
            return Ok(None);
        };
        // Revisions of older versions do not hold contents and may list deleted ones.
        if snapshot.side(SideTable::AttachmentHashes, &found.hash.0)?.is_none() {
            return Ok(None);
        }
        let attachment = found.to_attachment(id, revision.etag, change_vector);
        Ok(Some(AttachmentContent { attachment, hash: found.hash, snapshot }))
    }

    /// How many attachments, of documents and of revisions, have the content of this hash.
    pub fn attachment_references(&self, hash: &str) -> Result<u64, EngineError> {
        let Some(hash) = ContentHash::parse(hash) else { return Ok(0) };
        let snapshot = self.snapshot()?;
        let row = snapshot.side(SideTable::AttachmentHashes, &hash.0)?;
        row.map_or(Ok(0), |row| Ok(snapshot.intact(HashRow::from_bytes(&row))?.references))
    }
}

impl Snapshot {
    pub(crate) fn attachment(&self, id: &str, name: &str) -> Result<Option<AttachmentRow>, EngineError> {
        let key = rows::key(&ids::key_of(id), &ids::key_of(name));
        let row = self.side(SideTable::Attachments, &key)?;
        row.map(|row| self.intact(AttachmentRow::from_bytes(&row))).transpose()
    }

    /// How many attachments there are, and how many different contents.
    pub(crate) fn attachment_totals(&self) -> Result<(u64, u64), EngineError> {
        Ok((self.side_number(TOTAL_ROWS)?, self.side_number(TOTAL_CONTENTS)?))
    }
}
