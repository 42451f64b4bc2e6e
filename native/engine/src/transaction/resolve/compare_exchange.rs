//! Saving and removing compare-exchange values.

use bytes::Bytes;

use super::Resolver;
use super::transaction::Transaction;
use crate::error::EngineError;
use crate::extensions::attachments::rows::number;
use crate::extensions::compare_exchange::CompareExchangeResult;
use crate::extensions::compare_exchange::requests::Remembered;
use crate::extensions::compare_exchange::rows::{self, ExchangeRow};
use crate::store::side_table::SideTable;
use crate::transaction::prepared::Outcome;
use crate::transaction::prepared_cluster::{ExchangeBody, PreparedExchange};

impl Resolver<'_> {
    /// One operation; a wrong index is a result, not an error.
    pub(crate) fn exchange(
        &self,
        transaction: &mut Transaction<'_>,
        prepared: PreparedExchange,
        index: i64,
        request_id: Option<&str>,
    ) -> Result<Outcome, EngineError> {
        if let Some(Remembered::Exchange { index, value }) = transaction.remembered(request_id)? {
            let value = value.map(Bytes::from);
            return Ok(Outcome::Exchanged(CompareExchangeResult { index, value, successful: true }));
        }
        let PreparedExchange { row, value, expected, .. } = prepared;
        let current = transaction.exchange_row(&row)?;
        let is_met = match &current {
            Some(current) => current.index == expected,
            None => value.is_some() && expected == 0,
        };
        if !is_met {
            let (index, value) = current.map_or((0, None), |row| (row.index, Some(row.value)));
            return Ok(Outcome::Exchanged(CompareExchangeResult { index, value, successful: false }));
        }
        let index = transaction.next_index(index)?;
        let reported = match &value {
            Some(new) => Some(new.json.clone()),
            None => current.map(|row| row.value),
        };
        transaction.set_exchange(&row, value, index)?;
        let result = CompareExchangeResult { index, value: reported, successful: true };
        transaction.remember(request_id, index, &Remembered::exchange(&result))?;
        Ok(Outcome::Exchanged(result))
    }

    /// A value of a dump: it replaces one of that key.
    pub(crate) fn import_exchange(
        &self,
        transaction: &mut Transaction<'_>,
        prepared: PreparedExchange,
        index: i64,
    ) -> Result<Outcome, EngineError> {
        let index = transaction.next_index(index)?;
        transaction.set_exchange(&prepared.row, prepared.value, index)?;
        Ok(Outcome::Imported(true))
    }

    /// Removes a due value, if it is still the one that was read. The removal takes an index as other commands do, because
    /// indexes and result etags recognise changes by it.
    pub(crate) fn expire_exchange(
        &self,
        transaction: &mut Transaction<'_>,
        row: &str,
        seen: i64,
    ) -> Result<Outcome, EngineError> {
        let is_current = transaction.exchange_row(row)?.is_some_and(|current| current.index == seen);
        if is_current {
            let index = transaction.next_index(0)?;
            transaction.set_exchange(row, None, index)?;
        }
        Ok(Outcome::Swept(is_current))
    }
}

impl Transaction<'_> {
    /// The value under a key in lower case.
    pub(crate) fn exchange_row(&self, row: &str) -> Result<Option<ExchangeRow>, EngineError> {
        let found = self.side(SideTable::CompareExchange, row.as_bytes())?;
        found.map(|bytes| self.intact(ExchangeRow::from_bytes(&bytes))).transpose()
    }

    /// Writes or removes a value with its other rows.
    pub(crate) fn set_exchange(
        &mut self,
        row: &str,
        value: Option<ExchangeBody>,
        index: i64,
    ) -> Result<(), EngineError> {
        let key = row.as_bytes();
        let current = self.exchange_row(row)?;
        if let Some(moment) = current.as_ref().and_then(|current| current.expires) {
            self.set_side(SideTable::CompareExchangeDue, &rows::due(moment, key), None);
        }
        let more = i64::from(value.is_some()) - i64::from(current.is_some());
        if more != 0 {
            self.count_side(rows::TOTAL_VALUES, more)?;
        }
        let Some(ExchangeBody { json, expires }) = value else {
            if current.is_some() {
                self.set_side(SideTable::CompareExchange, key, None);
            }
            return Ok(());
        };
        if let Some(moment) = expires {
            self.set_side(SideTable::CompareExchangeDue, &rows::due(moment, key), Some(Bytes::new()));
        }
        let bytes = ExchangeRow { index, expires, value: json }.to_bytes();
        self.set_side(SideTable::CompareExchange, key, Some(bytes));
        Ok(())
    }

    /// The index of a command: `suggested`, or a greater one if this database has given that already.
    pub(crate) fn next_index(&mut self, suggested: i64) -> Result<i64, EngineError> {
        let last = self.side_number(rows::LAST_INDEX)?;
        let index = suggested.max(i64::try_from(last).unwrap_or(i64::MAX - 1) + 1);
        self.set_side_number(rows::LAST_INDEX, index.cast_unsigned());
        Ok(index)
    }

    /// A number of the side totals, 0 without a row.
    pub(crate) fn side_number(&self, name: &[u8]) -> Result<u64, EngineError> {
        self.side(SideTable::SideTotals, name)?.map_or(Ok(0), |row| self.intact(number(&row)))
    }

    /// Sets a number of the side totals.
    pub(crate) fn set_side_number(&mut self, name: &[u8], value: u64) {
        self.set_side(SideTable::SideTotals, name, Some(Bytes::copy_from_slice(&value.to_le_bytes())));
    }
}
