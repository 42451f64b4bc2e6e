//! Hashes ids for in-memory tables: fast for short texts, and seeded, because ids are untrusted.

use std::hash::{BuildHasher, Hasher};
use std::sync::OnceLock;

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// This process's seed, so that colliding ids cannot be prepared.
fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| std::collections::hash_map::RandomState::new().hash_one(0))
}

/// Makes hashers for tables keyed by id.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct IdHashing;

impl BuildHasher for IdHashing {
    type Hasher = IdHasher;

    fn build_hasher(&self) -> IdHasher {
        IdHasher(seed())
    }
}

#[derive(Debug)]
pub(crate) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64_with_seed(bytes, self.0);
    }

    /// The end mark of a text; keys are single texts, so it adds nothing.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_text_has_one_hash_however_it_is_held() {
        let text = "orders/1";
        assert_eq!(IdHashing.hash_one(text), IdHashing.hash_one(std::sync::Arc::<str>::from(text)));
        assert_ne!(IdHashing.hash_one(text), IdHashing.hash_one("orders/2"));
    }
}
