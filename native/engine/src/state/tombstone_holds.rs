//! Which components still need which tombstones.
//!
//! A component that follows the order of changes (an index, a subscription) holds the tombstones after the
//! etag it has processed.

use crate::document::ids;
use parking_lot::Mutex;
use std::collections::BTreeMap;
use std::sync::Arc;
/// The holds of all components.
#[derive(Debug, Default)]
pub(crate) struct TombstoneHolds {
    pub(crate) holds: Mutex<BTreeMap<u64, Hold>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Hold {
    pub(crate) component: String,
    /// In lower case; `None`: of all collections.
    pub(crate) collection: Option<String>,
    /// The last etag that is no longer needed.
    pub(crate) passed: i64,
}

impl Hold {
    pub(crate) fn is_of(&self, collection: &str) -> bool {
        self.collection.as_deref().is_none_or(|own| own == collection)
    }
}

/// Holds tombstones until its owner has processed them. Dropping it releases them.
#[derive(Debug)]
pub struct TombstoneHold {
    holds: Arc<TombstoneHolds>,
    number: u64,
}

impl TombstoneHold {
    /// Releases the tombstones up to this etag.
    pub fn release_up_to(&self, etag: i64) {
        if let Some(hold) = self.holds.holds.lock().get_mut(&self.number) {
            hold.passed = etag;
        }
    }

    /// Releases all of them.
    pub(crate) fn release_hold(&self) {
        self.holds.holds.lock().remove(&self.number);
    }
}

impl Drop for TombstoneHold {
    fn drop(&mut self) {
        self.release_hold();
    }
}

impl TombstoneHolds {
    /// Holds the tombstones of one collection, or of all, for a component of this name. At first all of them.
    pub(crate) fn hold(self: &Arc<Self>, component: &str, collection: Option<&str>) -> TombstoneHold {
        let mut open = self.holds.lock();
        let number = open.last_key_value().map_or(0, |(last, _)| last + 1);
        let collection = collection.map(ids::key_of);
        open.insert(number, Hold { component: component.to_owned(), collection, passed: 0 });
        TombstoneHold { holds: self.clone(), number }
    }
}
