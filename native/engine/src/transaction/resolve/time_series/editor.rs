//! Changes the segments of one series within a transaction.
//!
//! Entries after the last one of a segment are appended to it without decoding. Other entries are merged into the segment
//! that covers their time, which may become several.

use std::ops::Bound;

use bytes::Bytes;
use rookery_timeseries::{Points, Segment, SegmentWriter};

use super::{length, stats_in};
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::item_changes::ItemKind;
use crate::extensions::time_series::merge::{MergeMode, NewSegment, fill, merged, split};
use crate::extensions::time_series::rows;
use crate::extensions::time_series::{TimeRange, TimeSeriesStats};
use crate::store::side_table::SideTable;
use crate::time_series_faults::TimeSeriesFault;
use crate::transaction::resolve::transaction::Transaction;

/// Most bytes of segments that one request writes.
const MOST_WRITTEN: usize = 256 << 20;

/// A segment's first time and its row.
type SegmentRow = (i64, Bytes);

/// A segment that is replaced.
struct OldSegment {
    start: i64,
    entries: u64,
    /// Of its row.
    bytes: i64,
}

impl OldSegment {
    fn new(start: i64, row: &[u8], segment: &Segment<'_>) -> Self {
        Self { start, entries: segment.len() as u64, bytes: length(row) }
    }
}

/// One series that is being changed.
pub(super) struct SeriesEditor {
    id: String,
    document: String,
    key: Vec<u8>,
    /// The prefix of the keys of its segments.
    segments: Vec<u8>,
    before: Option<TimeSeriesStats>,
    /// Without entries when there is no such series.
    now: TimeSeriesStats,
    /// How many bytes its segments have more than before.
    bytes: i64,
    /// The etag of the current change, once it has one.
    etag: Option<i64>,
}

impl SeriesEditor {
    pub(super) fn open(
        transaction: &Transaction<'_>,
        id: &str,
        name: &str,
        name_key: &str,
    ) -> Result<Self, EngineError> {
        let document = ids::key_of(id);
        let key = rows::key(&document, name_key);
        let before = stats_in(transaction, &key)?;
        let new =
            TimeSeriesStats { name: name.to_owned(), entries: 0, segments: 0, first: 0, last: 0, etag: 0 };
        Ok(Self {
            segments: rows::segments_of(&document, name_key),
            id: id.to_owned(),
            document,
            key,
            now: before.clone().unwrap_or(new),
            before,
            bytes: 0,
            etag: None,
        })
    }

    /// Removes the entries of a range; false if there were none.
    pub(super) fn delete(
        &mut self,
        transaction: &mut Transaction<'_>,
        range: TimeRange,
    ) -> Result<bool, EngineError> {
        let (from, to) = (range.start(), range.end());
        let Some((start, _)) = self.segment_at(transaction, from)?.filter(|(start, _)| *start <= to) else {
            return Ok(false);
        };
        let mut whole = Vec::new();
        let mut partial = Vec::new();
        for row in self.rows_between(transaction, start, to, false)? {
            let (start, row) = row?;
            let segment = read(transaction, &row)?;
            if segment.last() < from {
                continue;
            }
            if segment.first() >= from && segment.last() <= to {
                whole.push(OldSegment::new(start, &row, &segment));
            } else {
                partial.push((start, row));
            }
        }
        let mut changed = !whole.is_empty();
        for old in whole {
            self.replace(transaction, Some(old), Vec::new())?;
        }
        for (start, row) in partial {
            let segment = read(transaction, &row)?;
            let mut rest = Points::default();
            // A segment that is removed in part reaches beyond the range.
            let before = from.checked_sub(1).map(|end| segment.decode_range(i64::MIN, end, &mut rest));
            let after = to.checked_add(1).map(|start| segment.decode_range(start, i64::MAX, &mut rest));
            for read in [before, after].into_iter().flatten() {
                transaction.intact(read.map_err(|error| error.to_string()))?;
            }
            if rest.len() < segment.len() {
                changed = true;
                let old = OldSegment::new(start, &row, &segment);
                self.replace(transaction, Some(old), split(&rest))?;
            }
        }
        if changed && self.now.entries > 0 {
            self.find_ends(transaction)?;
        }
        Ok(changed)
    }

    fn find_ends(&mut self, transaction: &Transaction<'_>) -> Result<(), EngineError> {
        if let Some(first) = self.rows_between(transaction, i64::MIN, i64::MAX, false)?.next() {
            self.now.first = first?.0;
        }
        if let Some(last) = self.rows_between(transaction, i64::MIN, i64::MAX, true)?.next() {
            self.now.last = read(transaction, &last?.1)?.last();
        }
        Ok(())
    }

