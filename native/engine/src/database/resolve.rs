//! Decides what a batch of commands comes to: which ids, etags and change vectors, and whether it may happen at all.
//!
//! Works on the writer's private copy of the view. A batch that is refused leaves no trace in it.

use std::collections::HashMap;
use std::sync::Arc;

use super::prepared::{Outcome, Prepared};
use super::view::{self, Entry, Totals, View};
use crate::changes::{ChangeKind, DocumentChange};
use crate::command::{CommandResult, Expected};
use crate::date::{self, Ticks};
use crate::document::DocumentFlags;
use crate::error::EngineError;
use crate::ids::{self, IdChoice};
use crate::incoming;
use crate::stored::{EncodedBody, Parts, StoredValue, local_change_vector};

/// Where the resolver finds what is not in the view: the data file.
pub(crate) trait OldVersions {
    /// The document or tombstone of this key: etag, value, whether it is a tombstone.
    fn find(&self, key: &str) -> Result<Option<(i64, StoredValue, bool)>, EngineError>;
    /// The identity's value, 0 when it was never used.
    fn identity(&self, name: &str) -> Result<i64, EngineError>;
}

/// One request's effects, collected before they are let into the view.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    pub entries: Vec<Arc<Entry>>,
    pub identities: Vec<(Arc<str>, i64)>,
    pub outcomes: Vec<Outcome>,
}

/// Resolves requests one after the other, each seeing the ones before it.
pub(crate) struct Resolver<'a> {
    pub node_tag: &'a str,
    pub database_id: &'a str,
    pub view: View,
    pub old: &'a dyn OldVersions,
    pub now: Ticks,
}

impl Resolver<'_> {
    /// Resolves one request. On success its effects are in `self.view`; on failure nothing is.
    pub(crate) fn request(&mut self, commands: &[Prepared]) -> Result<Effects, EngineError> {
        let mut attempt = Attempt {
            effects: Effects { outcomes: Vec::with_capacity(commands.len()), ..Effects::default() },
            overlay: HashMap::new(),
            identities: HashMap::new(),
            totals: None,
            last_etag: self.view.last_etag,
        };
        for command in commands {
            let outcome = self.command(&mut attempt, command)?;
            attempt.effects.outcomes.push(outcome);
        }
        let Attempt { effects, totals, last_etag, .. } = attempt;
        for entry in &effects.entries {
            self.view.active.insert(entry.clone());
        }
        for (name, value) in &effects.identities {
            self.view.active.identities.insert(name.clone(), *value);
        }
        if let Some(totals) = totals {
            self.view.totals = Arc::new(totals);
        }
        self.view.last_etag = last_etag;
        Ok(effects)
    }

    fn command(&self, attempt: &mut Attempt, command: &Prepared) -> Result<Outcome, EngineError> {
        match command {
            Prepared::Put { id, body, encoded, collection, collection_key, archive_at, expected } => {
                let etag = attempt.last_etag + 1;
                let id = match id {
                    IdChoice::Given(id) => id.clone(),
                    IdChoice::Numbered(prefix) => format!("{prefix}{etag:019}-{}", self.node_tag),
                    IdChoice::Identity(name) => {
                        let number = self.next_identity(attempt, name)?;
                        format!("{}/{number}", name.trim_end_matches('|'))
                    }
                };
                ids::check(&id)?;
                let key = ids::key_of(&id);
                let old = self.old_version(attempt, &key)?;
                let found = old.as_ref().filter(|old| !old.deleted);
                self.expect("Put", &id, expected, found)?;
                let mut parts = Parts {
                    id: &id,
                    collection,
                    node_tag: self.node_tag,
                    flags: DocumentFlags::default(),
                    last_modified: self.now,
                    archive_at: *archive_at,
                };
                let mut encoded = encoded.clone();
                if let Some(found) = found {
                    let current = found.value.collection();
                    if !ids::same_ignoring_case(current, collection) {
                        return Err(EngineError::CollectionMismatch {
                            id,
                            current: current.to_owned(),
                            requested: collection.clone(),
                        });
                    }
                    if found.value.flags().contains(DocumentFlags::ARCHIVED) {
                        // As a real server does: an archived document stays archived when it is saved again.
                        let refuse = |reason| EngineError::BadDocument { id: id.clone(), reason };
                        let body =
                            incoming::still_archived(body).map_err(|error| refuse(error.to_string()))?;
                        encoded = EncodedBody::new(&body, true).map_err(refuse)?;
                        parts.flags = parts.flags.with(DocumentFlags::ARCHIVED);
                    }
                }
                let known = attempt.totals(self).get(collection_key).map(|totals| totals.name.clone());
                let collection = known.unwrap_or_else(|| collection.clone());
                parts.collection = &collection;
                let flags = parts.flags;
                let value = StoredValue::build(&parts, &encoded);
                attempt.add(self, Change { etag, key, collection_key, value, deleted: false }, old);
                Ok(Outcome::Document(CommandResult::Put {
                    id,
                    collection,
                    etag,
                    change_vector: local_change_vector(self.node_tag, etag, self.database_id),
                    last_modified: date::from_ticks(self.now),
                    flags,
                }))
            }
            Prepared::Delete { id, expected } => {
                let key = ids::key_of(id);
                let old = self.old_version(attempt, &key)?;
                let found = old.as_ref().filter(|old| !old.deleted);
                self.expect_delete(id, expected, found)?;
                let Some(found) = found else {
                    return Ok(Outcome::Document(CommandResult::Delete {
                        id: id.clone(),
                        deleted: false,
                        change_vector: None,
                    }));
                };
                let etag = attempt.last_etag + 1;
                let value = StoredValue::build(
                    &Parts {
                        id: found.value.id(),
                        collection: found.value.collection(),
                        node_tag: self.node_tag,
                        flags: found.value.flags(),
                        last_modified: self.now,
                        archive_at: None,
                    },
                    &EncodedBody::empty(),
                );
                let collection_key = ids::key_of(value.collection());
                let change = Change { etag, key, collection_key: &collection_key, value, deleted: true };
                attempt.add(self, change, old);
                Ok(Outcome::Document(CommandResult::Delete {
                    id: id.clone(),
                    deleted: true,
                    change_vector: Some(local_change_vector(self.node_tag, etag, self.database_id)),
                }))
            }
            Prepared::Archive { id, etag: seen, encoded, .. } => {
                let key = ids::key_of(id);
                let old = self.old_version(attempt, &key)?;
                let Some(found) = old.as_ref().filter(|old| !old.deleted && old.etag == *seen) else {
                    return Ok(Outcome::Archived(false));
                };
                let value = StoredValue::build(
                    &Parts {
                        id: found.value.id(),
                        collection: found.value.collection(),
                        node_tag: self.node_tag,
                        flags: found.value.flags().with(DocumentFlags::ARCHIVED),
                        last_modified: self.now,
                        archive_at: None,
                    },
                    encoded,
                );
                let etag = attempt.last_etag + 1;
                let collection_key = ids::key_of(value.collection());
                let change = Change { etag, key, collection_key: &collection_key, value, deleted: false };
                attempt.add(self, change, old);
                Ok(Outcome::Archived(true))
            }
            Prepared::NextIdentity { name } => Ok(Outcome::Identity(self.next_identity(attempt, name)?)),
        }
    }

    fn next_identity(&self, attempt: &mut Attempt, name: &str) -> Result<i64, EngineError> {
        let key = ids::key_of(name);
        let current = match attempt.identities.get(&key) {
            Some(value) => *value,
            None => match self.view.active.identities.get(key.as_str()) {
                Some(value) => *value,
                None => match self.view.frozen.identities.get(key.as_str()) {
                    Some(value) => *value,
                    None => self.old.identity(&key)?,
                },
            },
        };
        attempt.effects.identities.push((Arc::from(key.as_str()), current + 1));
        attempt.identities.insert(key, current + 1);
        Ok(current + 1)
    }

    fn old_version(&self, attempt: &Attempt, key: &str) -> Result<Option<Old>, EngineError> {
        if let Some(entry) = attempt.overlay.get(key).or_else(|| self.view.entry(key)) {
            return Ok(Some(Old { etag: entry.etag, value: entry.value.clone(), deleted: entry.deleted }));
        }
        Ok(self.old.find(key)?.map(|(etag, value, deleted)| Old { etag, value, deleted }))
    }

    fn expect(
        &self,
        operation: &'static str,
        id: &str,
        expected: &Expected,
        found: Option<&Old>,
    ) -> Result<(), EngineError> {
        let actual = || found.map(|old| old.value.change_vector(old.etag, self.database_id));
        let conflict = |expected: &str, actual| {
            Err(EngineError::Concurrency {
                id: id.to_owned(),
                operation,
                expected: expected.to_owned(),
                actual,
            })
        };
        match expected {
            Expected::Any => Ok(()),
            Expected::MustNotExist if found.is_none() => Ok(()),
            Expected::MustNotExist => conflict("", actual()),
            Expected::ChangeVector(vector) => match actual() {
                Some(actual) if actual == *vector => Ok(()),
                actual => conflict(vector, actual),
            },
        }
    }

    fn expect_delete(&self, id: &str, expected: &Expected, found: Option<&Old>) -> Result<(), EngineError> {
        // Deleting what must not be there can never be right, whether it is there or not.
        if *expected == Expected::MustNotExist {
            return Err(EngineError::Concurrency {
                id: id.to_owned(),
                operation: "Delete",
                expected: String::new(),
                actual: found.map(|old| old.value.change_vector(old.etag, self.database_id)),
            });
        }
        self.expect("Delete", id, expected, found)
    }
}

