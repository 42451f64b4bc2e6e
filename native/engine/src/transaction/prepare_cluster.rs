//! Checks compare-exchange operations and cluster-wide transactions, on the caller's thread.

use bytes::Bytes;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::document::date;
use crate::document::ids;
use crate::document::metadata_text;
use crate::error::EngineError;
use crate::exchange_faults::CompareExchangeFault;
use crate::extensions::compare_exchange::MAX_COMPARE_EXCHANGE_KEY;
use crate::transaction::cluster::{ClusterCommand, ClusterTransaction};
use crate::transaction::expected::Expected;
use crate::transaction::prepared_cluster::{
    ExchangeBody, PreparedCluster, PreparedClusterDocument, PreparedExchange,
};
use crate::transaction::preparer::Preparer;

impl PreparedExchange {
    pub(crate) fn new(key: String, value: Option<Bytes>, expected: i64) -> Result<Self, EngineError> {
        let refuse = |fault, reason: String| EngineError::BadCompareExchange {
            key: key.chars().take(80).collect(),
            reason,
            fault,
        };
        if key.is_empty() {
            return Err(refuse(CompareExchangeFault::NoKey, "its key is empty".to_owned()));
        }
        let row = ids::key_of(&key);
        let length = key.len().max(row.len());
        if length > MAX_COMPARE_EXCHANGE_KEY {
            let reason =
                format!("its key is {length} bytes long, and {MAX_COMPARE_EXCHANGE_KEY} is the most");
            return Err(refuse(CompareExchangeFault::LongKey, reason));
        }
        if expected < 0 {
            let reason = "its index must not be negative".to_owned();
            return Err(refuse(CompareExchangeFault::NegativeIndex, reason));
        }
        let value =
            value.map(|json| body(json).map_err(|(fault, reason)| refuse(fault, reason))).transpose()?;
        Ok(Self { row, value, expected, key })
    }
}

impl PreparedCluster {
    pub(crate) fn new(
        transaction: ClusterTransaction,
        index: i64,
        by: &mut Preparer<'_>,
    ) -> Result<Self, EngineError> {
        let ClusterTransaction { commands, guards, request_id } = transaction;
        let mut prepared = Self { index, guards, request_id, documents: Vec::new(), exchanges: Vec::new() };
        for command in commands {
            match command {
                ClusterCommand::Put { id, body, change_vector } => {
                    check_put(&id, &body)?;
                    let put = Some(by.put(id.clone(), &body, Expected::Any)?);
                    prepared.documents.push(PreparedClusterDocument { id, put, change_vector });
                }
                ClusterCommand::Delete { id, change_vector } => {
                    ids::check(&id)?;
                    prepared.documents.push(PreparedClusterDocument { id, put: None, change_vector });
                }
                ClusterCommand::CompareExchangePut { key, value, index } => {
                    prepared.exchanges.push(PreparedExchange::new(key, Some(value), index)?);
                }
                ClusterCommand::CompareExchangeDelete { key, index } => {
                    prepared.exchanges.push(PreparedExchange::new(key, None, index)?);
                }
            }
        }
        Ok(prepared)
    }
}

fn check_put(id: &str, body: &[u8]) -> Result<(), EngineError> {
    let refuse = |reason: String| Err(EngineError::BadClusterTransaction { reason });
    if id.trim().is_empty() {
        return refuse("a document needs an id there".to_owned());
    }
    if id.ends_with('/') {
        return refuse(format!("the id '{id}' ends with '/', and a number is not generated there"));
    }
    #[derive(Deserialize)]
    struct Lists<'a> {
        #[serde(borrow, default, rename = "@attachments")]
        attachments: Option<&'a RawValue>,
        #[serde(borrow, default, rename = "@counters")]
        counters: Option<&'a RawValue>,
        #[serde(borrow, default, rename = "@timeseries")]
        timeseries: Option<&'a RawValue>,
    }
    // A body that is not a document is refused with a reason where it is read.
    let Ok(lists) = serde_json::from_slice::<Lists<'_>>(metadata_text(body)) else { return Ok(()) };
    let named =
        [("attachments", lists.attachments), ("counters", lists.counters), ("time series", lists.timeseries)];
    match named.into_iter().find(|(_, list)| list.is_some()) {
        Some((what, _)) => Err(EngineError::ClusterExtensions { id: id.to_owned(), what }),
        None => Ok(()),
    }
}

/// The value with its due moment.
pub(crate) fn body(json: Bytes) -> Result<ExchangeBody, (CompareExchangeFault, String)> {
    #[derive(Deserialize)]
    struct Value<'a> {
        #[serde(borrow, default, rename = "@metadata")]
        metadata: Option<&'a RawValue>,
    }
    #[derive(Deserialize)]
    struct Metadata {
        #[serde(default, rename = "@expires")]
        expires: Option<serde_json::Value>,
    }
    // Skipped parts of JSON bytes are not checked to be UTF-8.
    let text = std::str::from_utf8(&json)
        .map_err(|_| (CompareExchangeFault::NoObject, "its value is not UTF-8".to_owned()))?;
    let value: Value<'_> = match serde_json::from_str(text) {
        Ok(value) if json.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{') => value,
        Ok(_) => return Err((CompareExchangeFault::NoObject, "its value is not a JSON object".to_owned())),
        Err(error) => {
            return Err((CompareExchangeFault::NoObject, format!("its value is not a JSON object: {error}")));
        }
    };
    // Metadata that is not an object has no date.
    let metadata = value.metadata.and_then(|metadata| serde_json::from_str::<Metadata>(metadata.get()).ok());
    let expires = match metadata.and_then(|metadata| metadata.expires) {
        None | Some(serde_json::Value::Null) => None,
        Some(expires) => {
            let moment = expires.as_str().and_then(date::parse);
            let moment = moment.ok_or_else(|| {
                let reason =
                    format!("@expires in its metadata is {expires}, which is not a date like 2026-01-31T12:00:00.0000000Z");
                (CompareExchangeFault::Expiry, reason)
            })?;
            Some(date::to_ticks(moment))
        }
    };
    Ok(ExchangeBody { json, expires })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(json: &'static str) -> Option<CompareExchangeFault> {
        body(Bytes::from_static(json.as_bytes())).err().map(|(fault, _)| fault)
    }

    #[test]
    fn values_are_objects_and_their_dates_are_dates() {
        assert_eq!(fault(r#"{"Object":1}"#), None);
        assert_eq!(fault(r#" {"Other":[1,{}],"@metadata":[]}"#), None);
        assert_eq!(fault(r#"{"Object":1,"@metadata":{"@expires":null}}"#), None);
        for json in ["", "[1]", "5", "null", "{\"Object\":", "[{\"@metadata\":{}}]"] {
            assert_eq!(fault(json), Some(CompareExchangeFault::NoObject), "{json}");
        }
        let bytes = Bytes::from_static(b"{\"Object\":\"\xff\"}");
        assert_eq!(body(bytes).unwrap_err().0, CompareExchangeFault::NoObject);
        for date in ["5", "\"nonsense\"", "\"\"", "{}"] {
            let json = format!(r#"{{"Object":1,"@metadata":{{"@expires":{date}}}}}"#);
            assert_eq!(body(json.into()).unwrap_err().0, CompareExchangeFault::Expiry, "{date}");
        }
        let due = body(r#"{"@metadata":{"@expires":"1970-01-01T00:00:00.0000000Z"}}"#.into()).unwrap();
        assert!(due.expires.is_some());
    }
}
