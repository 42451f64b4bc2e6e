//! Changes that are decided and not yet published: those of the current group, and of the groups whose
//! journal write is running. Only the writer sees them.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::document::stored::StoredValue;
use crate::state::side_rows::SideLayer;
use crate::store::id_hash::IdHashing;
use crate::store::mem_table::Entry;

#[derive(Debug, Default)]
pub(crate) struct Pending {
    pub entries: HashMap<Arc<str>, Arc<Entry>, IdHashing>,
    /// By name in lower case.
    pub identities: HashMap<Arc<str>, i64>,
    pub side: SideLayer,
    /// Recoded bodies by etag.
    pub recoded: HashMap<i64, StoredValue>,
    /// Etags of removed tombstones.
    pub forgotten: HashSet<i64>,
}

impl Pending {
    /// With capacity for the changes of this many commands.
    pub(crate) fn for_commands(commands: usize) -> Self {
        let entries = HashMap::with_capacity_and_hasher(commands, IdHashing);
        Self { entries, ..Self::default() }
    }

    /// Merges the changes that were decided later.
    pub(crate) fn absorb(&mut self, later: Self) {
        if self.entries.is_empty() {
            self.entries = later.entries;
        } else {
            self.entries.extend(later.entries);
        }
        self.identities.extend(later.identities);
        self.recoded.extend(later.recoded);
        self.forgotten.extend(later.forgotten);
        if self.side.is_empty() {
            self.side = later.side;
        } else {
            for (key, value) in later.side {
                self.side.insert(key, value);
            }
        }
    }
}
