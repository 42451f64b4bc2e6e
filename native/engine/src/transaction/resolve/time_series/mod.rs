//! Saving, removing and copying entries of time series.
//!
//! A document is saved again only when the name of a series is added to or removed from its list, as in RavenDB.

mod editor;

use rookery_timeseries::{Points, Segment};

use self::editor::SeriesEditor;
use super::Resolver;
use super::transaction::Transaction;
use crate::base::changes::{TimeSeriesChange, TimeSeriesChangeKind};
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::item_changes::ItemKind;
use crate::extensions::time_series::merge::MergeMode;
use crate::extensions::time_series::rows;
use crate::extensions::time_series::{
    TimeRange, TimeSeriesEntry, TimeSeriesStats, increment_tag, is_incremental,
};
use crate::store::side_table::SideTable;
use crate::transaction::command::CommandResult;
use crate::transaction::prepare_time_series::{PreparedTimeSeries, PreparedTimeSeriesCopy};
use crate::transaction::prepared::Outcome;

impl Resolver<'_> {
    pub(crate) fn time_series(
        &self,
        transaction: &mut Transaction<'_>,
        prepared: &PreparedTimeSeries,
    ) -> Result<Outcome, EngineError> {
        let etag = self.change_series(transaction, prepared)?;
        Ok(Outcome::Document(CommandResult::TimeSeries {
            id: prepared.id.clone(),
            change_vector: etag.map(|etag| self.change_vector(etag)),
            is_copy: false,
        }))
    }

    /// The etag of the change; `None` when nothing changes.
    pub(super) fn change_series(
        &self,
        transaction: &mut Transaction<'_>,
        prepared: &PreparedTimeSeries,
    ) -> Result<Option<i64>, EngineError> {
        let PreparedTimeSeries { id, name, name_key, update } = prepared;
        let events = self.series_events(transaction, id, name)?;
        let mut editor = SeriesEditor::open(transaction, id, name, name_key)?;
        for range in &update.deletes {
            if editor.delete(transaction, *range)? {
                events.add(self, transaction, &mut editor, TimeSeriesChangeKind::Delete, *range);
            }
        }
        for (points, mode) in [(&update.appends, MergeMode::Replace), (&update.increments, MergeMode::Add)] {
            if editor.merge(transaction, points, mode)? {
                events.add(self, transaction, &mut editor, TimeSeriesChangeKind::Put, ends_of(points));
            }
        }
        editor.save(transaction)
    }

    pub(crate) fn time_series_copy(
        &self,
        transaction: &mut Transaction<'_>,
        prepared: &PreparedTimeSeriesCopy,
    ) -> Result<Outcome, EngineError> {
        let PreparedTimeSeriesCopy { source, name_key, destination_id, destination_name, .. } = prepared;
        let events = self.series_events(transaction, destination_id, destination_name)?;
        let key = ids::key_of(destination_name);
        let mut editor = SeriesEditor::open(transaction, destination_id, destination_name, &key)?;
        let from = SeriesEditor::open(transaction, source, name_key, name_key)?;
        // The numbers of an incremental series are of this node: outside of one the tag says so.
        let tag = (is_incremental(name_key) && !is_incremental(destination_name))
            .then(|| increment_tag(self.database_id));
        let mut copied = TimeRange::default();
        let mut changed = false;
        let mut next = from.segment_at(transaction, prepared.range.start())?;
        while let Some((start, row)) = next.filter(|(start, _)| *start <= prepared.range.end()) {
            let points = read_range(transaction, &row, prepared.range, tag.as_deref())?;
            let ends = ends_of(&points);
            copied = TimeRange { from: copied.from.or(ends.from), to: ends.to.or(copied.to) };
            changed |= editor.merge(transaction, &points, MergeMode::Replace)?;
            next = from.segment_after(transaction, start)?;
        }
        if changed {
            events.add(self, transaction, &mut editor, TimeSeriesChangeKind::Put, copied);
        }
        let etag = editor.save(transaction)?.filter(|_| copied.from.is_some());
        Ok(Outcome::Document(CommandResult::TimeSeries {
            id: destination_id.clone(),
            change_vector: etag.map(|etag| self.change_vector(etag)),
            is_copy: true,
        }))
    }

    /// The document's part of the events of one of its series; it must exist.
    fn series_events(
        &self,
        transaction: &Transaction<'_>,
        id: &str,
        name: &str,
    ) -> Result<SeriesEvents, EngineError> {
        let found = transaction.find(&ids::key_of(id))?.filter(|found| !found.deleted);
        let found = found.ok_or_else(|| EngineError::MissingDocument {
            id: id.to_owned(),
            wanted: "its time series cannot be changed".to_owned(),
        })?;
        let collection = found.value.collection().to_owned();
        Ok(SeriesEvents { name: name.to_owned(), document_id: id.to_owned(), collection })
    }

    /// Removes all time series of a document that is being deleted.
    pub(crate) fn drop_time_series(
        &self,
        transaction: &mut Transaction<'_>,
        document: &str,
        collection_key: &str,
    ) -> Result<(), EngineError> {
        let mut keys = Vec::new();
        for row in series_rows(transaction, document)? {
            let key = rows::key(document, &ids::key_of(&row.name));
            transaction.order_item(ItemKind::TimeSeries, collection_key, &key, Some(row.etag), None);
            keys.push((SideTable::TimeSeries, key));
        }
        if keys.is_empty() {
            return Ok(());
        }
        let (mut segments, mut bytes) = (0, 0);
        for row in transaction.side_rows(SideTable::TimeSeriesSegments, &rows::prefix(document), false)? {
            let (key, value) = row?;
            keys.push((SideTable::TimeSeriesSegments, key.to_vec()));
            segments += 1;
            bytes += length(&value);
        }
        for (table, key) in keys {
            transaction.write_series(table, &key, None)?;
        }
        transaction.count_items(ItemKind::TimeSeries, collection_key, -segments, -bytes)
    }
}

