//! Reading time series of a snapshot.

use std::ops::Bound;

use rookery_cancel::CancelToken;
use rookery_timeseries::Segment;

use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::time_series::rows::{self, TOTAL_SEGMENTS};
use crate::extensions::time_series::{TimeRange, TimeSeriesEntry, TimeSeriesStats};
use crate::state::snapshot::Snapshot;
use crate::store::side_table::{SideRow, SideTable};

impl Snapshot {
    /// The series of this name of the document with this key.
    pub(crate) fn series(&self, document: &str, name: &str) -> Result<Option<TimeSeriesStats>, EngineError> {
        let key = rows::key(document, &ids::key_of(name));
        let row = self.side(SideTable::TimeSeries, &key)?;
        row.map(|row| self.intact(rows::from_bytes(&row))).transpose()
    }

    /// Visits the entries of a range in the order of their times, without the first `skip`, until `visit` returns false.
    /// Returns how many entries remained to be skipped. Decodes one segment at a time. `document` is a document's key.
    pub(crate) fn read_series(
        &self,
        document: &str,
        name: &str,
        range: TimeRange,
        mut skip: u64,
        visit: &mut dyn FnMut(TimeSeriesEntry<'_>) -> bool,
    ) -> Result<u64, EngineError> {
        let (from, to) = (range.start(), range.end());
        if from > to {
            return Ok(skip);
        }
        let prefix = rows::segments_of(document, &ids::key_of(name));
        let start = match self.segment_rows(&prefix, i64::MIN, from, true)?.next().transpose()? {
            Some((key, _)) => self.intact(rows::start_of(&key))?,
            None => from,
        };
        let cancel = CancelToken::current();
        for row in self.segment_rows(&prefix, start, to, false)? {
            if cancel.is_cancelled() {
                return Err(EngineError::Cancelled);
            }
            let (_, row) = row?;
            let segment = self.segment(&row)?;
            if segment.last() < from {
                continue;
            }
            let is_whole = segment.first() >= from && segment.last() <= to;
            if is_whole && segment.len() as u64 <= skip {
                skip -= segment.len() as u64;
                continue;
            }
            let mut entries = segment.entries();
            while self.intact(entries.advance().map_err(|error| error.to_string()))? {
                if entries.timestamp() > to {
                    break;
                }
                if entries.timestamp() < from {
                    continue;
                }
                if skip > 0 {
                    skip -= 1;
                    continue;
                }
                let (timestamp, values, tag) = (entries.timestamp(), entries.values(), entries.tag());
                if !visit(TimeSeriesEntry { timestamp, values, tag }) {
                    return Ok(skip);
                }
            }
        }
        Ok(skip)
    }

    /// The segment in a row.
    pub(crate) fn segment<'r>(&self, row: &'r [u8]) -> Result<Segment<'r>, EngineError> {
        let bytes = self.intact(rows::segment_in(row))?;
        self.intact(Segment::read(bytes).map_err(|error| error.to_string()))
    }

    /// The rows of segments that begin between two times, both included. `prefix` is that of a series's segments.
    pub(crate) fn segment_rows(
        &self,
        prefix: &[u8],
        from: i64,
        to: i64,
        backwards: bool,
    ) -> Result<impl Iterator<Item = Result<SideRow, EngineError>> + use<'_>, EngineError> {
        let (from, to) = (rows::segment_key(prefix, from), rows::segment_key(prefix, to));
        let range = (Bound::Included(&*from), Bound::Included(&*to));
        self.side_rows(SideTable::TimeSeriesSegments, range, backwards)
    }

    /// All series of the document with this key, by name without case.
    pub(crate) fn time_series_of(&self, document: &str) -> Result<Vec<TimeSeriesStats>, EngineError> {
        let rows = self.side_rows_with_prefix(SideTable::TimeSeries, &rows::prefix(document), false)?;
        rows.map(|row| self.intact(rows::from_bytes(&row?.1))).collect()
    }

    /// Segments of all series.
    pub(crate) fn time_series_segments(&self) -> Result<u64, EngineError> {
        self.side_number(TOTAL_SEGMENTS)
    }
}
