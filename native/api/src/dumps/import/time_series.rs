//! Time series: segments in RavenDB's layout and deleted ranges.

use rookery_dump::items::time_series::{DeletedRange, SegmentHead};
use rookery_dump::{DumpReader, Item, ItemType};
use rookery_engine::{Imported, Points, TimeRange, TimeSeriesUpdate};
use rookery_timeseries::raven;

use super::batch::Pending;
use super::{Import, ImportFailure};
use crate::dto::time_series::text::parse_time;

impl Import<'_> {
    pub(super) fn time_series_segment(
        &mut self,
        item: &Item,
        reader: &mut DumpReader<'_>,
    ) -> Result<(), ImportFailure> {
        let kind = ItemType::TimeSeries;
        let content = reader.content()?;
        let head = match SegmentHead::read(&item.json) {
            Ok(head) => head,
            Err(reason) => {
                self.report.reject(kind, &at(item), &format!("{reason}."));
                return Ok(());
            }
        };
        if !self.options.takes_collection(&head.collection) || self.transform.has_left_out(&head.document_id)
        {
            self.report.of(kind).skipped += 1;
            return Ok(());
        }
        let mut appends = Points::default();
        let read = parse_time(&head.baseline)
            .ok_or_else(|| format!("its baseline '{}' is not a date", head.baseline))
            .and_then(|baseline| {
                raven::read(&content, baseline, &mut appends).map_err(|error| error.to_string())
            });
        if let Err(reason) = read {
            let what =
                format!("Time series '{}' of '{}' at byte {}", head.name, head.document_id, item.offset);
            self.report.reject(kind, &what, &format!("{reason}."));
            return Ok(());
        }
        if appends.is_empty() {
            // All its entries are deleted ones.
            self.report.of(kind).read += 1;
            return Ok(());
        }
        let bytes = item.json.len() + content.len() + appends.bytes();
        let update = TimeSeriesUpdate { name: head.name, appends, ..TimeSeriesUpdate::default() };
        self.add_series(kind, item, bytes, head.document_id, update)
    }

    pub(super) fn deleted_range(&mut self, item: &Item) -> Result<(), ImportFailure> {
        let kind = ItemType::TimeSeriesDeletedRanges;
        let read = DeletedRange::read(&item.json).and_then(|range| {
            let [from, to] = [&range.from, &range.to].map(|text| parse_time(text));
            match (from, to) {
                (Some(from), Some(to)) => Ok((range, TimeRange { from: Some(from), to: Some(to) })),
                _ => Err(format!("'{}' or '{}' is not a date", range.from, range.to)),
            }
        });
        let (range, times) = match read {
            Ok(read) => read,
            Err(reason) => {
                self.report.reject(kind, &at(item), &format!("{reason}."));
                return Ok(());
            }
        };
        // Without the document there is nothing to delete.
        if !self.options.takes_collection(&range.collection)
            || self.transform.has_left_out(&range.document_id)
            || self.database.get(&range.document_id)?.is_none()
        {
            self.report.of(kind).skipped += 1;
            return Ok(());
        }
        let update =
            TimeSeriesUpdate { name: range.name, deletes: vec![times], ..TimeSeriesUpdate::default() };
        self.add_series(kind, item, item.json.len(), range.document_id, update)
    }

    fn add_series(
        &mut self,
        kind: ItemType,
        item: &Item,
        bytes: usize,
        id: String,
        update: TimeSeriesUpdate,
    ) -> Result<(), ImportFailure> {
        let imported = Imported::TimeSeries { id, update: Box::new(update) };
        self.add(Pending { kind, offset: item.offset, bytes, item: imported })
    }
}

fn at(item: &Item) -> String {
    format!("The item at byte {}", item.offset)
}
