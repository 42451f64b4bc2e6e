//! The engine's failures in the protocol's words: status, exception name, members. The sentence stays the
//! engine's.

use axum::http::StatusCode;
use rookery_engine::{
    ClusterViolation, CompareExchangeFault, DeliveryError, EngineError, QueryError, ScriptError,
    StorageError, SubscriptionFault, SubscriptionQueryError, TimeSeriesFault,
};

use serde_json::{Value, json};

use crate::error::ApiError;
use crate::subscription_workers::{CHANGED, INVALID, UNKNOWN};

impl ApiError {
    /// A script outside of a patch that did not do its work.
    pub fn from_script(error: &ScriptError) -> Self {
        let status = match error {
            ScriptError::Unavailable { .. } => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let kind = "Raven.Client.Exceptions.Documents.Patching.JavaScriptException";
        Self::new(status, kind, format!("{error}."))
    }
}

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> Self {
        let message = error.to_string();
        let (status, kind) = match &error {
            EngineError::UnknownDatabase(name) => return Self::unknown_database(name),
            EngineError::Subscription { fault, .. } => {
                let kind = match fault {
                    SubscriptionFault::Unknown => UNKNOWN,
                    SubscriptionFault::Changed => CHANGED,
                    SubscriptionFault::NoRevisions => INVALID,
                    _ => "Raven.Server.Rachis.RachisApplyException",
                };
                return Self::new(StatusCode::INTERNAL_SERVER_ERROR, kind, message);
            }
            EngineError::AlreadyExists(_) => {
                (StatusCode::CONFLICT, "Raven.Client.Exceptions.ConcurrencyException")
            }
            EngineError::Concurrency { id, expected, actual, .. } => {
                return Self::new(
                    StatusCode::CONFLICT,
                    "Raven.Client.Exceptions.ConcurrencyException",
                    message,
                )
                .with_member("Id", id.as_str())
                .with_member("ExpectedChangeVector", expected.as_str())
                .with_member("ActualChangeVector", actual.clone());
            }
            EngineError::ClusterConcurrency { violations } => {
                let one = |violation: &ClusterViolation| {
                    let kind = if violation.guarded.is_some() { "Document" } else { "CompareExchange" };
                    let ClusterViolation { key, expected, actual, .. } = violation;
                    json!({ "Type": kind, "Id": key, "Expected": expected, "Actual": actual })
                };
                return Self::new(
                    StatusCode::CONFLICT,
                    "Raven.Client.Exceptions.ClusterTransactionConcurrencyException",
                    message,
                )
                .with_member("Id", Value::Null)
                .with_member("ExpectedChangeVector", Value::Null)
                .with_member("ActualChangeVector", Value::Null)
                .with_member("ConcurrencyViolations", violations.iter().map(one).collect::<Vec<_>>());
            }
            EngineError::BadCompareExchange { fault, .. } => {
                return Self::new(StatusCode::INTERNAL_SERVER_ERROR, kind_of(*fault), message);
            }
            EngineError::BadClusterTransaction { .. } => {
                let kind = "Raven.Server.Rachis.RachisApplyException";
                return Self::new(StatusCode::INTERNAL_SERVER_ERROR, kind, message);
            }
            EngineError::ClusterExtensions { .. } => {
                let kind = "System.NotSupportedException";
                return Self::new(StatusCode::INTERNAL_SERVER_ERROR, kind, message);
            }
            EngineError::BadTimeSeries { fault, .. } => {
                let kind = kind_of_time_series(*fault);
                return Self::new(StatusCode::INTERNAL_SERVER_ERROR, kind, message);
            }
            EngineError::AttachmentConcurrency { id, expected, actual, .. } => {
                return Self::new(
                    StatusCode::CONFLICT,
                    "Raven.Client.Exceptions.ConcurrencyException",
                    message,
                )
                .with_member("Id", id.as_str())
                .with_member("ExpectedChangeVector", expected.as_str())
                .with_member("ActualChangeVector", actual.clone());
            }
            EngineError::CounterOverflow { .. } => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Client.Exceptions.Documents.Counters.CounterOverflowException",
            ),
            EngineError::PatchConflict { id } => {
                return Self::new(
                    StatusCode::CONFLICT,
                    "Raven.Client.Exceptions.ConcurrencyException",
                    message,
                )
                .with_member("Id", id.as_str());
            }
            EngineError::Script { error, .. } | EngineError::ScriptThread { error, .. }
                if matches!(**error, ScriptError::Unavailable { .. }) =>
            {
                (
                    StatusCode::SERVICE_UNAVAILABLE,
                    "Raven.Client.Exceptions.Documents.Patching.JavaScriptException",
                )
            }
            EngineError::Script { error, .. } | EngineError::ScriptThread { error, .. } => (
                StatusCode::INTERNAL_SERVER_ERROR,
                match **error {
                    ScriptError::Syntax { .. } => {
                        "Raven.Client.Exceptions.Documents.Patching.JavaScriptParseException"
                    }
                    _ => "Raven.Client.Exceptions.Documents.Patching.JavaScriptException",
                },
            ),
            EngineError::BadIndex { .. } => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Client.Exceptions.Documents.Compilation.IndexCompilationException",
            ),
            EngineError::UnknownIndex { .. } | EngineError::NoReplacement { .. } => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Client.Exceptions.Documents.Indexes.IndexDoesNotExistException",
            ),
            EngineError::IndexWithoutReduce { .. } => {
                (StatusCode::INTERNAL_SERVER_ERROR, "System.NotSupportedException")
            }
            EngineError::LockedIndex { action: "deleted", .. } => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Client.Exceptions.Documents.Indexes.IndexDeletionException",
            ),
            EngineError::LockedIndex { .. } => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Client.Exceptions.Documents.Indexes.IndexCreationException",
            ),
            EngineError::MissingDocument { .. } => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Client.Exceptions.Documents.DocumentDoesNotExistException",
            ),
            EngineError::MissingAttachment { .. } => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Client.Exceptions.Documents.Attachments.AttachmentDoesNotExistException",
            ),
            EngineError::Disabled(_) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "Raven.Client.Exceptions.Database.DatabaseDisabledException",
            ),
            EngineError::BadAttachment { .. }
            | EngineError::BadCounter { .. }
            | EngineError::BadName { .. }
            | EngineError::BadId { .. }
            | EngineError::BadDocument { .. } => {
                (StatusCode::BAD_REQUEST, "Raven.Client.Exceptions.BadRequestException")
            }
            EngineError::BatchTooLarge { .. } => {
                (StatusCode::PAYLOAD_TOO_LARGE, "Raven.Client.Exceptions.BadRequestException")
            }
            EngineError::BackupFolder { .. } | EngineError::BadConfiguration { .. } => {
                (StatusCode::BAD_REQUEST, "System.InvalidOperationException")
            }
            EngineError::CollectionMismatch { .. } => (
                StatusCode::BAD_REQUEST,
                "Raven.Client.Exceptions.Documents.DocumentCollectionMismatchException",
            ),
            EngineError::ReadOnly { .. } => (StatusCode::SERVICE_UNAVAILABLE, "System.IO.IOException"),
            EngineError::Closed(_) | EngineError::Storage(StorageError::Locked { .. }) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "Raven.Client.Exceptions.Database.DatabaseLoadFailureException",
            ),
            EngineError::Storage(StorageError::Corrupt { .. } | StorageError::TooNew { .. }) => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Client.Exceptions.Database.DatabaseLoadFailureException",
            ),
            EngineError::Storage(StorageError::Io { .. }) => {
                (StatusCode::INTERNAL_SERVER_ERROR, "System.IO.IOException")
            }
            EngineError::Cancelled => (StatusCode::REQUEST_TIMEOUT, "System.OperationCanceledException"),
            _ => (StatusCode::INTERNAL_SERVER_ERROR, "System.InvalidOperationException"),
        };
        let code = error.code();
        Self::new(status, kind, message).with_member("Code", code)
    }
}

