//! Resolves a batch of commands: ids, etags and change vectors, and whether it is accepted.
//!
//! Based on what is published and what was decided before it. A rejected batch has no effect. One file per
//! kind of command; they share [`Transaction`].

pub(crate) mod attachments;
pub(crate) mod change_revisions;
pub(crate) mod cluster;
pub(crate) mod cluster_requests;
pub(crate) mod compare_exchange;
pub(crate) mod contents;
pub(crate) mod counter_rows;
pub(crate) mod counter_writer;
pub(crate) mod counters;
pub(crate) mod delete;
pub(crate) mod dictionary;
pub(crate) mod document_extensions;
pub(crate) mod due;
pub(crate) mod expect;
pub(crate) mod force_revision;
pub(crate) mod forget;
pub(crate) mod import;
mod item_changes;
pub(crate) mod patch;
pub(crate) mod put;
pub(crate) mod recode;
pub(crate) mod reruns;
pub(crate) mod revert;
mod revert_extensions;
mod revision_body;
pub(crate) mod revisions;
pub(crate) mod script_host;
mod script_series;
pub(crate) mod side_totals;
pub(crate) mod sweep;
pub(crate) mod time_series;
pub(crate) mod touched;
pub(crate) mod transaction;
pub(crate) mod validate_run;

use crate::state::collection_changes;
use crate::state::committed_reader::CommittedReader;
use crate::store::side_table::SideTable;
use std::sync::Arc;

use self::reruns::Reruns;
use self::transaction::Transaction;
use super::pending::Pending;
use super::prepared::{Outcome, Prepared};
use crate::base::changes::{ChangeKind, CounterChange, DocumentChange, TimeSeriesChange};
use crate::document::compression::Compression;
use crate::document::date;
use crate::document::date::Ticks;
use crate::document::stored::{StoredValue, local_change_vector};
use crate::error::EngineError;
use crate::extensions::compare_exchange::ClusterIds;
use crate::extensions::revisions::RevisionsConfiguration;
use crate::state::core::Core;
use crate::state::script_numbers::ScriptNumbers;
use crate::state::view::View;
use crate::store::mem_table::Entry;
use crate::store::side_table::SideChange;
use crate::store::totals::Totals;

/// How patch scripts run.
pub(crate) enum Scripts<'a> {
    /// Off the writer: on the calling thread; records what they read and do.
    Record {
        /// For generated ids.
        numbers: &'a ScriptNumbers,
    },
    /// On the writer: applies the recorded effects. Fast scripts are run again on another thread.
    Apply {
        /// Runs them.
        reruns: &'a Reruns,
    },
}

/// The effects of one request, in the order they were decided.
#[derive(Debug, Default)]
pub(crate) struct WriteSet {
    pub entries: Vec<Arc<Entry>>,
    pub identities: Vec<(Arc<str>, i64)>,
    pub side: Vec<SideChange>,
    /// Changed counters, for subscribers.
    pub counters: Vec<CounterChange>,
    /// Changed time series, for subscribers.
    pub time_series: Vec<TimeSeriesChange>,
    /// Recoded documents, with the etag they keep.
    pub recoded: Vec<(i64, StoredValue)>,
    /// Removed tombstones: etag, and the id's key.
    pub forgotten: Vec<(i64, Arc<str>)>,
    /// The greatest etag assigned so far.
    pub last_etag: i64,
    pub outcomes: Vec<Outcome>,
}

impl WriteSet {
    /// Whether there is anything to write.
    pub(crate) fn change_something(&self) -> bool {
        !(self.entries.is_empty()
            && self.identities.is_empty()
            && self.side.is_empty()
            && self.recoded.is_empty()
            && self.forgotten.is_empty())
    }
}

/// Resolves requests one after the other, each seeing the ones before it.
pub(crate) struct Resolver<'a> {
    pub node_tag: &'a str,
    pub database_id: &'a str,
    pub compression: &'a Compression,
    pub now: Ticks,
    /// The published state.
    pub view: &'a View,
    /// What earlier groups decided and may not yet be published, oldest first.
    pub earlier: &'a [Arc<Pending>],
    pub old: &'a dyn CommittedReader,
    /// What this group decided.
    pub group: Pending,
    /// Totals and last etag including all of that.
    pub totals: Arc<Totals>,
    pub last_etag: i64,
    pub revisions: Option<&'a RevisionsConfiguration>,
    /// Revisions are stored compressed, regardless of their documents.
    pub compress_revisions: bool,
    pub scripts: Scripts<'a>,
}

