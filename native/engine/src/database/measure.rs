//! Reads the statistics of a database.

use std::path::Path;
use std::sync::Arc;

use rookery_storage::folder_size;

use super::{Database, DatabaseStats, IndexFiles, StorageReport};
use crate::error::EngineError;
use crate::files::journals_path;
use crate::indexes::handle::IndexHandle;
use crate::state::health::Health;

impl Database {
    /// Counts, positions, sizes and health.
    pub fn stats(&self) -> Result<DatabaseStats, EngineError> {
        let identities = self.core.identities()?.len() as u64;
        let snapshot = self.snapshot()?;
        let (attachments, unique_attachments) = snapshot.attachment_totals()?;
        let documents_with_counters = snapshot.documents_with_counters()?;
        let time_series_segments = snapshot.time_series_segments()?;
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
            time_series_segments,
            compare_exchange,
            last_etag: view.last_etag,
            change_vector: self.local_change_vector(view.last_etag),
            size_on_disk: journals_path::size_on_disk(
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
            time_series_failure: failures.time_series,
            recovery: self.core.recovery.clone(),
        })
    }

    /// Whether writes are accepted, and if not, why.
    pub fn health(&self) -> Health {
        self.core.health()
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
}
