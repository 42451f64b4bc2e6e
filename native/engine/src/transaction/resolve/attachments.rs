//! Putting, removing, copying and moving attachments.
//!
//! `contents.rs` counts the users of contents. The document of an attachment is saved again at the end of the
//! request, once, however many of its attachments changed (see `document_extensions.rs`).

use bytes::Bytes;

use super::Resolver;
use super::contents::{Source, keep, release};
use super::transaction::Transaction;
use crate::error::EngineError;
use crate::extensions::attachments::Attachment;
use crate::extensions::attachments::rows;
use crate::extensions::attachments::rows::{AttachmentRow, TOTAL_ROWS};
use crate::store::side_table::SideTable;
use crate::transaction::command::CommandResult;
use crate::transaction::expected::Expected;
use crate::transaction::prepare_attachment::{Place, PreparedAttachment};
use crate::transaction::prepared::Outcome;

impl Resolver<'_> {
    pub(crate) fn attachment_put(
        &self,
        transaction: &mut Transaction<'_>,
        put: &PreparedAttachment,
    ) -> Result<Outcome, EngineError> {
        let source = Source {
            content_type: &put.content_type,
            hash: put.hash,
            size: put.content.len() as u64,
            content: Some(&put.content),
        };
        let attachment = self.attach(transaction, &put.place, &source, &put.expected)?;
        let document_change_vector = self.document_change_vector(transaction, &put.place.document)?;
        Ok(Outcome::Document(CommandResult::AttachmentPut { attachment, document_change_vector }))
    }

    pub(crate) fn attachment_delete(
        &self,
        transaction: &mut Transaction<'_>,
        place: &Place,
        expected: &Expected,
    ) -> Result<Outcome, EngineError> {
        let deleted = self.detach(transaction, place, expected)?;
        Ok(Outcome::Document(CommandResult::AttachmentDelete {
            id: place.id.clone(),
            name: place.name.clone(),
            deleted,
            document_change_vector: self.document_change_vector(transaction, &place.document)?,
        }))
    }

    pub(crate) fn attachment_copy(
        &self,
        transaction: &mut Transaction<'_>,
        from: &Place,
        to: &Place,
    ) -> Result<Outcome, EngineError> {
        let attachment = self.attach_copy(transaction, from, to)?;
        let document_change_vector = self.document_change_vector(transaction, &to.document)?;
        Ok(Outcome::Document(CommandResult::AttachmentCopy { attachment, document_change_vector }))
    }

    pub(crate) fn attachment_move(
        &self,
        transaction: &mut Transaction<'_>,
        from: &Place,
        to: &Place,
        expected: &Expected,
    ) -> Result<Outcome, EngineError> {
        let attachment = self.attach_copy(transaction, from, to)?;
        self.detach(transaction, from, expected)?;
        Ok(Outcome::Document(CommandResult::AttachmentMove {
            id: from.id.clone(),
            name: from.name.clone(),
            attachment,
            destination_document_change_vector: self.document_change_vector(transaction, &to.document)?,
            document_change_vector: self.document_change_vector(transaction, &from.document)?,
        }))
    }

    /// Removes all attachments of a document that is being deleted.
    pub(crate) fn drop_attachments(
        &self,
        transaction: &mut Transaction<'_>,
        document: &str,
    ) -> Result<(), EngineError> {
        for (key, row) in attachment_rows(transaction, document)? {
            transaction.set_side(SideTable::Attachments, &key, None);
            transaction.count_side(TOTAL_ROWS, -1)?;
            release(transaction, row.hash)?;
        }
        Ok(())
    }

    fn attach_copy(
        &self,
        transaction: &mut Transaction<'_>,
        from: &Place,
        to: &Place,
    ) -> Result<Box<Attachment>, EngineError> {
        let Some(row) = find(transaction, from)? else {
            return Err(EngineError::MissingAttachment { id: from.id.clone(), name: from.name.clone() });
        };
        let source =
            Source { content_type: &row.content_type, hash: row.hash, size: row.size, content: None };
        // As in RavenDB: a copy never replaces an existing attachment.
        self.attach(transaction, to, &source, &Expected::MustNotExist)
    }

    fn attach(
        &self,
        transaction: &mut Transaction<'_>,
        place: &Place,
        source: &Source<'_>,
        expected: &Expected,
    ) -> Result<Box<Attachment>, EngineError> {
        if transaction.find(&place.document)?.is_none_or(|document| document.deleted) {
            return Err(EngineError::MissingDocument {
                id: place.id.clone(),
                wanted: format!("attachment '{}' cannot be put on it", place.name),
            });
        }
        let old = find(transaction, place)?;
        self.expect_attachment("Put", place, expected, old.as_ref())?;
        let etag = transaction.next_etag();
        keep(transaction, source)?;
        match &old {
            Some(old) => release(transaction, old.hash)?,
            None => transaction.count_side(TOTAL_ROWS, 1)?,
        }
        let row = AttachmentRow {
            etag,
            size: source.size,
            hash: source.hash,
            name: place.name.clone(),
            content_type: source.content_type.to_owned(),
            node_tag: self.node_tag.to_owned(),
        };
        let key = rows::key(&place.document, &place.name_key);
        transaction.set_side(SideTable::Attachments, &key, Some(row.to_bytes()));
        transaction.touch(&place.document);
        Ok(Box::new(row.to_attachment(&place.id, self.database_id)))
    }

    fn detach(
        &self,
        transaction: &mut Transaction<'_>,
        place: &Place,
        expected: &Expected,
    ) -> Result<bool, EngineError> {
        let old = find(transaction, place)?;
        // Deleting what must not exist is always a conflict.
        let impossible = *expected == Expected::MustNotExist;
        if impossible {
            return Err(self.attachment_conflict("Delete", place, "", old.as_ref()));
        }
        self.expect_attachment("Delete", place, expected, old.as_ref())?;
        let Some(old) = old else { return Ok(false) };
        transaction.set_side(SideTable::Attachments, &rows::key(&place.document, &place.name_key), None);
        transaction.count_side(TOTAL_ROWS, -1)?;
        release(transaction, old.hash)?;
        transaction.touch(&place.document);
        Ok(true)
    }

    fn expect_attachment(
        &self,
        operation: &'static str,
        place: &Place,
        expected: &Expected,
        found: Option<&AttachmentRow>,
    ) -> Result<(), EngineError> {
        match expected {
            Expected::Any => Ok(()),
            Expected::MustNotExist if found.is_none() => Ok(()),
            Expected::MustNotExist => Err(self.attachment_conflict(operation, place, "", found)),
            Expected::ChangeVector(vector)
                if found.is_some_and(|row| row.change_vector(self.database_id) == *vector) =>
            {
                Ok(())
            }
            Expected::ChangeVector(vector) => Err(self.attachment_conflict(operation, place, vector, found)),
        }
    }

    fn attachment_conflict(
        &self,
        operation: &'static str,
        place: &Place,
        expected: &str,
        found: Option<&AttachmentRow>,
    ) -> EngineError {
        EngineError::AttachmentConcurrency {
            id: place.id.clone(),
            name: place.name.clone(),
            operation,
            expected: expected.to_owned(),
            actual: found.map(|row| row.change_vector(self.database_id)),
        }
    }
}

/// A document's attachments by name, with their keys.
pub(crate) fn attachment_rows(
    transaction: &Transaction<'_>,
    document: &str,
) -> Result<Vec<(Bytes, AttachmentRow)>, EngineError> {
    let rows = transaction.side_rows(SideTable::Attachments, &rows::prefix(document), false)?;
    rows.map(|row| {
        row.and_then(|(key, value)| Ok((key, transaction.intact(AttachmentRow::from_bytes(&value))?)))
    })
    .collect()
}

fn find(transaction: &Transaction<'_>, place: &Place) -> Result<Option<AttachmentRow>, EngineError> {
    let row = transaction.side(SideTable::Attachments, &rows::key(&place.document, &place.name_key))?;
    row.map(|row| transaction.intact(AttachmentRow::from_bytes(&row))).transpose()
}
