//! Creates revisions of documents and prunes the old ones.

use bytes::Bytes;

use super::Resolver;
use super::transaction::{Old, Transaction};
use crate::document::DocumentFlags;
use crate::document::compression::encoded_body::EncodedBody;
use crate::document::ids;
use crate::document::stored::{Parts, StoredValue};
use crate::error::EngineError;
use crate::extensions::revisions::rows;
use crate::extensions::revisions::rows::Count;
use crate::extensions::revisions::{RevisionsOfCollection, same_content};
use crate::store::side_table::SideTable;
use crate::transaction::prepared::Outcome;

/// The effect of a change on a document's revisions, decided before the new version is built.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RevisionPlan<'a> {
    settings: Option<&'a RevisionsOfCollection>,
    /// There are revisions already.
    had: bool,
    /// The new version becomes a revision.
    keep: bool,
    /// Its body as encoded for the revision, if that differs and was prepared before.
    encoded: Option<&'a EncodedBody>,
}

impl<'a> RevisionPlan<'a> {
    /// With the body encoded for the revision.
    pub(crate) fn encoded(self, encoded: Option<&'a EncodedBody>) -> Self {
        Self { encoded, ..self }
    }

    /// The flags of the new version.
    pub(crate) fn marks(&self) -> DocumentFlags {
        if self.had || self.keep { DocumentFlags::HAS_REVISIONS } else { DocumentFlags::default() }
    }

    /// The same plan; a quiet change makes no revision of the new version.
    pub(crate) fn unless_quiet(self, quiet: bool) -> Self {
        Self { keep: self.keep && !quiet, ..self }
    }

    /// The same plan, except that nothing is kept if the content did not change.
    pub(crate) fn unless_same(
        mut self,
        old: Option<&Old>,
        resolver: &Resolver<'_>,
        body: impl FnOnce() -> Result<Bytes, EngineError>,
    ) -> Result<Self, EngineError> {
        if let Some(old) = old.filter(|old| self.keep && !old.deleted) {
            let old = resolver.intact(old.value.body(&resolver.compression.dictionaries))?;
            self.keep = !same_content(&old, &body()?);
        }
        Ok(self)
    }
}

