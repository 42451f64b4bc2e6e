//! Compare-exchange operations and cluster-wide transactions that were checked and encoded on the caller's thread.

use bytes::Bytes;

use crate::document::date::Ticks;
use crate::transaction::prepared_put::PreparedPut;

/// A checked operation on one compare-exchange value.
#[derive(Debug, Clone)]
pub(crate) struct PreparedExchange {
    /// As given.
    pub key: String,
    /// In lower case.
    pub row: String,
    /// `None`: removes it.
    pub value: Option<ExchangeBody>,
    /// The required index.
    pub expected: i64,
}

/// A checked value.
#[derive(Debug, Clone)]
pub(crate) struct ExchangeBody {
    pub json: Bytes,
    pub expires: Option<Ticks>,
}

/// A checked cluster-wide transaction.
#[derive(Debug, Clone)]
pub(crate) struct PreparedCluster {
    /// The index that it gets if the database has given no greater one.
    pub index: i64,
    pub guards: bool,
    pub request_id: Option<String>,
    pub documents: Vec<PreparedClusterDocument>,
    pub exchanges: Vec<PreparedExchange>,
}

/// A document to be saved or deleted.
#[derive(Debug, Clone)]
pub(crate) struct PreparedClusterDocument {
    /// As given.
    pub id: String,
    /// `None`: deletes it.
    pub put: Option<PreparedPut>,
    pub change_vector: Option<String>,
}

impl PreparedExchange {
    /// Its approximate size in the journal.
    pub(crate) fn weight(&self) -> usize {
        let value = self.value.as_ref().map_or(0, |value| value.json.len());
        // A remembered result has the value once more.
        2 * value + 3 * self.row.len() + 1024
    }
}

impl PreparedCluster {
    /// Its approximate size in the journal.
    pub(crate) fn weight(&self) -> usize {
        let document = |document: &PreparedClusterDocument| {
            document.put.as_ref().map_or(0, |put| put.draft.len()) + 5 * document.id.len() + 1024
        };
        let exchanges: usize = self.exchanges.iter().map(PreparedExchange::weight).sum();
        self.documents.iter().map(document).sum::<usize>() + exchanges + 1024
    }
}