/// A document's series by name in lower case.
pub(crate) fn series_rows(
    transaction: &Transaction<'_>,
    document: &str,
) -> Result<Vec<TimeSeriesStats>, EngineError> {
    let rows = transaction.side_rows(SideTable::TimeSeries, &rows::prefix(document), false)?;
    rows.map(|row| transaction.intact(rows::from_bytes(&row?.1))).collect()
}

/// The etag of the last change of a series, by its row's key; `None` without such a series.
pub(crate) fn series_etag(transaction: &Transaction<'_>, row: &[u8]) -> Result<Option<i64>, EngineError> {
    Ok(stats_in(transaction, row)?.map(|series| series.etag))
}

/// A series by its row's key.
pub(crate) fn stats_in(
    transaction: &Transaction<'_>,
    row: &[u8],
) -> Result<Option<TimeSeriesStats>, EngineError> {
    let row = transaction.side(SideTable::TimeSeries, row)?;
    row.map(|row| transaction.intact(rows::from_bytes(&row))).transpose()
}

/// Visits the entries of a range in order, until `visit` returns false; those of an incremental series have the
/// database's tag.
pub(crate) fn visit_entries(
    resolver: &Resolver<'_>,
    transaction: &Transaction<'_>,
    id: &str,
    name: &str,
    range: TimeRange,
    visit: &mut dyn FnMut(TimeSeriesEntry<'_>) -> bool,
) -> Result<(), EngineError> {
    let key = ids::key_of(name);
    let series = SeriesEditor::open(transaction, id, name, &key)?;
    let tag = is_incremental(name).then(|| increment_tag(resolver.database_id));
    let mut next = series.segment_at(transaction, range.start())?;
    while let Some((start, row)) = next.filter(|(start, _)| *start <= range.end()) {
        let points = read_range(transaction, &row, range, tag.as_deref())?;
        if !points.iter().all(&mut *visit) {
            break;
        }
        next = series.segment_after(transaction, start)?;
    }
    Ok(())
}

/// The entries of a segment's row in a range; with another tag than theirs if there is one.
fn read_range(
    transaction: &Transaction<'_>,
    row: &[u8],
    range: TimeRange,
    tag: Option<&str>,
) -> Result<Points, EngineError> {
    let bytes = transaction.intact(rows::segment_in(row))?;
    let mut points = Points::default();
    let read = Segment::read(bytes)
        .and_then(|segment| segment.decode_range(range.start(), range.end(), &mut points));
    transaction.intact(read.map_err(|error| error.to_string()))?;
    let Some(tag) = tag else { return Ok(points) };
    let mut tagged = Points::default();
    points.iter().for_each(|entry| tagged.push(entry.timestamp, entry.values, Some(tag)));
    Ok(tagged)
}

/// The bytes of a row.
fn length(row: &[u8]) -> i64 {
    i64::try_from(row.len()).unwrap_or(i64::MAX)
}

/// The first and the last time of sorted entries.
fn ends_of(points: &Points) -> TimeRange {
    let last = points.len().checked_sub(1);
    TimeRange { from: points.timestamp(0), to: last.and_then(|last| points.timestamp(last)) }
}

/// What the events of one series have in common.
struct SeriesEvents {
    name: String,
    document_id: String,
    collection: String,
}

impl SeriesEvents {
    fn add(
        &self,
        resolver: &Resolver<'_>,
        transaction: &mut Transaction<'_>,
        editor: &mut SeriesEditor,
        kind: TimeSeriesChangeKind,
        range: TimeRange,
    ) {
        let etag = editor.end_change(transaction);
        transaction.write_set.time_series.push(TimeSeriesChange {
            kind,
            name: self.name.clone(),
            from: range.from,
            to: range.to,
            document_id: self.document_id.clone(),
            collection: self.collection.clone(),
            change_vector: resolver.change_vector(etag),
        });
    }
}
