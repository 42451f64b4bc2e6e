//! The rows of the data file as bytes, to copy all of them into a backup and back.

use redb::{Durability, Key, ReadableTable as _, TableDefinition, Value};

use super::tables::{
    APPLIED_RECORD, ARCHIVE_DUE, BY_COLLECTION, COLLECTIONS, CollectionRow, DOCUMENTS, IDENTITIES, IDS,
    LAST_ETAG, META, TOMBSTONES, side,
};
use super::{Store, StoreRead, corrupt, failed};
use crate::error::EngineError;
use crate::store::side_table::SideTable;

/// Number of the first side table; theirs follow in their order.
const SIDE: u8 = 100;

/// One table of the data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RawTable {
    Documents,
    Ids,
    ByCollection,
    Collections,
    Tombstones,
    ArchiveDue,
    Identities,
    Side(SideTable),
    /// The last one: it has the format and the position of the others.
    Meta,
}

impl RawTable {
    /// All tables; `Meta` is the last.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let first = [
            Self::Documents,
            Self::Ids,
            Self::ByCollection,
            Self::Collections,
            Self::Tombstones,
            Self::ArchiveDue,
            Self::Identities,
        ];
        first.into_iter().chain(SideTable::ALL.into_iter().map(Self::Side)).chain([Self::Meta])
    }

    /// Its number in backups, never 0. Numbers are never reused.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Documents => 1,
            Self::Ids => 2,
            Self::ByCollection => 3,
            Self::Collections => 4,
            Self::Tombstones => 5,
            Self::ArchiveDue => 6,
            Self::Identities => 7,
            Self::Meta => 8,
            Self::Side(table) => SIDE + table as u8,
        }
    }

    /// The table of a number, if this version has it.
    pub(crate) fn of(number: u8) -> Option<Self> {
        Self::all().find(|table| table.number() == number)
    }
}

/// The last record and etag in the rows of one read transaction, and how many documents it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RowsPosition {
    pub applied_record: u64,
    pub last_etag: i64,
    pub documents: u64,
}

/// Gets each row: key and value.
pub(crate) type VisitRow<'a> = dyn FnMut(&[u8], &[u8]) -> Result<(), EngineError> + 'a;

impl StoreRead {
    /// Visits all rows of a table in the order of their keys; an error of `visit` ends it.
    pub(crate) fn raw_rows(&self, table: RawTable, visit: &mut VisitRow<'_>) -> Result<(), EngineError> {
        match table {
            RawTable::Documents => self.visit_table(DOCUMENTS, visit),
            RawTable::Ids => self.visit_table(IDS, visit),
            RawTable::ByCollection => self.visit_table(BY_COLLECTION, visit),
            RawTable::Collections => self.visit_table(COLLECTIONS, visit),
            RawTable::Tombstones => self.visit_table(TOMBSTONES, visit),
            RawTable::ArchiveDue => self.visit_table(ARCHIVE_DUE, visit),
            RawTable::Identities => self.visit_table(IDENTITIES, visit),
            RawTable::Meta => self.visit_table(META, visit),
            RawTable::Side(table) => match self.side_table(table)? {
                Some(_) => self.visit_table(side(table), visit),
                None => Ok(()),
            },
        }
    }

    fn visit_table<K: Key + 'static, V: Value + 'static>(
        &self,
        definition: TableDefinition<'_, K, V>,
        visit: &mut VisitRow<'_>,
    ) -> Result<(), EngineError> {
        let table = self.transaction.open_table(definition).map_err(|error| self.failed(error))?;
        for row in table.iter().map_err(|error| self.failed(error))? {
            let (key, value) = row.map_err(|error| self.failed(error))?;
            let (key, value) = (key.value(), value.value());
            visit(K::as_bytes(&key).as_ref(), V::as_bytes(&value).as_ref())?;
        }
        Ok(())
    }

