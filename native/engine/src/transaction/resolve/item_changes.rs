//! Keeps counters and time series in the order of their last changes.

use bytes::Bytes;

use super::transaction::Transaction;
use crate::extensions::item_changes::{self, ItemKind};

impl Transaction<'_> {
    /// Replaces the row of an item's last change. `collection` and `item`: the key of the document's collection and that
    /// of the item's row; `None`: there was, or is, no such item.
    pub(crate) fn order_item(
        &mut self,
        kind: ItemKind,
        collection: &str,
        item: &[u8],
        old: Option<i64>,
        new: Option<i64>,
    ) {
        if let Some(etag) = old {
            self.set_side(kind.changes(), &item_changes::key(collection, etag, item), None);
        }
        if let Some(etag) = new {
            let key = item_changes::key(collection, etag, item);
            self.set_side(kind.changes(), &key, Some(Bytes::new()));
        }
    }
}
