//! Sets of a segment's entries: all, a few in order, or a bit each. Operators work on whole sets.

/// A set of entries of one segment.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Matches {
    /// Every entry.
    All,
    /// These, ascending, each once.
    Few(Vec<u32>),
    /// A bit for each entry, and how many are set.
    Bits(Vec<u64>, u32),
}

/// A set with fewer than one in this many entries is a list.
const SPARSE: u32 = 64;

impl Matches {
    pub(crate) fn none() -> Self {
        Self::Few(Vec::new())
    }

    pub(crate) fn empty_bits(size: u32) -> Vec<u64> {
        vec![0; size.div_ceil(64) as usize]
    }

    pub(crate) fn set(bits: &mut [u64], entry: u32) {
        bits[(entry / 64) as usize] |= 1 << (entry % 64);
    }

    pub(crate) fn from_bits(bits: Vec<u64>) -> Self {
        let count = bits.iter().map(|word| word.count_ones()).sum();
        Self::Bits(bits, count)
    }

    /// Whether `count` of `size` entries should be a list.
    pub(crate) fn is_sparse(count: u32, size: u32) -> bool {
        count < size / SPARSE + 64
    }

    /// From entries in any order, possibly repeated; quickest when they are a few ascending runs.
    pub(crate) fn from_list(mut list: Vec<u32>, size: u32) -> Self {
        if Self::is_sparse(u32::try_from(list.len()).unwrap_or(u32::MAX), size) {
            // The stable sort merges runs, and entries come term by term, each a run.
            list.sort();
            list.dedup();
            return Self::Few(list);
        }
        let mut bits = Self::empty_bits(size);
        for entry in list {
            Self::set(&mut bits, entry);
        }
        Self::from_bits(bits)
    }

    pub(crate) fn count(&self, size: u32) -> u32 {
        match self {
            Self::All => size,
            Self::Few(list) => u32::try_from(list.len()).unwrap_or(u32::MAX),
            Self::Bits(_, count) => *count,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::All => false,
            Self::Few(list) => list.is_empty(),
            Self::Bits(_, count) => *count == 0,
        }
    }

    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::All, other) | (other, Self::All) => other,
            (Self::Few(list), other) | (other, Self::Few(list)) => {
                Self::Few(list.into_iter().filter(|entry| other.has(*entry)).collect())
            }
            (Self::Bits(mut left, _), Self::Bits(right, _)) => {
                left.iter_mut().zip(&right).for_each(|(left, right)| *left &= right);
                Self::from_bits(left)
            }
        }
    }

    pub(crate) fn or(self, other: Self, size: u32) -> Self {
        match (self, other) {
            (Self::All, _) | (_, Self::All) => Self::All,
            (Self::Few(mut left), Self::Few(right)) => {
                left.extend(right);
                Self::from_list(left, size)
            }
            (Self::Bits(mut bits, _), Self::Few(list)) | (Self::Few(list), Self::Bits(mut bits, _)) => {
                for entry in list {
                    Self::set(&mut bits, entry);
                }
                Self::from_bits(bits)
            }
            (Self::Bits(mut left, _), Self::Bits(right, _)) => {
                left.iter_mut().zip(&right).for_each(|(left, right)| *left |= right);
                Self::from_bits(left)
            }
        }
    }

    /// Those of this set that are not in the other.
    pub(crate) fn without(self, other: &Self, size: u32) -> Self {
        match (self, other) {
            (_, Self::All) => Self::none(),
            (this, other) if other.is_empty() => this,
            (Self::Few(list), other) => {
                Self::Few(list.into_iter().filter(|entry| !other.has(*entry)).collect())
            }
            (this, other) => {
                let mut bits = this.into_bits(size);
                match other {
                    Self::Few(list) => {
                        for entry in list {
                            bits[(entry / 64) as usize] &= !(1 << (entry % 64));
                        }
                    }
                    Self::Bits(right, _) => {
                        bits.iter_mut().zip(right).for_each(|(left, right)| *left &= !right);
                    }
                    Self::All => bits.fill(0),
                }
                Self::from_bits(bits)
            }
        }
    }

    pub(crate) fn has(&self, entry: u32) -> bool {
        match self {
            Self::All => true,
            Self::Few(list) => list.binary_search(&entry).is_ok(),
            Self::Bits(bits, _) => bits[(entry / 64) as usize] >> (entry % 64) & 1 == 1,
        }
    }

    fn into_bits(self, size: u32) -> Vec<u64> {
        match self {
            Self::Bits(bits, _) => bits,
            Self::Few(list) => {
                let mut bits = Self::empty_bits(size);
                for entry in list {
                    Self::set(&mut bits, entry);
                }
                bits
            }
            Self::All => {
                let mut bits = vec![u64::MAX; size.div_ceil(64) as usize];
                if let Some(last) = bits.last_mut().filter(|_| !size.is_multiple_of(64)) {
                    *last = (1 << (size % 64)) - 1;
                }
                bits
            }
        }
    }

    /// The entries of a range, ascending.
    pub(crate) fn between(&self, from: u32, to: u32) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Self::All => Box::new(from..to),
            Self::Few(list) => {
                let start = list.partition_point(|entry| *entry < from);
                Box::new(list[start..].iter().copied().take_while(move |entry| *entry < to))
            }
            Self::Bits(bits, _) => {
                let words = (from / 64) as usize..(to.div_ceil(64) as usize).min(bits.len());
                let first = words.start as u32;
                Box::new(
                    set_bits(&bits[words], first)
                        .skip_while(move |entry| *entry < from)
                        .take_while(move |entry| *entry < to),
                )
            }
        }
    }

    /// The entries, ascending.
    pub(crate) fn entries(&self, size: u32) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Self::All => Box::new(0..size),
            Self::Few(list) => Box::new(list.iter().copied()),
            Self::Bits(bits, _) => Box::new(set_bits(bits, 0)),
        }
    }
}

