//! The texts by which entries are found that were made with a compare-exchange value: its index when the map read it, and its
//! key. A value has changed when its index differs.

use crate::document::ids;
use crate::error::EngineError;
use crate::state::snapshot::Snapshot;

/// Begins all of them. Ids of documents have no NUL.
pub(super) const PREFIX: &str = "\0exchange\0";

/// The mark for the present value of a key in any case.
pub(super) fn mark_of(snapshot: &Snapshot, key: &str) -> Result<String, EngineError> {
    let key = ids::key_of(key);
    let index = snapshot.exchange_index(&key)?;
    Ok(format!("{PREFIX}{index}\0{key}"))
}

/// Whether the value has changed since an entry with this mark was made.
pub(super) fn is_outdated(snapshot: &Snapshot, mark: &str) -> Result<bool, EngineError> {
    let parts = mark.strip_prefix(PREFIX).and_then(|rest| rest.split_once('\0'));
    let Some((index, key)) = parts else { return Ok(true) };
    Ok(index != snapshot.exchange_index(key)?.to_string())
}
