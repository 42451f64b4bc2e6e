//! Remembers the results of cluster-wide requests, for clients that repeat one.

use bytes::Bytes;

use super::transaction::Transaction;
use crate::error::EngineError;
use crate::extensions::compare_exchange::requests::{
    IN_ORDER, LONGEST_ID, MOST, Remembered, by_id, by_index,
};
use crate::extensions::compare_exchange::rows::KEPT_REQUESTS;
use crate::store::side_table::SideTable;

impl Transaction<'_> {
    /// The result of the request with this id.
    pub(crate) fn remembered(&self, request_id: Option<&str>) -> Result<Option<Remembered>, EngineError> {
        let Some(id) = request_id else { return Ok(None) };
        let row = self.side(SideTable::ClusterRequests, &by_id(id))?;
        row.map(|row| self.intact(Remembered::from_bytes(&row))).transpose()
    }

    /// Remembers a result, and forgets the oldest one if there are many.
    pub(crate) fn remember(
        &mut self,
        request_id: Option<&str>,
        index: i64,
        result: &Remembered,
    ) -> Result<(), EngineError> {
        let Some(id) = request_id.filter(|id| !id.is_empty() && id.len() <= LONGEST_ID) else {
            return Ok(());
        };
        let table = SideTable::ClusterRequests;
        self.set_side(table, &by_id(id), Some(result.to_bytes().into()));
        self.set_side(table, &by_index(index), Some(Bytes::copy_from_slice(id.as_bytes())));
        self.count_side(KEPT_REQUESTS, 1)?;
        if self.side_number(KEPT_REQUESTS)? > MOST {
            let oldest = self.side_rows(table, IN_ORDER, false)?.next().transpose()?;
            if let Some((key, id)) = oldest {
                self.set_side(table, &key, None);
                self.set_side(table, &[b"r", &id[..]].concat(), None);
                self.count_side(KEPT_REQUESTS, -1)?;
            }
        }
        Ok(())
    }
}
