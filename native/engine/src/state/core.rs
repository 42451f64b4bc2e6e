//! The shared state of the threads of one database.

use crate::base::changes::IndexChangeKind;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crossbeam_channel::Sender;
use parking_lot::{Mutex, RwLock};

use super::snapshot::Snapshot;
use super::view::View;
use crate::base::changes::{CounterChange, DocumentChange, IndexChange, Subscribers, TimeSeriesChange};
use crate::base::clock::{Alarm, Clock};
use crate::base::operations::Operations;
use crate::base::options::Tuning;
use crate::base::signal::Signal;
use crate::document::compression::Compression;
use crate::error::EngineError;
use crate::files::database_file::DatabaseFile;
use crate::state::flush_state::FlushState;
use crate::state::health::Health;
use crate::state::policy_progress::PolicyProgress;
use crate::state::script_numbers::ScriptNumbers;
use crate::state::sweep::Sweep;
use crate::state::tombstone_holds::TombstoneHolds;
use crate::store::Store;
use crate::store::id_filter::IdFilter;
use crate::store::row_cache::RowCache;
use rookery_storage::Disk;
use rookery_storage::RecoveryReport;
use rookery_storage::SegmentPool;
use rookery_storage::{IoMetrics, IoRecorder};

pub(crate) struct Core {
    pub name: String,
    pub id: Arc<str>,
    pub node_tag: String,
    pub folder: PathBuf,
    pub disk: Arc<dyn Disk>,
    pub clock: Arc<dyn Clock>,
    pub tuning: Tuning,
    pub metrics: Arc<IoMetrics>,
    pub recorder: IoRecorder,
    pub file: Arc<DatabaseFile>,
    pub store: Store,
    /// The ids that the data file may have.
    pub id_filter: IdFilter,
    /// The rows in which ids were last found.
    pub row_cache: Arc<RowCache>,
    /// Where a flush reports that it left its rows out of the row cache.
    pub rows_left_out: Sender<()>,
    pub pool: Arc<SegmentPool>,
    pub recovery: RecoveryReport,
    /// The state for readers. Locked briefly; never during I/O.
    pub view: RwLock<View>,
    /// Held to change the active table: by the publisher of a batch, and by the flush that freezes the table.
    pub turn: Mutex<()>,
    pub flush: FlushState,
    pub failures: Mutex<Failures>,
    pub subscribers: Subscribers<DocumentChange>,
    pub counter_subscribers: Subscribers<CounterChange>,
    pub time_series_subscribers: Subscribers<TimeSeriesChange>,
    pub index_subscribers: Subscribers<IndexChange>,
    pub compression: Compression,
    pub sweep_alarm: Arc<Alarm>,
    /// Of the policies of time series; `None` before the first check.
    pub policy_progress: Mutex<Option<PolicyProgress>>,
    /// Which components still need which tombstones.
    pub tombstone_holds: Arc<TombstoneHolds>,
    pub closing: AtomicBool,
    pub operations: Operations,
    /// Numbers of ids generated for scripts.
    pub script_numbers: ScriptNumbers,
    /// Notified of every change that readers can see.
    pub signal: Signal,
    /// Why some counters or time series are not in the order of their changes, which indexes over them follow.
    pub unordered_items: Option<String>,
}

/// Why writes are currently rejected.
#[derive(Debug, Default, Clone)]
pub(crate) struct Failures {
    pub journal: Option<String>,
    pub store: Option<String>,
    /// Why the last archive sweep failed; writes continue.
    pub archive: Option<String>,
    /// Likewise the last expiration sweep.
    pub expiration: Option<String>,
    /// Likewise the last refresh sweep.
    pub refresh: Option<String>,
    /// Likewise the last cleaning of tombstones.
    pub tombstones: Option<String>,
    /// Likewise the last sweep over compare-exchange values.
    pub compare_exchange: Option<String>,
    /// Likewise the last check of the policies of time series.
    pub time_series: Option<String>,
}

impl Failures {
    /// Why the last sweep of this kind failed.
    pub(crate) fn of_sweep(&mut self, sweep: Sweep) -> &mut Option<String> {
        match sweep {
            Sweep::Archive => &mut self.archive,
            Sweep::Expiration => &mut self.expiration,
            Sweep::Refresh => &mut self.refresh,
            Sweep::Tombstones => &mut self.tombstones,
            Sweep::CompareExchange => &mut self.compare_exchange,
            Sweep::TimeSeries => &mut self.time_series,
        }
    }
}

impl Core {
    /// A consistent snapshot.
    pub(crate) fn snapshot(&self) -> Result<Snapshot, EngineError> {
        // Both under the lock: no batch can be published between them, so the file never has a batch that
        // this view does not have.
        let view = self.view.read();
        let store = self.store.shared_read()?;
        Ok(Snapshot {
            view: view.clone(),
            store,
            row_cache: self.row_cache.clone(),
            database_id: self.id.clone(),
            dictionaries: self.compression.dictionaries.clone(),
        })
    }

    pub(crate) fn health(&self) -> Health {
        let failures = self.failures.lock();
        match failures.journal.as_ref().or(failures.store.as_ref()) {
            Some(reason) => Health::ReadOnly { reason: reason.clone() },
            None => Health::ReadWrite,
        }
    }

    pub(crate) fn read_only(&self, reason: String) -> EngineError {
        EngineError::ReadOnly { database: self.name.clone(), reason }
    }

    pub(crate) fn closed(&self) -> EngineError {
        EngineError::Closed(self.name.clone())
    }

    pub(crate) fn notify_index_change(&self, kind: IndexChangeKind, name: &str) {
        if !self.index_subscribers.is_empty() {
            self.index_subscribers.publish(&[IndexChange { kind, name: name.to_owned() }]);
        }
    }

    /// All identities, unflushed ones included.
    pub(crate) fn identities(&self) -> Result<HashMap<String, i64>, EngineError> {
        let snapshot = self.snapshot()?;
        let mut identities = snapshot.store.identities()?;
        for table in [&*snapshot.view.frozen, &snapshot.view.active] {
            identities.extend(table.identities.iter().map(|(name, value)| (name.to_string(), *value)));
        }
        Ok(identities)
    }
}

/// A thread's name as tools show it: 15 bytes on Linux, so the job comes first.
pub(crate) fn thread_name(job: &str, database: &str) -> String {
    let mut name = format!("rk-{job}:{database}");
    let mut end = name.len().min(15);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    name.truncate(end);
    name
}
