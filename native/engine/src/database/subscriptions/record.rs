//! A subscription as it is stored, and the keys and values of its two rows.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use crate::document::{date, ids};
use crate::index_definition::static_index::ArchivedDocuments;
use crate::transaction::prepared::SubscriptionRow;

/// Begins the keys of definitions.
pub(super) const DEFINITIONS: &[u8] = b"d";
/// Begins the keys of lists of unconfirmed documents.
const UNCONFIRMED: &[u8] = b"u";

/// A subscription.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// The number of the command that created it.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Its query.
    pub query: String,
    /// The etag up to which documents were sent; 0 at the beginning.
    pub position: i64,
    /// No worker may use it.
    pub disabled: bool,
    /// Which documents it covers by their archived flag.
    pub archived: ArchivedDocuments,
    /// It is bound to this node.
    pub mentor_node: Option<String>,
    /// Never on another node than that one.
    pub pinned: bool,
    /// The number of the command that changed its definition last.
    pub index: i64,
    /// When a worker last acknowledged a batch, as text.
    pub last_acknowledged: Option<String>,
    /// When a worker last connected, as text.
    pub last_connected: Option<String>,
}

impl Subscription {
    /// Whether this is its name; case is ignored.
    pub(super) fn is_named(&self, name: &str) -> bool {
        ids::same_ignoring_case(&self.name, name)
    }

    pub(super) fn row(&self) -> SubscriptionRow {
        let value = serde_json::to_vec(self).expect("text and numbers always become JSON");
        (key_of(self.id), Some(value.into()))
    }

    pub(super) fn from_row(row: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(row).map_err(|error| format!("a subscription cannot be read: {error}"))
    }
}

/// The key of a definition: its letter and the id, big-endian.
pub(super) fn key_of(id: i64) -> Vec<u8> {
    [DEFINITIONS, &id.to_be_bytes()].concat()
}

/// The key of the documents that were sent without an acknowledgement.
pub(super) fn unconfirmed_key(id: i64) -> Vec<u8> {
    [UNCONFIRMED, &id.to_be_bytes()].concat()
}

/// The row of unconfirmed documents; removed when there are none.
pub(super) fn unconfirmed_row(id: i64, etags: &[i64]) -> SubscriptionRow {
    let value = etags.iter().flat_map(|etag| etag.to_le_bytes()).collect::<Vec<u8>>();
    (unconfirmed_key(id), (!value.is_empty()).then(|| value.into()))
}

/// The etags of a row of unconfirmed documents.
pub(super) fn etags_of(row: &Bytes) -> Result<Vec<i64>, String> {
    let (etags, []) = row.as_chunks::<8>() else {
        return Err(format!("a list of unconfirmed documents has {} bytes", row.len()));
    };
    Ok(etags.iter().map(|etag| i64::from_le_bytes(*etag)).collect())
}

/// A moment as it is stored.
pub(super) fn moment(now: OffsetDateTime) -> Option<String> {
    Some(date::to_text(now))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn etags_are_read_back_and_an_empty_list_has_no_row() {
        let (key, row) = unconfirmed_row(7, &[1, i64::MAX]);
        assert_eq!(key, unconfirmed_key(7));
        assert_eq!(etags_of(&row.unwrap()), Ok(vec![1, i64::MAX]));
        assert_eq!(unconfirmed_row(7, &[]).1, None);
        assert!(etags_of(&Bytes::from_static(&[1, 2, 3])).is_err());
        assert!(Subscription::from_row(b"{}").is_err());
    }
}
