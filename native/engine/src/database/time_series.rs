//! Reading time series of documents.

use rookery_timeseries::Points;

use crate::database::Database;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::time_series::rows;
use crate::extensions::time_series::{TimeRange, TimeSeriesEntry, TimeSeriesStats};
use crate::state::snapshot::Snapshot;

/// The time series of one document, at one moment.
pub struct DocumentTimeSeries {
    snapshot: Snapshot,
    id: String,
    document: String,
    version: String,
}

impl std::fmt::Debug for DocumentTimeSeries {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("DocumentTimeSeries").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Database {
    /// The time series of a document; `None` without such a document.
    pub fn time_series(&self, id: &str) -> Result<Option<DocumentTimeSeries>, EngineError> {
        let snapshot = self.snapshot()?;
        let Some((etag, value)) = snapshot.document(id)? else { return Ok(None) };
        let id = value.id().to_owned();
        let version = value.change_vector(etag, &snapshot.database_id);
        Ok(Some(DocumentTimeSeries { document: ids::key_of(&id), id, version, snapshot }))
    }
}

impl DocumentTimeSeries {
    /// The document's id as first written.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The document's change vector.
    pub fn document_version(&self) -> String {
        self.version.clone()
    }

    /// All series, by name without case.
    pub fn all(&self) -> Result<Vec<TimeSeriesStats>, EngineError> {
        self.snapshot.time_series_of(&self.document)
    }

    /// The series of this name.
    pub fn get(&self, name: &str) -> Result<Option<TimeSeriesStats>, EngineError> {
        self.snapshot.series(&self.document, name)
    }

    /// Visits the entries of a range in the order of their times, without the first `skip`, until `visit` returns false.
    /// Returns how many entries remained to be skipped. Decodes one segment at a time.
    pub fn read(
        &self,
        name: &str,
        range: TimeRange,
        skip: u64,
        visit: &mut dyn FnMut(TimeSeriesEntry<'_>) -> bool,
    ) -> Result<u64, EngineError> {
        self.snapshot.read_series(&self.document, name, range, skip, visit)
    }

    /// The time of the first of the last `count` entries; `None` without entries.
    pub fn start_of_last(&self, name: &str, mut count: u64) -> Result<Option<i64>, EngineError> {
        let prefix = rows::segments_of(&self.document, &ids::key_of(name));
        let mut found = None;
        for row in self.snapshot.segment_rows(&prefix, i64::MIN, i64::MAX, true)? {
            let (_, row) = row?;
            let segment = self.snapshot.segment(&row)?;
            if count == 0 {
                break;
            }
            let entries = segment.len() as u64;
            if entries <= count {
                count -= entries;
                found = Some(segment.first());
                continue;
            }
            let mut points = Points::default();
            let decoded = segment.decode_range(i64::MIN, i64::MAX, &mut points);
            self.snapshot.intact(decoded.map_err(|error| error.to_string()))?;
            let at = points.len() - usize::try_from(count).unwrap_or(0);
            found = points.timestamp(at).or(found);
            break;
        }
        Ok(found)
    }
}
