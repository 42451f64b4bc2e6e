//! Batches with `TransactionMode` `ClusterWide`: documents and compare-exchange values in one transaction.

use std::borrow::Cow;

use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use rookery_engine::{
    ATOMIC_GUARD, ClusterCommand, ClusterCommandResult, ClusterTransaction, ClusterTransactionResult,
};
use serde_json::{Value, json};

use crate::dto::batch_command::BatchCommand;
use crate::dto::text::date;
use crate::error::ApiError;
use crate::parameters::Parameters;

/// The value of `TransactionMode`; with any other one a batch is of this node, as on a server.
pub const CLUSTER_WIDE: &str = "ClusterWide";

/// Commands that servers know and refuse here.
const REFUSED: [&str; 14] = [
    "PATCH",
    "JsonPatch",
    "BatchPATCH",
    "BatchDELETE",
    "AttachmentPUT",
    "AttachmentDELETE",
    "AttachmentCOPY",
    "AttachmentMOVE",
    "Counters",
    "ForceRevisionCreation",
    "TimeSeries",
    "TimeSeriesWithIncrements",
    "TimeSeriesBulkInsert",
    "TimeSeriesCopy",
];

/// What the request says apart from its commands.
#[derive(Debug, Clone)]
pub struct ClusterOptions {
    guards: bool,
    request_id: Option<String>,
}

impl ClusterOptions {
    /// As on a server, only clients of 5.2 and later, which say their version, get atomic guards.
    pub fn of(headers: &HeaderMap, query: &Parameters) -> Result<Self, ApiError> {
        let version = headers.get("raven-client-version").and_then(|version| version.to_str().ok());
        let guards = version.is_some_and(knows_guards) && !query.flag("disableAtomicDocumentWrites")?;
        Ok(Self { guards, request_id: query.filled("raft-request-id").map(str::to_owned) })
    }
}

fn knows_guards(version: &str) -> bool {
    let mut numbers = version.split('.').map(|number| number.trim().parse::<u32>().ok());
    match (numbers.next().flatten(), numbers.next().flatten()) {
        (Some(5), minor) => minor >= Some(2),
        (Some(major), _) => major > 5,
        (None, _) => false,
    }
}

/// Parses and checks every command before any of them is executed. `body` is the text that the commands are slices of.
pub fn read_transaction(
    body: &Bytes,
    commands: Vec<BatchCommand<'_>>,
    options: ClusterOptions,
) -> Result<ClusterTransaction, ApiError> {
    let ClusterOptions { guards, request_id } = options;
    let read = |(index, command)| read_command(body, index + 1, command, guards);
    let commands = commands.into_iter().enumerate().map(read).collect::<Result<_, _>>()?;
    Ok(ClusterTransaction { commands, guards, request_id })
}

fn refused(kind: &str, message: String) -> ApiError {
    ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, kind, message)
}

fn read_command(
    body: &Bytes,
    number: usize,
    command: BatchCommand<'_>,
    guards: bool,
) -> Result<ClusterCommand, ApiError> {
    const NOT_APPLIED: &str = "Raven.Server.Rachis.RachisApplyException";
    let kind = &*command.kind;
    let is = |name: &str| kind.eq_ignore_ascii_case(name);
    if let Some(known) = REFUSED.iter().find(|name| is(name)) {
        return Err(refused(
            "System.ArgumentOutOfRangeException",
            format!(
                "The command type {known} is not supported in cluster transaction. Send command {number} in a batch \
                 without TransactionMode. Nothing was saved."
            ),
        ));
    }
    if !["PUT", "DELETE", "CompareExchangePUT", "CompareExchangeDELETE"].iter().any(|name| is(name)) {
        return Err(ApiError::new(
            StatusCode::BAD_REQUEST,
            "Raven.Server.Exceptions.InvalidCommandTypeException",
            format!("Invalid command type: {kind} (command {number} of the batch)"),
        ));
    }
    let id = command.id.map(Cow::into_owned).filter(|id| !id.trim().is_empty()).ok_or_else(|| {
        refused(
            NOT_APPLIED,
            format!(
                "Command {number}: the document id cannot be null, empty or white spaces as part of cluster transaction \
                 (type {kind}). Nothing was saved."
            ),
        )
    })?;
    let document = || {
        let document = command.document.filter(|document| document.get() != "null").ok_or_else(|| {
            ApiError::bad_request(format!(
                "Command {number}: a {kind} command must have a 'Document' property."
            ))
        })?;
        Ok::<Bytes, ApiError>(body.slice_ref(document.get().as_bytes()))
    };
    // As observed on 7.1.5: the loaded version counts, and the expected one only without it.
    let change_vector = command.original_change_vector.or(command.change_vector).map(Cow::into_owned);
    if is("PUT") {
        if let Some(strategy) = command.force_revision_creation_strategy.filter(|strategy| strategy != "None")
        {
            return Err(refused(
                "System.ArgumentOutOfRangeException",
                format!(
                    "Command {number}: the ForceRevisionCreationStrategy '{strategy}' is not supported in cluster \
                     transaction. Nothing was saved."
                ),
            ));
        }
        return Ok(ClusterCommand::Put { id, body: document()?, change_vector });
    }
    if is("DELETE") {
        if command.id_prefixed == Some(true) {
            return Err(refused(
                NOT_APPLIED,
                format!(
                    "Command {number}: Deleting by prefix is not supported on cluster transaction. Nothing was saved."
                ),
            ));
        }
        return Ok(ClusterCommand::Delete { id, change_vector });
    }
    if guards && id.get(..ATOMIC_GUARD.len()).is_some_and(|start| start.eq_ignore_ascii_case(ATOMIC_GUARD)) {
        return Err(refused(
            "Raven.Client.Exceptions.CompareExchangeInvalidKeyException",
            format!(
                "Command {number}: '{id}' is the key of an atomic guard, which a cluster transaction changes with its \
                 document. Nothing was saved."
            ),
        ));
    }
    let index = command.index.unwrap_or(0);
    Ok(match is("CompareExchangePUT") {
        true => ClusterCommand::CompareExchangePut { key: id, value: document()?, index },
        false => ClusterCommand::CompareExchangeDelete { key: id, index },
    })
}

/// The answer: results of documents, then those of compare-exchange values, and the number of the transaction.
pub fn answer(result: &ClusterTransactionResult) -> Value {
    let at = date(result.done_at);
    let one = |command: &ClusterCommandResult| match command {
        ClusterCommandResult::Put { id, change_vector } => {
            json!({ "Type": "PUT", "@last-modified": at, "@id": id, "@change-vector": change_vector })
        }
        ClusterCommandResult::Delete { id, change_vector } => {
            json!({ "Type": "DELETE", "@last-modified": at, "Id": id, "@change-vector": change_vector })
        }
        ClusterCommandResult::CompareExchangePut { key } => {
            json!({ "Type": "CompareExchangePUT", "Key": key, "Index": result.index })
        }
        ClusterCommandResult::CompareExchangeDelete { key } => {
            json!({ "Type": "CompareExchangeDELETE", "Key": key, "Index": result.index })
        }
    };
    let results: Vec<Value> = result.results.iter().map(one).collect();
    json!({ "Results": results, "TransactionIndex": result.index })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guards_are_for_clients_that_know_them() {
        for (version, expected) in
            [("7.1.0.0", true), ("6.0", true), ("5.2.1", true), ("5.1.9", false), ("5", false), ("x", false)]
        {
            assert_eq!(knows_guards(version), expected, "{version}");
        }
    }
}
