//! Gives a document the attachments and counters of one of its revisions.

use super::Resolver;
use super::attachments::attachment_rows;
use super::contents::{keep, release};
use super::counter_rows::{counter_in, counter_rows};
use super::counter_writer::CounterWriter;
use super::transaction::Transaction;
use crate::document::DocumentFlags;
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::extensions::attachments::listed::Listed;
use crate::extensions::attachments::rows;
use crate::extensions::attachments::rows::{AttachmentRow, TOTAL_ROWS};
use crate::extensions::counters::{check_name, rows as counter_keys};
use crate::extensions::revisions::snapshots;
use crate::store::side_table::SideTable;

impl Resolver<'_> {
    /// Replaces the attachments of a document by those of a revision; equal ones stay.
    ///
    /// A revision that lists attachments without holding them changes none: some may be deleted.
    pub(super) fn restore_attachments(
        &self,
        transaction: &mut Transaction<'_>,
        document: &str,
        past: &StoredValue,
    ) -> Result<(), EngineError> {
        let listed = match past.flags() {
            flags if flags.contains(DocumentFlags::HOLDS_CONTENTS) => self.contents_of(past)?,
            flags if flags.contains(DocumentFlags::HAS_ATTACHMENTS) => return Ok(()),
            _ => Vec::new(),
        };
        let mut missing: Vec<&Listed> = listed.iter().collect();
        for (key, row) in attachment_rows(transaction, document)? {
            if let Some(same) = missing.iter().position(|item| item.is_row(&row)) {
                missing.swap_remove(same);
                continue;
            }
            transaction.set_side(SideTable::Attachments, &key, None);
            transaction.count_side(TOTAL_ROWS, -1)?;
            release(transaction, row.hash)?;
        }
        for item in missing {
            keep(transaction, &item.source())?;
            transaction.count_side(TOTAL_ROWS, 1)?;
            let row = AttachmentRow {
                etag: transaction.next_etag(),
                size: item.size,
                hash: item.hash,
                name: item.name.clone(),
                content_type: item.content_type.clone(),
                node_tag: self.node_tag.to_owned(),
            };
            let key = rows::key(document, &ids::key_of(&item.name));
            transaction.set_side(SideTable::Attachments, &key, Some(row.to_bytes()));
        }
        Ok(())
    }

    /// Sets the counters of a document to the snapshot of a revision, and removes others. Returns whether one changed.
    ///
    /// A revision of a former version has counters and no snapshot. It changes none: their values are unknown.
    pub(super) fn restore_counters(
        &self,
        transaction: &mut Transaction<'_>,
        document: &str,
        past: &StoredValue,
        body: &[u8],
    ) -> Result<bool, EngineError> {
        let refuse = |reason| EngineError::BadRevision { id: past.id().to_owned(), reason };
        let mut missing = match past.flags().contains(DocumentFlags::HAS_COUNTERS) {
            true => match snapshots::counters_in(body).map_err(refuse)? {
                Some(counters) => counters,
                None => return Ok(false),
            },
            false => Vec::new(),
        };
        let writer = CounterWriter::new(past.id(), document, past.collection());
        let mut changed = false;
        for (_, counter) in counter_rows(transaction, document)? {
            let name = counter.name.clone();
            let known = missing.iter().position(|(other, _)| ids::same_ignoring_case(other, &name));
            match known.map(|at| missing.swap_remove(at).1) {
                Some(value) if value == counter.value => continue,
                Some(value) => {
                    writer.set(self, transaction, Some(counter), &name, value)?;
                }
                None => writer.remove(self, transaction, &counter, &name)?,
            }
            changed = true;
        }
        for (name, value) in missing {
            check_name(&name)
                .map_err(|reason| EngineError::BadCounter { id: past.id().to_owned(), reason })?;
            // A snapshot of a dump can have a name twice, in different case.
            let old = counter_in(transaction, &counter_keys::key(document, &ids::key_of(&name)))?;
            writer.set(self, transaction, old, &name, value)?;
            changed = true;
        }
        Ok(changed)
    }
}

impl Listed {
    fn is_row(&self, row: &AttachmentRow) -> bool {
        (&self.name, self.hash, &self.content_type) == (&row.name, row.hash, &row.content_type)
    }
}
