//! Operations as the protocol writes them: the state object with its type names, and the list's entries.

use rookery_engine::{OperationChange, OperationFailure, OperationInfo, OperationState};
use serde_json::{Map, Value, json};

use crate::dto::text::date;

/// Clients in typed languages choose the class of progress and result by these names.
const TYPES: [(&str, &str, &str); 10] = [
    ("BulkInsert", "Documents.Operations.BulkInsertProgress", "Documents.Operations.BulkOperationResult"),
    ("DatabaseCompact", "ServerWide.Operations.CompactionProgress", "ServerWide.Operations.CompactionResult"),
    ("UpdateByQuery", "Documents.Operations.DeterminateProgress", "Documents.Operations.BulkOperationResult"),
    ("DeleteByQuery", "Documents.Operations.DeterminateProgress", "Documents.Operations.BulkOperationResult"),
    (
        "DatabaseExport",
        "Documents.Smuggler.SmugglerResult+SmugglerProgress",
        "Documents.Smuggler.SmugglerResult",
    ),
    (
        "DatabaseImport",
        "Documents.Smuggler.SmugglerResult+SmugglerProgress",
        "Documents.Smuggler.SmugglerResult",
    ),
    (
        "DatabaseBackup",
        "Documents.Operations.Backups.BackupProgress",
        "Documents.Operations.Backups.BackupResult",
    ),
    ("RestoreDatabase", "ServerWide.Operations.RestoreProgress", "ServerWide.Operations.RestoreResult"),
    (
        "DatabaseRevert",
        "Documents.Operations.Revisions.RevertResult",
        "Documents.Operations.Revisions.RevertResult",
    ),
    (
        "EnforceRevisionConfiguration",
        "Documents.Operations.Revisions.EnforceConfigurationResult",
        "Documents.Operations.Revisions.EnforceConfigurationResult",
    ),
];

/// `{$type, Progress, Result, Status}`.
pub fn state_object(kind: &str, state: &OperationState) -> Value {
    let types = TYPES.iter().find(|(known, _, _)| *known == kind);
    let progress =
        state.progress.as_ref().map_or(Value::Null, |value| typed(value, types.map(|types| types.1)));
    let result = match (&state.failure, &state.result) {
        (Some(failure), _) => failure_object(failure),
        (None, Some(result)) => typed(result, types.map(|types| types.2)),
        (None, None) => Value::Null,
    };
    json!({
        "$type": type_name("Documents.Operations.OperationState"),
        "Progress": progress,
        "Result": result,
        "Status": state.status.name(),
    })
}

/// An entry of the list of operations.
pub fn info_object(info: &OperationInfo) -> Value {
    json!({
        "Id": info.id,
        "Description": {
            "Description": *info.description,
            "TaskType": *info.kind,
            "StartTime": date(info.started_at),
            "EndTime": info.ended_at.map(date),
            "DetailedDescription": query_object(info),
        },
        "Killable": info.killable,
        "State": state_object(&info.kind, &info.state),
    })
}

/// The query of an operation that changes its results; `null` for others.
fn query_object(info: &OperationInfo) -> Value {
    match &*info.kind {
        "UpdateByQuery" | "DeleteByQuery" => json!({
            "$type": type_name("Documents.Operations.BulkOperationResult+OperationDetails"),
            "Query": *info.description,
        }),
        _ => Value::Null,
    }
}

/// The changes feed's message about a changed state of an operation.
pub fn change_object(change: &OperationChange) -> Value {
    json!({
        "Type": "OperationStatusChange",
        "Value": { "OperationId": change.id, "State": state_object(&change.kind, &change.state) },
    })
}

fn failure_object(failure: &OperationFailure) -> Value {
    json!({
        "$type": type_name("Documents.Operations.OperationExceptionResult"),
        "Type": failure.kind,
        "Message": failure.message,
        "Error": failure.details,
        "StatusCode": 500,
        "LimitType": null,
    })
}

fn typed(value: &Value, name: Option<&str>) -> Value {
    let (Some(name), Value::Object(members)) = (name, value) else { return value.clone() };
    let mut object = Map::with_capacity(members.len() + 1);
    object.insert("$type".into(), type_name(name).into());
    object.extend(members.iter().map(|(key, value)| (key.clone(), value.clone())));
    Value::Object(object)
}

fn type_name(name: &str) -> String {
    format!("Raven.Client.{name}, Raven.Client")
}
