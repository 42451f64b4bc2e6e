//! The groups of an index with a reduce: from a document to its groups, and from a group to its members and their
//! partial reductions.

use std::collections::HashSet;
use std::sync::Arc;

use rookery_cancel::CancelToken;
use rookery_index::{Group, Hit, Reader, Role};
use serde_json::{Map, Value};

use crate::database::Database;
use crate::document::ids;
use crate::error::EngineError;
use crate::index_definition::IndexDefinition;
use crate::indexes::handle::IndexHandle;
use crate::indexes::members;
use crate::indexes::reduce::folding::{Folded, Folding, How, MOST_AT_ONCE};

/// The most members that are read for one answer.
const MOST_READ: usize = 100_000;

/// The most members that one answer lists, in addition to those of requested documents.
const MOST_LISTED: usize = 10_000;

/// One group.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexGroup {
    /// Identifies it in the index.
    pub number: u64,
    /// Its key: an object, where the fields of the key are known.
    pub key: Value,
    /// How many members it has.
    pub members: usize,
    /// The result in the index; `None` while it was not computed, and when its reduce failed.
    pub result: Option<Value>,
    /// Its members by the blocks that are reduced apart; one for a small group.
    pub pages: Vec<GroupPage>,
}

/// Members that are reduced together.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupPage {
    /// Their reduction; `None` when the reduce failed, and of members that were not read.
    pub reduction: Option<Value>,
    /// Those that are listed, by the ids of their documents.
    pub members: Vec<GroupMember>,
}

/// One mapped result.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupMember {
    /// Its fields.
    pub data: Value,
    /// The document it was mapped from.
    pub document: String,
}

impl Database {
    /// The documents with members, by id: a page of those that begin with `prefix`.
    pub fn index_source_documents(
        &self,
        name: &str,
        prefix: &str,
        skip: u64,
        take: usize,
    ) -> Result<Vec<String>, EngineError> {
        let handle = self.reducing(name)?;
        handle.index.reader().document_ids(prefix, skip, take).map_err(EngineError::Index)
    }

    /// The groups that these documents have members of, in the order of the documents.
    pub fn index_groups(&self, name: &str, documents: &[String]) -> Result<Vec<IndexGroup>, EngineError> {
        let handle = self.reducing(name)?;
        let reader = handle.index.reader();
        let wanted: HashSet<String> = documents.iter().map(|id| ids::key_of(id)).collect();
        let cancel = CancelToken::current();
        let mut reading =
            GroupReading { handle: &handle, reader: &reader, wanted, read: 0, listed: 0, cancel };
        let mut known = HashSet::new();
        let mut groups = Vec::new();
        for id in documents {
            for stored in reader.stored_texts_of(id).map_err(EngineError::Index)? {
                let Some((key, _)) = members::parts(&stored) else { continue };
                if known.insert(Group::of(key)) {
                    groups.extend(reading.group(key)?);
                }
            }
        }
        Ok(groups)
    }

    fn reducing(&self, name: &str) -> Result<Arc<IndexHandle>, EngineError> {
        let handle =
            self.indexes.get(name).ok_or_else(|| EngineError::UnknownIndex { index: name.to_owned() })?;
        match handle.reduces() {
            true => Ok(handle),
            false => Err(EngineError::IndexWithoutReduce { index: handle.name() }),
        }
    }
}

/// Reads groups within the limits of one answer.
struct GroupReading<'r> {
    handle: &'r IndexHandle,
    reader: &'r Reader,
    /// Keys of the requested documents.
    wanted: HashSet<String>,
    read: usize,
    listed: usize,
    cancel: CancelToken,
}