impl<'a> Resolver<'a> {
    /// The decoded row, or the error with the data file's path.
    fn intact<T>(&self, row: Result<T, String>) -> Result<T, EngineError> {
        row.map_err(|reason| self.damaged(reason))
    }

    /// The error for a damaged row.
    fn damaged(&self, reason: String) -> EngineError {
        EngineError::corrupt(self.old.path(), reason)
    }

    /// On top of the published state and of what was decided since.
    pub(crate) fn new(
        core: &'a Core,
        view: &'a View,
        earlier: &'a [Arc<Pending>],
        old: &'a dyn CommittedReader,
        revisions: Option<&'a RevisionsConfiguration>,
        scripts: Scripts<'a>,
    ) -> Self {
        Self {
            node_tag: &core.node_tag,
            database_id: &core.id,
            compression: &core.compression,
            now: date::to_ticks(core.clock.now()),
            view,
            earlier,
            old,
            group: Pending::default(),
            totals: view.totals.clone(),
            last_etag: view.last_etag,
            revisions,
            compress_revisions: revisions.is_some() && core.file.compresses_revisions(),
            scripts,
        }
    }

    /// Resolves one request. On success its effects are in `self.group`; on failure nothing is.
    pub(crate) fn request(
        &mut self,
        commands: Vec<Prepared>,
        outcomes: bool,
    ) -> Result<WriteSet, EngineError> {
        let mut transaction = Transaction::new(self, commands.len(), outcomes);
        for command in commands {
            let outcome = self.command(&mut transaction, command)?;
            if outcomes {
                transaction.write_set.outcomes.push(outcome);
            }
        }
        self.finish(&mut transaction)?;
        contents::remove_unused(&mut transaction)?;
        let (write_set, own, totals) = transaction.succeed();
        self.group.absorb(own);
        self.totals = totals;
        self.last_etag = write_set.last_etag;
        Ok(write_set)
    }

    /// Resolves a request without effect, so that its scripts run; patches record what their scripts read and
    /// do. With `whole` returns the outcomes of all commands, else stops after the last patch.
    pub(crate) fn run_scripts(
        &self,
        commands: &mut [Prepared],
        whole: bool,
    ) -> Result<Vec<Outcome>, EngineError> {
        let is_patch = |command: &Prepared| matches!(command, Prepared::Patch(_));
        let count = match whole {
            true => commands.len(),
            false => commands.iter().rposition(is_patch).map_or(0, |last| last + 1),
        };
        let mut transaction = Transaction::new(self, count, true);
        for command in &mut commands[..count] {
            let outcome = match command {
                Prepared::Patch(prepared) => self.patch(&mut transaction, prepared)?,
                other => self.command(&mut transaction, other.clone())?,
            };
            transaction.write_set.outcomes.push(outcome);
        }
        if whole {
            self.finish(&mut transaction)?;
        }
        Ok(transaction.write_set.outcomes)
    }

    fn command(&self, transaction: &mut Transaction<'_>, command: Prepared) -> Result<Outcome, EngineError> {
        let extended = self
            .revisions
            .and_then(|_| command.extended_document())
            .filter(|document| !transaction.is_touched(document));
        let outcome = self.effect(transaction, command)?;
        if let Some(document) = extended {
            self.save_revised(transaction, &document)?;
        }
        Ok(outcome)
    }

