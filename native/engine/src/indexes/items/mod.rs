//! Counters and segments of time series as the maps of an index get them.

pub(crate) mod item_id;
mod item_json;

use serde_json::json;

use self::item_id::ItemId;
use self::item_json::segment_json;
use crate::error::EngineError;
use crate::extensions::counters;
use crate::extensions::item_changes::ItemKind;
use crate::extensions::time_series::{increment_tag, is_incremental, rows};
use crate::state::snapshot::Snapshot;

/// A counter or a segment.
pub(crate) struct ItemInput {
    pub etag: i64,
    /// For the maps.
    pub json: Vec<u8>,
}

impl ItemInput {
    /// A counter, if it exists. `document` is the id as it was written.
    pub(crate) fn of_counter(
        snapshot: &Snapshot,
        id: &ItemId,
        document: &str,
    ) -> Result<Option<Self>, EngineError> {
        let key = counters::rows::key(&id.document, &id.name);
        let Some(row) = snapshot.side(ItemKind::Counter.items(), &key)? else { return Ok(None) };
        let counter = snapshot.intact(counters::rows::from_bytes(&row))?;
        let item = json!({"DocumentId": document, "Name": counter.name, "Value": counter.value});
        Ok(Some(Self { etag: counter.etag, json: item.to_string().into_bytes() }))
    }

    /// A segment. `document` is the id as it was written.
    pub(crate) fn of_segment(
        snapshot: &Snapshot,
        id: &ItemId,
        document: &str,
        row: &[u8],
    ) -> Result<Self, EngineError> {
        let etag = snapshot.intact(rows::etag_of(row))?;
        let points = snapshot.intact(rows::points_of(row))?;
        let name =
            snapshot.series(&id.document, &id.name)?.map_or_else(|| id.name.clone(), |stats| stats.name);
        let tag = is_incremental(&name).then(|| increment_tag(&snapshot.database_id));
        Ok(Self { etag, json: segment_json(document, &name, &points, tag.as_deref()) })
    }
}
