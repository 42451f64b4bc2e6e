//! Opens a database: data file, journal replay, threads.

use crate::files::journals_path::Roots;
use crate::store::totals;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use parking_lot::{Mutex, RwLock};

use super::Database;
use crate::base::changes::Subscribers;
use crate::base::clock::Alarm;
use crate::base::operations::Operations;
use crate::base::options::EngineOptions;
use crate::base::signal::Signal;
use crate::database::running_queries::RunningQueries;
use crate::document::compression::Compression;
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::files::database_file::DatabaseFile;
use crate::files::server_file::ServerFile;
use crate::files::{journal_size, journals_path};
use crate::indexes::registry::Indexes;
use crate::state::committed_reader::CommittedReader as _;
use crate::state::core::{Core, Failures, thread_name};
use crate::state::flush_state::FlushState;
use crate::state::script_numbers::ScriptNumbers;
use crate::state::view::View;
use crate::store::id_filter::IdFilter;
use crate::store::mem_table::MemTable;
use crate::store::totals::Totals;
use crate::store::{Store, StoreRead};
use crate::transaction::batch_record;
use crate::transaction::batch_record::Replayed;
use crate::transaction::journal_thread;
use crate::transaction::journal_thread::JournalThread;
use crate::transaction::progress::Progress;
use crate::transaction::publisher::{Publisher, Publishing};
use crate::transaction::request::WriterQueue;
use crate::transaction::writer::Writer;
use rookery_storage::JournalLocation;
use rookery_storage::{EnvironmentType, IoMetrics};

impl Database {
    /// Opens the database in `folder`. What the journal holds beyond the data file is replayed.
    pub(crate) fn open(
        folder: PathBuf,
        file: Arc<DatabaseFile>,
        options: &EngineOptions,
        raft: Arc<ServerFile>,
    ) -> Result<Self, EngineError> {
        let contents = file.contents();
        Roots::of(options).check_present(&contents)?;
        let tuning = journal_size::tuning(&contents.record, &options.tuning);
        let metrics = Arc::new(IoMetrics::default());
        let recorder = metrics.environment(&folder, EnvironmentType::Documents);
        let store = Store::open(&folder, options.disk.clone(), recorder.clone(), tuning.store_cache)?;
        let position = store.position()?;
        let mut replay = Replay {
            store: &store,
            limit: tuning.flush_bytes,
            table: MemTable::default(),
            totals: position.totals,
            last_etag: position.last_etag,
            changes: 0,
            last_record: position.applied_record,
        };
        let place = JournalLocation {
            folder: journals_path::folder(&contents, &folder),
            id: contents.journal_id.as_u128(),
            disk: options.disk.clone(),
            recorder: recorder.clone(),
        };
        let journals = place.folder.clone();
        let (journal, mut recovery) =
            place.open(&tuning.journal(), position.applied_record, |record, payload| {
                replay.record(record, payload).map_err(|error| match error {
                    ReplayError::Engine(error) => error,
                    ReplayError::Payload(reason) => EngineError::corrupt(
                        &journals,
                        format!("record {record} cannot be decoded: {reason}"),
                    ),
                })
            })?;
        recovery.replayed_changes = replay.changes;
        let unordered_items = replay.order_items()?;
        replay.total_items()?;
        // The names of the data file and of the journal folder must survive a power cut like their contents.
        options.disk.sync_folder(&folder).map_err(EngineError::io(&folder, "make names durable in"))?;
        let view = View {
            active: replay.table,
            frozen: Arc::default(),
            totals: Arc::new(replay.totals),
            last_etag: replay.last_etag,
        };
        let unflushed = !view.active.is_empty();
        let name = contents.name;
        let (compression, wanted) = Compression::new();
        let (rows_left_out, left_out) = crossbeam_channel::bounded(1);
        let core = Arc::new(Core {
            id: Arc::from(file.id_text()),
            name: name.clone(),
            node_tag: options.node_tag.clone(),
            folder,
            disk: options.disk.clone(),
            clock: options.clock.clone(),
            tuning,
            metrics,
            recorder,
            file,
            store,
            id_filter: IdFilter::default(),
            row_cache: Arc::default(),
            rows_left_out,
            pool: journal.pool().clone(),
            recovery,
            view: RwLock::new(view),
            turn: Mutex::new(()),
            flush: FlushState::default(),
            failures: Mutex::new(Failures::default()),
            policy_progress: Mutex::new(None),
            subscribers: Subscribers::default(),
            counter_subscribers: Subscribers::default(),
            time_series_subscribers: Subscribers::default(),
            index_subscribers: Subscribers::default(),
            compression,
            sweep_alarm: Arc::new(Alarm::default()),
            tombstone_holds: Arc::default(),
            closing: AtomicBool::new(false),
            operations: Operations::new(options.clock.clone()),
            script_numbers: ScriptNumbers::default(),
            signal: Signal::default(),
            unordered_items,
        });
        core.load_dictionaries()?;
        if unflushed {
            core.flush.published(false);
        }
        let (sender, requests) = crossbeam_channel::bounded(4096);
        let database = Self {
            core: core.clone(),
            indexes: Indexes::new(raft.clone()),
            queries: RunningQueries::default(),
            raft,
            writer: WriterQueue::new(&name, sender.clone()),
            threads: Mutex::default(),
            subscriptions: Mutex::default(),
        };
        let (decided, to_write) = crossbeam_channel::bounded(1);
        let (journalled, to_publish) = crossbeam_channel::bounded(1);
        let (buffers, used_buffers) = crossbeam_channel::bounded(2);
        let progress = Arc::new(Progress::default());
        let publishing = Publishing { core: core.clone(), progress: progress.clone() };
        let publisher = Publisher { publishing: publishing.clone(), journalled: to_publish };
        database.start("publish", &name, move || publisher.run())?;
        let journal_thread = JournalThread {
            journal,
            publishing,
            decided: to_write,
            journalled,
            buffers,
            failures: journal_thread::Failures::default(),
            handed_over: 0,
        };
        database.start("journal", &name, move || journal_thread.run())?;
        let writer = Writer::new(core.clone(), requests, decided, used_buffers, progress);
        database.start("writer", &name, move || writer.run())?;
        database.start("flush", &name, {
            let core = core.clone();
            move || core.flush_loop()
        })?;
        database.start("ids", &name, {
            let core = core.clone();
            move || core.known_ids_loop(&left_out)
        })?;
        database.start("train", &name, {
            let (core, sender) = (core.clone(), sender.clone());
            move || core.train_loop(&wanted, &sender)
        })?;
        database.start("sweep", &name, {
            let core = core.clone();
            // Read here: the thread can begin to run after the clock was set.
            let opened = core.clock.now();
            move || core.sweep_loop(&sender, opened)
        })?;
        database.indexes.open(&core, core.file.indexes())?;
        Ok(database)
    }

