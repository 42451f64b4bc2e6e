//! The remembered results of cluster-wide requests: a client that repeats a request, because it did not get the
//! answer, gets the first result.
//!
//! ```text
//! ClusterRequests  `r` and the request's id   ->  JSON of the result
//!                  `n` and u64 BE index       ->  the request's id
//! ```

use serde::{Deserialize, Serialize};

use crate::document::date::Ticks;
use crate::extensions::compare_exchange::CompareExchangeResult;

/// So many requests are remembered.
pub(crate) const MOST: u64 = 1_000;
/// Longest id that is remembered; official clients send 36 characters.
pub(crate) const LONGEST_ID: usize = 512;
/// Begins the keys of the rows in the order of their indexes.
pub(crate) const IN_ORDER: &[u8] = b"n";

/// The key of a request's result.
pub(crate) fn by_id(id: &str) -> Vec<u8> {
    [b"r", id.as_bytes()].concat()
}

/// The key of the row that leads to a request's id.
pub(crate) fn by_index(index: i64) -> Vec<u8> {
    [IN_ORDER, &index.to_be_bytes()].concat()
}

/// A result as it is stored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) enum Remembered {
    /// Of one operation that was done.
    Exchange { index: i64, value: Option<String> },
    /// Of a transaction.
    Transaction { index: i64, at: Ticks, results: Vec<ClusterCommandResult> },
}

/// The result of one command of a cluster-wide transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClusterCommandResult {
    /// The document is saved.
    Put {
        /// Its id, completed if necessary.
        id: String,
        /// Its new change vector.
        change_vector: String,
    },
    /// The document no longer exists.
    Delete {
        /// The id as given.
        id: String,
        /// The change vector of the deletion.
        change_vector: String,
    },
    /// The value is saved.
    CompareExchangePut {
        /// The key as given.
        key: String,
    },
    /// The value no longer exists.
    CompareExchangeDelete {
        /// The key as given.
        key: String,
    },
}

impl Remembered {
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("texts and numbers always become JSON")
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(bytes)
            .map_err(|error| format!("the result of a cluster-wide request: {error}"))
    }

    /// What is remembered of an operation that was done.
    pub(crate) fn exchange(result: &CompareExchangeResult) -> Self {
        let value = result.value.as_ref().map(|value| String::from_utf8_lossy(value).into_owned());
        Self::Exchange { index: result.index, value }
    }
}
