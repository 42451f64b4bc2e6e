//! Indexes counters and time series: those that changed since the last batch, in the order of their last changes.
//!
//! A time series is mapped segment by segment. An entry has the etag of its segment, so that only segments that changed are
//! mapped again, also when a batch ends inside of a series. What a document no longer has is found by the document: it is
//! saved again when a name leaves its list.

use std::collections::HashMap;
use std::time::Instant;

use super::batch::Batch;
use super::mapping::{Outlet, Subject};
use crate::error::EngineError;
use crate::extensions::item_changes::{ItemChange, ItemKind};
use crate::extensions::time_series::rows;
use crate::indexes::items::ItemInput;
use crate::indexes::items::item_id::{ItemId, mark_of_document, mark_of_series};
use crate::state::snapshot::Row;

impl Batch<'_, '_> {
    /// Returns whether it is finished.
    pub(super) fn items(&mut self, kind: ItemKind) -> Result<bool, EngineError> {
        if let Some(reason) = &self.core.unordered_items {
            return Err(self.snapshot.damaged(reason.clone()));
        }
        let finished = self.lost_items(kind)? && self.changed_items(kind)?;
        self.record.trace.step_out("Map");
        self.completed(finished, self.handle.must_pause());
        Ok(finished)
    }

    /// Removes the entries of what changed documents no longer have. Returns whether it is finished.
    fn lost_items(&mut self, kind: ItemKind) -> Result<bool, EngineError> {
        let (handle, snapshot) = (self.handle, self.snapshot);
        // Before indexing began there are no entries.
        let progress = &mut self.mapping.committed.progress;
        progress.document = progress.document.max(progress.begun.min(handle.covered.last_change(snapshot)));
        let from = progress.document + 1;
        let (mut finished, mut failure) = (true, None);
        handle.covered.changed_from(snapshot, from, &mut |(etag, value)| {
            let lost = self.forget_items_of(value.id(), &mut |item| {
                let key = rows::key(&item.document, &item.name);
                Ok(snapshot.side(kind.items(), &key)?.is_none())
            });
            if let Err(error) = lost {
                failure = Some(error);
                return false;
            }
            self.mapping.committed.progress.document = etag;
            finished = !self.must_end();
            finished
        })?;
        failure.map_or(Ok(finished), Err)
    }

    /// Removes the entries of those items of a document that are chosen.
    pub(super) fn forget_items_of(
        &mut self,
        document: &str,
        choose: &mut dyn FnMut(&ItemId) -> Result<bool, EngineError>,
    ) -> Result<(), EngineError> {
        let document = crate::document::ids::key_of(document);
        let mark = mark_of_document(&document);
        for id in self.reader.ids_referring_to(&mark).map_err(EngineError::Index)? {
            let Some(item) = ItemId::read(&id).filter(|item| item.document == document) else { continue };
            if choose(&item)? {
                self.forget(&id)?;
            }
        }
        Ok(())
    }

