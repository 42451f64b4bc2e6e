//! Documents, revisions and counters of a dump.

use super::Resolver;
use super::attachments::attachment_rows;
use super::contents::{Source, keep, release};
use super::counter_rows::counter_in;
use super::counter_writer::CounterWriter;
use super::due::{set_due, take_due};
use super::transaction::{Change, Old, Transaction};
use crate::document::DocumentFlags;
use crate::document::compression::encoded_body::EncodedBody;
use crate::document::ids;
use crate::document::stored::{Parts, StoredValue};
use crate::error::EngineError;
use crate::extensions::attachments::rows::{AttachmentRow, TOTAL_ROWS};
use crate::extensions::attachments::{ContentHash, rows as attachment_keys};
use crate::extensions::counters::rows as counter_keys;
use crate::extensions::revisions::{rows, same_content};
use crate::store::side_table::SideTable;
use crate::transaction::import::{
    PreparedContent, PreparedCounterValues, PreparedImport, PreparedRevision, PutOfImport,
};
use crate::transaction::prepare_time_series::PreparedTimeSeries;
use crate::transaction::prepared::Outcome;

impl Resolver<'_> {
    /// The document is saved again with the list of its series, and keeps its date.
    pub(crate) fn import_time_series(
        &self,
        transaction: &mut Transaction<'_>,
        import: &PreparedTimeSeries,
    ) -> Result<Outcome, EngineError> {
        let etag = self.change_series(transaction, import)?;
        let document = ids::key_of(&import.id);
        if transaction.is_touched(&document) {
            self.save_again(transaction, &document, true)?;
            transaction.forget_touch(&document);
        }
        Ok(Outcome::Imported(etag.is_some()))
    }

    pub(crate) fn import_document(
        &self,
        transaction: &mut Transaction<'_>,
        import: PreparedImport,
    ) -> Result<Outcome, EngineError> {
        let key = import.key();
        let PreparedImport { put, last_modified, archived, attachments, creates_revision } = import;
        let id = put.id.requested().to_owned();
        let how = PutOfImport { last_modified, archived, creates_revision };
        // A generated id belongs to a new document, which cannot have attachments of a dump yet.
        if let (Some(key), Some(attachments)) = (&key, &attachments) {
            if !attachments.is_empty() || may_have_attachments(transaction, key)? {
                self.replace_attachments(transaction, &id, key, attachments)?;
                // The list of the document is read from its rows.
                transaction.touch(key);
            }
            self.put_as(transaction, put, Some(how))?;
            transaction.forget_touch(key);
        } else {
            self.put_as(transaction, put, Some(how))?;
        }
        Ok(Outcome::Imported(true))
    }

    fn replace_attachments(
        &self,
        transaction: &mut Transaction<'_>,
        id: &str,
        document: &str,
        attachments: &[PreparedContent],
    ) -> Result<(), EngineError> {
        for (key, row) in attachment_rows(transaction, document)? {
            transaction.set_side(SideTable::Attachments, &key, None);
            transaction.count_side(TOTAL_ROWS, -1)?;
            release(transaction, row.hash)?;
        }
        for one in attachments {
            self.keep_content(transaction, id, one)?;
            transaction.count_side(TOTAL_ROWS, 1)?;
            let row = AttachmentRow {
                etag: transaction.next_etag(),
                size: one.size,
                hash: one.hash,
                name: one.name.clone(),
                content_type: one.content_type.clone(),
                node_tag: self.node_tag.to_owned(),
            };
            let key = attachment_keys::key(document, &one.name_key);
            transaction.set_side(SideTable::Attachments, &key, Some(row.to_bytes()));
        }
        Ok(())
    }

    /// Adds a user of a content that is stored or part of the import.
    fn keep_content(
        &self,
        transaction: &mut Transaction<'_>,
        id: &str,
        one: &PreparedContent,
    ) -> Result<(), EngineError> {
        if one.content.is_none() && !is_stored(transaction, one.hash)? {
            return Err(EngineError::MissingAttachment { id: id.to_owned(), name: one.name.clone() });
        }
        let PreparedContent { content_type, hash, size, content, .. } = one;
        keep(transaction, &Source { content_type, hash: *hash, size: *size, content: content.as_ref() })
    }

    /// Adds a revision, unless there is an equal one. It gets a new etag, since etags order the revisions of
    /// this database; the version of the document that it is of gets the same.
    pub(crate) fn import_revision(
        &self,
        transaction: &mut Transaction<'_>,
        revision: &PreparedRevision,
    ) -> Result<Outcome, EngineError> {
        if self.has_revision(transaction, revision)? {
            return Ok(Outcome::Imported(false));
        }
        for one in &revision.attachments {
            self.keep_content(transaction, &revision.id, one)?;
        }
        let etag = transaction.next_etag();
        let value = StoredValue::build(
            &Parts {
                id: &revision.id,
                collection: &revision.collection,
                node_tag: self.node_tag,
                flags: revision.flags,
                last_modified: revision.last_modified,
                archive_at: revision.archive_at,
            },
            &revision.encoded,
        );
        self.add_revision(transaction, &revision.key, etag, value)?;
        // The revision holds its contents now.
        for one in &revision.attachments {
            release(transaction, one.hash)?;
        }
        let is_deletion = revision.flags.contains(DocumentFlags::DELETE_REVISION);
        let old = transaction.find(&revision.key)?;
        match old.as_ref().filter(|old| !old.deleted) {
            Some(found) => {
                let is_current = !is_deletion && found.value.last_modified() == revision.last_modified;
                if is_current {
                    self.move_to(transaction, revision, etag, found)?;
                } else if !found.value.flags().contains(DocumentFlags::HAS_REVISIONS) {
                    let etag = transaction.next_etag();
                    self.move_to(transaction, revision, etag, found)?;
                }
            }
            None if is_deletion => self.import_deletion(transaction, revision, etag, old.as_ref()),
            None => {}
        }
        Ok(Outcome::Imported(true))
    }

    fn has_revision(
        &self,
        transaction: &Transaction<'_>,
        revision: &PreparedRevision,
    ) -> Result<bool, EngineError> {
        for row in transaction.side_rows(SideTable::Revisions, &rows::prefix(&revision.key), true)? {
            let value = transaction.intact(StoredValue::from_bytes(row?.1))?;
            if value.last_modified() < revision.last_modified {
                return Ok(false);
            }
            let same_kind = value.flags().contains(DocumentFlags::DELETE_REVISION)
                == revision.flags.contains(DocumentFlags::DELETE_REVISION);
            if value.last_modified() == revision.last_modified && same_kind {
                let body = transaction.intact(value.body(&self.compression.dictionaries))?;
                if same_content(&body, &revision.body) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The same document under another etag, marked as one with revisions.
    fn move_to(
        &self,
        transaction: &mut Transaction<'_>,
        revision: &PreparedRevision,
        etag: i64,
        found: &Old,
    ) -> Result<(), EngineError> {
        let dates = take_due(transaction, Some(found))?;
        set_due(transaction, &revision.key, etag, dates);
        let flags = found.value.flags().with(DocumentFlags::HAS_REVISIONS);
        let value = found.value.touched(flags, found.value.last_modified());
        let value = self.versioned(transaction, value, etag, Some(found))?;
        let collection_key = ids::key_of(value.collection());
        let key = revision.key.as_str().into();
        let change = Change { etag, key, collection_key: &collection_key, value, deleted: false };
        transaction.add(change, Some(found));
        Ok(())
    }

    /// A deleted document with revisions has a tombstone and is in the bin under its last deletion.
    fn import_deletion(
        &self,
        transaction: &mut Transaction<'_>,
        revision: &PreparedRevision,
        etag: i64,
        old: Option<&Old>,
    ) {
        if let Some(old) = old {
            transaction.set_side(SideTable::RevisionBin, &rows::by_etag(old.etag), None);
        }
        let value = StoredValue::build(
            &Parts {
                id: &revision.id,
                collection: &revision.collection,
                node_tag: self.node_tag,
                flags: DocumentFlags::HAS_REVISIONS,
                last_modified: revision.last_modified,
                archive_at: None,
            },
            &EncodedBody::empty(),
        );
        let collection_key = ids::key_of(&revision.collection);
        let key = revision.key.as_str().into();
        transaction.add(Change { etag, key, collection_key: &collection_key, value, deleted: true }, old);
        let id = bytes::Bytes::copy_from_slice(revision.key.as_bytes());
        transaction.set_side(SideTable::RevisionBin, &rows::by_etag(etag), Some(id));
    }

    /// Sets counters. A document that gets a new one keeps its date and makes no revision.
    pub(crate) fn import_counters(
        &self,
        transaction: &mut Transaction<'_>,
        import: &PreparedCounterValues,
    ) -> Result<Outcome, EngineError> {
        let document = &import.document;
        let old = transaction.find(document)?;
        let Some(found) = old.as_ref().filter(|old| !old.deleted) else {
            return Err(EngineError::MissingDocument {
                id: import.id.clone(),
                wanted: "its counters cannot be imported".to_owned(),
            });
        };
        let writer = CounterWriter::new(&import.id, document, found.value.collection());
        let mut listed = false;
        for (name, name_key, value) in &import.counters {
            let known = counter_in(transaction, &counter_keys::key(document, name_key))?;
            if known.as_ref().is_some_and(|known| known.value == *value) {
                continue;
            }
            listed |= known.is_none();
            let name = known.as_ref().map_or_else(|| name.clone(), |known| known.name.clone());
            writer.set(self, transaction, known, &name, *value)?;
        }
        if listed {
            self.save_again(transaction, document, true)?;
        }
        Ok(Outcome::Imported(true))
    }
}

/// Whether a document may have attachments already.
fn may_have_attachments(transaction: &Transaction<'_>, document: &str) -> Result<bool, EngineError> {
    if transaction.is_touched(document) {
        return Ok(true);
    }
    let found = transaction.find(document)?.filter(|found| !found.deleted);
    Ok(found.is_some_and(|found| found.value.flags().contains(DocumentFlags::HAS_ATTACHMENTS)))
}

fn is_stored(transaction: &Transaction<'_>, hash: ContentHash) -> Result<bool, EngineError> {
    Ok(transaction.side(SideTable::AttachmentHashes, &hash.0)?.is_some())
}
