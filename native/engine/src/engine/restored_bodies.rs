//! Checks the bodies of a restored database. The engine reads its own bodies without looking at their nesting, because
//! every write was checked; the file of a backup may be of anybody.

use bytes::Bytes;
use serde::de::IgnoredAny;

use crate::document::compression::{Dictionaries, Dictionary};
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::store::Store;
use crate::store::raw_rows::RawTable;
use crate::store::side_table::SideTable;

/// Bodies between two calls of `go_on`.
const PROGRESS: u64 = 1_024;

/// Whether documents and revisions are JSON that a client could have written. `go_on` returns whether to continue.
pub(super) fn check_bodies(store: &Store, go_on: &mut dyn FnMut() -> bool) -> Result<(), EngineError> {
    let read = store.read()?;
    let refuse = |reason: String| EngineError::corrupt(store.path(), format!("{reason}. Use another backup"));
    let dictionaries = Dictionaries::default();
    read.raw_rows(RawTable::Side(SideTable::Dictionaries), &mut |key, row| {
        dictionaries.register(Dictionary::from_row(key, &Bytes::copy_from_slice(row)).map_err(refuse)?);
        Ok(())
    })?;
    let mut checked = 0_u64;
    for table in [RawTable::Documents, RawTable::Side(SideTable::Revisions)] {
        read.raw_rows(table, &mut |_, row| {
            let value = StoredValue::from_bytes(Bytes::copy_from_slice(row)).map_err(refuse)?;
            let body = value.body(&dictionaries).map_err(refuse)?;
            // Revisions of deletions have none.
            if !body.is_empty() || table == RawTable::Documents {
                check(&body).map_err(|reason| refuse(format!("'{}' in it {reason}", value.id())))?;
            }
            checked += 1;
            match !checked.is_multiple_of(PROGRESS) || go_on() {
                true => Ok(()),
                false => Err(EngineError::Cancelled),
            }
        })?;
    }
    Ok(())
}

fn check(body: &[u8]) -> Result<(), String> {
    rookery_nesting::json::check("its text", body).map_err(|error| format!("cannot be read: {error}"))?;
    let read = serde_json::from_slice::<std::collections::HashMap<String, IgnoredAny>>(body);
    read.map(drop).map_err(|error| format!("is not a JSON object: {error}"))
}
