//! Compare-exchange values: JSON objects under a key of the database, changed only by who knows their index.
//!
//! Contains their types, the ids in the change vectors of cluster-wide transactions, and the row formats. The
//! resolver decides changes (`transaction/resolve/compare_exchange.rs`); nothing here writes.

pub(crate) mod cluster_ids;
pub(crate) mod requests;
pub(crate) mod rows;

use bytes::Bytes;
use serde_json::{Map, Value};

pub use self::cluster_ids::ClusterIds;

/// Longest key, in UTF-8 bytes.
pub const MAX_COMPARE_EXCHANGE_KEY: usize = 512;

/// Begins the key of an atomic guard; the document's id follows.
pub const ATOMIC_GUARD: &str = "rvn-atomic/";

/// A compare-exchange value at one moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompareExchangeValue {
    /// The key in lower case; as requested when it was read by key.
    pub key: String,
    /// The number of the command that wrote it.
    pub index: i64,
    /// The JSON object as sent: `{"Object":…,"@metadata":{…}}`.
    pub value: Bytes,
}

/// The part of a stored value that queries and scripts read: its `Object`, null without one.
pub(crate) fn object_of(stored: &[u8]) -> Result<Value, serde_json::Error> {
    let mut stored: Map<String, Value> = serde_json::from_slice(stored)?;
    Ok(stored.remove("Object").unwrap_or_default())
}

/// The result of one compare-exchange operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompareExchangeResult {
    /// Of the operation when it was done, else of the current value; 0 without one.
    pub index: i64,
    /// The new or removed value when it was done, else the current one.
    pub value: Option<Bytes>,
    /// Whether it was done.
    pub successful: bool,
}
