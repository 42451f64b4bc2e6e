//! One batch of a subscription: documents after a position, within limits, from one snapshot.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use rookery_cancel::CancelToken;
use rookery_rql::{CountersOf, OwnedDocument, QueryAnswer, QueryError, ResultItem, SeriesOf, SourceError};
use serde_json::Value;

use super::SubscriptionQuery;
use super::javascript_condition::MET;
use super::results::{Scripts, SubscriptionItem, failed};
use crate::database::Database;
use crate::document::ids;
use crate::document::scan_item::with_scan_item;
use crate::error::EngineError;
use crate::index_definition::static_index::ArchivedDocuments;
use crate::query::SnapshotSource;
use crate::query::scripts::{QueryScripts, completed};
use crate::query::stream::{self, Probe};
use crate::state::snapshot::Row;

/// Most documents that are projected together; fewer where each may include others.
const PART: usize = 512;
const PART_WITH_INCLUDES: usize = 32;
/// The most bytes of these documents.
const PART_BYTES: usize = 4 << 20;

/// Which documents a batch is made of.
#[derive(Debug, Clone, Copy)]
pub enum BatchSource<'a> {
    /// Those with a greater etag.
    After(i64),
    /// Those with one of these etags, which ascend.
    Etags(&'a [i64]),
}

/// Where a batch ends.
#[derive(Debug, Clone, Copy)]
pub struct BatchLimits {
    /// Most items.
    pub documents: usize,
    /// It ends after the item that reaches this size, includes counted.
    pub bytes: usize,
    /// Most documents that are read.
    pub read: usize,
}

/// Which batch to read.
#[derive(Clone, Copy)]
pub struct BatchRequest<'a> {
    /// The documents.
    pub from: BatchSource<'a>,
    /// Which of them by their archived flag.
    pub archived: ArchivedDocuments,
    /// Where it ends.
    pub limits: BatchLimits,
    /// Whether another worker has the document with this id (in lower case): it is postponed. Revisions are not: each
    /// is on its own.
    pub is_held: &'a dyn Fn(&str) -> bool,
}

impl<'a> BatchRequest<'a> {
    /// A batch for the only worker.
    pub fn of_one_worker(from: BatchSource<'a>, archived: ArchivedDocuments, limits: BatchLimits) -> Self {
        Self { from, archived, limits, is_held: &|_| false }
    }
}

/// A batch.
#[derive(Debug, Default)]
pub struct SubscriptionBatch {
    /// In the order of etags.
    pub items: Vec<SubscriptionItem>,
    /// Documents that another worker has: id in lower case and etag. Whether they meet the condition is not known yet.
    pub postponed: Vec<(String, i64)>,
    /// Included documents that are not items: id and complete object, each once.
    pub includes: Vec<(String, Vec<u8>)>,
    /// Included counters.
    pub counters: Vec<CountersOf>,
    /// Included time series.
    pub time_series: Vec<SeriesOf>,
    /// The etag of the last document read; `None` without one.
    pub read_to: Option<i64>,
    /// There are no further documents.
    pub is_last: bool,
}

