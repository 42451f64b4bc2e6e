//! Which entries of a batch are meant: one bit each.

use super::batch::BATCH;

const WORDS: usize = BATCH.div_ceil(64);

/// A set of entry numbers below [`BATCH`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Mask([u64; WORDS]);

impl Mask {
    /// The first `count` entries.
    pub(crate) fn first(count: usize) -> Self {
        let mut mask = Self::default();
        for (index, word) in mask.0.iter_mut().enumerate() {
            let here = count.saturating_sub(index * 64).min(64);
            *word = if here == 64 { u64::MAX } else { (1_u64 << here) - 1 };
        }
        mask
    }

    /// Adds an entry; numbers outside a batch are ignored.
    pub(crate) fn insert(&mut self, entry: usize) {
        if let Some(word) = self.0.get_mut(entry / 64) {
            *word |= 1 << (entry % 64);
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// Entries in either.
    pub(crate) fn or(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
        self
    }

    /// Entries that are not in the other mask.
    pub(crate) fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word &= !other);
        self
    }

    /// The entries in ascending order.
    pub(crate) fn entries(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                Some(index * 64 + bit)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_entries() {
        for count in [0, 1, 63, 64, 65, BATCH - 1, BATCH] {
            let mask = Mask::first(count);
            assert_eq!(mask.count(), count);
            assert!(mask.entries().eq(0..count));
        }
        let mut odd = Mask::default();
        (1..BATCH).step_by(2).for_each(|entry| odd.insert(entry));
        let even = Mask::first(BATCH).without(&odd);
        assert!(even.entries().eq((0..BATCH).step_by(2)));
        assert_eq!(even.or(&odd), Mask::first(BATCH));
        odd.insert(BATCH);
        assert_eq!(odd.count(), BATCH / 2);
        assert!(Mask::default().is_empty());
    }
}
