//! The largest documents, found by reading the rows: no table has their sizes.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rookery_cancel::CancelToken;

use super::Database;
use crate::document::date;
use crate::error::EngineError;

/// A document and what it takes in the data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LargeDocument {
    /// The document's id.
    pub id: String,
    /// Bytes of its stored value.
    pub stored: usize,
    /// Of its newest version.
    pub last_modified: time::OffsetDateTime,
}

impl Database {
    /// The largest documents with at least `least` stored bytes, the largest first. Reads every row, because no
    /// table has the sizes: for on-demand requests, not for polling. Ends with an error once `cancel` says so.
    pub fn large_documents(
        &self,
        least: usize,
        most: usize,
        cancel: &CancelToken,
    ) -> Result<Vec<LargeDocument>, EngineError> {
        let snapshot = self.snapshot()?;
        // The smallest of those kept is on top.
        let mut kept: BinaryHeap<Reverse<(usize, i64)>> = BinaryHeap::new();
        let mut cancelled = false;
        snapshot.oldest_from(0, &mut |(etag, value)| {
            if value.len() >= least {
                kept.push(Reverse((value.len(), etag)));
                if kept.len() > most {
                    kept.pop();
                }
            }
            cancelled = cancel.is_cancelled();
            !cancelled
        })?;
        if cancelled {
            return Err(EngineError::Cancelled);
        }
        let mut found = Vec::with_capacity(kept.len());
        for Reverse((stored, etag)) in kept.into_sorted_vec() {
            snapshot.oldest_from(etag, &mut |(_, value)| {
                found.push(LargeDocument {
                    id: value.id().to_owned(),
                    stored,
                    last_modified: date::from_ticks(value.last_modified()),
                });
                false
            })?;
        }
        Ok(found)
    }
}