    fn effect(&self, transaction: &mut Transaction<'_>, command: Prepared) -> Result<Outcome, EngineError> {
        match command {
            Prepared::Put(put) => self.put(transaction, put),
            Prepared::Delete { id, expected } => self.delete(transaction, &id, &expected),
            Prepared::Archive { id, etag, encoded, .. } => self.swept(transaction, &id, etag, &encoded, true),
            Prepared::Refresh { id, etag, encoded, .. } => {
                self.swept(transaction, &id, etag, &encoded, false)
            }
            Prepared::Expire { id, etag } => self.expire(transaction, &id, etag),
            Prepared::Forget { key, etag } => self.forget(transaction, &key, etag),
            Prepared::ForgetCollectionChanges { etags } => {
                for etag in etags {
                    transaction.set_side(SideTable::CollectionChanges, &collection_changes::key(etag), None);
                }
                Ok(Outcome::Unwanted)
            }
            Prepared::Recode { id, etag, encoded } => self.recode(transaction, &id, etag, &encoded),
            Prepared::RecodeRevision { id_key, etag, encoded } => {
                self.recode_revision(transaction, &id_key, etag, &encoded)
            }
            Prepared::Dictionary(candidate) => self.dictionary(transaction, &candidate),
            Prepared::AttachmentPut(put) => self.attachment_put(transaction, &put),
            Prepared::AttachmentDelete { place, expected } => {
                self.attachment_delete(transaction, &place, &expected)
            }
            Prepared::AttachmentCopy { from, to } => self.attachment_copy(transaction, &from, &to),
            Prepared::AttachmentMove { from, to, expected } => {
                self.attachment_move(transaction, &from, &to, &expected)
            }
            Prepared::DeletePrefixed { prefix } => self.delete_prefixed(transaction, &prefix),
            Prepared::ForceRevision { id, before_save } => self.force_revision(transaction, &id, before_save),
            Prepared::Counters(prepared) => self.counters(transaction, &prepared),
            Prepared::TimeSeries(prepared) => self.time_series(transaction, &prepared),
            Prepared::TimeSeriesCopy(prepared) => self.time_series_copy(transaction, &prepared),
            Prepared::Patch(mut prepared) => self.patch(transaction, &mut prepared),
            Prepared::ImportDocument(import) => self.import_document(transaction, *import),
            Prepared::ImportRevision(import) => self.import_revision(transaction, &import),
            Prepared::ImportCounters(import) => self.import_counters(transaction, &import),
            Prepared::ImportTimeSeries(import) => self.import_time_series(transaction, &import),
            Prepared::RemoveRevisions { id_key, etags, unmark } => {
                self.remove_revisions(transaction, &id_key, &etags, unmark)
            }
            Prepared::Revert { id_key, etag } => self.revert(transaction, &id_key, etag),
            Prepared::Exchange { exchange, index, request_id } => {
                self.exchange(transaction, exchange, index, request_id.as_deref())
            }
            Prepared::ImportExchange { exchange, index } => {
                self.import_exchange(transaction, exchange, index)
            }
            Prepared::ExpireExchange { row, index } => self.expire_exchange(transaction, &row, index),
            Prepared::Cluster(cluster) => self.cluster(transaction, *cluster),
            Prepared::Subscription(rows) => {
                for (key, value) in rows {
                    transaction.set_side(SideTable::Subscriptions, &key, value);
                }
                Ok(Outcome::Subscribed)
            }
            Prepared::NextIdentity { name } => Ok(Outcome::Identity(transaction.next_identity(&name)?)),
            Prepared::SeedIdentity { name, value, force } => {
                let current = transaction.identity(&name)?;
                let value = if force { value } else { current.max(value) };
                if value != current {
                    transaction.set_identity(&name, value);
                }
                Ok(Outcome::Identity(value))
            }
        }
    }

    /// The ids in the change vectors of cluster-wide transactions.
    pub(crate) fn cluster_ids(&self) -> ClusterIds {
        ClusterIds::of(self.database_id)
    }

    /// The change vector of a change this node makes.
    fn change_vector(&self, etag: i64) -> String {
        local_change_vector(self.node_tag, etag, self.database_id)
    }
}

impl Entry {
    /// The event for subscribers.
    pub(crate) fn to_change(&self, database_id: &str) -> DocumentChange {
        DocumentChange {
            kind: if self.deleted { ChangeKind::Delete } else { ChangeKind::Put },
            id: self.value.id().to_owned(),
            collection: self.value.collection().to_owned(),
            change_vector: self.value.change_vector(self.etag, database_id),
        }
    }
}
