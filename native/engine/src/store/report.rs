//! Disk usage of the data file.

use redb::{ReadableDatabase as _, ReadableTableMetadata as _};

use super::tables::{
    ARCHIVE_DUE, BY_COLLECTION, COLLECTIONS, DOCUMENTS, IDENTITIES, IDS, META, TOMBSTONES, side,
};
use super::{FILE_NAME, Store, failed};
use crate::error::EngineError;
use crate::store::side_table::SideTable;
use rookery_storage::Purpose;

impl Store {
    /// The file's size and each table's share. Walks every tree: for on-demand requests, not for polling.
    pub(crate) fn report(&self) -> Result<(DataFileReport, Vec<TableReport>), EngineError> {
        let fail = |error: redb::Error| failed(&self.path, "read", error);
        let transaction = self.database()?.begin_read().map_err(|error| fail(error.into()))?;
        let mut tables = Vec::new();
        macro_rules! table {
            ($definition:expr) => {{
                let table = transaction.open_table($definition).map_err(|error| fail(error.into()))?;
                let stats = table.stats().map_err(|error| fail(error.into()))?;
                let metadata = stats.metadata_bytes();
                tables.push(TableReport {
                    name: redb::TableHandle::name(&$definition).to_owned(),
                    entries: table.len().map_err(|error| fail(error.into()))?,
                    depth: stats.tree_height(),
                    leaf_pages: stats.leaf_pages(),
                    branch_pages: stats.branch_pages(),
                    used: stats.stored_bytes(),
                    allocated: stats.stored_bytes() + metadata + stats.fragmented_bytes(),
                });
            }};
        }
        table!(DOCUMENTS);
        table!(IDS);
        table!(BY_COLLECTION);
        table!(COLLECTIONS);
        table!(TOMBSTONES);
        table!(ARCHIVE_DUE);
        table!(IDENTITIES);
        for table in SideTable::ALL {
            // A file of an earlier release may not have it yet.
            match transaction.open_table(side(table)) {
                Err(redb::TableError::TableDoesNotExist(_)) => {}
                _ => table!(side(table)),
            }
        }
        table!(META);
        let size = self.disk.open(&self.path, Purpose::Read).and_then(|file| file.size());
        let allocated = size.map_err(EngineError::io(self.path.as_path(), "read the size of"))?;
        let used = tables.iter().map(|table| table.allocated).sum::<u64>().min(allocated);
        let file = DataFileReport { name: FILE_NAME.to_owned(), allocated, used, free: allocated - used };
        Ok((file, tables))
    }
}

/// Disk usage of the data file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DataFileReport {
    /// File name.
    pub name: String,
    /// Its size on disk.
    pub allocated: u64,
    /// Bytes holding keys, values and tree pages.
    pub used: u64,
    /// Bytes free for reuse inside it.
    pub free: u64,
}

/// One table of the data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableReport {
    /// Its name.
    pub name: String,
    /// Rows.
    pub entries: u64,
    /// Levels of its tree.
    pub depth: u32,
    /// Leaf pages.
    pub leaf_pages: u64,
    /// Branch pages.
    pub branch_pages: u64,
    /// Bytes of keys and values.
    pub used: u64,
    /// Bytes of its pages.
    pub allocated: u64,
}
