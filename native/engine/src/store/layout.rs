//! Makes the data file's tables, and brings a file of an older format up to date: both in one transaction.

use redb::{ReadableDatabase as _, ReadableTable as _};

use super::tables::{
    ARCHIVE_DUE, BY_COLLECTION, COLLECTIONS, DOCUMENTS, FORMAT, FORMAT_1, FORMAT_VERSION, IDENTITIES, IDS,
    IDS_AS_TEXTS, META, TOMBSTONES, side,
};
use super::{Store, compressed_totals, failed};
use crate::error::EngineError;
use crate::store::side_table::SideTable;
use rookery_storage::StorageError;

impl Store {
    /// Makes the tables of a new file, and brings an older file up to date.
    pub(crate) fn lay_out(&self, database: &redb::Database) -> Result<(), EngineError> {
        let failed = |error: redb::Error| failed(&self.path, "read", error);
        let transaction = database.begin_read().map_err(|error| failed(error.into()))?;
        let format = match transaction.open_table(META) {
            Ok(meta) => meta.get(FORMAT).map_err(|error| failed(error.into()))?.map(|value| value.value()),
            Err(redb::TableError::TableDoesNotExist(_)) => None,
            Err(error) => return Err(failed(error.into())),
        };
        drop(transaction);
        match format {
            Some(FORMAT_VERSION) => Ok(()),
            Some(FORMAT_1) => self.make_tables(database, true),
            Some(found) => Err(StorageError::TooNew {
                path: self.path.to_path_buf(),
                found: u32::try_from(found).unwrap_or(u32::MAX),
                supported: FORMAT_VERSION as u32,
            }
            .into()),
            None => self.make_tables(database, false),
        }
    }

    /// Refuses rows of another format than this version writes.
    pub(crate) fn check_format(&self) -> Result<(), EngineError> {
        let failed = |error: redb::Error| failed(&self.path, "read", error);
        let transaction = self.database()?.begin_read().map_err(|error| failed(error.into()))?;
        let meta = transaction.open_table(META).map_err(|error| failed(error.into()))?;
        let found = meta.get(FORMAT).map_err(|error| failed(error.into()))?.map(|value| value.value());
        match found {
            Some(FORMAT_VERSION) => Ok(()),
            found => Err(StorageError::TooNew {
                path: self.path.to_path_buf(),
                found: u32::try_from(found.unwrap_or(0)).unwrap_or(u32::MAX),
                supported: FORMAT_VERSION as u32,
            }
            .into()),
        }
    }

    /// Makes the tables that are missing, in one transaction with the new format number.
    fn make_tables(&self, database: &redb::Database, from_format_1: bool) -> Result<(), EngineError> {
        let failed = |error: redb::Error| failed(&self.path, "write", error);
        let mut transaction = database.begin_write().map_err(|error| failed(error.into()))?;
        transaction.set_quick_repair(true);
        transaction.open_table(DOCUMENTS).map_err(|error| failed(error.into()))?;
        let mut ids = transaction.open_table(IDS).map_err(|error| failed(error.into()))?;
        if from_format_1 {
            let texts = transaction.open_table(IDS_AS_TEXTS).map_err(|error| failed(error.into()))?;
            for row in texts.iter().map_err(|error| failed(error.into()))? {
                let (id, etag) = row.map_err(|error| failed(error.into()))?;
                ids.insert(id.value().as_bytes(), etag.value()).map_err(|error| failed(error.into()))?;
            }
            drop(texts);
            transaction.delete_table(IDS_AS_TEXTS).map_err(|error| failed(error.into()))?;
        }
        drop(ids);
        transaction.open_table(BY_COLLECTION).map_err(|error| failed(error.into()))?;
        transaction.open_table(COLLECTIONS).map_err(|error| failed(error.into()))?;
        transaction.open_table(TOMBSTONES).map_err(|error| failed(error.into()))?;
        transaction.open_table(ARCHIVE_DUE).map_err(|error| failed(error.into()))?;
        transaction.open_table(IDENTITIES).map_err(|error| failed(error.into()))?;
        for table in SideTable::ALL {
            transaction.open_table(side(table)).map_err(|error| failed(error.into()))?;
        }
        if from_format_1 {
            compressed_totals::count(&transaction).map_err(failed)?;
        }
        let mut meta = transaction.open_table(META).map_err(|error| failed(error.into()))?;
        meta.insert(FORMAT, FORMAT_VERSION).map_err(|error| failed(error.into()))?;
        drop(meta);
        transaction.commit().map_err(|error| failed(error.into()))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use bytes::Bytes;

    use super::*;
    use crate::document::DocumentFlags;
    use crate::document::compression::encoded_body::EncodedBody;
    use crate::document::stored::{Parts, StoredValue};
    use rookery_storage::RealDisk;
    use rookery_storage::{EnvironmentType, IoMetrics};

    fn open(folder: &Path) -> Result<Store, EngineError> {
        let recorder = Arc::new(IoMetrics::default()).environment(folder, EnvironmentType::Documents);
        Store::open(folder, Arc::new(RealDisk), recorder, 1 << 20)
    }

    /// Converts an empty file to format 1, with two ids in it.
    fn make_format_1(path: &Path) {
        let database = redb::Database::create(path).unwrap();
        let transaction = database.begin_write().unwrap();
        transaction.delete_table(IDS).unwrap();
        for table in SideTable::ALL {
            transaction.delete_table(side(table)).unwrap();
        }
        let mut ids = transaction.open_table(IDS_AS_TEXTS).unwrap();
        ids.insert("orders/1", 7).unwrap();
        ids.insert("orders/ü", -8).unwrap();
        drop(ids);
        let parts = Parts {
            id: "orders/1",
            collection: "Orders",
            node_tag: "A",
            flags: DocumentFlags::default(),
            last_modified: 0,
            archive_at: None,
        };
        let body = EncodedBody::packed(&Bytes::from(vec![b' '; 1000]), None).unwrap();
        let value = StoredValue::build(&parts, &body);
        let mut documents = transaction.open_table(DOCUMENTS).unwrap();
        documents.insert(7, &value.as_bytes()[..]).unwrap();
        drop(documents);
        transaction.open_table(META).unwrap().insert(FORMAT, FORMAT_1).unwrap();
        transaction.commit().unwrap();
    }

    #[test]
    fn a_file_of_format_1_is_brought_up_to_date_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(crate::store::FILE_NAME);
        drop(open(folder.path()).unwrap());
        make_format_1(&path);
        for _ in 0..2 {
            let store = open(folder.path()).unwrap();
            let read = store.read().unwrap();
            assert_eq!(read.etag_of("orders/1").unwrap(), Some(7));
            assert_eq!(read.etag_of("orders/ü").unwrap(), Some(-8));
            assert_eq!(read.side(SideTable::Counters, b"x").unwrap(), None);
            let compressed = read.side(SideTable::CompressionTotals, b"orders").unwrap().unwrap();
            assert_eq!((compressed[0], &compressed[8..10]), (1, &1000u16.to_le_bytes()[..]));
        }
    }

    #[test]
    fn a_file_of_a_later_format_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        drop(open(folder.path()).unwrap());
        let database = redb::Database::create(folder.path().join(crate::store::FILE_NAME)).unwrap();
        let transaction = database.begin_write().unwrap();
        transaction.open_table(META).unwrap().insert(FORMAT, FORMAT_VERSION + 1).unwrap();
        transaction.commit().unwrap();
        drop(database);
        let refused = open(folder.path()).err().map(|error| error.to_string()).unwrap();
        assert!(refused.contains("store.redb"), "{refused}");
    }
}
