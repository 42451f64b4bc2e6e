//! Compare-exchange values and cluster-wide transactions: reads, operations, and the removal of due values.

use std::ops::Bound;

use bytes::Bytes;
use crossbeam_channel::Sender;

use crate::database::Database;
use crate::database::maintenance::sweep::SWEEP_BATCH;
use crate::document::date;
use crate::document::ids;
use crate::error::EngineError;
use crate::extensions::compare_exchange::rows::{self, ExchangeRow};
use crate::extensions::compare_exchange::{ClusterIds, CompareExchangeResult, CompareExchangeValue};
use crate::state::core::Core;
use crate::state::snapshot::Snapshot;
use crate::state::sweep::Sweep;
use crate::store::side_table::SideTable;
use crate::transaction::cluster::{ClusterTransaction, ClusterTransactionResult};
use crate::transaction::prepared::{Outcome, Prepared};
use crate::transaction::prepared_cluster::{PreparedCluster, PreparedExchange};
use crate::transaction::request::Request;

impl Database {
    /// The values under these keys (case is ignored), in the order of the argument, all from one snapshot.
    pub fn compare_exchange(&self, keys: &[&str]) -> Result<Vec<Option<CompareExchangeValue>>, EngineError> {
        let snapshot = self.snapshot()?;
        keys.iter().map(|key| snapshot.exchange(key)).collect()
    }

    /// Values whose key begins with a prefix (case is ignored), in the order of their keys.
    pub fn compare_exchange_page(
        &self,
        prefix: &str,
        start: u64,
        take: u64,
    ) -> Result<Vec<CompareExchangeValue>, EngineError> {
        let snapshot = self.snapshot()?;
        let prefix = ids::key_of(prefix);
        let [start, take] = [start, take].map(|number| usize::try_from(number).unwrap_or(usize::MAX));
        snapshot.exchanges(prefix.as_bytes())?.skip(start).take(take).collect()
    }

    /// Saves a value if the current one has this index, or if there is none and the index is 0. Durable when it
    /// returns. A request repeated with the same id gets the first result.
    pub fn put_compare_exchange(
        &self,
        key: &str,
        value: Bytes,
        index: i64,
        request_id: Option<&str>,
    ) -> Result<CompareExchangeResult, EngineError> {
        let exchange = PreparedExchange::new(key.to_owned(), Some(value), index)?;
        let expires = exchange.value.as_ref().is_some_and(|value| value.expires.is_some());
        let result = self.exchange(exchange, request_id)?;
        if expires {
            self.core.sweep_alarm.ring();
        }
        Ok(result)
    }

    /// Removes a value if it has this index. Durable when it returns.
    pub fn delete_compare_exchange(
        &self,
        key: &str,
        index: i64,
        request_id: Option<&str>,
    ) -> Result<CompareExchangeResult, EngineError> {
        self.exchange(PreparedExchange::new(key.to_owned(), None, index)?, request_id)
    }

    /// Commits the whole transaction or nothing of it; durable when it returns.
    pub fn cluster_transaction(
        &self,
        transaction: ClusterTransaction,
    ) -> Result<ClusterTransactionResult, EngineError> {
        let prepared = self
            .with_preparer(|preparer| PreparedCluster::new(transaction, self.raft.next_index()?, preparer))?;
        let values = || prepared.exchanges.iter().filter_map(|exchange| exchange.value.as_ref());
        let expires = values().any(|value| value.expires.is_some());
        let outcomes = self.submit_and_wait(vec![Prepared::Cluster(Box::new(prepared))])?;
        if expires {
            self.core.sweep_alarm.ring();
        }
        match outcomes.into_iter().next() {
            Some(Outcome::Cluster(result)) => Ok(result),
            _ => Err(self.internal("the writer answered a cluster-wide transaction with something else")),
        }
    }

    /// The ids in the change vectors of cluster-wide transactions.
    pub fn cluster_ids(&self) -> ClusterIds {
        ClusterIds::of(&self.core.id)
    }

    /// Removes due values now, without waiting for the next sweep; returns their number.
    pub fn expire_compare_exchange_now(&self) -> Result<u64, EngineError> {
        self.core.sweep(Sweep::CompareExchange, &self.sender()?)
    }