impl Database {
    /// Reads one batch of a subscription. Stops with [`QueryError::Cancelled`] when the thread's current token is
    /// cancelled.
    pub fn subscription_batch(
        &self,
        query: &SubscriptionQuery,
        request: BatchRequest<'_>,
    ) -> Result<SubscriptionBatch, QueryError> {
        let snapshot = SnapshotSource(self.snapshot().map_err(SourceError::caused_by)?);
        let mut builder = Builder {
            snapshot: &snapshot,
            query,
            request,
            part: Vec::new(),
            part_bytes: 0,
            part_ids: HashSet::new(),
            part_limit: 1,
            bytes: 0,
            read: 0,
            included: HashSet::new(),
            sent: HashSet::new(),
            batch: SubscriptionBatch { is_last: true, ..SubscriptionBatch::default() },
        };
        let cancel = CancelToken::current();
        let mut outcome = Ok(());
        let mut visit = |row: Row| {
            if cancel.is_cancelled() {
                outcome = Err(QueryError::Cancelled { scanned: 0 });
                return false;
            }
            outcome = builder.take(row, &cancel);
            builder.batch.is_last = outcome.is_ok() && !builder.is_full();
            builder.batch.is_last
        };
        let walked = match request.from {
            BatchSource::After(etag) if query.revisions => {
                snapshot.0.revisions_from(etag.saturating_add(1), &mut visit)
            }
            BatchSource::After(etag) => {
                snapshot.0.changed_from(query.collection(), etag.saturating_add(1), &mut visit)
            }
            BatchSource::Etags(etags) if query.revisions => {
                snapshot.0.revisions_with_etags(etags, &mut visit)
            }
            BatchSource::Etags(etags) => snapshot.0.with_etags(etags, &mut visit),
        };
        walked.map_err(SourceError::caused_by)?;
        outcome?;
        builder.finish_part(&cancel)?;
        let Builder { mut batch, sent, .. } = builder;
        batch.includes.retain(|(id, _)| !sent.contains(&ids::key_of(id)));
        Ok(batch)
    }
}

struct Builder<'b> {
    snapshot: &'b SnapshotSource,
    query: &'b SubscriptionQuery,
    request: BatchRequest<'b>,
    /// Documents that were read and not yet projected.
    part: Vec<OwnedDocument>,
    part_bytes: usize,
    /// Ids of the revisions of the part, in lower case.
    part_ids: HashSet<String>,
    part_limit: usize,
    /// Of items and includes.
    bytes: usize,
    read: usize,
    /// Ids of included documents, in lower case.
    included: HashSet<String>,
    /// Ids of the documents of the batch, in lower case; only where documents are included.
    sent: HashSet<String>,
    batch: SubscriptionBatch,
}

