//! The rows revisions are kept in: keys and values, byte by byte.
//!
//! ```text
//! Revisions     u16 BE length of the id's key, key, u64 BE etag  ->  stored value (`stored.rs`)
//! RevisionIds   u64 BE etag                                      ->  the id's key
//! RevisionBin   u64 BE etag of the delete revision               ->  the id's key
//! SideTotals    `revisions/d/` and the id's key                  ->  u64 LE count, u64 LE bytes
//!               `revisions/c/` and the collection's key          ->  u64 LE count, u64 LE bytes
//! ```
//!
//! A key is the name in lower case. The etag is that of the document version the revision is of
//! (of the tombstone, for a delete revision), so both have one change vector, and a document's
//! revisions are neighbours in the order they were made. Counts without rows have no row.

use bytes::Bytes;

/// Begins the key of a document's count.
const OF_DOCUMENT: &[u8] = b"revisions/d/";
/// Begins the key of a collection's count.
pub(crate) const OF_COLLECTIONS: &[u8] = b"revisions/c/";

/// What the keys of all revisions of a document begin with.
pub(crate) fn prefix(id_key: &str) -> Vec<u8> {
    let length = u16::try_from(id_key.len())
        .expect("ids are checked to be at most 512 bytes, and lower case adds few");
    let mut key = Vec::with_capacity(2 + id_key.len() + 8);
    key.extend_from_slice(&length.to_be_bytes());
    key.extend_from_slice(id_key.as_bytes());
    key
}

/// The key of one revision.
pub(crate) fn revision(id_key: &str, etag: i64) -> Vec<u8> {
    let mut key = prefix(id_key);
    key.extend_from_slice(&by_etag(etag));
    key
}

/// The key under which an etag leads to the id; the bin's keys are the same.
pub(crate) fn by_etag(etag: i64) -> [u8; 8] {
    etag.to_be_bytes()
}

/// The etag a key ends in.
pub(crate) fn etag_of(key: &[u8]) -> Result<i64, String> {
    let last = key.len().checked_sub(8).map(|start| &key[start..]);
    let bytes = last.and_then(|last| <[u8; 8]>::try_from(last).ok());
    bytes.map(i64::from_be_bytes).ok_or_else(|| format!("a revision's key has {} bytes", key.len()))
}

/// The id's key that a row points to.
pub(crate) fn id_key_of(value: &Bytes) -> Result<String, String> {
    String::from_utf8(value.to_vec()).map_err(|_| "a revision's id is not UTF-8".to_owned())
}

/// The key of a document's count.
pub(crate) fn of_document(id_key: &str) -> Vec<u8> {
    [OF_DOCUMENT, id_key.as_bytes()].concat()
}

/// The key of a collection's count.
pub(crate) fn of_collection(collection_key: &str) -> Vec<u8> {
    [OF_COLLECTIONS, collection_key.as_bytes()].concat()
}

/// How many revisions, and the bytes of their stored values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub revisions: u64,
    pub bytes: u64,
}

impl Count {
    /// Reads a count's row; none is nothing.
    pub(crate) fn read(value: Option<&Bytes>) -> Result<Self, String> {
        let Some(value) = value else { return Ok(Self::default()) };
        let number = |at: usize| {
            let bytes = value.get(at..at + 8).and_then(|bytes| <[u8; 8]>::try_from(bytes).ok());
            bytes.map(u64::from_le_bytes)
        };
        match (number(0), number(8), value.len()) {
            (Some(revisions), Some(bytes), 16) => Ok(Self { revisions, bytes }),
            _ => Err(format!("a count of revisions has {} bytes and not 16", value.len())),
        }
    }

    /// The row's value; nothing needs no row.
    pub(crate) fn to_row(self) -> Option<Bytes> {
        let row = [self.revisions.to_le_bytes(), self.bytes.to_le_bytes()].concat();
        (self.revisions > 0).then(|| row.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_documents_revisions_are_neighbours_in_the_order_of_their_etags() {
        let mut keys: Vec<_> = [("a", 300), ("a", 2), ("a\0", 1), ("b", 1), ("aa", 5)]
            .map(|(id, etag)| revision(id, etag))
            .into();
        keys.sort();
        let of_a: Vec<i64> = keys
            .iter()
            .filter(|key| key.starts_with(&prefix("a")))
            .map(|key| etag_of(key).unwrap())
            .collect();
        assert_eq!(of_a, [2, 300]);
        assert!(etag_of(b"short").is_err());
    }

    #[test]
    fn a_count_is_what_was_written_or_refused() {
        let count = Count { revisions: 3, bytes: 700 };
        assert_eq!(Count::read(count.to_row().as_ref()).unwrap(), count);
        assert_eq!(Count::default().to_row(), None);
        assert_eq!(Count::read(None).unwrap(), Count::default());
        assert!(Count::read(Some(&Bytes::from_static(b"123"))).is_err());
    }
}
