//! Entries that belong together: the members of a group, what they came to, and that this is still to be found out.
//!
//! What a key is and how members become a result is the caller's business; here a group is a checksum of its key.

use tantivy::index::SegmentId;

use crate::entry::Entry;
use crate::error::{IndexError, Low, failed};
use crate::reader::{Hit, Reader};
use crate::terms::{self, Kind};
use crate::writer::IndexWriting;

/// The entries of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group(u128);

/// What an entry is to a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// One of those it is made of.
    Member,
    /// What it came to.
    Result,
    /// A note that what it comes to is to be found out anew.
    Due,
}

/// Neighbours among the entries of one segment. Of those it has some may be deleted later; none is ever added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Neighbourhood {
    segment: SegmentId,
    place: u32,
}

/// Entries of a neighbourhood, as a power of two.
const NEIGHBOURS: u32 = 16;

impl Group {
    /// The group of a key.
    pub fn of(key: &[u8]) -> Self {
        Self(xxhash_rust::xxh3::xxh3_128(key))
    }

    /// A number that tells it from others of an index, as far as people look.
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
        Role::Due => terms::DUE_FIELD,
    }
}

impl Entry {
    /// Belongs to a group from now on. Anything but a result should be hidden as well.
    pub fn join(&mut self, role: Role, group: Group) {
        self.add_term(&group.term(role));
    }
}

impl IndexWriting {
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
    pub fn neighbourhood_of(&self, hit: &Hit) -> Neighbourhood {
        let segment = self.segments[hit.segment as usize].reader.segment_id();
        Neighbourhood { segment, place: hit.entry >> NEIGHBOURS }
    }

    /// The groups that have such entries, in no order that means anything.
    ///
    /// # Errors
    /// When the files cannot be read.
    pub fn groups(&self, role: Role) -> Result<Vec<Group>, IndexError> {
        let read = || -> Low<Vec<Group>> {
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
        // Terms outlive the entries they were made for, until segments are merged.
        let mut alive = Vec::with_capacity(groups.len());
        for group in groups {
            if !self.in_group(role, group)?.is_empty() {
                alive.push(group);
            }
        }
        Ok(alive)
    }
}