    /// Merges sorted entries; false if they change nothing.
    pub(super) fn merge(
        &mut self,
        transaction: &mut Transaction<'_>,
        points: &Points,
        mode: MergeMode,
    ) -> Result<bool, EngineError> {
        let mut changed = false;
        let mut at = 0;
        while let Some(time) = points.timestamp(at) {
            let (end, run_changed) = self.merge_run(transaction, points, at, mode)?;
            changed |= run_changed;
            let last = points.timestamp(end - 1).unwrap_or(time);
            if self.now.entries > 0 && run_changed {
                let is_new = self.now.entries == (end - at) as u64;
                self.now.first = if is_new { time } else { self.now.first.min(time) };
                self.now.last = if is_new { last } else { self.now.last.max(last) };
            }
            at = end;
        }
        Ok(changed)
    }

    /// Merges the entries from `at` on that belong to one segment. Returns where they end, and whether they change it.
    fn merge_run(
        &mut self,
        transaction: &mut Transaction<'_>,
        points: &Points,
        at: usize,
        mode: MergeMode,
    ) -> Result<(usize, bool), EngineError> {
        let Some(first) = points.get(at) else { return Ok((points.len(), false)) };
        let run = |from: usize, to: usize| (from..to).filter_map(|index| points.get(index));
        let Some((mut start, mut row)) = self.segment_at(transaction, first.timestamp)? else {
            let new = fill(SegmentWriter::new(), run(at, points.len()));
            self.replace(transaction, None, new)?;
            return Ok((points.len(), true));
        };
        let mut next = match first.timestamp > self.now.last {
            true => None,
            false => self.segment_after(transaction, start)?,
        };
        let segment = read(transaction, &row)?;
        if first.timestamp > segment.last() {
            let end = end_of_run(points, at, next.as_ref());
            let mut writer = SegmentWriter::resume(&segment);
            if writer.push(first.timestamp, first.values, first.tag) {
                let old = Some(OldSegment::new(start, &row, &segment));
                self.replace(transaction, old, fill(writer, run(at + 1, end)))?;
                return Ok((end, true));
            }
            // It is full: the entries go before those of the next one, if there is one.
            let Some(following) = next.take() else {
                self.replace(transaction, None, fill(SegmentWriter::new(), run(at, end)))?;
                return Ok((end, true));
            };
            (start, row) = following;
            next = self.segment_after(transaction, start)?;
        }
        let segment = read(transaction, &row)?;
        let end = end_of_run(points, at, next.as_ref());
        let mut old = Points::default();
        let decoded = segment.decode_range(i64::MIN, i64::MAX, &mut old);
        transaction.intact(decoded.map_err(|error| error.to_string()))?;
        let all = merged(&old, run(at, end), mode).map_err(|_| EngineError::BadTimeSeries {
            id: self.id.clone(),
            name: self.now.name.clone(),
            reason: "a sum of its numbers would not be finite".to_owned(),
            fault: TimeSeriesFault::NotFinite,
        })?;
        if all == old {
            return Ok((end, false));
        }
        let old = OldSegment::new(start, &row, &segment);
        self.replace(transaction, Some(old), split(&all))?;
        Ok((end, true))
    }

    /// The segment that covers a time: the last one that does not begin after it, else the first one.
    pub(super) fn segment_at(
        &self,
        transaction: &Transaction<'_>,
        time: i64,
    ) -> Result<Option<SegmentRow>, EngineError> {
        if self.now.entries == 0 {
            return Ok(None);
        }
        let before = self.rows_between(transaction, i64::MIN, time, true)?.next().transpose()?;
        match before {
            Some(found) => Ok(Some(found)),
            None => self.rows_between(transaction, time, i64::MAX, false)?.next().transpose(),
        }
    }

    /// The segment after the one that begins at this time.
    pub(super) fn segment_after(
        &self,
        transaction: &Transaction<'_>,
        start: i64,
    ) -> Result<Option<SegmentRow>, EngineError> {
        let Some(after) = start.checked_add(1) else { return Ok(None) };
        self.rows_between(transaction, after, i64::MAX, false)?.next().transpose()
    }

