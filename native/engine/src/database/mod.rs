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
mod measure;
pub(crate) mod open;
mod order_items;
mod read;
pub(crate) mod revisions;
pub(crate) mod running_queries;
mod settings;
pub(crate) mod stats;
pub(crate) mod stream;
pub(crate) mod subscriptions;
pub(crate) mod time_series;
mod total_items;
mod write;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::JoinHandle;

use crossbeam_channel::Sender;
use parking_lot::Mutex;
use rookery_storage::IoMetrics;

pub use self::stats::{CollectionStats, DatabaseStats, IndexFiles, StorageReport};
use crate::base::changes::{ChangeReceiver, CounterChange, DocumentChange, IndexChange, TimeSeriesChange};
use crate::base::operations::Operations;
use crate::database::running_queries::RunningQueries;
use crate::error::EngineError;
use crate::indexes::registry::Indexes;
use crate::state::core::Core;
use crate::state::snapshot::Snapshot;
use crate::transaction::request::{Request, WriterQueue};

/// An open database. Cheap to share; every method may be called from any thread and may block on a disk.
pub struct Database {
    pub(crate) core: Arc<Core>,
    raft: Arc<crate::files::server_file::ServerFile>,
    writer: WriterQueue,
    threads: Mutex<Vec<JoinHandle<()>>>,
    pub(crate) indexes: Arc<Indexes>,
    pub(crate) queries: RunningQueries,
    /// Held while a row of a subscription is read, changed and written.
    subscriptions: Mutex<()>,
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

    /// Likewise for time series.
    pub fn subscribe_time_series_changes(&self) -> ChangeReceiver<TimeSeriesChange> {
        self.core.time_series_subscribers.subscribe()
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

    fn stop_threads(&self, last: impl FnOnce(&Core) -> Result<(), EngineError>) -> Result<(), EngineError> {
        if self.core.closing.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        self.indexes.close(&self.core);
        self.core.signal.call();
        self.core.sweep_alarm.ring();
        // The thread that waits for it ends. If it has a message already, that wakes it.
        let _ = self.core.rows_left_out.try_send(());
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
        self.core.time_series_subscribers.close();
        self.core.index_subscribers.close();
        self.core.operations.close();
        self.core.store.close();
        result
    }
}

impl Drop for Database {
    /// Without [`crate::Engine::close`] nothing is flushed: opening replays the journal.
    fn drop(&mut self) {
        let _ = self.stop_threads(|_| Ok(()));
    }
}
