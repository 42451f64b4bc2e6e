//! Subscriptions to revisions: each revision is an object with `Current`, which is null when the document was deleted,
//! and `Previous`, which is null for the first revision.

use std::ops::Bound;

use rookery_rql::OwnedDocument;
use serde_json::Value;

use crate::document::DocumentFlags;
use crate::document::ids;
use crate::document::scan_item::with_scan_item;
use crate::error::EngineError;
use crate::extensions::revisions::rows;
use crate::query::scripts::completed;
use crate::state::snapshot::{Row, Snapshot};
use crate::store::side_table::SideTable;

/// Begins the metadata of the object, which is its last member.
const METADATA: &[u8] = br#","@metadata":{"@collection":"#;

impl Snapshot {
    /// Revisions of all collections with this etag or a greater one, ascending, until `visit` returns false.
    pub(super) fn revisions_from(
        &self,
        etag: i64,
        visit: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), EngineError> {
        let from = rows::by_etag(etag);
        let range = (Bound::Included(&from[..]), Bound::Unbounded);
        for row in self.side_rows(SideTable::RevisionIds, range, false)? {
            let (key, id_key) = row?;
            let etag = self.intact(rows::etag_of(&key))?;
            let id_key = self.intact(rows::id_key_of(&id_key))?;
            let found = self.revision_value(&id_key, etag)?;
            if found.is_some_and(|row| !visit(row)) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Those with these etags which still exist.
    pub(super) fn revisions_with_etags(
        &self,
        etags: &[i64],
        visit: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), EngineError> {
        for etag in etags {
            let Some(id_key) = self.side(SideTable::RevisionIds, &rows::by_etag(*etag))? else { continue };
            let id_key = self.intact(rows::id_key_of(&id_key))?;
            let found = self.revision_value(&id_key, *etag)?;
            if found.is_some_and(|row| !visit(row)) {
                return Ok(());
            }
        }
        Ok(())
    }

    fn previous_revision(&self, id_key: &str, etag: i64) -> Result<Option<Row>, EngineError> {
        let (first, own) = (rows::prefix(id_key), rows::revision(id_key, etag));
        let range = (Bound::Included(&first[..]), Bound::Excluded(&own[..]));
        let previous = self.side_rows(SideTable::Revisions, range, true)?.next();
        previous.map(|row| self.revision_row(row?)).transpose()
    }

    /// The object of a revision, as a document of the query core.
    pub(super) fn revision_pair(&self, row: Row) -> Result<OwnedDocument, EngineError> {
        let (etag, is_deleted) = (row.0, row.1.flags().contains(DocumentFlags::DELETE_REVISION));
        let previous = self.previous_revision(&ids::key_of(row.1.id()), etag)?;
        let mut pair = self.owned(row)?;
        let mut body = br#"{"Current":"#.to_vec();
        match is_deleted {
            true => body.extend_from_slice(b"null"),
            false => body.extend(completed(&pair)),
        }
        body.extend_from_slice(br#","Previous":"#);
        match previous {
            Some(previous) => body.extend(completed(&self.owned(previous)?)),
            None => body.extend_from_slice(b"null"),
        }
        body.extend_from_slice(METADATA);
        body.extend(Value::from(pair.collection.as_str()).to_string().into_bytes());
        body.extend_from_slice(b"}}");
        pair.body = body;
        Ok(pair)
    }

    fn owned(&self, row: Row) -> Result<OwnedDocument, EngineError> {
        Ok(with_scan_item(&self.to_document(row)?, |item| item.to_owned_document()))
    }
}

/// The object as a worker gets it: the collection is only in the metadata of `Current` and `Previous`.
pub(super) fn object(pair: &OwnedDocument, metadata: &Value) -> Vec<u8> {
    let body = &pair.body;
    let end = body.windows(METADATA.len()).rposition(|part| part == METADATA).unwrap_or(body.len() - 1);
    let mut out = body[..end].to_vec();
    out.extend_from_slice(br#","@metadata":"#);
    out.extend(metadata.to_string().into_bytes());
    out.push(b'}');
    out
}
