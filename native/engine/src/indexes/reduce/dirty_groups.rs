//! Groups whose results must be computed again. The index files record each one together with the change that
//! touched it, so that none is lost when the process ends.

use std::collections::{HashSet, VecDeque};

use rookery_index::{Group, IndexError, IndexWriter, Reader, Role};

use super::partial_reductions::PartialReductions;

/// At most this many groups are collected before they are computed.
const MOST: usize = 1 << 20;

/// The most batches before groups are computed although there is more to map.
const LONGEST_WAIT: u32 = 30;

/// The groups, in the order they were touched.
#[derive(Debug, Default)]
pub(crate) struct DirtyGroups {
    known: HashSet<Group>,
    order: VecDeque<Group>,
    waited: u32,
    /// Cached partial reductions of large groups.
    pub parts: PartialReductions,
}

impl DirtyGroups {
    /// The groups recorded in the files.
    pub(crate) fn read(reader: &Reader) -> Result<Self, IndexError> {
        let groups = reader.groups(Role::Dirty)?;
        Ok(Self { known: groups.iter().copied().collect(), order: groups.into(), ..Self::default() })
    }

    /// A member was added or removed.
    pub(crate) fn touch(&mut self, group: Group, writer: &mut IndexWriter) -> Result<(), IndexError> {
        if !self.known.insert(group) {
            return Ok(());
        }
        self.order.push_back(group);
        let mut note = writer.entry(NO_DOCUMENT, 0);
        note.hide();
        note.join(Role::Dirty, group);
        writer.add(note)
    }

    /// Whether to compute them now, with more to map or not.
    pub(crate) fn is_time(&mut self, finished: bool) -> bool {
        self.waited += 1;
        let now = finished || self.order.len() >= MOST || self.waited >= LONGEST_WAIT;
        if now {
            self.waited = 0;
        }
        now && !self.order.is_empty()
    }

    /// The next one. Its record stays until the writer deletes it.
    pub(crate) fn next(&mut self) -> Option<Group> {
        let group = self.order.pop_front()?;
        self.known.remove(&group);
        Some(group)
    }
}

/// The id of entries without a document.
pub(crate) const NO_DOCUMENT: &str = "\0";
