//! Caches in which row of the data file an id was last found, so that most reads need one lookup instead of
//! two.
//!
//! A hint only: it may be outdated, or of another id. The reader checks whether the row exists and has the
//! id. Rows never change their etag and overwritten rows are deleted, so a matching row is the newest.

use std::hash::BuildHasher;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::store::id_hash::IdHashing;

/// The number of slots; 8 bytes each, allocated with the first id.
const SLOTS: usize = 1 << 21;
/// Bits of a slot that hold the etag; the other bits distinguish most other ids.
const ETAG_BITS: u32 = 44;
const ETAGS: u64 = (1 << ETAG_BITS) - 1;

/// One slot per id, shared by ids with the same hash: the last one stays.
#[derive(Debug, Default)]
pub(crate) struct RowCache {
    slots: OnceLock<Box<[AtomicU64]>>,
}

impl RowCache {
    /// Records that an id (in lower case) is in the row of this etag.
    pub(crate) fn remember(&self, key: &str, etag: i64) {
        let Ok(etag) = u64::try_from(etag) else { return };
        if etag > ETAGS {
            return;
        }
        let (slot, mark) = place_of(key);
        let slots = self.slots.get_or_init(|| (0..SLOTS).map(|_| AtomicU64::new(0)).collect());
        slots[slot].store(mark | etag, Ordering::Relaxed);
    }

    /// The etag of the row this id (in lower case) may be in.
    pub(crate) fn hint(&self, key: &str) -> Option<i64> {
        let (slot, mark) = place_of(key);
        let found = self.slots.get()?[slot].load(Ordering::Relaxed);
        let etag = i64::try_from(found & ETAGS).ok().filter(|etag| *etag > 0)?;
        (found & !ETAGS == mark).then_some(etag)
    }
}

fn place_of(key: &str) -> (usize, u64) {
    let hash = IdHashing.hash_one(key);
    ((hash as usize) % SLOTS, hash & !ETAGS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_etag_of_an_id_is_remembered_and_others_have_none() {
        let places = RowCache::default();
        assert_eq!(places.hint("orders/1"), None);
        places.remember("orders/1", 7);
        places.remember("orders/2", ETAGS as i64);
        places.remember("orders/1", 9);
        assert_eq!((places.hint("orders/1"), places.hint("orders/2")), (Some(9), Some(ETAGS as i64)));
        assert_eq!(places.hint("orders/3"), None);
    }

    #[test]
    fn what_is_no_rows_etag_is_left_alone() {
        let places = RowCache::default();
        for etag in [-5, 0, ETAGS as i64 + 1] {
            places.remember("orders/1", etag);
            assert_eq!(places.hint("orders/1"), None, "{etag}");
        }
    }
}
