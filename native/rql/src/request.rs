//! A query request.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::values::fold;

/// One query as received from the caller.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct QueryRequest {
    /// The RQL text.
    pub query: String,
    /// Values for `$name` in the text; the keys carry no dollar sign.
    pub parameters: Map<String, Value>,
    /// The values of the keys that `cmpxchg(key)` names; null where there is none. [`compare_exchange_keys`] lists them.
    ///
    /// [`compare_exchange_keys`]: crate::compare_exchange_keys
    pub compare_exchange: Map<String, Value>,
    /// The names of the values of time series, where the answer gives them and the fields with time series.
    pub value_names: Option<ValueNames>,
    /// Results carry `@metadata` only, no fields.
    pub metadata_only: bool,
    /// No automatic index may be made or widened for it: one that is there answers, or it is refused.
    pub no_new_index: bool,
    /// How many results are left out at the start, unless the text has an `offset`.
    pub skip: u64,
    /// The most results, in addition to a `limit` of the text.
    pub take: Option<u64>,
}

impl QueryRequest {
    /// A query without parameters.
    pub fn new(query: impl Into<String>) -> Self {
        Self { query: query.into(), ..Self::default() }
    }

    /// The same query with one more parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.parameters.insert(name.to_owned(), value.into());
        self
    }
}

/// Names of the values of time series.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ValueNames {
    /// By collection and series, without case.
    known: HashMap<(String, String), Vec<String>>,
}

impl ValueNames {
    /// Adds the names of one series of a collection.
    pub fn add(&mut self, collection: &str, series: &str, names: Vec<String>) {
        self.known.insert((fold(collection), fold(series)), names);
    }

    /// The names of the values of a series of a collection.
    pub fn of(&self, collection: &str, series: &str) -> Option<&[String]> {
        self.known.get(&(fold(collection), fold(series))).map(Vec::as_slice)
    }
}
