//! Excludes ids that are not in the data file, so that saving new documents needs no lookup there.
//!
//! Bloom filters in layers: when one has as many ids as it was sized for, a larger one is added. Ids are
//! never removed; a deleted document costs an unsuccessful lookup.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use fastbloom::AtomicBloomFilter;
use parking_lot::RwLock;

use crate::store::id_hash::IdHashing;

/// Bits for each id: about one percent false positives.
const BITS: usize = 10;
const HASHES: u32 = 6;
/// The capacity of the first layer; each further one has twice as much. Most of a much larger one would be unused
/// memory for long.
const FIRST_LAYER: usize = 1 << 20;
const GROWTH: usize = 2;

#[derive(Debug, Default)]
pub(crate) struct IdFilter {
    layers: RwLock<Vec<Arc<Layer>>>,
    /// Whether it has every id of the data file.
    complete: AtomicBool,
}

#[derive(Debug)]
struct Layer {
    bits: AtomicBloomFilter<IdHashing>,
    taken: AtomicUsize,
    capacity: usize,
}

impl Layer {
    fn new(capacity: usize) -> Arc<Self> {
        let bits = AtomicBloomFilter::with_num_bits(capacity * BITS).hasher(IdHashing).hashes(HASHES);
        Arc::new(Self { bits, taken: AtomicUsize::new(0), capacity })
    }
}

impl IdFilter {
    /// Adds an id (in lower case).
    pub(crate) fn add(&self, key: &str) {
        self.roomy_layer().bits.insert(key);
    }

    /// Whether the data file may have this id (in lower case). Only `false` is certain.
    pub(crate) fn may_have(&self, key: &str) -> bool {
        !self.complete.load(Ordering::Acquire)
            || self.layers.read().iter().any(|layer| layer.bits.contains(key))
    }

    /// From now on negative results are reliable.
    pub(crate) fn complete(&self) {
        self.complete.store(true, Ordering::Release);
    }

    fn roomy_layer(&self) -> Arc<Layer> {
        if let Some(layer) = self.layers.read().last()
            && layer.taken.fetch_add(1, Ordering::Relaxed) < layer.capacity
        {
            return layer.clone();
        }
        let mut layers = self.layers.write();
        let capacity = match layers.last() {
            // Another thread was faster.
            Some(layer) if layer.taken.load(Ordering::Relaxed) < layer.capacity => return layer.clone(),
            Some(layer) => layer.capacity * GROWTH,
            None => FIRST_LAYER,
        };
        layers.push(Layer::new(capacity));
        layers[layers.len() - 1].clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_in_may_be_there_and_most_else_is_not() {
        let filter = IdFilter::default();
        assert!(filter.may_have("orders/0"), "nothing is certain before the file was read");
        filter.complete();
        let ids = FIRST_LAYER + 10_000;
        for number in 0..ids {
            filter.add(&format!("orders/{number}"));
        }
        assert_eq!(filter.layers.read().len(), 2);
        assert!((0..ids).all(|number| filter.may_have(&format!("orders/{number}"))));
        let wrong = (0..10_000).filter(|number| filter.may_have(&format!("users/{number}"))).count();
        assert!(wrong < 300, "{wrong} of 10000 unknown ids were not ruled out");
    }
}
