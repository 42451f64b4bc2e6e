//! Caches in which row of the data file an id was last found, so that most reads need one lookup instead of
//! two.
//!
//! A hint only: it may be outdated, or of another id. The reader checks whether the row exists and has the
//! id. Rows never change their etag and overwritten rows are deleted, so a matching row is the newest.
//!
//! Slots are grouped in buckets of one cache line. When three quarters of a layer are in use, the next one, four times as
//! large, takes new ids; the former one is only read from then on.

use std::hash::BuildHasher;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::store::id_hash::IdHashing;

/// Slots of the first layer, of 8 bytes each.
const FIRST_LAYER: usize = 1 << 20;
/// The second one has four times as many: together they have 40 MiB and keep most of four million ids. More would be most of
/// the memory of a long import.
const LAYERS: usize = 2;
/// By how much each layer is larger than the one before.
const GROWTH: usize = 4;
/// Slots that one id may be in.
const BUCKET: usize = 8;
/// Bits of a slot that hold the etag; the other bits distinguish most other ids.
const ETAG_BITS: u32 = 44;
const ETAGS: u64 = (1 << ETAG_BITS) - 1;

/// Where ids were last found. A layer is allocated with its first id.
#[derive(Debug, Default)]
pub(crate) struct RowCache {
    layers: [Layer; LAYERS],
    /// The layer that new ids go to.
    current: AtomicUsize,
}

#[derive(Debug, Default)]
struct Layer {
    buckets: OnceLock<Box<[Bucket]>>,
    /// Slots in use.
    taken: AtomicUsize,
}

#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([AtomicU64; BUCKET]);

impl RowCache {
    /// Records that an id (in lower case) is in the row of this etag.
    pub(crate) fn remember(&self, key: &str, etag: i64) {
        let Ok(etag) = u64::try_from(etag) else { return };
        if etag > ETAGS {
            return;
        }
        let hash = IdHashing.hash_one(key);
        let current = self.current.load(Ordering::Relaxed);
        let layer = &self.layers[current];
        let slots = layer.buckets.get_or_init(|| {
            let buckets = FIRST_LAYER / BUCKET * GROWTH.pow(current as u32);
            (0..buckets).map(|_| Bucket::default()).collect()
        });
        if slots[place(hash, slots.len())].put(hash & !ETAGS, etag) {
            let taken = layer.taken.fetch_add(1, Ordering::Relaxed) + 1;
            if taken == slots.len() * BUCKET / 4 * 3 && current + 1 < LAYERS {
                self.current.store(current + 1, Ordering::Relaxed);
            }
        }
    }

    /// The etag of the row this id (in lower case) may be in.
    pub(crate) fn hint(&self, key: &str) -> Option<i64> {
        let hash = IdHashing.hash_one(key);
        self.layers[..=self.current.load(Ordering::Relaxed)].iter().rev().find_map(|layer| {
            let slots = layer.buckets.get()?;
            slots[place(hash, slots.len())].find(hash & !ETAGS)
        })
    }
}

impl Bucket {
    /// Returns whether the id took an empty slot.
    fn put(&self, mark: u64, etag: u64) -> bool {
        let mut empty = None;
        for slot in &self.0 {
            let found = slot.load(Ordering::Relaxed);
            if found == 0 {
                empty.get_or_insert(slot);
            } else if found & !ETAGS == mark {
                slot.store(mark | etag, Ordering::Relaxed);
                return false;
            }
        }
        // Of a full bucket any slot can be overwritten.
        let slot = empty.unwrap_or(&self.0[etag as usize % BUCKET]);
        slot.store(mark | etag, Ordering::Relaxed);
        empty.is_some()
    }

    fn find(&self, mark: u64) -> Option<i64> {
        self.0.iter().find_map(|slot| {
            let found = slot.load(Ordering::Relaxed);
            let etag = i64::try_from(found & ETAGS).ok().filter(|etag| *etag > 0)?;
            (found & !ETAGS == mark).then_some(etag)
        })
    }
}

fn place(hash: u64, buckets: usize) -> usize {
    (hash as usize) % buckets
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

    #[test]
    fn grows_and_keeps_most_ids() {
        let places = RowCache::default();
        let ids = FIRST_LAYER as i64 * 3 / 2;
        for number in 1..=ids {
            places.remember(&format!("orders/{number}"), number);
        }
        assert_eq!(places.current.load(Ordering::Relaxed), 1);
        let known =
            (1..=ids).filter(|number| places.hint(&format!("orders/{number}")) == Some(*number)).count();
        assert!(known as i64 > ids * 9 / 10, "{known} of {ids}");
        // A later etag of an id in the first layer is found first.
        places.remember("orders/1", ids + 1);
        assert_eq!(places.hint("orders/1"), Some(ids + 1));
    }
}
