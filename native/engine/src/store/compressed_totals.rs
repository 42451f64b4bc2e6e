//! Compression totals by collection, written and read together with the rows of the collections. Key: the
//! collection's name in lower case; value: three little-endian `u64`.

use std::collections::BTreeMap;

use bytes::Bytes;
use redb::{ReadTransaction, ReadableTable as _, WriteTransaction};

use super::tables::{DOCUMENTS, side};
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::store::side_table::SideTable;
use crate::store::totals::{CompressedTotals, Totals};

const ROW: usize = 3 * 8;

/// Writes the rows that changed.
pub(crate) fn write(transaction: &WriteTransaction, totals: &Totals) -> Result<(), redb::Error> {
    let mut table = transaction.open_table(side(SideTable::CompressionTotals))?;
    for (key, totals) in totals {
        let row = to_row(&totals.compressed);
        let same = match table.get(key.as_bytes())? {
            Some(known) => known.value() == &row[..],
            None => totals.compressed == CompressedTotals::default(),
        };
        if !same {
            table.insert(key.as_bytes(), &row[..])?;
        }
    }
    Ok(())
}

/// Merges the rows into the totals. The error names an invalid row.
pub(crate) fn read(transaction: &ReadTransaction, totals: &mut Totals) -> Result<(), redb::Error> {
    let table = transaction.open_table(side(SideTable::CompressionTotals))?;
    for (key, totals) in totals {
        if let Some(row) = table.get(key.as_bytes())? {
            totals.compressed = from_row(row.value()).ok_or_else(|| {
                redb::Error::Corrupted(format!("the compression totals of collection '{key}'"))
            })?;
        }
    }
    Ok(())
}

/// Counts all documents: for files of versions without these rows.
pub(crate) fn count(transaction: &WriteTransaction) -> Result<(), redb::Error> {
    let mut counted: BTreeMap<String, CompressedTotals> = BTreeMap::new();
    let documents = transaction.open_table(DOCUMENTS)?;
    for row in documents.iter()? {
        let (_, value) = row?;
        let value =
            StoredValue::from_bytes(Bytes::copy_from_slice(value.value())).map_err(redb::Error::Corrupted)?;
        if value.is_compressed() {
            counted.entry(ids::key_of(value.collection())).or_default().add(&value);
        }
    }
    let mut table = transaction.open_table(side(SideTable::CompressionTotals))?;
    for (key, totals) in counted {
        table.insert(key.as_bytes(), &to_row(&totals)[..])?;
    }
    Ok(())
}

fn to_row(totals: &CompressedTotals) -> [u8; ROW] {
    let mut row = [0; ROW];
    for (at, number) in [totals.documents, totals.before, totals.after].into_iter().enumerate() {
        row[at * 8..at * 8 + 8].copy_from_slice(&number.to_le_bytes());
    }
    row
}

fn from_row(row: &[u8]) -> Option<CompressedTotals> {
    let number = |at: usize| Some(u64::from_le_bytes(row.get(at * 8..at * 8 + 8)?.try_into().ok()?));
    (row.len() == ROW).then_some(())?;
    Some(CompressedTotals { documents: number(0)?, before: number(1)?, after: number(2)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_gives_back_what_it_was_made_of() {
        let totals = CompressedTotals { documents: 1, before: u64::MAX, after: 3 };
        assert_eq!(from_row(&to_row(&totals)), Some(totals));
        assert_eq!(from_row(&to_row(&totals)[..23]), None);
    }
}
