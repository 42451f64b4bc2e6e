//! Documents that were created again in another collection, in the order of their changes.
//!
//! The new document replaces the tombstone of the deleted one. An index of the former collection that has not seen the tombstone
//! follows these rows instead.
//!
//! ```text
//! collection-changes  key    u64 etag of the new document (big-endian)
//!                     value  the id of the deleted document
//! ```

use std::ops::Bound;

use crate::error::EngineError;
use crate::state::snapshot::Snapshot;
use crate::store::side_table::SideTable;

/// The key of a change.
pub(crate) fn key(etag: i64) -> [u8; 8] {
    etag.cast_unsigned().to_be_bytes()
}

fn etag_of(key: &[u8]) -> Result<i64, String> {
    let bytes =
        key.try_into().map_err(|_| format!("the key of a collection change has {} bytes", key.len()))?;
    Ok(u64::from_be_bytes(bytes).cast_signed())
}

impl Snapshot {
    /// Ids whose document was created again in another collection at this etag or a greater one, with the etag.
    pub(crate) fn collection_changes_from(
        &self,
        etag: i64,
        visit: &mut dyn FnMut(i64, &str),
    ) -> Result<(), EngineError> {
        let from = key(etag);
        let range = (Bound::Included(&from[..]), Bound::Unbounded);
        for row in self.side_rows(SideTable::CollectionChanges, range, false)? {
            let (key, id) = row?;
            let id =
                std::str::from_utf8(&id).map_err(|_| "the id of a collection change is not text".to_owned());
            visit(self.intact(etag_of(&key))?, self.intact(id)?);
        }
        Ok(())
    }
}
