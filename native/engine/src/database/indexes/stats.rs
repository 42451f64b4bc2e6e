//! Statistics of an index.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::database::Database;
use crate::document::date;
use crate::error::EngineError;
use crate::extensions::item_changes::ItemKind;
use crate::index_definition::IndexDefinition;
use crate::index_definition::admin_state::RunningStatus;
use crate::index_definition::field_names;
use crate::indexes::map_errors::IndexingError;
use crate::indexes::progress::{Committed, Covered};

/// Whether an index works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndexStatus {
    /// It indexes, or waits for changes.
    Running,
    /// It failed and retries at the next change.
    Failed(String),
    /// Too many documents or groups failed: it neither indexes nor answers queries until it is enabled or
    /// reset.
    Errored(String),
}

/// One index in numbers.
#[derive(Debug, Clone)]
pub struct IndexStats {
    /// Its definition.
    pub definition: IndexDefinition,
    /// `Documents`, `Counters` or `TimeSeries`.
    pub source: &'static str,
    /// The collections it covers; `None`: all.
    pub collections: Option<Vec<String>>,
    /// The collections its maps loaded from.
    pub referenced: Vec<String>,
    /// Errors of single documents.
    pub errors: Vec<IndexingError>,
    /// The most entries of one document.
    pub most_outputs: u64,
    /// Entries that can be found.
    pub entries: u64,
    /// Documents processed since its files were created.
    pub map_attempts: u64,
    /// Of those, documents that could not be mapped.
    pub map_errors: u64,
    /// Of an index with a reduce: the number of results computed since its files were created, and of those
    /// that failed.
    pub reduced: Option<(u64, u64)>,
    /// Too many documents or groups failed for the state `Normal`.
    pub is_invalid: bool,
    /// It has not seen every change.
    pub is_stale: bool,
    /// The etag of the last processed document, counter or time series.
    pub last_document_etag: i64,
    /// The etag of the last processed tombstone.
    pub last_tombstone_etag: i64,
    /// Documents in its collections.
    pub documents: u64,
    /// The newest change in its collections.
    pub last_change: i64,
    /// Of an index whose maps read compare-exchange values: the index of the last command on them, and of the last one that is
    /// indexed.
    pub exchanges: Option<(i64, i64)>,
    /// When it last answered a query; `None`: not since the database was opened.
    pub last_query: Option<String>,
    /// When it last indexed changes.
    pub last_indexing: Option<String>,
    /// Total duration of its batches since the database was opened.
    pub worked: Duration,
    /// Whether it is running, paused or disabled.
    pub running: RunningStatus,
    /// Whether it works or failed.
    pub status: IndexStatus,
    /// Why its files were created again when it was opened.
    pub rebuilt: Option<String>,
}

impl Database {
    /// All indexes in numbers, by name.
    pub fn index_stats(&self) -> Result<Vec<IndexStats>, EngineError> {
        let snapshot = self.snapshot()?;
        let stats = self.indexes.all().into_iter().map(|handle| {
            let (progress, failure, referenced) = {
                let state = handle.state.lock();
                (state.progress, state.failure.clone(), state.referenced.clone())
            };
            let last = handle.last_change(&snapshot);
            let reader = handle.index.reader();
            let attempts = handle.attempts.counts();
            let status = match failure {
                Some(reason) => IndexStatus::Failed(reason),
                None if handle.errored.load(Ordering::Acquire) => IndexStatus::Errored(attempts.sentence()),
                None => IndexStatus::Running,
            };
            IndexStats {
                definition: handle.definition_now(),
                source: handle.items.map_or("Documents", ItemKind::source),
                collections: match &handle.covered {
                    Covered::All => None,
                    Covered::Collections(names) => Some(names.clone()),
                },
                referenced,
                errors: handle.errors.all(),
                most_outputs: Committed::read(reader.text()).most_outputs,
                entries: reader.entries(),
                map_attempts: attempts.maps,
                map_errors: attempts.map_errors,
                reduced: handle.reduces().then_some((attempts.reductions, attempts.reduce_errors)),
                is_invalid: handle.fails_too_often(&attempts, !progress.covers(last)),
                is_stale: !progress.covers(last),
                last_document_etag: if handle.items.is_some() { progress.item } else { progress.document },
                last_tombstone_etag: progress.tombstone,
                documents: handle.covered.documents(&snapshot),
                last_change: last.etag,
                exchanges: (last.exchange > 0).then_some((last.exchange, progress.exchange)),
                last_query: date::moment(handle.last_query.load(Ordering::Relaxed)),
                last_indexing: date::moment(handle.last_indexing.load(Ordering::Relaxed)),
                worked: Duration::from_nanos(handle.worked.load(Ordering::Relaxed)),
                rebuilt: handle.rebuilt.clone(),
                running: handle.running(),
                status,
            }
        });
        Ok(stats.collect())
    }

