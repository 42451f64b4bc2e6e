//! Partial reductions of the members of large groups, by segment block, cached in memory between batches: an
//! update of a group costs what changed in it, not all its members.
//!
//! A block never gets another entry, so one with as many members of a group as before has the same ones.

use std::collections::HashMap;

use rookery_index::{EntryBlock, Group};

/// The fewest members of a block worth caching.
pub(crate) const SMALLEST: usize = 512;

/// The cache's size limit.
const MOST_BYTES: usize = 32 << 20;

/// The partial reductions of one index.
#[derive(Debug, Default)]
pub(crate) struct PartialReductions {
    kept: HashMap<(Group, EntryBlock), PartialReduction>,
    bytes: usize,
}

#[derive(Debug)]
struct PartialReduction {
    members: usize,
    value: Vec<u8>,
}

impl PartialReductions {
    pub(crate) fn of(&self, group: Group, of: EntryBlock, members: usize) -> Option<&[u8]> {
        let part = self.kept.get(&(group, of)).filter(|part| part.members == members)?;
        Some(&part.value)
    }

    pub(crate) fn keep(&mut self, group: Group, of: EntryBlock, members: usize, value: Vec<u8>) {
        let size = value.len() + size_of::<((Group, EntryBlock), PartialReduction)>();
        if self.bytes + size > MOST_BYTES {
            // Partial reductions of merged segments are never read again.
            *self = Self::default();
        }
        self.bytes += size;
        if let Some(before) = self.kept.insert((group, of), PartialReduction { members, value }) {
            self.bytes -= before.value.len() + size_of::<((Group, EntryBlock), PartialReduction)>();
        }
    }
}

#[cfg(test)]
mod tests {
    use rookery_index::{Index, Role};

    use super::*;

    #[test]
    fn a_part_is_good_for_as_many_members_as_it_was_made_of() {
        let place = tempfile::tempdir().unwrap();
        let index = Index::open(place.path()).unwrap();
        let mut writing = index.write().unwrap();
        let group = Group::of(b"1");
        for number in 0..3 {
            let mut entry = writing.entry(&number.to_string(), number);
            entry.join(Role::Member, group);
            writing.add(entry).unwrap();
        }
        writing.commit("").unwrap();
        let reader = index.reader();
        let hits = reader.in_group(Role::Member, group).unwrap();
        let of = reader.block_of(&hits[0]);
        assert_eq!(of, reader.block_of(&hits[2]));
        let mut parts = PartialReductions::default();
        parts.keep(group, of, 3, b"three".to_vec());
        assert_eq!(parts.of(group, of, 3), Some(&b"three"[..]));
        assert_eq!((parts.of(group, of, 2), parts.of(Group::of(b"2"), of, 3)), (None, None));
        parts.keep(group, of, 2, b"two".to_vec());
        assert_eq!(parts.of(group, of, 2), Some(&b"two"[..]));
        parts.keep(Group::of(b"3"), of, 1, vec![0; MOST_BYTES - 100]);
        assert_eq!(parts.kept.len(), 1, "partial reductions beyond the limit are evicted");
    }
}