fn kind_of(fault: CompareExchangeFault) -> &'static str {
    match fault {
        CompareExchangeFault::NoKey => "System.ArgumentException",
        CompareExchangeFault::LongKey => "Raven.Client.Exceptions.CompareExchangeKeyTooBigException",
        CompareExchangeFault::NegativeIndex => "System.IO.InvalidDataException",
        CompareExchangeFault::NoObject => "Sparrow.Exceptions.InvalidStartOfObjectException",
        CompareExchangeFault::Expiry => "Raven.Server.Rachis.RachisApplyException",
    }
}

fn kind_of_time_series(fault: TimeSeriesFault) -> &'static str {
    match fault {
        TimeSeriesFault::Name | TimeSeriesFault::Operation => "System.InvalidOperationException",
        TimeSeriesFault::NoValues | TimeSeriesFault::Copy => "System.IO.InvalidDataException",
        TimeSeriesFault::ManyValues | TimeSeriesFault::LongTag => "System.ArgumentOutOfRangeException",
        TimeSeriesFault::NotFinite => "Raven.Server.Documents.TimeSeries.NanValueException",
    }
}

impl From<QueryError> for ApiError {
    fn from(error: QueryError) -> Self {
        let message = error.to_string();
        let (status, kind) = match &error {
            QueryError::Parse(_) => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Server.Documents.Queries.Parser.QueryParser+ParseException",
            ),
            QueryError::Unsupported(_) => (StatusCode::NOT_IMPLEMENTED, "System.NotSupportedException"),
            QueryError::Invalid { .. } => {
                (StatusCode::BAD_REQUEST, "Raven.Client.Exceptions.InvalidQueryException")
            }
            QueryError::NoSuchIndex { .. } => (
                StatusCode::NOT_FOUND,
                "Raven.Client.Exceptions.Documents.Indexes.IndexDoesNotExistException",
            ),
            QueryError::NoSuchDocument { .. } => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Raven.Client.Exceptions.Documents.DocumentDoesNotExistException",
            ),
            QueryError::NotIndexed { .. } => (StatusCode::INTERNAL_SERVER_ERROR, "System.ArgumentException"),
            QueryError::Cancelled { .. } => {
                (StatusCode::REQUEST_TIMEOUT, "System.OperationCanceledException")
            }
            _ => (StatusCode::INTERNAL_SERVER_ERROR, "System.InvalidOperationException"),
        };
        let code = error.code();
        Self::new(status, kind, message).with_member("Code", code)
    }
}

impl From<DeliveryError> for ApiError {
    fn from(error: DeliveryError) -> Self {
        match error {
            DeliveryError::Query(error) => error.into(),
            DeliveryError::Engine(error) => error.into(),
        }
    }
}

impl From<SubscriptionQueryError> for ApiError {
    fn from(error: SubscriptionQueryError) -> Self {
        let kind = match error {
            SubscriptionQueryError::Query(error) => return error.into(),
            SubscriptionQueryError::NotSupported(_) => "System.NotSupportedException",
            SubscriptionQueryError::Invalid(_) => "System.InvalidOperationException",
        };
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, kind, error.to_string())
    }
}
