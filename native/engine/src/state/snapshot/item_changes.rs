//! Counters and time series of a snapshot in the order of their last changes.

use std::iter::Peekable;
use std::ops::Bound;

use crate::error::EngineError;
use crate::extensions::item_changes::{self, ItemChange, ItemKind};
use crate::state::side_rows::MergedRows;
use crate::state::snapshot::Snapshot;

/// The changes of some collections, oldest first.
pub(crate) struct ItemChanges<'s> {
    snapshot: &'s Snapshot,
    /// Each with the key of its collection.
    collections: Vec<(String, Peekable<MergedRows<'s>>)>,
}

impl Iterator for ItemChanges<'_> {
    type Item = Result<ItemChange, EngineError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut oldest: Option<(usize, ItemChange)> = None;
        for (number, (collection, rows)) in self.collections.iter_mut().enumerate() {
            let change = match rows.peek() {
                None => continue,
                Some(Err(_)) => return rows.next().and_then(Result::err).map(Err),
                Some(Ok((key, _))) => self.snapshot.intact(item_changes::read(collection, key)),
            };
            match change {
                Ok(change) if oldest.as_ref().is_none_or(|(_, known)| change.etag < known.etag) => {
                    oldest = Some((number, change));
                }
                Ok(_) => {}
                Err(error) => return Some(Err(error)),
            }
        }
        let (number, change) = oldest?;
        self.collections[number].1.next();
        Some(Ok(change))
    }
}

impl Snapshot {
    /// The items of these collections, given by their keys, whose last change has this etag or a greater one, oldest
    /// first.
    pub(crate) fn items_changed_from(
        &self,
        kind: ItemKind,
        collections: &[String],
        etag: i64,
    ) -> Result<ItemChanges<'_>, EngineError> {
        let rows = |collection: &String| {
            let (from, to) = (item_changes::from(collection, etag), item_changes::from(collection, -1));
            let range = (Bound::Included(&*from), Bound::Excluded(&*to));
            let rows = self.side_rows(kind.changes(), range, false)?;
            Ok((collection.clone(), rows.peekable()))
        };
        let collections = collections.iter().map(rows).collect::<Result<_, EngineError>>()?;
        Ok(ItemChanges { snapshot: self, collections })
    }

    /// The etag of the last change of any item of a collection, given by its key; 0 without items.
    pub(crate) fn last_item_change(&self, kind: ItemKind, collection: &str) -> Result<i64, EngineError> {
        let (from, to) = (item_changes::from(collection, 0), item_changes::from(collection, -1));
        let range = (Bound::Included(&*from), Bound::Excluded(&*to));
        match self.side_rows(kind.changes(), range, true)?.next().transpose()? {
            Some((key, _)) => Ok(self.intact(item_changes::read(collection, &key))?.etag),
            None => Ok(0),
        }
    }
}