    /// What the rows are of.
    pub(crate) fn position(&self) -> Result<RowsPosition, EngineError> {
        let meta = self.transaction.open_table(META).map_err(|error| self.failed(error))?;
        let number = |name: &str| -> Result<u64, EngineError> {
            Ok(meta.get(name).map_err(|error| self.failed(error))?.map_or(0, |value| value.value()))
        };
        let mut documents = 0;
        self.raw_rows(RawTable::Collections, &mut |_, row| {
            let row = CollectionRow::from_bytes(row);
            let row = row.ok_or_else(|| corrupt(self.path(), "the totals of a collection".to_owned()))?;
            documents += row.totals.documents;
            Ok(())
        })?;
        Ok(RowsPosition {
            applied_record: number(APPLIED_RECORD)?,
            last_etag: i64::try_from(number(LAST_ETAG)?).unwrap_or(i64::MAX),
            documents,
        })
    }
}

impl Store {
    /// Adds rows to a table of a new data file. They are on the device if `durable`, or after a later call
    /// that is.
    pub(crate) fn load_rows<'a>(
        &self,
        table: RawTable,
        rows: impl Iterator<Item = (&'a [u8], &'a [u8])>,
        durable: bool,
    ) -> Result<(), EngineError> {
        match table {
            RawTable::Documents => self.load_table(DOCUMENTS, rows, durable),
            RawTable::Ids => self.load_table(IDS, rows, durable),
            RawTable::ByCollection => self.load_table(BY_COLLECTION, rows, durable),
            RawTable::Collections => self.load_table(COLLECTIONS, rows, durable),
            RawTable::Tombstones => self.load_table(TOMBSTONES, rows, durable),
            RawTable::ArchiveDue => self.load_table(ARCHIVE_DUE, rows, durable),
            RawTable::Identities => self.load_table(IDENTITIES, rows, durable),
            RawTable::Meta => self.load_table(META, rows, durable),
            RawTable::Side(table) => self.load_table(side(table), rows, durable),
        }
    }

    fn load_table<'a, K: Key + 'static, V: Value + 'static>(
        &self,
        definition: TableDefinition<'_, K, V>,
        rows: impl Iterator<Item = (&'a [u8], &'a [u8])>,
        durable: bool,
    ) -> Result<(), EngineError> {
        let fail = |error: redb::Error| failed(&self.path, "write", error);
        let database = self.database()?;
        let mut transaction = database.begin_write().map_err(|error| fail(error.into()))?;
        let durability = if durable { Durability::Immediate } else { Durability::None };
        transaction
            .set_durability(durability)
            .map_err(|error| fail(redb::Error::Io(std::io::Error::other(error.to_string()))))?;
        transaction.set_quick_repair(durable);
        {
            let mut open = transaction.open_table(definition).map_err(|error| fail(error.into()))?;
            for (key, value) in rows {
                if !is_valid::<K>(key) || !is_valid::<V>(value) {
                    let name = redb::TableHandle::name(&definition).to_owned();
                    return Err(corrupt(&self.path, format!("a row for the table {name} has a wrong form")));
                }
                open.insert(K::from_bytes(key), V::from_bytes(value)).map_err(|error| fail(error.into()))?;
            }
        }
        transaction.commit().map_err(|error| fail(error.into()))
    }
}

/// Whether redb can read these bytes as `T`: it does not check them itself.
fn is_valid<T: Value>(bytes: &[u8]) -> bool {
    match T::fixed_width() {
        Some(width) => bytes.len() == width,
        None if T::type_name() == <&str>::type_name() => std::str::from_utf8(bytes).is_ok(),
        None => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_tables_are_unique_and_bytes_are_checked_by_type() {
        let numbers: Vec<u8> = RawTable::all().map(RawTable::number).collect();
        for (index, number) in numbers.iter().enumerate() {
            assert!(*number != 0 && !numbers[..index].contains(number));
            assert_eq!(RawTable::of(*number).map(RawTable::number), Some(*number));
        }
        assert_eq!((numbers.len(), RawTable::of(0)), (8 + SideTable::ALL.len(), None));
        assert_eq!(RawTable::all().last(), Some(RawTable::Meta));
        assert!(is_valid::<i64>(&[0; 8]) && !is_valid::<i64>(&[0; 7]));
        assert!(is_valid::<(u32, i64)>(&[0; 12]) && !is_valid::<(u32, i64)>(&[0; 8]));
        assert!(is_valid::<&str>("ü".as_bytes()) && !is_valid::<&str>(&[0xFF]));
        assert!(is_valid::<&[u8]>(&[0xFF]) && is_valid::<()>(&[]));
    }
}
