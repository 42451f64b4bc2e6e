//! Reads documents in the order of their ids.

use rookery_cancel::CancelToken;

use super::{Row, Snapshot};
use crate::document::ids;
use crate::error::EngineError;
use crate::state::id_pattern::IdPattern;
use crate::state::prefix_query::PrefixQuery;
use crate::store::mem_table::MemTable;

impl Snapshot {
    /// Documents whose id has a prefix, in id order.
    pub(crate) fn by_prefix(&self, query: &PrefixQuery) -> Result<Vec<Row>, EngineError> {
        let prefix = ids::key_of(&query.starts_with);
        let matches = query.matches.as_deref().filter(|text| !text.is_empty()).map(IdPattern::new);
        let exclude = query.exclude.as_deref().filter(|text| !text.is_empty()).map(IdPattern::new);
        let after = query.start_after.as_deref().filter(|id| !id.is_empty()).map(ids::key_of);
        let from = after.as_deref().filter(|after| *after > prefix.as_str()).unwrap_or(&prefix).to_owned();
        let fits = |key: &str| {
            let rest = &key[prefix.len()..];
            after.as_deref() != Some(key)
                && matches.as_ref().is_none_or(|pattern| pattern.matches(rest))
                && !exclude.as_ref().is_some_and(|pattern| pattern.matches(rest))
        };
        let mut skip = query.start;
        let mut found = Vec::new();
        if query.take == 0 {
            return Ok(found);
        }
        let wants = &mut |key: &str| {
            if !fits(key) {
                return false;
            }
            let is_skipped = skip > 0;
            skip -= u64::from(is_skipped);
            !is_skipped
        };
        self.walk_ids(&prefix, &from, wants, &mut |row| {
            found.push(row);
            (found.len() as u64) < query.take
        })?;
        Ok(found)
    }

    /// Visits the documents whose id starts with `prefix`, from the key `from` on and in the order of keys, until
    /// `visit` returns false. Reads only those that are wanted by their key.
    pub(crate) fn walk_ids(
        &self,
        prefix: &str,
        from: &str,
        wants: &mut dyn FnMut(&str) -> bool,
        visit: &mut dyn FnMut(Row) -> bool,
    ) -> Result<(), EngineError> {
        let unflushed = |table: &MemTable| table.with_prefix(prefix, from).into_iter().peekable();
        let mut frozen = unflushed(&self.view.frozen);
        let mut active = unflushed(&self.view.active);
        let mut stored = self.store.ids_from(from)?.peekable();
        let cancel = CancelToken::current();
        // A three-way merge: the least key first; of equal keys the newest table's entry counts.
        loop {
            if cancel.is_cancelled() {
                return Err(EngineError::Cancelled);
            }
            let stored_key = match stored.peek() {
                Some(Ok((key, _))) => Some(key.as_str()),
                Some(Err(_)) => match stored.next() {
                    Some(Err(error)) => return Err(error),
                    _ => continue,
                },
                None => None,
            };
            let keys =
                [active.peek().map(|entry| &*entry.key), frozen.peek().map(|entry| &*entry.key), stored_key];
            let Some(least) = keys.into_iter().flatten().min().filter(|key| key.starts_with(prefix)) else {
                return Ok(());
            };
            let least = least.to_owned();
            let in_store = stored.next_if(|row| matches!(row, Ok((key, _)) if *key == least));
            let in_frozen = frozen.next_if(|entry| *entry.key == *least);
            let in_active = active.next_if(|entry| *entry.key == *least);
            let unflushed = in_active.or(in_frozen);
            if unflushed.as_ref().is_some_and(|entry| entry.deleted) || !wants(&least) {
                continue;
            }
            let row = match (unflushed, in_store) {
                (Some(entry), _) => Some(self.row(entry.etag, entry.value.clone())),
                (None, Some(row)) => {
                    let (_, etag) = row?;
                    self.store.document(etag)?.map(|value| self.row(etag, value))
                }
                (None, None) => None,
            };
            if row.is_some_and(|row| !visit(row)) {
                return Ok(());
            }
        }
    }
}
