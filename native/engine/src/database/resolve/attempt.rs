//! One request while it is being decided: what it has changed so far, over what was there before.

use std::sync::Arc;

use bytes::Bytes;

use super::{Effects, OldVersions};
use crate::database::side_rows::{self, MergedRows, SideLayer};
use crate::database::view::{self, Entry, MemTable, Totals, View};
use crate::error::EngineError;
use crate::side_table::{SideChange, SideTable};
use crate::stored::StoredValue;

/// What was there under an id.
pub(super) struct Old {
    pub etag: i64,
    pub value: StoredValue,
    pub deleted: bool,
}

/// A change to a document, not yet counted.
pub(super) struct Change<'a> {
    pub etag: i64,
    /// The id in lower case.
    pub key: String,
    /// The collection's name in lower case.
    pub collection_key: &'a str,
    pub value: StoredValue,
    pub deleted: bool,
}

/// The view as this request leaves it. Copying tables is copying pointers, so giving up costs nothing.
pub(super) struct Attempt<'a> {
    pub effects: Effects,
    active: MemTable,
    frozen: Arc<MemTable>,
    old: &'a dyn OldVersions,
    /// Copied at the first change.
    totals: Arc<Totals>,
    /// This request's own side rows, so that only the last change of each is written.
    side: SideLayer,
}

impl<'a> Attempt<'a> {
    pub(super) fn new(view: &View, old: &'a dyn OldVersions, commands: usize) -> Self {
        Self {
            effects: Effects {
                entries: Vec::with_capacity(commands),
                outcomes: Vec::with_capacity(commands),
                last_etag: view.last_etag,
                ..Effects::default()
            },
            active: view.active.clone(),
            frozen: view.frozen.clone(),
            old,
            totals: view.totals.clone(),
            side: SideLayer::new(),
        }
    }

    /// Lets the effects into the view.
    pub(super) fn succeed(mut self, view: &mut View) -> Effects {
        for (key, value) in self.side {
            let change = SideChange { key, value };
            self.active.insert_side(change.clone());
            self.effects.side.push(change);
        }
        view.active = self.active;
        view.totals = self.totals;
        view.last_etag = self.effects.last_etag;
        self.effects
    }

    /// A new etag. Whatever is decided with it must be part of the effects.
    pub(super) fn next_etag(&mut self) -> i64 {
        self.effects.last_etag += 1;
        self.effects.last_etag
    }

    /// The document or tombstone under this key.
    pub(super) fn find(&self, key: &str) -> Result<Option<Old>, EngineError> {
        let unflushed = self.active.get(key).or_else(|| self.frozen.get(key));
        if let Some(entry) = unflushed {
            return Ok(Some(Old { etag: entry.etag, value: entry.value.clone(), deleted: entry.deleted }));
        }
        Ok(self.old.find(key)?.map(|(etag, value, deleted)| Old { etag, value, deleted }))
    }

    /// The name of a collection as first written.
    pub(super) fn collection_name(&self, key: &str) -> Option<&str> {
        self.totals.get(key).map(|totals| totals.name.as_str())
    }

    /// Changes a document.
    pub(super) fn add(&mut self, change: Change<'_>, old: Option<&Old>) {
        let Change { etag, key, collection_key, value, deleted } = change;
        let entry = Arc::new(Entry { etag, key: Arc::from(key), value, deleted });
        let old = old.map(|old| (&old.value, old.deleted));
        view::count(Arc::make_mut(&mut self.totals), old, &entry, collection_key);
        self.active.insert(entry.clone());
        self.effects.entries.push(entry);
    }

    /// The next value of an identity.
    pub(super) fn next_identity(&mut self, name: &str) -> Result<i64, EngineError> {
        let next = self.identity(name)? + 1;
        self.set_identity(name, next);
        Ok(next)
    }

    /// An identity's value, 0 when it was never used.
    pub(super) fn identity(&self, name: &str) -> Result<i64, EngineError> {
        let key = crate::ids::key_of(name);
        let unflushed = [&self.active, &*self.frozen]
            .into_iter()
            .find_map(|table| table.identities.get(key.as_str()).copied());
        unflushed.map_or_else(|| self.old.identity(&key), Ok)
    }

    /// Gives an identity a value.
    pub(super) fn set_identity(&mut self, name: &str, value: i64) {
        let key: Arc<str> = Arc::from(crate::ids::key_of(name));
        self.active.identities.insert(key.clone(), value);
        self.effects.identities.push((key, value));
    }

    fn layers(&self) -> [&SideLayer; 3] {
        [&self.side, &self.active.side, &self.frozen.side]
    }

    /// The value of a side table's row.
    #[expect(dead_code, reason = "the first side table uses it")]
    pub(super) fn side(&self, table: SideTable, key: &[u8]) -> Result<Option<Bytes>, EngineError> {
        side_rows::get(&self.layers(), self.old, table, key)
    }

    /// A side table's rows whose key begins with `prefix`. Do not change the table while walking it:
    /// collect first.
    #[expect(dead_code, reason = "the first side table uses it")]
    pub(super) fn side_rows(
        &self,
        table: SideTable,
        prefix: &[u8],
        backwards: bool,
    ) -> Result<MergedRows<'_>, EngineError> {
        side_rows::rows_with_prefix(&self.layers(), self.old, table, prefix, backwards)
    }

    /// Writes a side table's row, or removes it.
    #[expect(dead_code, reason = "the first side table uses it")]
    pub(super) fn set_side(&mut self, table: SideTable, key: &[u8], value: Option<Bytes>) {
        self.side.insert((table, Arc::from(key)), value);
    }
}
