//! Documents, revisions, their attachments and counters.

use rookery_dump::items::attachment::{AttachmentContent, ListedAttachment};
use rookery_dump::items::compare_exchange;
use rookery_dump::items::counters::CounterGroup;
use rookery_dump::items::document::DocumentHead;
use rookery_dump::{DumpReader, Item, ItemType};
use rookery_engine::{
    ATOMIC_GUARD, DocumentFlags, Imported, ImportedAttachment, ImportedDocument, ImportedRevision, parse_date,
};
use time::OffsetDateTime;

use super::batch::{Pending, at_byte};
use super::{Import, ImportFailure};

impl Import<'_> {
    pub(super) fn content(
        &mut self,
        kind: ItemType,
        item: &Item,
        reader: &mut DumpReader<'_>,
    ) -> Result<(), ImportFailure> {
        if !self.options.types.contains(ItemType::Attachments) {
            return Ok(());
        }
        match AttachmentContent::read(&item.json) {
            Ok(AttachmentContent { hash, .. }) => {
                let content = reader.content()?;
                self.contents.add(hash, content);
                self.cover()
            }
            Err(reason) => {
                self.report.of(kind).attachments.1 += 1;
                self.report
                    .warn(&format!("The attachment at byte {} was not imported: {reason}.", item.offset));
                Ok(())
            }
        }
    }

    pub(super) fn document(&mut self, item: &Item) -> Result<(), ImportFailure> {
        let kind = ItemType::Documents;
        let head = match self.head(kind, item) {
            Some(head) => head,
            None => return Ok(()),
        };
        let archived = head.has_flag("Archived");
        let is_expired = || {
            let expires = head.expires.as_deref().and_then(parse_date);
            expires.is_some_and(|moment| moment <= OffsetDateTime::now_utc())
        };
        let skip = !self.options.takes_collection(head.collection_name())
            || (archived && !self.options.include_archived)
            || (head.has_flag("Artificial") && !self.options.include_artificial)
            || (!self.options.include_expired && is_expired());
        if skip {
            self.report.of(kind).skipped += 1;
            return Ok(());
        }
        let body = match self.transform.script() {
            Some(script) => match script.run(&head.id, &item.json)? {
                Some(changed) => changed,
                None => {
                    self.transform.leave_out(&head.id);
                    self.report.of(kind).skipped += 1;
                    return Ok(());
                }
            },
            None => item.json.clone(),
        };
        let what = || at_byte("Document", &head.id, item.offset);
        let attachments = match self.options.types.contains(ItemType::Attachments) {
            true => Some(self.attachments(kind, what, &head)?),
            false => None,
        };
        let revisions_follow =
            head.has_flag("HasRevisions") && self.options.types.contains(ItemType::RevisionDocuments);
        let document = ImportedDocument {
            id: head.id,
            body,
            last_modified: head.last_modified.as_deref().and_then(parse_date),
            archived,
            attachments,
            creates_revision: !(revisions_follow || self.options.skip_revision_creation),
        };
        self.add(pending(kind, item, Imported::Document(document)))
    }

    pub(super) fn revision(&mut self, item: &Item) -> Result<(), ImportFailure> {
        let kind = ItemType::RevisionDocuments;
        let Some(head) = self.head(kind, item) else { return Ok(()) };
        if !self.options.takes_collection(head.collection_name()) || self.transform.has_left_out(&head.id) {
            self.report.of(kind).skipped += 1;
            return Ok(());
        }
        let what = || at_byte("The revision of", &head.id, item.offset);
        let Some(last_modified) = head.last_modified.as_deref().and_then(parse_date) else {
            self.report.reject(kind, &what(), "its metadata has no date (@last-modified).");
            return Ok(());
        };
        let attachments = match self.options.types.contains(ItemType::Attachments) {
            true => self.attachments(kind, what, &head)?,
            false => Vec::new(),
        };
        let revision = ImportedRevision {
            flags: DocumentFlags::from_text(&head.flags),
            id: head.id,
            body: item.json.clone(),
            last_modified,
            attachments,
        };
        self.add(pending(kind, item, Imported::Revision(revision)))
    }

    pub(super) fn counters(&mut self, item: &Item) -> Result<(), ImportFailure> {
        let kind = ItemType::CounterGroups;
        let group = match CounterGroup::read(&item.json) {
            Ok(group) => group,
            Err(reason) => {
                self.report.reject(kind, &format!("The item at byte {}", item.offset), &format!("{reason}."));
                return Ok(());
            }
        };
        let CounterGroup { document_id: id, counters, unreadable } = group;
        for name in unreadable {
            let what = format!("Counter '{name}' of '{id}' at byte {}", item.offset);
            self.report.reject(kind, &what, "its value is not a 64-bit integer.");
        }
        let is_left_out = self.transform.has_left_out(&id);
        if is_left_out || (!self.options.collections.is_empty() && self.database.get(&id)?.is_none()) {
            self.report.of(kind).skipped += 1;
            return Ok(());
        }
        self.add(pending(kind, item, Imported::Counters { id, counters }))
    }

    /// A compare-exchange value. An atomic guard is skipped: the document that it guards gets another change vector here.
    pub(super) fn compare_exchange(&mut self, item: &Item) -> Result<(), ImportFailure> {
        let kind = ItemType::CompareExchange;
        let (key, value) = match compare_exchange::read(&item.json) {
            Ok(read) => read,
            Err(reason) => {
                self.report.reject(kind, &format!("The item at byte {}", item.offset), &format!("{reason}."));
                return Ok(());
            }
        };
        if key.get(..ATOMIC_GUARD.len()).is_some_and(|start| start.eq_ignore_ascii_case(ATOMIC_GUARD)) {
            self.report.of(kind).skipped += 1;
            return Ok(());
        }
        self.add(pending(kind, item, Imported::CompareExchange { key, value: value.into() }))
    }

    /// The metadata of a document or revision; one that cannot be read or has no id is rejected.
    fn head(&mut self, kind: ItemType, item: &Item) -> Option<DocumentHead> {
        let what = || format!("The item at byte {}", item.offset);
        match item.document_head() {
            Ok(head) if head.id.is_empty() => {
                self.report.reject(kind, &what(), "its metadata has no id (@id).");
                None
            }
            Ok(head) => Some(head),
            Err(reason) => {
                self.report.reject(kind, &what(), &format!("{reason}."));
                None
            }
        }
    }

    /// The attachments of a document or revision, with contents that are not stored yet. Those without a
    /// content are rejected.
    fn attachments(
        &mut self,
        kind: ItemType,
        what: impl Fn() -> String,
        head: &DocumentHead,
    ) -> Result<Vec<ImportedAttachment>, ImportFailure> {
        let mut taken = Vec::with_capacity(head.attachments.len());
        let mut missing = Vec::new();
        for ListedAttachment { name, hash, content_type, size } in head.attachments.clone() {
            let content = self.contents.take(&hash);
            let is_known = content.is_some()
                || self.batch.hashes.contains(&hash)
                || self.saver.as_ref().is_some_and(|saver| saver.has_content(&hash))
                || self.database.attachment_references(&hash)? > 0;
            if is_known {
                taken.push(ImportedAttachment { name, content_type, hash, size, content });
            } else {
                missing.push(name);
            }
        }
        let unreadable = (0..head.unreadable_attachments).map(|_| "(unreadable entry)".to_owned());
        for name in missing.into_iter().chain(unreadable) {
            self.report.of(kind).attachments.1 += 1;
            self.report.say(
                "ERROR",
                &format!(
                    "Attachment '{name}' was not imported: the dump has no content for it before {}.",
                    what()
                ),
            );
        }
        Ok(taken)
    }
}

fn pending(kind: ItemType, item: &Item, imported: Imported) -> Pending {
    Pending { kind, offset: item.offset, bytes: item.json.len(), item: imported }
}
