//! Reading counters of documents.

use crate::database::Database;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::counters::Counter;
use crate::extensions::counters::rows;
use crate::extensions::counters::rows::TOTAL_DOCUMENTS;
use crate::state::snapshot::Snapshot;
use crate::store::side_table::SideTable;

impl Database {
    /// Counters of a document, in the order of `names`; `None` for a missing one.
    pub fn counters(&self, id: &str, names: &[&str]) -> Result<Vec<Option<Counter>>, EngineError> {
        let snapshot = self.snapshot()?;
        let document = ids::key_of(id);
        let one = |name: &&str| {
            let row = snapshot.side(SideTable::Counters, &rows::key(&document, &ids::key_of(name)))?;
            row.map(|row| {
                Ok(Counter { name: (*name).to_owned(), ..snapshot.intact(rows::from_bytes(&row))? })
            })
            .transpose()
        };
        names.iter().map(one).collect()
    }

    /// All counters of a document, ordered by their names' bytes as first written.
    pub fn all_counters(&self, id: &str) -> Result<Vec<Counter>, EngineError> {
        let snapshot = self.snapshot()?;
        let prefix = rows::prefix(&ids::key_of(id));
        let rows = snapshot.side_rows_with_prefix(SideTable::Counters, &prefix, false)?;
        let mut found = rows
            .map(|row| snapshot.intact(rows::from_bytes(&row?.1)))
            .collect::<Result<Vec<_>, EngineError>>()?;
        found.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(found)
    }
}

impl Snapshot {
    /// How many documents have counters.
    pub(crate) fn documents_with_counters(&self) -> Result<u64, EngineError> {
        self.side_number(TOTAL_DOCUMENTS)
    }
}
