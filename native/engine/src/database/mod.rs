//! One database: reads from a snapshot, writes through one writer thread, flushes and archives in the
//! background.
//!
//! Threads: `rk-writer:…` decides, `rk-journal:…` makes it durable, it or `rk-publish:…` publishes and
//! replies, `rk-flush:…` moves changes to the data file, `rk-sweep:…` archives, expires and refreshes what is
//! due, `rk-train:…` trains compression dictionaries. Any other thread may read or wait for the writer.

pub(crate) mod attachments;
pub(crate) mod backup;
pub(crate) mod compare_exchange;
pub(crate) mod compression_stats;
pub(crate) mod counters;
pub(crate) mod dump;
pub(crate) mod hilo;
pub(crate) mod identities;
pub(crate) mod indexes;
pub(crate) mod large_documents;
pub(crate) mod maintenance;
pub(crate) mod open;
pub(crate) mod revisions;
pub(crate) mod running_queries;
pub(crate) mod stats;
pub(crate) mod stream;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;

use crossbeam_channel::Sender;
use parking_lot::Mutex;
use serde_json::Value;

use crate::base::changes::{ChangeReceiver, CounterChange, DocumentChange, IndexChange};
use crate::base::operations::Operations;
use crate::database::running_queries::RunningQueries;
use crate::document::Document;
use crate::error::EngineError;
use crate::extensions::revisions::rows::Count;
use crate::files::settings::{DataArchival, DocumentsCompression};
use crate::indexes::handle::IndexHandle;
use crate::indexes::registry::Indexes;
use crate::state::prefix_query::PrefixQuery;
use crate::transaction::command::{Command, CommandResult};
use crate::transaction::patch_runs::PatchRun;
use crate::transaction::prepared::PreparedBatch;
use crate::transaction::prepared::{Outcome, Prepared, Preparer};
use crate::transaction::request::{Answer, Request, WriterQueue};
use rookery_storage::{IoMetrics, folder_size};

pub use self::stats::{CollectionStats, DatabaseStats, IndexFiles, StorageReport};
use crate::state::core::Core;
use crate::state::health::Health;
use crate::state::snapshot::Snapshot;
use crate::store::totals::CollectionTotals;

/// An open database. Cheap to share; every method may be called from any thread and may block on a disk.
pub struct Database {
    pub(crate) core: Arc<Core>,
    raft: Arc<crate::files::server_file::ServerFile>,
    writer: WriterQueue,
    threads: Mutex<Vec<JoinHandle<()>>>,
    pub(crate) indexes: Arc<Indexes>,
    pub(crate) queries: RunningQueries,
}

impl std::fmt::Debug for Database {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Database").field("name", &self.core.name).field("id", &self.core.id).finish()
    }
}

impl Database {
    /// The name as given at creation.
    pub fn name(&self) -> &str {
        &self.core.name
    }

    /// The id change vectors carry: 22 characters.
    pub fn id(&self) -> &str {
        &self.core.id
    }

    /// The folder its files are in.
    pub fn folder(&self) -> &Path {
        &self.core.folder
    }

