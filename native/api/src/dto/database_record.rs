//! The record of a database as answers have it: every member of a server's record, in its order, with the server's
//! value where none is stored. Clients send `null` for what they leave out.

use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::dto::index;

/// A record in which nothing is set.
static UNSET: LazyLock<Map<String, Value>> = LazyLock::new(|| {
    serde_json::from_str(
        r#"{
        "DatabaseName": null, "Disabled": false, "Encrypted": false, "EtagForBackup": 0, "DeletionInProgress": {},
        "RollingIndexes": {}, "DatabaseState": "Normal", "LockMode": "Unlock", "Topology": null, "Sharding": null,
        "ConflictSolverConfig": null, "DocumentsCompression": null, "Sorters": {}, "Analyzers": {}, "Indexes": {},
        "IndexesHistory": {}, "AutoIndexes": {}, "Settings": {}, "Revisions": null, "RevisionsBin": null,
        "TimeSeries": null, "RevisionsForConflicts": null, "Expiration": null, "Refresh": null, "DataArchival": null,
        "Integrations": null, "PeriodicBackups": [], "ExternalReplications": [], "SinkPullReplications": [],
        "HubPullReplications": [], "RavenConnectionStrings": {}, "SqlConnectionStrings": {},
        "OlapConnectionStrings": {}, "ElasticSearchConnectionStrings": {}, "QueueConnectionStrings": {},
        "SnowflakeConnectionStrings": {}, "AiConnectionStrings": {}, "AiAgents": [], "RavenEtls": [], "SqlEtls": [],
        "ElasticSearchEtls": [], "OlapEtls": [], "QueueEtls": [], "QueueSinks": [], "SnowflakeEtls": [],
        "EmbeddingsGenerations": [], "GenAis": [], "Client": null, "Studio": null,
        "TruncatedClusterTransactionCommandsCount": 0, "UnusedDatabaseIds": [], "SupportedFeatures": [], "Etag": 0
    }"#,
    )
    .expect("the record above is JSON")
});

/// The stored members over those of an empty record. A member that a server's record does not have is left out.
pub(crate) fn complete(stored: Value) -> Map<String, Value> {
    let mut record = UNSET.clone();
    let Value::Object(stored) = stored else { return record };
    for (name, value) in stored.into_iter().filter(|(_, value)| !value.is_null()) {
        if let Some(member) = record.get_mut(&name) {
            *member = match name.as_str() {
                "Indexes" => of_each(value, index::recorded_static),
                "AutoIndexes" => of_each(value, index::recorded_automatic),
                "IndexesHistory" => of_each(value, index::recorded_history),
                _ => value,
            };
        }
    }
    record
}

/// An object with each member read and written again; those that cannot be read are left out.
fn of_each(object: Value, written: fn(Value) -> Option<Value>) -> Value {
    let Value::Object(members) = object else { return Value::Object(Map::new()) };
    members.into_iter().filter_map(|(name, member)| Some((name, written(member)?))).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn null_is_answered_as_the_value_of_an_empty_record() {
        let record =
            complete(json!({ "LockMode": null, "DatabaseState": null, "AutoIndexes": null, "Disabled": true,
            "Expiration": null, "Settings": { "a": null }, "NoSuchMember": 1 }));
        assert_eq!(record["LockMode"], "Unlock");
        assert_eq!(record["DatabaseState"], "Normal");
        assert_eq!(record["AutoIndexes"], json!({}));
        assert_eq!(record["Disabled"], true);
        assert_eq!(record["Expiration"], Value::Null);
        assert_eq!(record["Settings"], json!({ "a": null }));
        assert!(!record.contains_key("NoSuchMember"));
        assert_eq!(complete(Value::Null), *UNSET);
    }
}