    /// The rows of segments that begin between two times, both included.
    fn rows_between<'t, 'x>(
        &self,
        transaction: &'t Transaction<'x>,
        from: i64,
        to: i64,
        backwards: bool,
    ) -> Result<impl Iterator<Item = Result<SegmentRow, EngineError>> + use<'t, 'x>, EngineError> {
        let (from, to) = (rows::segment_key(&self.segments, from), rows::segment_key(&self.segments, to));
        let range = (Bound::Included(&*from), Bound::Included(&*to));
        let rows = transaction.side_range(SideTable::TimeSeriesSegments, range, backwards)?;
        Ok(rows.map(|row| {
            let (key, value) = row?;
            Ok((transaction.intact(rows::start_of(&key))?, value))
        }))
    }

    /// Replaces a segment.
    fn replace(
        &mut self,
        transaction: &mut Transaction<'_>,
        old: Option<OldSegment>,
        new: Vec<NewSegment>,
    ) -> Result<(), EngineError> {
        let etag = *self.etag.get_or_insert_with(|| transaction.next_etag());
        if let Some(OldSegment { start, entries, bytes }) = old {
            self.bytes -= bytes;
            self.now.entries = self.now.entries.saturating_sub(entries);
            self.now.segments = self.now.segments.saturating_sub(1);
            if new.first().is_none_or(|first| first.start != start) {
                let key = rows::segment_key(&self.segments, start);
                transaction.write_series(SideTable::TimeSeriesSegments, &key, None)?;
            }
        }
        for segment in new {
            self.now.entries += segment.entries;
            self.now.segments += 1;
            let key = rows::segment_key(&self.segments, segment.start);
            let row = rows::segment_row(etag, &segment.bytes);
            self.bytes += length(&row);
            transaction.write_series(SideTable::TimeSeriesSegments, &key, Some(row))?;
        }
        Ok(())
    }

    /// Ends a change and returns its etag; the next one gets another.
    pub(super) fn end_change(&mut self, transaction: &mut Transaction<'_>) -> i64 {
        self.now.etag = self.etag.take().unwrap_or_else(|| transaction.next_etag());
        self.now.etag
    }

    /// Writes the row of the series if it changed, and marks its document when the list of names changes. Returns the etag
    /// of its last change; `None`: there was no such series.
    pub(super) fn save(self, transaction: &mut Transaction<'_>) -> Result<Option<i64>, EngineError> {
        let Self { document, key, before, now, bytes, .. } = self;
        let old_etag = before.as_ref().map(|before| before.etag);
        if now.etag == old_etag.unwrap_or(0) {
            return Ok(old_etag);
        }
        let exists = now.entries > 0;
        transaction.write_series(SideTable::TimeSeries, &key, exists.then(|| rows::to_bytes(&now)))?;
        let found = transaction.find(&document)?;
        let collection = found.map(|found| ids::key_of(found.value.collection())).unwrap_or_default();
        let etag = exists.then_some(now.etag);
        transaction.order_item(ItemKind::TimeSeries, &collection, &key, old_etag, etag);
        let segments = |series: &TimeSeriesStats| i64::try_from(series.segments).unwrap_or(i64::MAX);
        let more = segments(&now) - before.as_ref().map_or(0, segments);
        transaction.count_items(ItemKind::TimeSeries, &collection, more, bytes)?;
        if exists != before.is_some() {
            transaction.touch(&document);
        }
        Ok(Some(now.etag))
    }
}

/// Where the entries from `at` on that are before the next segment end.
fn end_of_run(points: &Points, at: usize, next: Option<&SegmentRow>) -> usize {
    next.map_or(points.len(), |(next, _)| at + points.count_before(at, *next))
}

fn read<'r>(transaction: &Transaction<'_>, row: &'r [u8]) -> Result<Segment<'r>, EngineError> {
    let bytes = transaction.intact(rows::segment_in(row))?;
    transaction.intact(Segment::read(bytes).map_err(|error| error.to_string()))
}

impl Transaction<'_> {
    /// Writes or removes a row of a time series, within the bytes of one request.
    pub(crate) fn write_series(
        &mut self,
        table: SideTable,
        key: &[u8],
        value: Option<Bytes>,
    ) -> Result<(), EngineError> {
        self.series_bytes += key.len() + value.as_ref().map_or(0, Bytes::len) + 64;
        if self.series_bytes > MOST_WRITTEN {
            return Err(EngineError::BatchTooLarge { bytes: self.series_bytes, most: MOST_WRITTEN });
        }
        self.set_side(table, key, value);
        Ok(())
    }
}
