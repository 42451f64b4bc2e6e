//! Cluster-wide transactions: their commands, results and conflicts.

use bytes::Bytes;
use time::OffsetDateTime;

pub use crate::extensions::compare_exchange::requests::ClusterCommandResult;

/// A batch that also changes compare-exchange values, done completely or not at all.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ClusterTransaction {
    /// Its commands.
    pub commands: Vec<ClusterCommand>,
    /// Whether saved documents get an atomic guard, and guards are checked.
    pub guards: bool,
    /// The id of the request; a repeated one gets the first result.
    pub request_id: Option<String>,
}

/// A command of a cluster-wide transaction.
#[derive(Debug, Clone, PartialEq)]
pub enum ClusterCommand {
    /// Saves a document.
    Put {
        /// Its whole id, or one ending in `|`: the next identity.
        id: String,
        /// A JSON object, `@metadata` included.
        body: Bytes,
        /// The version that was read; names the index of the guard.
        change_vector: Option<String>,
    },
    /// Removes a document.
    Delete {
        /// Its id.
        id: String,
        /// The version that was read. `None`: any guard.
        change_vector: Option<String>,
    },
    /// Saves a compare-exchange value.
    CompareExchangePut {
        /// Its key.
        key: String,
        /// A JSON object.
        value: Bytes,
        /// The index of the current value; 0: there must be none.
        index: i64,
    },
    /// Removes a compare-exchange value.
    CompareExchangeDelete {
        /// Its key.
        key: String,
        /// The index of the current value; 0 if there is none.
        index: i64,
    },
}

/// The result of a cluster-wide transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClusterTransactionResult {
    /// Its number, and that of the values it wrote.
    pub index: i64,
    /// When it was done.
    pub done_at: OffsetDateTime,
    /// First those of documents, then those of compare-exchange values, each in the order of the commands.
    pub results: Vec<ClusterCommandResult>,
}
