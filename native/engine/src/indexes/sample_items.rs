//! The index test of an index over counters or time series.

use std::time::Instant;

use super::items::ItemInput;
use super::items::item_id::ItemId;
use super::progress::Covered;
use super::sample_run::{SampleInput, SampleRun, SampleSource};
use crate::error::EngineError;
use crate::extensions::item_changes::{ItemChange, ItemKind};
use crate::extensions::time_series::rows;
use crate::state::snapshot::Row;

impl SampleRun<'_> {
    /// Maps the counters or segments that changed the longest ago, then reduces. Returns whether there are no others.
    pub(crate) fn run_items(
        &mut self,
        kind: ItemKind,
        covered: &Covered,
        most: u64,
    ) -> Result<bool, EngineError> {
        let until = Instant::now() + self.longest;
        let snapshot = self.snapshot;
        let collections = covered.collection_keys(snapshot);
        let mut all_read = true;
        for change in snapshot.items_changed_from(kind, &collections, 1)? {
            let ItemChange { document, name, .. } = change?;
            let row = snapshot.document(&document)?;
            let Some(row) = row.filter(|(_, value)| self.scripts.maps_item(value.collection(), &name)) else {
                continue;
            };
            let id = ItemId { document, name, start: None };
            all_read = match kind {
                ItemKind::Counter => self.counter(&id, &row, most, until)?,
                ItemKind::TimeSeries => self.segments(&id, &row, most, until)?,
            };
            if !all_read {
                break;
            }
        }
        self.finish(until, all_read)
    }

    /// Returns whether to continue.
    fn counter(&mut self, id: &ItemId, row: &Row, most: u64, until: Instant) -> Result<bool, EngineError> {
        match ItemInput::of_counter(self.snapshot, id, row.1.id())? {
            Some(item) => self.item(id, row, &item, most, until),
            None => Ok(true),
        }
    }

    /// Returns whether to continue.
    fn segments(&mut self, id: &ItemId, row: &Row, most: u64, until: Instant) -> Result<bool, EngineError> {
        let snapshot = self.snapshot;
        let segments = rows::segments_of(&id.document, &id.name);
        for segment in snapshot.segment_rows(&segments, i64::MIN, i64::MAX, false)? {
            let (key, segment) = segment?;
            let id = ItemId { start: Some(snapshot.intact(rows::start_of(&key))?), ..id.clone() };
            let item = ItemInput::of_segment(snapshot, &id, row.1.id(), &segment)?;
            if !self.item(&id, row, &item, most, until)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn item(
        &mut self,
        id: &ItemId,
        (_, document): &Row,
        item: &ItemInput,
        most: u64,
        until: Instant,
    ) -> Result<bool, EngineError> {
        if self.report.documents >= most || self.must_end(until) {
            return Ok(false);
        }
        let start = Instant::now();
        let mapped = self.scripts.map_item(self.snapshot, document.collection(), &id.name, &item.json);
        let text = id.text();
        let source = SampleSource::ItemOf(&id.document);
        self.mapped(&SampleInput { id: &text, etag: item.etag, source }, mapped, start.elapsed())?;
        Ok(true)
    }
}