    /// The document with this id (case is ignored).
    pub fn get(&self, id: &str) -> Result<Option<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        snapshot.document(id)?.map(|row| snapshot.to_document(row)).transpose()
    }

    /// Documents with these ids, in the order of `ids`, all from one snapshot.
    pub fn get_many(&self, ids: &[&str]) -> Result<Vec<Option<Document>>, EngineError> {
        let snapshot = self.snapshot()?;
        let one = |id: &&str| snapshot.document(id)?.map(|row| snapshot.to_document(row)).transpose();
        ids.iter().map(one).collect()
    }

    /// Documents, newest change first.
    pub fn newest(&self, start: u64, take: u64) -> Result<Vec<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        snapshot.page(start, take, |visit| snapshot.newest(visit))
    }

    /// Documents with this etag or a greater one, oldest change first.
    pub fn from_etag(&self, etag: i64, start: u64, take: u64) -> Result<Vec<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        snapshot.page(start, take, |visit| snapshot.oldest_from(etag, visit))
    }

    /// Documents whose id has a prefix, in id order.
    pub fn by_prefix(&self, query: &PrefixQuery) -> Result<Vec<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        snapshot.by_prefix(query)?.into_iter().map(|row| snapshot.to_document(row)).collect()
    }

    /// A collection's documents, newest change first. An unknown collection is empty.
    pub fn collection_newest(
        &self,
        collection: &str,
        start: u64,
        take: u64,
    ) -> Result<Vec<Document>, EngineError> {
        let snapshot = self.snapshot()?;
        snapshot.page(start, take, |visit| snapshot.collection_newest(collection, visit))
    }

    /// The collections that have or had documents, by name.
    pub fn collections(&self) -> Result<Vec<CollectionStats>, EngineError> {
        let snapshot = self.snapshot()?;
        let revisions: HashMap<String, Count> = snapshot.revision_counts()?.into_iter().collect();
        let stats = snapshot.view.totals.iter().map(|(key, totals)| CollectionStats {
            revisions: revisions.get(key).map_or(0, |count| count.revisions),
            revisions_size: revisions.get(key).map_or(0, |count| count.bytes),
            name: totals.name.clone(),
            documents: totals.documents,
            documents_size: totals.bytes,
            tombstones: totals.tombstones,
            tombstones_size: totals.tombstone_bytes,
            last_etag: totals.last_etag,
            last_change_vector: self.local_change_vector(totals.last_etag),
        });
        Ok(stats.collect())
    }

    /// Commits the whole of `batch` or nothing of it; durable when it returns.
    pub fn execute(&self, batch: Vec<Command>) -> Result<Vec<CommandResult>, EngineError> {
        let prepared = self.prepare(batch)?;
        if prepared.is_empty() {
            return Ok(Vec::new());
        }
        Ok(results_of(self.submit_and_wait(prepared)?))
    }

    /// Like [`Database::execute`], without waiting: `done` is called on one of the database's threads as soon
    /// as the batch is durable or rejected, and must not block. It is not called when this fails.
    pub fn submit(
        &self,
        batch: Vec<Command>,
        done: impl FnOnce(Result<Vec<CommandResult>, EngineError>) + Send + 'static,
    ) -> Result<(), EngineError> {
        let prepared = self.prepare(batch)?;
        self.send(prepared, true, move |answer| done(answer.map(results_of)))
    }

    /// Checks and encodes a batch, which is most of the work of saving on the caller's thread. Batches can be
    /// prepared in parallel and then submitted in order.
    pub fn prepare_batch(&self, batch: Vec<Command>) -> Result<PreparedBatch, EngineError> {
        self.prepare(batch).map(PreparedBatch)
    }

    /// Like [`Database::submit`] for callers that need no results, such as a bulk insert: the results of the
    /// commands are not computed.
    pub fn submit_quietly(
        &self,
        batch: PreparedBatch,
        done: impl FnOnce(Result<(), EngineError>) + Send + 'static,
    ) -> Result<(), EngineError> {
        self.send(batch.0, false, move |answer| done(answer.map(|_| ())))
    }

    /// The results that [`Database::execute`] would return, without saving anything.
    pub fn test(&self, batch: Vec<Command>) -> Result<Vec<CommandResult>, EngineError> {
        crate::transaction::patch_runs::test(&self.core, self.prepare(batch)?).map(results_of)
    }

    /// Counts, positions, sizes and health.
    pub fn stats(&self) -> Result<DatabaseStats, EngineError> {
        let identities = self.core.identities()?.len() as u64;
        let snapshot = self.snapshot()?;
        let (attachments, unique_attachments) = snapshot.attachment_totals()?;
        let documents_with_counters = snapshot.documents_with_counters()?;
        let compare_exchange = snapshot.count_of_exchanges()?;
        let revisions = snapshot.revision_counts()?.iter().map(|(_, count)| count.revisions).sum();
        let view = snapshot.view;
        let failures = self.core.failures.lock().clone();
        let pending_writes = self.writer.len() as u64;
        Ok(DatabaseStats {
            documents: view.documents(),
            tombstones: view.tombstones(),
            revisions,
            collections: view.totals.len() as u64,
            identities,
            attachments,
            unique_attachments,
            documents_with_counters,
            compare_exchange,
            last_etag: view.last_etag,
            change_vector: self.local_change_vector(view.last_etag),
            size_on_disk: crate::files::journals_path::size_on_disk(
                &*self.core.disk,
                &self.core.file.contents(),
                &self.core.folder,
            ),
            health: self.health(),
            pending_writes,
            unflushed_documents: (view.active.len() + view.frozen.len()) as u64,
            unflushed_bytes: (view.active.bytes + view.frozen.bytes) as u64,
            archive_failure: failures.archive,
            expiration_failure: failures.expiration,
            refresh_failure: failures.refresh,
            tombstone_failure: failures.tombstones,
            compare_exchange_failure: failures.compare_exchange,
            recovery: self.core.recovery.clone(),
        })
    }

    /// Whether writes are accepted, and if not, why.
    pub fn health(&self) -> Health {
        self.core.health()
    }

    /// Whether it accepts calls: neither closed nor closing.
    pub fn is_open(&self) -> bool {
        self.check_open().is_ok()
    }

    /// The record of the disk operations of its files.
    pub fn io(&self) -> Arc<IoMetrics> {
        self.core.metrics.clone()
    }

    /// Moves everything acknowledged so far to the data file and syncs it.
    pub fn flush_and_sync(&self) -> Result<(), EngineError> {
        self.check_open()?;
        self.core.flush_all()
    }

    /// Disk usage by file and table. Walks every table: for on-demand requests, not for polling.
    pub fn storage_report(&self) -> Result<StorageReport, EngineError> {
        self.check_open()?;
        let (data_file, tables) = self.core.store.report()?;
        Ok(StorageReport {
            path: self.core.folder.clone(),
            data_file,
            journals: self.core.pool.report(),
            tables,
            indexes: self.index_files(),
        })
    }

    /// The files of the indexes, by name.
    fn index_files(&self) -> Vec<IndexFiles> {
        let size = |folder: &Path| folder_size(&*self.core.disk, folder);
        let files = |handle: Arc<IndexHandle>| IndexFiles {
            name: handle.name(),
            allocated: size(handle.index.folder()),
        };
        self.indexes.all().into_iter().map(files).collect()
    }

    /// The compression setting, `None` when it was never set.
    pub fn documents_compression(&self) -> Option<DocumentsCompression> {
        self.core.file.documents_compression()
    }

    /// Changes the compression setting; it holds for documents written from now on.
    pub fn set_documents_compression(&self, settings: DocumentsCompression) -> Result<(), EngineError> {
        self.set("DocumentsCompression", serde_json::to_value(settings))
    }

    /// The archival setting, `None` when it was never set.
    pub fn data_archival(&self) -> Option<DataArchival> {
        self.core.file.data_archival()
    }

    /// Changes the archival setting.
    pub fn set_data_archival(&self, settings: DataArchival) -> Result<(), EngineError> {
        settings.check()?;
        self.set("DataArchival", serde_json::to_value(settings))?;
        self.core.sweep_alarm.ring();
        Ok(())
    }

    /// Its long-running work.
    pub fn operations(&self) -> &Operations {
        &self.core.operations
    }

    /// Subscribes to all changes from now on, in order. A receiver that is not read for too long is dropped.
    pub fn subscribe_changes(&self) -> ChangeReceiver<DocumentChange> {
        self.core.subscribers.subscribe()
    }

    /// Like [`Database::subscribe_changes`], for counters.
    pub fn subscribe_counter_changes(&self) -> ChangeReceiver<CounterChange> {
        self.core.counter_subscribers.subscribe()
    }

    /// Likewise for indexes.
    pub fn subscribe_index_changes(&self) -> ChangeReceiver<IndexChange> {
        self.core.index_subscribers.subscribe()
    }

    /// Flushes and closes the files. Later calls return [`EngineError::Closed`].
    pub(crate) fn close(&self) -> Result<(), EngineError> {
        self.stop_threads(|core| core.flush_all())
    }

    pub(crate) fn snapshot(&self) -> Result<Snapshot, EngineError> {
        self.check_open()?;
        self.core.snapshot()
    }

    fn submit_and_wait(&self, commands: Vec<Prepared>) -> Result<Vec<Outcome>, EngineError> {
        let (sender, answer) = crossbeam_channel::bounded(1);
        // The receiver waits for it below.
        self.send(commands, true, move |answer| drop(sender.send(answer)))?;
        answer.recv().map_err(|_| self.internal("the writer thread ended before it answered"))?
    }

    /// Sends commands to the writer; those with scripts through the script pool.
    fn send(
        &self,
        commands: Vec<Prepared>,
        outcomes: bool,
        reply: impl FnOnce(Answer) + Send + 'static,
    ) -> Result<(), EngineError> {
        if crate::transaction::patch_runs::has_patches(&commands) {
            PatchRun::start(self.core.clone(), self.writer.clone(), commands, outcomes, reply);
            return Ok(());
        }
        self.writer.send(Request::new(commands, outcomes, reply))
    }

    fn prepare(&self, batch: Vec<Command>) -> Result<Vec<Prepared>, EngineError> {
        self.check_open()?;
        let settings = self.core.file.documents_compression();
        let revisions = self.core.file.revisions();
        let mut preparer = Preparer::new(
            &self.core.node_tag,
            &self.core.compression,
            settings.as_ref(),
            revisions.as_deref(),
        );
        // Not collected into a `Result`, whose size hint is 0.
        let mut prepared = Vec::with_capacity(batch.len());
        for command in batch {
            prepared.push(Prepared::from_command(command, &mut preparer)?);
        }
        Ok(prepared)
    }

    fn sender(&self) -> Result<Sender<Request>, EngineError> {
        self.writer.sender()
    }

    pub(crate) fn check_open(&self) -> Result<(), EngineError> {
        if self.core.closing.load(Ordering::Acquire) { Err(self.core.closed()) } else { Ok(()) }
    }

    fn internal(&self, what: &str) -> EngineError {
        EngineError::Internal { database: self.core.name.clone(), what: what.to_owned() }
    }

    fn local_change_vector(&self, etag: i64) -> String {
        match etag {
            0 => String::new(),
            etag => crate::document::stored::local_change_vector(&self.core.node_tag, etag, &self.core.id),
        }
    }

    pub(crate) fn set(
        &self,
        member: &str,
        value: Result<Value, serde_json::Error>,
    ) -> Result<(), EngineError> {
        self.check_open()?;
        let value = value.map_err(|error| self.internal(&error.to_string()))?;
        let etag = self.raft.next_index()?;
        self.core.file.update(etag, |contents| {
            contents.record.insert(member.to_owned(), value);
            Ok(())
        })
    }

    fn stop_threads(&self, last: impl FnOnce(&Core) -> Result<(), EngineError>) -> Result<(), EngineError> {
        if self.core.closing.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        self.indexes.close(&self.core);
        self.core.sweep_alarm.ring();
        self.core.compression.close();
        self.writer.close();
        let threads = std::mem::take(&mut *self.threads.lock());
        let (flush, others): (Vec<_>, Vec<_>) = threads
            .into_iter()
            .partition(|thread| thread.thread().name().is_some_and(|name| name.starts_with("rk-flush")));
        for thread in others {
            // A thread that panicked has printed it on stderr; its work is lost either way.
            let _ = thread.join();
        }
        let result = last(&self.core);
        self.core.flush.stop();
        for thread in flush {
            let _ = thread.join();
        }
        self.core.subscribers.close();
        self.core.counter_subscribers.close();
        self.core.index_subscribers.close();
        self.core.operations.close();
        self.core.store.close();
        result
    }
}

fn results_of(outcomes: Vec<Outcome>) -> Vec<CommandResult> {
    let results = outcomes.into_iter().filter_map(|outcome| match outcome {
        Outcome::Document(result) => Some(result),
        Outcome::Unwanted
        | Outcome::RevisedBeforeSave
        | Outcome::Removed(_)
        | Outcome::Reverted(_)
        | Outcome::Imported(_)
        | Outcome::Swept(_)
        | Outcome::Identity(_)
        | Outcome::Dictionary(_)
        | Outcome::Exchanged(_)
        | Outcome::Cluster(_)
        | Outcome::Recoded(_) => None,
    });
    results.collect()
}

impl Drop for Database {
    /// Without [`crate::Engine::close`] nothing is flushed: opening replays the journal.
    fn drop(&mut self) {
        let _ = self.stop_threads(|_| Ok(()));
    }
}