    /// Returns whether it is finished.
    fn changed_items(&mut self, kind: ItemKind) -> Result<bool, EngineError> {
        let snapshot = self.snapshot;
        let collections = self.handle.covered.collection_keys(snapshot);
        let from = self.mapping.committed.progress.item + 1;
        for change in snapshot.items_changed_from(kind, &collections, from)? {
            let change = change?;
            let whole = self.item(kind, &change)?;
            let progress = &mut self.mapping.committed.progress;
            if !whole {
                progress.partial = change.etag;
                return Ok(false);
            }
            (progress.item, progress.partial) = (change.etag, 0);
            self.record.publish_periodically();
            if self.must_end() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn must_end(&self) -> bool {
        self.handle.must_pause() || Instant::now() >= self.until
    }

    /// Maps a changed item. Returns whether it was mapped completely.
    fn item(&mut self, kind: ItemKind, change: &ItemChange) -> Result<bool, EngineError> {
        let progress = self.mapping.committed.progress;
        // Others have no entries yet.
        let may_be_known = change.etag > progress.begun || change.etag == progress.partial;
        let ItemChange { document, name, .. } = change;
        let Some(row) = self.document_of(document, name)? else { return Ok(true) };
        self.record.trace.step_into("Map", row.1.collection());
        match kind {
            ItemKind::Counter => {
                let id = ItemId { document: document.clone(), name: name.clone(), start: None };
                if may_be_known {
                    self.forget(&id.text())?;
                }
                self.counter(&id, &row)?;
                Ok(true)
            }
            ItemKind::TimeSeries => self.series(document, name, &row, may_be_known),
        }
    }

    /// The document of an item; `None` if no map is for it.
    fn document_of(&self, document: &str, name: &str) -> Result<Option<Row>, EngineError> {
        let Some(scripts) = &self.handle.scripts else { return Ok(None) };
        let row = self.snapshot.document(document)?;
        Ok(row.filter(|(_, value)| scripts.maps_item(value.collection(), name)))
    }

    fn counter(&mut self, id: &ItemId, (_, document): &Row) -> Result<(), EngineError> {
        let Some(item) = ItemInput::of_counter(self.snapshot, id, document.id())? else { return Ok(()) };
        self.record.trace.lap("Storage/DocumentRead");
        self.add_item(id, &item, &[mark_of_document(&id.document)], document.collection())
    }

    /// Maps the segments of a series that changed, and removes the entries of those that it no longer has. Returns
    /// whether it is finished.
    fn series(
        &mut self,
        document: &str,
        name: &str,
        row: &Row,
        may_be_known: bool,
    ) -> Result<bool, EngineError> {
        let snapshot = self.snapshot;
        let mut known: HashMap<String, i64> = HashMap::new();
        if may_be_known {
            let entries = self.reader.entries_referring_to(&mark_of_series(document, name));
            known.extend(entries.map_err(EngineError::Index)?);
        }
        let segments = rows::segments_of(document, name);
        for segment in snapshot.segment_rows(&segments, i64::MIN, i64::MAX, false)? {
            let (key, segment) = segment?;
            let start = Some(snapshot.intact(rows::start_of(&key))?);
            let etag = snapshot.intact(rows::etag_of(&segment))?;
            let id = ItemId { document: document.to_owned(), name: name.to_owned(), start };
            match known.remove(&id.text()) {
                Some(known) if known == etag => continue,
                Some(_) => self.forget(&id.text())?,
                None => {}
            }
            self.segment(&id, row, &segment)?;
            if self.must_end() {
                return Ok(false);
            }
        }
        for id in known.into_keys() {
            self.forget(&id)?;
        }
        Ok(true)
    }

    fn segment(&mut self, id: &ItemId, (_, document): &Row, row: &[u8]) -> Result<(), EngineError> {
        let item = ItemInput::of_segment(self.snapshot, id, document.id(), row)?;
        self.record.trace.lap("Storage/DocumentRead");
        let marks = [mark_of_document(&id.document), mark_of_series(&id.document, &id.name)];
        self.add_item(id, &item, &marks, document.collection())
    }

    fn add_item(
        &mut self,
        id: &ItemId,
        item: &ItemInput,
        marks: &[String],
        collection: &str,
    ) -> Result<(), EngineError> {
        let subject = Subject { id: &id.text(), etag: item.etag, marks };
        let mut to = Outlet::Writer(self.writer, self.due.as_deref_mut());
        let (counts, trace) = (&mut self.record.counts, &mut self.record.trace);
        self.mapping.add_item(&subject, (collection, &id.name, &item.json), counts, trace, &mut to)
    }

    /// Maps again what an entry was made of, because a document that it loads has changed.
    pub(super) fn item_again(&mut self, kind: ItemKind, id: &str) -> Result<(), EngineError> {
        let Some(item) = ItemId::read(id) else { return Ok(()) };
        self.forget(id)?;
        let Some(row) = self.document_of(&item.document, &item.name)? else { return Ok(()) };
        match (kind, item.start) {
            (ItemKind::Counter, None) => self.counter(&item, &row),
            (ItemKind::TimeSeries, Some(start)) => {
                let segments = rows::segments_of(&item.document, &item.name);
                let mut rows = self.snapshot.segment_rows(&segments, start, start, false)?;
                match rows.next().transpose()? {
                    Some((_, segment)) => self.segment(&item, &row, &segment),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }
}