    fn exchange(
        &self,
        exchange: PreparedExchange,
        request_id: Option<&str>,
    ) -> Result<CompareExchangeResult, EngineError> {
        self.check_open()?;
        let index = self.raft.next_index()?;
        let request_id = request_id.map(str::to_owned);
        let outcomes = self.submit_and_wait(vec![Prepared::Exchange { exchange, index, request_id }])?;
        match outcomes.into_iter().next() {
            Some(Outcome::Exchanged(result)) => Ok(result),
            _ => Err(self.internal("the writer answered a compare-exchange operation with something else")),
        }
    }
}

impl Core {
    /// Removes due values; returns how many.
    pub(crate) fn expire_exchanges(&self, writer: &Sender<Request>) -> Result<u64, EngineError> {
        let now = date::to_ticks(self.clock.now());
        let mut expired = 0;
        loop {
            let due = self.snapshot()?.due_exchanges(now, SWEEP_BATCH)?;
            if due.is_empty() {
                return Ok(expired);
            }
            let all = due.len() < SWEEP_BATCH;
            let commands = due.into_iter().map(|(row, index)| Prepared::ExpireExchange { row, index });
            let outcomes = self.submit(writer, commands.collect())?;
            let done = outcomes.iter().filter(|outcome| **outcome == Outcome::Swept(true)).count();
            expired += done as u64;
            // Values that changed meanwhile are left to the next sweep.
            if all || done == 0 {
                return Ok(expired);
            }
        }
    }
}

impl Snapshot {
    /// The value under a key, which it has as requested.
    pub(crate) fn exchange(&self, key: &str) -> Result<Option<CompareExchangeValue>, EngineError> {
        let row = self.side(SideTable::CompareExchange, ids::key_of(key).as_bytes())?;
        row.map(|row| {
            let ExchangeRow { index, value, .. } = self.intact(ExchangeRow::from_bytes(&row))?;
            Ok(CompareExchangeValue { key: key.to_owned(), index, value })
        })
        .transpose()
    }

    /// The index of the value under a key in lower case; 0 without one.
    pub(crate) fn exchange_index(&self, key: &str) -> Result<i64, EngineError> {
        let row = self.side(SideTable::CompareExchange, key.as_bytes())?;
        row.map_or(Ok(0), |row| Ok(self.intact(ExchangeRow::from_bytes(&row))?.index))
    }

    /// The index of the last command that may have changed a value, so it differs whenever one has changed; 0: none.
    pub(crate) fn last_exchange_change(&self) -> Result<i64, EngineError> {
        Ok(self.side_number(rows::LAST_INDEX)?.cast_signed())
    }

    /// The values whose key begins with `prefix`, in the order of their keys.
    pub(crate) fn exchanges(
        &self,
        prefix: &[u8],
    ) -> Result<impl Iterator<Item = Result<CompareExchangeValue, EngineError>>, EngineError> {
        let rows = self.side_rows_with_prefix(SideTable::CompareExchange, prefix, false)?;
        Ok(rows.map(|row| {
            let (key, row) = row?;
            let ExchangeRow { index, value, .. } = self.intact(ExchangeRow::from_bytes(&row))?;
            Ok(CompareExchangeValue { key: self.intact(rows::key_text(&key))?, index, value })
        }))
    }

    /// How many values there are.
    pub(crate) fn count_of_exchanges(&self) -> Result<u64, EngineError> {
        self.side_number(rows::TOTAL_VALUES)
    }

    /// Whether a value has a due moment.
    pub(crate) fn has_due_exchanges(&self) -> Result<bool, EngineError> {
        let all = (Bound::Unbounded, Bound::Unbounded);
        Ok(self.side_rows(SideTable::CompareExchangeDue, all, false)?.next().transpose()?.is_some())
    }

    /// Keys and indexes of values due at this moment or before it, at most `most`, those longest due first.
    pub(crate) fn due_exchanges(
        &self,
        now: date::Ticks,
        most: usize,
    ) -> Result<Vec<(String, i64)>, EngineError> {
        let end = rows::due_end(now);
        let range = (Bound::Unbounded, Bound::Excluded(&end[..]));
        let mut due = Vec::new();
        for row in self.side_rows(SideTable::CompareExchangeDue, range, false)?.take(most) {
            let key = self.intact(rows::key_of_due(&row?.0))?;
            let key = self.intact(rows::key_text(&key))?;
            // One snapshot, so the row is of the current value.
            due.extend(self.exchange(&key)?.map(|value| (key, value.index)));
        }
        Ok(due)
    }
}