/// The entries of these words, of which the first one has this number.
fn set_bits(words: &[u64], first: u32) -> impl Iterator<Item = u32> + '_ {
    words.iter().zip(first..).flat_map(|(word, number)| {
        let mut rest = *word;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                number * 64 + bit
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    use super::*;

    fn any_set(size: u32) -> impl Strategy<Value = (Matches, BTreeSet<u32>)> {
        (proptest::collection::btree_set(0..size, 0..size as usize), 0..3_u8).prop_map(move |(set, kind)| {
            match kind {
                0 => (Matches::All, (0..size).collect()),
                1 => (Matches::Few(set.iter().copied().collect()), set),
                _ => {
                    let mut bits = Matches::empty_bits(size);
                    set.iter().for_each(|entry| Matches::set(&mut bits, *entry));
                    (Matches::from_bits(bits), set)
                }
            }
        })
    }

    proptest! {
        #[test]
        fn sets_behave_like_sets((left, plain_left) in any_set(200), (right, plain_right) in any_set(200)) {
            let list = |set: &Matches| set.entries(200).collect::<BTreeSet<u32>>();
            prop_assert_eq!(list(&left), plain_left.clone());
            prop_assert_eq!(left.count(200) as usize, plain_left.len());
            let and: BTreeSet<u32> = plain_left.intersection(&plain_right).copied().collect();
            prop_assert_eq!(list(&left.clone().and(right.clone())), and);
            let or: BTreeSet<u32> = plain_left.union(&plain_right).copied().collect();
            prop_assert_eq!(list(&left.clone().or(right.clone(), 200)), or);
            for (from, to) in [(0, 200), (1, 199), (63, 64), (64, 128), (65, 67), (150, 150)] {
                let between: Vec<u32> = plain_left.range(from..to).copied().collect();
                prop_assert_eq!(left.between(from, to).collect::<Vec<_>>(), between);
            }
            let without: BTreeSet<u32> = plain_left.difference(&plain_right).copied().collect();
            prop_assert_eq!(list(&left.clone().without(&right, 200)), without);
        }
    }
}
