//! Saves a compression dictionary under the next number.

use super::Resolver;
use super::transaction::Transaction;
use crate::document::compression::{Candidate, Dictionary};
use crate::error::EngineError;
use crate::store::side_table::SideTable;
use crate::transaction::prepared::Outcome;

impl Resolver<'_> {
    pub(crate) fn dictionary(
        &self,
        transaction: &mut Transaction<'_>,
        candidate: &Candidate,
    ) -> Result<Outcome, EngineError> {
        let newest = transaction.side_rows(SideTable::Dictionaries, &[], true)?.next().transpose()?;
        let newest = newest.and_then(|(key, _)| key.as_ref().try_into().ok()).map_or(0, u32::from_be_bytes);
        let number = newest + 1;
        let row = Dictionary::row(&candidate.origin, &candidate.bytes);
        transaction.set_side(SideTable::Dictionaries, &Dictionary::key(number), Some(row));
        Ok(Outcome::Dictionary(number))
    }
}