    /// Documents that could not be indexed: the total length of the error lists.
    pub fn indexing_errors(&self) -> u64 {
        self.indexes.all().iter().map(|handle| handle.errors.count() as u64).sum()
    }

    /// Indexes whose files could not be opened, and why.
    pub fn faulty_indexes(&self) -> Vec<(IndexDefinition, String)> {
        self.indexes.faulty()
    }

    /// Clears the errors of single documents, in all indexes or in the named ones.
    pub fn clear_index_errors(&self, names: Option<&[String]>) -> Result<(), EngineError> {
        let wanted = |name: &str| {
            names.is_none_or(|names| {
                names.iter().any(|one| crate::document::ids::same_ignoring_case(one, name))
            })
        };
        for handle in self.indexes.all().iter().filter(|handle| wanted(&handle.name())) {
            handle.errors.clear(&self.core)?;
        }
        Ok(())
    }

    /// The fields of an index's entries; `None` when there is no such index.
    pub fn index_fields(&self, name: &str) -> Option<Vec<String>> {
        let handle = self.indexes.get(name)?;
        let mut fields: Vec<String> = match &handle.definition {
            IndexDefinition::Auto(auto) => auto.map_fields.keys().cloned().collect(),
            IndexDefinition::Grouped(index) => {
                let keys = index.work.group_by.iter().map(|key| key.path.as_str());
                keys.chain(index.work.computed()).map(str::to_owned).collect()
            }
            IndexDefinition::Static(_) => {
                let committed = Committed::read(handle.index.reader().text());
                committed.fields.numbered().map(|(name, _)| name.to_owned()).collect()
            }
        };
        if !handle.reduces() {
            fields.push("id()".to_owned());
        }
        Some(fields)
    }

    /// The terms of a field, in order, from one on; `None` when there is no such index.
    pub fn index_terms(
        &self,
        name: &str,
        field: &str,
        from: Option<&str>,
        take: usize,
    ) -> Result<Option<Vec<String>>, EngineError> {
        let Some(handle) = self.indexes.get(name) else { return Ok(None) };
        let reader = handle.index.reader();
        let number = match &handle.definition {
            IndexDefinition::Auto(auto) => {
                let place = auto.map_fields.keys().position(|known| known == field);
                place.and_then(|place| u16::try_from(place + 1).ok())
            }
            IndexDefinition::Static(_) if field == "id()" && !handle.reduces() => Some(field_names::ID),
            IndexDefinition::Grouped(index) => index.work.number_of(field),
            IndexDefinition::Static(_) => Committed::read(reader.text()).fields.known(field),
        };
        let Some(field) = number else { return Ok(Some(Vec::new())) };
        reader.terms(field, from, take).map(Some).map_err(EngineError::Index)
    }

    /// Removes an index. Returns whether there was one of that name.
    pub fn delete_index(&self, name: &str) -> Result<bool, EngineError> {
        self.check_open()?;
        self.indexes.remove(&self.core, name)
    }

    /// Rebuilds an index from scratch. Returns whether there is one of that name.
    pub fn reset_index(&self, name: &str) -> Result<bool, EngineError> {
        self.indexes.reset(&self.core, name, |all| self.save_indexes(all))
    }
}