impl Resolver<'_> {
    /// The effect of a document's next version on its revisions.
    pub(crate) fn plan_revision(
        &self,
        transaction: &Transaction<'_>,
        id_key: &str,
        collection_key: &str,
        old: Option<&Old>,
    ) -> Result<RevisionPlan<'_>, EngineError> {
        let settings = self.revisions.and_then(|revisions| revisions.of(collection_key));
        let marked = old.filter(|old| old.value.flags().contains(DocumentFlags::HAS_REVISIONS));
        let had = match marked {
            // The flag of a tombstone may outlive its revisions.
            Some(old) if old.deleted => count_of_document(transaction, id_key)?.revisions > 0,
            Some(_) => true,
            None => transaction.revised_before_save.iter().any(|key| key == id_key),
        };
        let keep = settings.is_some_and(RevisionsOfCollection::is_active);
        Ok(RevisionPlan { settings, had, keep, encoded: None })
    }

    /// Creates a revision of the new version as planned. `value` is the version as stored.
    pub(crate) fn keep_revision(
        &self,
        transaction: &mut Transaction<'_>,
        plan: RevisionPlan<'_>,
        id_key: &str,
        etag: i64,
        value: &StoredValue,
        old: Option<&Old>,
    ) -> Result<(), EngineError> {
        if let Some(old) = old.filter(|old| old.deleted && plan.had) {
            transaction.set_side(SideTable::RevisionBin, &rows::by_etag(old.etag), None);
        }
        if plan.keep {
            self.keep_old(transaction, plan, id_key, old)?;
            let flags = value.flags().with(DocumentFlags::HAS_REVISIONS).with(DocumentFlags::REVISION);
            let value = self.as_revision(transaction, id_key, value, plan.encoded)?;
            self.add_revision(transaction, id_key, etag, value.with_flags(kept(flags)))?;
            self.prune(transaction, id_key, plan.settings)?;
        }
        Ok(())
    }

    /// The effect of a deletion: whether the tombstone has revisions, and the delete revision itself.
    pub(crate) fn keep_deletion(
        &self,
        transaction: &mut Transaction<'_>,
        plan: RevisionPlan<'_>,
        id_key: &str,
        etag: i64,
        old: &Old,
    ) -> Result<DocumentFlags, EngineError> {
        if plan.settings.is_some_and(|settings| settings.purge_on_delete) {
            for (etag, value) in revisions(transaction, id_key, usize::MAX)? {
                self.remove_revision(transaction, id_key, etag, &value)?;
            }
            return Ok(DocumentFlags::default());
        }
        if !plan.had && !plan.keep {
            return Ok(DocumentFlags::default());
        }
        if plan.keep {
            self.keep_old(transaction, plan, id_key, Some(old))?;
        }
        let deletion = self.delete_revision(&old.value)?;
        self.add_revision(transaction, id_key, etag, deletion)?;
        transaction.set_side(
            SideTable::RevisionBin,
            &rows::by_etag(etag),
            Some(Bytes::copy_from_slice(id_key.as_bytes())),
        );
        self.prune(transaction, id_key, plan.settings)?;
        let left = count_of_document(transaction, id_key)?.revisions;
        Ok(if left > 0 { DocumentFlags::HAS_REVISIONS } else { DocumentFlags::default() })
    }

    /// Creates a revision of the previous version, if it was saved before revisions were configured.
    fn keep_old(
        &self,
        transaction: &mut Transaction<'_>,
        plan: RevisionPlan<'_>,
        id_key: &str,
        old: Option<&Old>,
    ) -> Result<(), EngineError> {
        let Some(old) = old.filter(|old| !plan.had && !old.deleted) else { return Ok(()) };
        // It may already have been created on request.
        if transaction.side(SideTable::Revisions, &rows::revision(id_key, old.etag))?.is_some() {
            return Ok(());
        }
        let flags = old
            .value
            .flags()
            .with(DocumentFlags::HAS_REVISIONS)
            .with(DocumentFlags::FROM_OLD_DOCUMENT_REVISION)
            .with(DocumentFlags::REVISION);
        let revision = self.as_revision(transaction, id_key, &old.value, None)?.with_flags(kept(flags));
        self.add_revision(transaction, id_key, old.etag, revision)
    }

    fn delete_revision(&self, old: &StoredValue) -> Result<StoredValue, EngineError> {
        let metadata = match old.collection() {
            crate::document::normalize::EMPTY_COLLECTION => serde_json::json!({}),
            name => serde_json::json!({ "@collection": name }),
        };
        let body = Bytes::from(serde_json::json!({ "@metadata": metadata }).to_string());
        let encoded = EncodedBody::raw(&body).map_err(|reason| self.damaged(reason))?;
        Ok(StoredValue::build(
            &Parts {
                id: old.id(),
                collection: old.collection(),
                node_tag: self.node_tag,
                flags: DocumentFlags::HAS_REVISIONS.with(DocumentFlags::DELETE_REVISION),
                last_modified: self.now,
                archive_at: None,
            },
            &encoded,
        ))
    }

    /// Removes the oldest revisions beyond the limits.
    fn prune(
        &self,
        transaction: &mut Transaction<'_>,
        id_key: &str,
        settings: Option<&RevisionsOfCollection>,
    ) -> Result<(), EngineError> {
        let Some(settings) = settings else { return Ok(()) };
        let count = count_of_document(transaction, id_key)?.revisions;
        let excess = settings.excess(count);
        if excess == 0 {
            return Ok(());
        }
        let old_before = settings.old_before(self.now);
        for (etag, value) in revisions(transaction, id_key, usize::try_from(excess).unwrap_or(usize::MAX))? {
            if old_before.is_some_and(|moment| value.last_modified() >= moment) {
                break;
            }
            self.remove_revision(transaction, id_key, etag, &value)?;
        }
        Ok(())
    }
}

/// The flags that a revision copies from its document: all but the internal ones.
fn kept(flags: DocumentFlags) -> DocumentFlags {
    flags.without(DocumentFlags::HAS_DUE_ROWS)
}