impl GroupReading<'_> {
    fn group(&mut self, key: &[u8]) -> Result<Option<IndexGroup>, EngineError> {
        let group = Group::of(key);
        let hits = self.reader.in_group(Role::Member, group).map_err(EngineError::Index)?;
        let result = self.reader.in_group(Role::Result, group).map_err(EngineError::Index)?;
        let result = result.first().map(|hit| self.reader.stored_text(hit)).transpose();
        let result = result.map_err(EngineError::Index)?.and_then(|(_, stored)| json_of(&stored));
        let how = match (&self.handle.definition, &self.handle.scripts) {
            (IndexDefinition::Grouped(index), _) => How::Sums(index.work.fields()),
            (_, Some(scripts)) => How::Scripts(scripts),
            _ => return Ok(None),
        };
        let one_page = hits.len() < MOST_AT_ONCE;
        let blocks =
            hits.chunk_by(|one, other| one_page || self.reader.block_of(one) == self.reader.block_of(other));
        let mut pages = Vec::new();
        for block in blocks {
            pages.push(self.page(&how, key, block)?);
        }
        Ok(Some(IndexGroup {
            number: group.number(),
            key: named_key(&how, key, result.as_ref()),
            members: hits.len(),
            result,
            pages,
        }))
    }

    fn page(&mut self, how: &How<'_>, key: &[u8], hits: &[Hit]) -> Result<GroupPage, EngineError> {
        let mut members = Vec::new();
        let mut all = Some(Folding::begin(how, key));
        for hit in hits {
            if self.cancel.is_cancelled() {
                return Err(EngineError::Cancelled);
            }
            if self.read == MOST_READ {
                all = None;
                break;
            }
            self.read += 1;
            let (document, stored) = self.reader.stored_text(hit).map_err(EngineError::Index)?;
            let value = members::parts(&stored).map(|(_, value)| value);
            all = match (all, value) {
                (Some(mut fold), Some(value)) => fold.add(value).is_ok().then_some(fold),
                _ => None,
            };
            let Some(value) = value else { continue };
            if self.listed < MOST_LISTED || self.wanted.contains(&ids::key_of(&document)) {
                self.listed += 1;
                members.push(GroupMember { data: member_data(how, key, value), document });
            }
        }
        // The order of the hits depends on which batches indexed the documents.
        members.sort_by(|left: &GroupMember, right| left.document.cmp(&right.document));
        Ok(GroupPage { reduction: all.and_then(|fold| fold.result().ok()).map(value_of), members })
    }
}

/// What a document contributes: the mapped fields, or for sums the result of this member alone.
fn member_data(how: &How<'_>, key: &[u8], value: &[u8]) -> Value {
    let of_sums = || {
        let mut one = Folding::begin(how, key);
        one.add(value).and_then(|()| one.result()).ok().map(value_of)
    };
    match how {
        How::Scripts(_) => json_of(value),
        How::Sums(_) => of_sums(),
    }
    .unwrap_or_default()
}

fn value_of(folded: Folded) -> Value {
    match folded {
        Folded::MappedItem(item) => json_of(&item.body).unwrap_or_default(),
        Folded::Members(members) => Value::Object(members),
    }
}

fn json_of(bytes: &[u8]) -> Option<Value> {
    serde_json::from_slice(bytes).ok()
}

/// A key of one value has no name of its own; it has that of the only field of the result that repeats it.
fn named_key(how: &How<'_>, key: &[u8], result: Option<&Value>) -> Value {
    let members = result.and_then(Value::as_object);
    if let How::Sums(fields) = how {
        let of = |name: String| {
            let value = members.and_then(|members| members.get(&name)).cloned();
            (name, value.unwrap_or_default())
        };
        return Value::Object(fields.keys().into_iter().map(|key| of(key.path)).collect());
    }
    let key = json_of(key).unwrap_or_default();
    if key.is_object() {
        return key;
    }
    let mut same = members.into_iter().flatten().filter(|(_, value)| **value == key);
    match (same.next(), same.next()) {
        (Some((name, _)), None) => Value::Object(Map::from_iter([(name.clone(), key)])),
        _ => key,
    }
}
