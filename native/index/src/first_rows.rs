//! Caches which entries of a segment come first in an order, so that a page of a sorted query needs no walk
//! over the segment.
//!
//! The entries of a segment never change. Entries that were deleted or do not match are skipped by the reader.

use std::sync::Arc;

use lru::LruCache;
use parking_lot::Mutex;
use rookery_rql::ast::{Nulls, Ordering};

/// Entries of one order that are cached.
pub(crate) const FIRST_ROWS: usize = 4096;

/// Orders of a segment that are cached, of 16 KiB each.
const ORDERS: usize = 32;

/// An order by the values of one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct OrderBy {
    pub(crate) field: Option<u16>,
    pub(crate) comparing: Ordering,
    pub(crate) descending: bool,
    pub(crate) nulls: Option<Nulls>,
}

/// The first entries by order.
#[derive(Debug)]
pub(crate) struct FirstRows(Mutex<LruCache<OrderBy, Arc<[u32]>>>);

impl Default for FirstRows {
    fn default() -> Self {
        // A bounded one would allocate all of its memory.
        Self(Mutex::new(LruCache::unbounded()))
    }
}

impl FirstRows {
    pub(crate) fn get(&self, order: &OrderBy) -> Option<Arc<[u32]>> {
        self.0.lock().get(order).cloned()
    }

    pub(crate) fn put(&self, order: OrderBy, entries: Arc<[u32]>) {
        let mut known = self.0.lock();
        known.put(order, entries);
        if known.len() > ORDERS {
            known.pop_lru();
        }
    }
}
