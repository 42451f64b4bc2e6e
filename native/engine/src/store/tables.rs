//! The data file's tables. Row ids are etags: new versions are appended, so the large table is never written
//! in the middle.

use redb::TableDefinition;

use crate::store::side_table::SideTable;
use crate::store::totals::{CollectionTotals, CompressedTotals};

/// etag → stored value of a document.
pub(crate) const DOCUMENTS: TableDefinition<'_, i64, &[u8]> = TableDefinition::new("documents");
/// id in lower case → etag of the document, or the negative etag of its tombstone. The key is bytes because
/// redb validates UTF-8 at each comparison of strings, which costs as much as the comparison.
pub(crate) const IDS: TableDefinition<'_, &[u8], i64> = TableDefinition::new("documents-by-id");
/// The same in format 1.
pub(crate) const IDS_AS_TEXTS: TableDefinition<'_, &str, i64> = TableDefinition::new("ids");
/// (collection number, etag) of every document.
pub(crate) const BY_COLLECTION: TableDefinition<'_, (u32, i64), ()> = TableDefinition::new("by-collection");
/// Collection name in lower case → number, totals, name; see [`CollectionRow`].
pub(crate) const COLLECTIONS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("collections");
/// etag → stored value (without body) of a removed document.
pub(crate) const TOMBSTONES: TableDefinition<'_, i64, &[u8]> = TableDefinition::new("tombstones");
/// (archive at, etag) of every document that waits for the archive.
pub(crate) const ARCHIVE_DUE: TableDefinition<'_, (i64, i64), ()> = TableDefinition::new("archive-due");
/// Identity name in lower case → last value assigned.
pub(crate) const IDENTITIES: TableDefinition<'_, &str, i64> = TableDefinition::new("identities");
/// The rows of one side table; their owner defines the contents.
pub(crate) const fn side(table: SideTable) -> TableDefinition<'static, &'static [u8], &'static [u8]> {
    TableDefinition::new(table.name())
}
/// Single numbers by name.
pub(crate) const META: TableDefinition<'_, &str, u64> = TableDefinition::new("meta");

/// META: version of this layout.
pub(crate) const FORMAT: &str = "format";
/// META: sequence number of the last applied journal record.
pub(crate) const APPLIED_RECORD: &str = "applied-record";
/// META: greatest etag of those records.
pub(crate) const LAST_ETAG: &str = "last-etag";

/// The layout this version writes.
pub(crate) const FORMAT_VERSION: u64 = 2;
/// The layout before side tables, with ids as strings; it is upgraded when it is opened.
pub(crate) const FORMAT_1: u64 = 1;

/// A row of [`COLLECTIONS`]: little-endian `u32` number, then five `u64`/`i64` totals, then the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CollectionRow {
    pub number: u32,
    pub totals: CollectionTotals,
}

impl CollectionRow {
    const HEADER: usize = 4 + 5 * 8;

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let totals = &self.totals;
        let mut bytes = Vec::with_capacity(Self::HEADER + totals.name.len());
        bytes.extend_from_slice(&self.number.to_le_bytes());
        for number in [totals.documents, totals.bytes, totals.tombstones, totals.tombstone_bytes] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(&totals.last_etag.to_le_bytes());
        bytes.extend_from_slice(totals.name.as_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (header, name) = bytes.split_at_checked(Self::HEADER)?;
        let word = |at: usize| -> Option<[u8; 8]> { header.get(4 + at * 8..12 + at * 8)?.try_into().ok() };
        Some(Self {
            number: u32::from_le_bytes(header.get(..4)?.try_into().ok()?),
            totals: CollectionTotals {
                name: std::str::from_utf8(name).ok()?.to_owned(),
                documents: u64::from_le_bytes(word(0)?),
                bytes: u64::from_le_bytes(word(1)?),
                tombstones: u64::from_le_bytes(word(2)?),
                tombstone_bytes: u64::from_le_bytes(word(3)?),
                last_etag: i64::from_le_bytes(word(4)?),
                // In a separate table.
                compressed: CompressedTotals::default(),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collection_row_gives_back_what_it_was_made_of() {
        let row = CollectionRow {
            number: 7,
            totals: CollectionTotals {
                name: "Bestellungen/ü".into(),
                documents: 1,
                bytes: 2,
                tombstones: 3,
                tombstone_bytes: 4,
                last_etag: 5,
                compressed: CompressedTotals::default(),
            },
        };
        assert_eq!(CollectionRow::from_bytes(&row.to_bytes()), Some(row.clone()));
        assert_eq!(CollectionRow::from_bytes(&row.to_bytes()[..40]), None);
    }
}