    fn start(
        &self,
        job: &str,
        database: &str,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), EngineError> {
        let thread = std::thread::Builder::new()
            .name(thread_name(job, database))
            .spawn(work)
            .map_err(EngineError::io(&self.core.folder, "start a thread for"))?;
        self.threads.lock().push(thread);
        Ok(())
    }
}

/// Applies replayed records to a table, and the table to the data file when it grows large.
pub(super) struct Replay<'a> {
    store: &'a Store,
    limit: usize,
    pub(super) table: MemTable,
    totals: Totals,
    last_etag: i64,
    changes: u64,
    /// The last record that is in the data file or the table.
    last_record: u64,
}

enum ReplayError {
    Payload(String),
    Engine(EngineError),
}

impl From<EngineError> for ReplayError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl Replay<'_> {
    /// Only if the document is still the version whose body was recoded.
    fn recoded(&mut self, read: &StoreRead, etag: i64, value: StoredValue) -> Result<(), EngineError> {
        let key = ids::key_of(value.id());
        let known = match self.table.get(&key) {
            Some(entry) => Some((entry.etag, entry.value.clone(), entry.deleted)),
            None => read.find(&key)?,
        };
        if let Some((found, old, false)) = known
            && found == etag
        {
            let old = self.newest_bytes(etag, old);
            totals::count_recoded(&mut self.totals, &old, &value);
            self.table.insert_recoded(etag, value);
        }
        Ok(())
    }

    /// Only if the tombstone is still current.
    fn forgotten(&mut self, read: &StoreRead, etag: i64, key: Arc<str>) -> Result<(), EngineError> {
        // A tombstone in the table is newer than the last flush; only those of the data file are cleaned.
        if self.table.get(&key).is_none()
            && let Some((found, tombstone, true)) = read.find(&key)?
            && found == etag
            && !self.table.forgotten.contains_key(&etag)
        {
            totals::count_forgotten(&mut self.totals, &tombstone);
            self.table.insert_forgotten(etag, key);
        }
        Ok(())
    }

    fn newest_bytes(&self, etag: i64, value: StoredValue) -> StoredValue {
        self.table.recoded.get(&etag).cloned().unwrap_or(value)
    }

    fn record(&mut self, record: u64, payload: &[u8]) -> Result<(), ReplayError> {
        let read = self.store.read()?;
        for change in batch_record::read(payload).map_err(ReplayError::Payload)? {
            self.changes += 1;
            match change {
                Replayed::Identity(name, value) => {
                    self.table.identities.insert(name, value);
                }
                Replayed::Side(change) => self.table.insert_side(change),
                Replayed::Recoded(etag, value) => self.recoded(&read, etag, value)?,
                Replayed::Forgotten(etag, key) => self.forgotten(&read, etag, key)?,
                Replayed::LastEtag(etag) => self.last_etag = self.last_etag.max(etag),
                Replayed::Entry(entry) => {
                    let known = self.table.get(&entry.key);
                    let old = match &known {
                        Some(old) => Some((self.newest_bytes(old.etag, old.value.clone()), old.deleted)),
                        None => read
                            .find(&entry.key)?
                            .filter(|(etag, ..)| !self.table.forgotten.contains_key(etag))
                            .map(|(etag, value, deleted)| (self.newest_bytes(etag, value), deleted)),
                    };
                    let old = old.as_ref().map(|(value, deleted)| (value, *deleted));
                    totals::count(&mut self.totals, old, &entry, &ids::key_of(entry.value.collection()));
                    self.last_etag = self.last_etag.max(entry.etag);
                    self.table.insert(Arc::new(entry));
                }
            }
        }
        self.last_record = record;
        self.added().map_err(ReplayError::from)
    }

    /// Called after changes were added to the table: a large one is applied.
    pub(super) fn added(&mut self) -> Result<(), EngineError> {
        self.table.last_record = self.last_record;
        if self.table.bytes >= self.limit {
            self.store.apply(&self.table, &self.totals, self.last_etag)?;
            self.table = MemTable::default();
        }
        Ok(())
    }

    pub(super) fn read(&self) -> Result<StoreRead, EngineError> {
        self.store.read()
    }
}
