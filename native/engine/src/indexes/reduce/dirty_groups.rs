//! Groups whose results are to be computed again. A note of each is in the index's files, beside the change that
//! touched it, so that none is forgotten whenever the process ends.

use std::collections::{HashSet, VecDeque};

use rookery_index::{Group, IndexError, IndexWriter, Reader, Role};

use super::partial_reductions::PartialReductions;

/// More groups than this are not collected before they are computed.
const MOST: usize = 1 << 20;

/// Batches that may go by before groups are computed although there is more to map.
const LONGEST_WAIT: u32 = 30;

/// The groups, in the order they were touched.
#[derive(Debug, Default)]
pub(crate) struct DirtyGroups {
    known: HashSet<Group>,
    order: VecDeque<Group>,
    waited: u32,
    /// What is known of large groups.
    pub parts: PartialReductions,
}

impl DirtyGroups {
    /// Those the files have notes of.
    pub(crate) fn read(reader: &Reader) -> Result<Self, IndexError> {
        let groups = reader.groups(Role::Dirty)?;
        Ok(Self { known: groups.iter().copied().collect(), order: groups.into(), ..Self::default() })
    }

    /// A member came or went.
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

    /// Whether it is time to work them out, with more still to map or not.
    pub(crate) fn is_time(&mut self, finished: bool) -> bool {
        self.waited += 1;
        let now = finished || self.order.len() >= MOST || self.waited >= LONGEST_WAIT;
        if now {
            self.waited = 0;
        }
        now && !self.order.is_empty()
    }

    /// The next one. Its note stays until the writer deletes it.
    pub(crate) fn next(&mut self) -> Option<Group> {
        let group = self.order.pop_front()?;
        self.known.remove(&group);
        Some(group)
    }
}

/// The id of entries that no document has.
pub(crate) const NO_DOCUMENT: &str = "\0";