/// A document's revisions, oldest first, at most `most`.
fn revisions(
    transaction: &Transaction<'_>,
    id_key: &str,
    most: usize,
) -> Result<Vec<(i64, StoredValue)>, EngineError> {
    let walk = transaction.side_rows(SideTable::Revisions, &rows::prefix(id_key), false)?;
    walk.take(most)
        .map(|row| {
            let (key, value) = row?;
            let etag = rows::etag_of(&key).map_err(|reason| transaction.damaged(reason))?;
            Ok((etag, StoredValue::from_bytes(value).map_err(|reason| transaction.damaged(reason))?))
        })
        .collect()
}

impl Resolver<'_> {
    /// Adds a revision and counts it; it holds the contents it lists.
    pub(crate) fn add_revision(
        &self,
        transaction: &mut Transaction<'_>,
        id_key: &str,
        etag: i64,
        value: StoredValue,
    ) -> Result<(), EngineError> {
        let value = self.hold_contents(transaction, value)?;
        transaction.set_side(
            SideTable::Revisions,
            &rows::revision(id_key, etag),
            Some(value.as_bytes().clone()),
        );
        let id = Bytes::copy_from_slice(id_key.as_bytes());
        transaction.set_side(SideTable::RevisionIds, &rows::by_etag(etag), Some(id));
        count(transaction, id_key, &value, |count, bytes| Count {
            revisions: count.revisions + 1,
            bytes: count.bytes + bytes,
        })
    }

    /// Recodes a revision, if it still exists.
    pub(crate) fn recode_revision(
        &self,
        transaction: &mut Transaction<'_>,
        id_key: &str,
        etag: i64,
        encoded: &EncodedBody,
    ) -> Result<Outcome, EngineError> {
        let key = rows::revision(id_key, etag);
        let Some(row) = transaction.side(SideTable::Revisions, &key)? else {
            return Ok(Outcome::Recoded(false));
        };
        let old = StoredValue::from_bytes(row).map_err(|reason| self.damaged(reason))?;
        let new = old.with_body(encoded);
        transaction.set_side(SideTable::Revisions, &key, Some(new.as_bytes().clone()));
        count(transaction, id_key, &old, |count, bytes| Count {
            bytes: count.bytes.saturating_sub(bytes) + new.len() as u64,
            ..count
        })?;
        Ok(Outcome::Recoded(true))
    }

    /// Removes an existing revision.
    pub(crate) fn remove_revision(
        &self,
        transaction: &mut Transaction<'_>,
        id_key: &str,
        etag: i64,
        value: &StoredValue,
    ) -> Result<(), EngineError> {
        self.let_contents_go(transaction, value)?;
        transaction.set_side(SideTable::Revisions, &rows::revision(id_key, etag), None);
        transaction.set_side(SideTable::RevisionIds, &rows::by_etag(etag), None);
        if value.flags().contains(DocumentFlags::DELETE_REVISION) {
            transaction.set_side(SideTable::RevisionBin, &rows::by_etag(etag), None);
        }
        count(transaction, id_key, value, |count, bytes| Count {
            revisions: count.revisions.saturating_sub(1),
            bytes: count.bytes.saturating_sub(bytes),
        })
    }
}

fn count(
    transaction: &mut Transaction<'_>,
    id_key: &str,
    value: &StoredValue,
    change: impl Fn(Count, u64) -> Count,
) -> Result<(), EngineError> {
    for key in [rows::of_document(id_key), rows::of_collection(&ids::key_of(value.collection()))] {
        let found = count_at(transaction, &key)?;
        transaction.set_side(SideTable::SideTotals, &key, change(found, value.len() as u64).to_row());
    }
    Ok(())
}

pub(crate) fn count_of_document(transaction: &Transaction<'_>, id_key: &str) -> Result<Count, EngineError> {
    count_at(transaction, &rows::of_document(id_key))
}

fn count_at(transaction: &Transaction<'_>, key: &[u8]) -> Result<Count, EngineError> {
    Count::read(transaction.side(SideTable::SideTotals, key)?.as_ref())
        .map_err(|reason| transaction.damaged(reason))
}
