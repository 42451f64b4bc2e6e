//! Entries of groups: members, results, and marks of dirty groups.
//!
//! Keys and reductions belong to the caller; a group is a checksum of its key.

use tantivy::index::SegmentId;

use crate::entry::Entry;
use crate::error::{IndexError, TantivyResult, failed};
use crate::reader::{Hit, Reader};
use crate::terms::{self, Kind};
use crate::writer::IndexWriter;

/// The entries of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group(u128);

/// The role of an entry in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// A member.
    Member,
    /// The result.
    Result,
    /// A mark that the group must be reduced again.
    Dirty,
}

/// A block of consecutive entries of one segment. Entries may be deleted later; none is ever added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct EntryBlock {
    segment: SegmentId,
    place: u32,
}

/// Entries of a block, as a power of two.
const BLOCK_SIZE_LOG2: u32 = 16;

impl Group {
    /// The group of a key.
    pub fn of(key: &[u8]) -> Self {
        Self(xxhash_rust::xxh3::xxh3_128(key))
    }

    /// A number for display that identifies the group in an index.
    pub fn number(self) -> u64 {
        #[expect(clippy::cast_possible_truncation, reason = "half of a checksum is one too")]
        let low = self.0 as u64;
        low
    }

    fn term(self, role: Role) -> Vec<u8> {
        let mut term = terms::head(field(role), Kind::Exact);
        term.extend_from_slice(&self.0.to_be_bytes());
        term
    }

    fn from_term(term: &[u8]) -> Option<Self> {
        let bytes = term.get(term.len().checked_sub(16)?..)?;
        Some(Self(u128::from_be_bytes(bytes.try_into().ok()?)))
    }
}

fn field(role: Role) -> u16 {
    match role {
        Role::Member => terms::MEMBER_FIELD,
        Role::Result => terms::RESULT_FIELD,
        Role::Dirty => terms::DIRTY_FIELD,
    }
}

impl Entry {
    /// Belongs to a group from now on. Anything but a result should be hidden as well.
    pub fn join(&mut self, role: Role, group: Group) {
        self.add_term(&group.term(role));
    }
}

impl IndexWriter {
    /// Removes the entries added so far that are this to the group.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn delete_group(&mut self, role: Role, group: Group) -> Result<(), IndexError> {
        self.delete_under(&group.term(role))
    }
}

impl Reader {
    /// The entries that are this to the group.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn in_group(&self, role: Role, group: Group) -> Result<Vec<Hit>, IndexError> {
        self.under(&group.term(role))
    }

    /// Where an entry is. Hits of one neighbourhood come one after the other.
    pub fn block_of(&self, hit: &Hit) -> EntryBlock {
        let segment = self.segments[hit.segment as usize].reader.segment_id();
        EntryBlock { segment, place: hit.entry >> BLOCK_SIZE_LOG2 }
    }

    /// The groups that have such entries, in no order that means anything.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn groups(&self, role: Role) -> Result<Vec<Group>, IndexError> {
        let read = || -> TantivyResult<Vec<Group>> {
            let mut groups = Vec::new();
            for segment in &self.segments {
                let field = field(role);
                let dictionary = segment.terms.terms();
                let mut terms = dictionary
                    .range()
                    .ge(terms::head(field, Kind::Exact))
                    .lt(terms::head(field + 1, Kind::Exists))
                    .into_stream()?;
                while terms.advance() {
                    groups.extend(Group::from_term(terms.key()));
                }
            }
            Ok(groups)
        };
        let mut groups = read().map_err(failed)?;
        groups.sort_unstable();
        groups.dedup();
        // Terms of deleted entries remain until segments are merged.
        let mut alive = Vec::with_capacity(groups.len());
        for group in groups {
            if !self.in_group(role, group)?.is_empty() {
                alive.push(group);
            }
        }
        Ok(alive)
    }
}
