//! Cluster-wide transactions: documents and compare-exchange values in one transaction.

use super::Resolver;
use super::transaction::{ClusterStamp, Old, Transaction};
use crate::document::DocumentFlags;
use crate::document::date;
use crate::document::ids;
use crate::document::stored::StoredValue;
use crate::error::EngineError;
use crate::exchange_faults::ClusterViolation;
use crate::extensions::compare_exchange::ATOMIC_GUARD;
use crate::extensions::compare_exchange::cluster_ids::kept_parts;
use crate::extensions::compare_exchange::requests::{ClusterCommandResult, Remembered};
use crate::extensions::compare_exchange::rows::CLUSTER_DOCUMENTS;
use crate::transaction::cluster::ClusterTransactionResult;
use crate::transaction::command::CommandResult;
use crate::transaction::expected::Expected;
use crate::transaction::prepared::Outcome;
use crate::transaction::prepared_cluster::{
    ExchangeBody, PreparedCluster, PreparedClusterDocument, PreparedExchange,
};

impl Resolver<'_> {
    pub(crate) fn cluster(
        &self,
        transaction: &mut Transaction<'_>,
        prepared: PreparedCluster,
    ) -> Result<Outcome, EngineError> {
        let PreparedCluster { index, guards, request_id, documents, exchanges } = prepared;
        let request_id = request_id.as_deref();
        if let Some(Remembered::Transaction { index, at, results }) = transaction.remembered(request_id)? {
            let done_at = date::from_ticks(at);
            return Ok(Outcome::Cluster(ClusterTransactionResult { index, done_at, results }));
        }
        let violations = self.violations(transaction, &documents, &exchanges, guards)?;
        if !violations.is_empty() {
            return Err(EngineError::ClusterConcurrency { violations });
        }
        let index = transaction.next_index(index)?;
        transaction.cluster = Some(ClusterStamp { guarded_by: guards.then_some(index) });
        let mut results = Vec::with_capacity(documents.len() + exchanges.len());
        for document in documents {
            results.push(self.cluster_document(transaction, document, guards.then_some(index))?);
        }
        transaction.cluster = None;
        for PreparedExchange { key, row, value, .. } in exchanges {
            results.push(match &value {
                Some(_) => ClusterCommandResult::CompareExchangePut { key },
                None => ClusterCommandResult::CompareExchangeDelete { key },
            });
            transaction.set_exchange(&row, value, index)?;
        }
        let remembered = Remembered::Transaction { index, at: self.now, results: results.clone() };
        transaction.remember(request_id, index, &remembered)?;
        let done_at = date::from_ticks(self.now);
        Ok(Outcome::Cluster(ClusterTransactionResult { index, done_at, results }))
    }

    /// Everything is checked against the state before the transaction.
    fn violations(
        &self,
        transaction: &Transaction<'_>,
        documents: &[PreparedClusterDocument],
        exchanges: &[PreparedExchange],
        guards: bool,
    ) -> Result<Vec<ClusterViolation>, EngineError> {
        let mut violations = Vec::new();
        for exchange in exchanges {
            let current = transaction.exchange_row(&exchange.row)?.map(|row| row.index);
            if current.unwrap_or(0) != exchange.expected {
                violations.push(ClusterViolation {
                    key: exchange.key.clone(),
                    guarded: None,
                    operation: if exchange.value.is_some() { "putting" } else { "deleting" },
                    expected: exchange.expected,
                    actual: current.unwrap_or(-1),
                });
            }
        }
        for document in documents.iter().filter(|_| guards) {
            // A deletion without a version removes any guard; the id of an identity is not known yet.
            let any = document.put.is_none() && document.change_vector.is_none();
            if any || document.id.ends_with('|') {
                continue;
            }
            let expected = document.change_vector.as_deref().unwrap_or_default();
            let expected = self.cluster_ids().transaction_in(expected);
            violations.extend(self.guard_violation(
                transaction,
                &document.id,
                document.put.is_some(),
                expected,
            )?);
        }
        Ok(violations)
    }

    fn guard_violation(
        &self,
        transaction: &Transaction<'_>,
        id: &str,
        is_put: bool,
        expected: i64,
    ) -> Result<Option<ClusterViolation>, EngineError> {
        let current = transaction.exchange_row(&guard_row(id))?.map(|row| row.index);
        Ok((current.unwrap_or(0) != expected).then(|| ClusterViolation {
            key: format!("{ATOMIC_GUARD}{id}"),
            guarded: Some(id.to_owned()),
            operation: if is_put { "putting" } else { "deleting" },
            expected,
            actual: current.unwrap_or(-1),
        }))
    }

    fn cluster_document(
        &self,
        transaction: &mut Transaction<'_>,
        document: PreparedClusterDocument,
        guarded_by: Option<i64>,
    ) -> Result<ClusterCommandResult, EngineError> {
        let PreparedClusterDocument { id, put, .. } = document;
        let Some(put) = put else {
            let number = transaction.side_number(CLUSTER_DOCUMENTS)?;
            self.delete(transaction, &id, &Expected::Any)?;
            if transaction.side_number(CLUSTER_DOCUMENTS)? == number {
                // There was none; the deletion has a number nevertheless.
                transaction.count_side(CLUSTER_DOCUMENTS, 1)?;
            }
            if guarded_by.is_some() {
                transaction.set_exchange(&guard_row(&id), None, 0)?;
            }
            let change_vector = self.cluster_ids().change_vector(number + 1, guarded_by);
            return Ok(ClusterCommandResult::Delete { id, change_vector });
        };
        let outcomes = std::mem::replace(&mut transaction.outcomes, true);
        let outcome = self.put(transaction, put)?;
        transaction.outcomes = outcomes;
        let Outcome::Document(CommandResult::Put { id: saved, change_vector, .. }) = outcome else {
            return Err(self.damaged("a saved document has no result".to_owned()));
        };
        if let Some(index) = guarded_by {
            if id.ends_with('|')
                && let Some(violation) = self.guard_violation(transaction, &saved, true, 0)?
            {
                return Err(EngineError::ClusterConcurrency { violations: vec![violation] });
            }
            let json = serde_json::json!({ "Object": { "Id": saved } }).to_string().into();
            let value = ExchangeBody { json, expires: None };
            transaction.set_exchange(&guard_row(&saved), Some(value), index)?;
        }
        Ok(ClusterCommandResult::Put { id: saved, change_vector })
    }

    /// The new version of a document with its change vector: that of the cluster-wide transaction, or a local one that
    /// keeps the parts of an earlier cluster-wide transaction.
    pub(crate) fn versioned(
        &self,
        transaction: &mut Transaction<'_>,
        value: StoredValue,
        etag: i64,
        old: Option<&Old>,
    ) -> Result<StoredValue, EngineError> {
        if let Some(ClusterStamp { guarded_by }) = transaction.cluster {
            transaction.count_side(CLUSTER_DOCUMENTS, 1)?;
            let number = transaction.side_number(CLUSTER_DOCUMENTS)?;
            let vector = self.cluster_ids().change_vector(number, guarded_by);
            let flags = value.flags().with(DocumentFlags::FROM_CLUSTER_TRANSACTION);
            return Ok(value.with_flags(flags).with_change_vector(&vector));
        }
        let Some(before) = old.filter(|old| !old.deleted).and_then(|old| old.value.stored_change_vector())
        else {
            return Ok(value);
        };
        let mut vector = self.change_vector(etag);
        for part in kept_parts(before) {
            vector.push_str(", ");
            vector.push_str(part);
        }
        let flags = value.flags().without(DocumentFlags::FROM_CLUSTER_TRANSACTION);
        Ok(value.with_flags(flags).with_change_vector(&vector))
    }
}

fn guard_row(id: &str) -> String {
    format!("{ATOMIC_GUARD}{}", ids::key_of(id))
}
