//! The database's compression dictionaries: read at opening, written down when one is adopted.

use super::core::Core;
use crate::compression::Dictionary;
use crate::error::EngineError;
use crate::side_table::SideTable;

impl Core {
    /// Takes all dictionaries from the side table into the registry.
    pub(super) fn load_dictionaries(&self) -> Result<(), EngineError> {
        let snapshot = self.snapshot()?;
        for row in snapshot.side_rows_with_prefix(SideTable::Dictionaries, &[], false)? {
            let (key, row) = row?;
            let dictionary = Dictionary::from_row(&key, &row).map_err(|reason| EngineError::Corrupt {
                path: self.folder.clone(),
                reason: format!("{reason}. Restore the database's folder from a copy"),
            })?;
            self.dictionaries.register(dictionary);
        }
        Ok(())
    }
}
