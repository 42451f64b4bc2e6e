//! Counters and time series in the order of their last changes, by collection: what an index over them follows.
//!
//! ```text
//! counter-changes       key    the collection's name in lower case, 0, u64 etag (big-endian), the key of the row in
//! time-series-changes          `counters` or `time-series`: the document's id in lower case, 0, the name in lower case
//!                       value  none
//! side-totals           key    counters/in-order, time-series/in-order
//!                       value  u64: 1 when the rows of an older version have their rows above
//! ```

use crate::store::side_table::{SideTable, rows_of_document};

/// What belongs to a document and changes without it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Counter,
    TimeSeries,
}

impl ItemKind {
    pub(crate) const ALL: [Self; 2] = [Self::Counter, Self::TimeSeries];

    /// The name in definitions and statistics of indexes.
    pub(crate) fn source(self) -> &'static str {
        match self {
            Self::Counter => "Counters",
            Self::TimeSeries => "TimeSeries",
        }
    }

    /// The table of the items.
    pub(crate) fn items(self) -> SideTable {
        match self {
            Self::Counter => SideTable::Counters,
            Self::TimeSeries => SideTable::TimeSeries,
        }
    }

    /// The table of their last changes.
    pub(crate) fn changes(self) -> SideTable {
        match self {
            Self::Counter => SideTable::CounterChanges,
            Self::TimeSeries => SideTable::TimeSeriesChanges,
        }
    }

    /// The total that is 1 when every item has the row of its last change.
    pub(crate) fn complete(self) -> &'static [u8] {
        match self {
            Self::Counter => b"counters/in-order",
            Self::TimeSeries => b"time-series/in-order",
        }
    }
}

/// The last change of one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ItemChange {
    pub etag: i64,
    /// The document's id in lower case.
    pub document: String,
    /// The name in lower case.
    pub name: String,
}

/// The key of a change; `item` is the key of the item's row.
pub(crate) fn key(collection: &str, etag: i64, item: &[u8]) -> Vec<u8> {
    let mut key = from(collection, etag);
    key.extend_from_slice(item);
    key
}

/// The least key of the changes from this etag on.
pub(crate) fn from(collection: &str, etag: i64) -> Vec<u8> {
    let mut key = prefix(collection);
    key.extend_from_slice(&etag.cast_unsigned().to_be_bytes());
    key
}

fn prefix(collection: &str) -> Vec<u8> {
    // A name with NUL must not be between the rows of another collection.
    match collection.contains('\0') {
        true => rows_of_document(&collection.replace('\0', "\u{1}")),
        false => rows_of_document(collection),
    }
}

/// The change of a key in this collection.
pub(crate) fn read(collection: &str, key: &[u8]) -> Result<ItemChange, String> {
    let read = || {
        let (etag, item) = key.get(prefix(collection).len()..)?.split_first_chunk::<8>()?;
        let (document, name) = std::str::from_utf8(item).ok()?.split_once('\0')?;
        let etag = u64::from_be_bytes(*etag).cast_signed();
        Some(ItemChange { etag, document: document.to_owned(), name: name.to_owned() })
    };
    read().ok_or_else(|| format!("the key of a change has {} bytes that do not fit together", key.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::side_table::row_of_document;

    #[test]
    fn a_key_gives_back_what_it_was_made_of() {
        let key = key("users", 7, &row_of_document("users/1", "likes|ü"));
        let change = ItemChange { etag: 7, document: "users/1".into(), name: "likes|ü".into() };
        assert_eq!(read("users", &key), Ok(change));
        assert!(read("users", &key[..12]).is_err());
        assert!(read("users", b"").is_err());
        assert!(from("users", 7) < key && key < from("users", 8));
        assert!(from("users", 255) < from("users", 256));
    }
}