impl Builder<'_> {
    fn is_full(&self) -> bool {
        let limits = &self.request.limits;
        self.batch.items.len() >= limits.documents || self.bytes >= limits.bytes || self.read >= limits.read
    }

    fn take(&mut self, row: Row, cancel: &CancelToken) -> Result<(), QueryError> {
        self.read += 1;
        self.batch.read_to = Some(row.0);
        if !self.request.archived.wants(row.1.flags()) {
            return Ok(());
        }
        let key = ids::key_of(row.1.id());
        let document = if self.query.revisions {
            let is_other = |name| !ids::same_ignoring_case(name, row.1.collection());
            if self.query.collection().is_some_and(is_other) {
                return Ok(());
            }
            // The query core knows its documents by their ids.
            if !self.part_ids.insert(key) {
                self.finish_part(cancel)?;
                self.part_ids.insert(ids::key_of(row.1.id()));
            }
            self.snapshot.0.revision_pair(row).map_err(SourceError::caused_by)?
        } else {
            if (self.request.is_held)(&key) {
                self.batch.postponed.push((key, row.0));
                return Ok(());
            }
            let document = self.snapshot.0.to_document(row).map_err(SourceError::caused_by)?;
            with_scan_item(&document, |item| item.to_owned_document())
        };
        self.part_bytes += document.body.len();
        self.part.push(document);
        let left = self.request.limits.documents - self.batch.items.len();
        let left_bytes = self.request.limits.bytes.saturating_sub(self.bytes).min(PART_BYTES);
        if self.part.len() >= self.part_limit.min(left) || self.part_bytes >= left_bytes {
            let most = if self.query.includes { PART_WITH_INCLUDES } else { PART };
            self.part_limit = (self.part_limit * 2).min(most);
            self.finish_part(cancel)?;
        }
        Ok(())
    }

    /// Projects the documents read so far. If one of them fails, each is projected separately.
    fn finish_part(&mut self, cancel: &CancelToken) -> Result<(), QueryError> {
        let documents = std::mem::take(&mut self.part);
        self.part_bytes = 0;
        self.part_ids.clear();
        if documents.is_empty() {
            return Ok(());
        }
        let whole = match self.project(&documents, cancel) {
            Err(error) if is_of_document(&error) => None,
            other => Some(other?),
        };
        if whole.is_some() {
            return Ok(());
        }
        for document in documents {
            let document = [document];
            match self.project(&document, cancel) {
                Err(error) if is_of_document(&error) => {
                    let [document] = &document;
                    self.push(failed(document, &error.to_string(), self.query.revisions));
                }
                other => other?,
            }
        }
        Ok(())
    }

    fn project(&mut self, documents: &[OwnedDocument], cancel: &CancelToken) -> Result<(), QueryError> {
        let documents = self.meeting(documents, cancel)?;
        if documents.is_empty() {
            return Ok(());
        }
        let scripts = Scripts::default();
        let probe = Probe { behind: self.snapshot, documents, scanned: Cell::new(false) };
        let answer = stream::run(&probe, &self.query.request, &scripts, cancel)?;
        let by_id: HashMap<String, OwnedDocument> =
            probe.documents.into_iter().map(|document| (document.id.clone(), document)).collect();
        scripts
            .items(answer.results, &by_id, self.query.revisions)
            .into_iter()
            .for_each(|item| self.push(item));
        if self.query.includes {
            self.sent.extend(by_id.keys().map(|id| ids::key_of(id)));
        }
        for document in answer.includes {
            if self.included.insert(ids::key_of(&document.id)) {
                self.bytes += document.body.len();
                let json = completed(&document);
                self.batch.includes.push((document.id, json));
            }
        }
        self.batch.counters.extend(answer.included_extensions.counters.into_iter().flatten());
        self.batch.time_series.extend(answer.included_extensions.time_series.into_iter().flatten());
        Ok(())
    }

    /// The documents that meet a condition in JavaScript. As on a server, one for which it fails does not meet it.
    fn meeting(
        &self,
        documents: &[OwnedDocument],
        cancel: &CancelToken,
    ) -> Result<Vec<OwnedDocument>, QueryError> {
        let Some(condition) = &self.query.condition else { return Ok(documents.to_vec()) };
        let run = |documents: Vec<OwnedDocument>| {
            let probe = Probe { behind: self.snapshot, documents, scanned: Cell::new(false) };
            stream::run(&probe, condition, &QueryScripts::default(), cancel)
        };
        let mut met = HashSet::new();
        let mut note = |answer: QueryAnswer| {
            let results = answer.results.into_iter().filter(|result| match result {
                ResultItem::Projection { fields, .. } => fields.get(MET) == Some(&Value::Bool(true)),
                ResultItem::Document(_) => false,
            });
            met.extend(results.map(|result| result.id().to_owned()));
        };
        match run(documents.to_vec()) {
            Ok(answer) => note(answer),
            Err(error) if is_of_document(&error) => {
                for document in documents {
                    match run(vec![document.clone()]) {
                        Err(error) if is_of_document(&error) => {}
                        other => note(other?),
                    }
                }
            }
            Err(error) => return Err(error),
        }
        Ok(documents.iter().filter(|document| met.contains(&document.id)).cloned().collect())
    }

    fn push(&mut self, item: SubscriptionItem) {
        self.bytes += item.json.len();
        self.batch.items.push(item);
    }
}

/// Whether a single document or its script is at fault.
fn is_of_document(error: &QueryError) -> bool {
    matches!(error, QueryError::Invalid { .. } | QueryError::UnreadableDocument { .. })
}

impl crate::state::snapshot::Snapshot {
    /// Documents that have one of these etags, which ascend, until `visit` returns false.
    fn with_etags(&self, etags: &[i64], visit: &mut dyn FnMut(Row) -> bool) -> Result<(), EngineError> {
        self.picked(etags, None, i64::MAX, visit)
    }
}