struct Old {
    etag: i64,
    value: StoredValue,
    deleted: bool,
}

struct Attempt {
    effects: Effects,
    /// This request's own changes by key.
    overlay: HashMap<Arc<str>, Arc<Entry>>,
    identities: HashMap<String, i64>,
    /// A copy made at the first change, so that a refused request leaves the view's totals alone.
    totals: Option<Totals>,
    last_etag: i64,
}

impl Attempt {
    fn totals(&mut self, resolver: &Resolver<'_>) -> &mut Totals {
        self.totals.get_or_insert_with(|| (*resolver.view.totals).clone())
    }

    fn add(&mut self, resolver: &Resolver<'_>, change: Change<'_>, old: Option<Old>) {
        let Change { etag, key, collection_key, value, deleted } = change;
        let key: Arc<str> = Arc::from(key);
        let entry = Arc::new(Entry { etag, key: key.clone(), value, deleted });
        let old = old.as_ref().map(|old| (&old.value, old.deleted));
        view::count(self.totals(resolver), old, &entry, collection_key);
        self.overlay.insert(key, entry.clone());
        self.effects.entries.push(entry);
        self.last_etag = etag;
    }
}

struct Change<'a> {
    etag: i64,
    key: String,
    collection_key: &'a str,
    value: StoredValue,
    deleted: bool,
}

impl Entry {
    /// What subscribers are told about this change.
    pub(crate) fn to_change(&self, database_id: &str) -> DocumentChange {
        DocumentChange {
            kind: if self.deleted { ChangeKind::Delete } else { ChangeKind::Put },
            id: self.value.id().to_owned(),
            collection: self.value.collection().to_owned(),
            change_vector: self.value.change_vector(self.etag, database_id),
        }
    }
}
