//! What can go wrong in the engine, each as a sentence for a user: what happened, to what, what to do now.
//!
//! `code()` is the stable name for programs. Transport words (status codes, headers) do not belong here.

use std::io;
use std::path::PathBuf;

use crate::concurrency_sentences::{attachment_sentence, concurrency_sentence};
use crate::exchange_faults::ClusterViolation;
use crate::exchange_faults::CompareExchangeFault;
use crate::subscription_fault::SubscriptionFault;
use crate::time_series_faults::TimeSeriesFault;
use rookery_storage::StorageError;

/// Every failure the engine reports.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A subscription that cannot be used as requested.
    #[error("{reason}")]
    Subscription {
        /// The kind of failure.
        fault: SubscriptionFault,
        /// What is wrong, a sentence.
        reason: String,
    },
    /// A file or folder: in use, refused by the system, damaged, or of a newer version.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The request's token was cancelled before anything was saved.
    #[error("The request was cancelled before anything was saved.")]
    Cancelled,
    /// An index's files, or an operation on it.
    #[error(transparent)]
    Index(#[from] rookery_index::IndexError),
    /// An index definition that cannot be used.
    #[error("The index '{index}' was not made: {reason}")]
    BadIndex {
        /// The index's name.
        index: String,
        /// What is wrong and what to do.
        reason: String,
    },
    /// No index of that name exists.
    #[error(
        "There is no index named '{index}'. Check the spelling; automatic indexes come with the first query that needs them."
    )]
    UnknownIndex {
        /// The name as given.
        index: String,
    },
    /// Groups exist in indexes with a reduce only.
    #[error("The index '{index}' has no groups: it has no reduce. Choose a map-reduce index.")]
    IndexWithoutReduce {
        /// Its name.
        index: String,
    },
    /// No replacement is being built for the index of that name.
    #[error("No replacement of the index '{index}' is being built. Save a changed definition first.")]
    NoReplacement {
        /// The name as given.
        index: String,
    },
    /// An index that may not be changed or deleted.
    #[error(
        "The index '{index}' was not {action}: it is locked (LockedError). Set its lock mode to Unlock first."
    )]
    LockedIndex {
        /// Its name.
        index: String,
        /// `changed` or `deleted`.
        action: &'static str,
    },
    /// The operation is only possible on static indexes.
    #[error("The index '{index}' was not locked: automatic indexes have no lock. Leave it out of the list.")]
    AutomaticIndex {
        /// Its name.
        index: String,
    },
    /// No database of that name exists.
    #[error("There is no database named '{0}'. Create it first, or check the spelling.")]
    UnknownDatabase(String),
    /// A database of that name exists already (names ignore case).
    #[error("A database named '{0}' exists already. Choose another name, or delete it first.")]
    AlreadyExists(String),
    /// The database is disabled in its record.
    #[error("The database '{0}' is disabled. Enable it before using it.")]
    Disabled(String),
    /// A database name that cannot be used.
    #[error("'{name}' cannot be a database name: {reason}.")]
    BadName {
        /// The name as given.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A document id that cannot be used.
    #[error("'{id}' cannot be a document id: {reason}.")]
    BadId {
        /// The id as given (shortened when very long).
        id: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A document that cannot be stored.
    #[error("The document '{id}' was not saved: {reason}.")]
    BadDocument {
        /// The document's id as given.
        id: String,
        /// What is wrong and what would be accepted.
        reason: String,
    },
    /// An attachment that cannot be stored.
    #[error("The attachment '{name}' of '{id}' was not saved: {reason}.")]
    BadAttachment {
        /// The document's id as given.
        id: String,
        /// The attachment's name (shortened when very long).
        name: String,
        /// What is wrong and what would be accepted.
        reason: String,
    },
    /// A counter that cannot be stored.
    #[error("A counter of '{id}' was not changed: {reason}. Nothing of this batch was saved.")]
    BadCounter {
        /// The document's id as given.
        id: String,
        /// What is wrong and what would be accepted.
        reason: String,
    },
    /// A counter would grow beyond 64 bits.
    #[error(
        "Could not increment counter '{name}' from document '{id}' with value '{value}' by '{delta}': the sum \
         does not fit 64 bits. Nothing of this batch was saved."
    )]
    CounterOverflow {
        /// The document's id as given.
        id: String,
        /// The counter's name as given.
        name: String,
        /// Its value.
        value: i64,
        /// The amount to add.
        delta: i64,
    },
    /// A change of a time series that is not possible.
    #[error(
        "The time series '{name}' of '{id}' was not changed: {reason}. Nothing of this request was saved."
    )]
    BadTimeSeries {
        /// The document's id as given.
        id: String,
        /// The series's name (shortened when very long).
        name: String,
        /// What is wrong and what would be accepted.
        reason: String,
        /// The kind of fault.
        fault: TimeSeriesFault,
    },
    /// An attachment, counter or time series for a missing document.
    #[error("Document '{id}' does not exist, so {wanted}. Save the document first.")]
    MissingDocument {
        /// The document's id as given.
        id: String,
        /// The requested operation.
        wanted: String,
    },
    /// Copying or moving a missing attachment.
    #[error(
        "There is no attachment with '{name}' name for document '{id}'. Nothing of this batch was saved."
    )]
    MissingAttachment {
        /// The document's id as given.
        id: String,
        /// The attachment's name as given.
        name: String,
    },
    /// A folder for backups that is not allowed.
    #[error("The folder for backups cannot be used: {reason}.")]
    BackupFolder {
        /// What is wrong with it.
        reason: String,
    },
    /// A setting with invalid values.
    #[error("The {setting} setting was not changed: {reason}.")]
    BadConfiguration {
        /// Which setting.
        setting: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The document changed since the caller read it. The whole batch was rejected.
    #[error("{}", concurrency_sentence(id, operation, expected, actual.as_deref()))]
    Concurrency {
        /// The document's id as given.
        id: String,
        /// `Put` or `Delete`.
        operation: &'static str,
        /// The change vector the caller expected; empty for "must not exist".
        expected: String,
        /// The change vector found, `None` when there is no such document.
        actual: Option<String>,
    },
    /// The attachment changed since the caller read it. The whole batch was rejected.
    #[error("{}", attachment_sentence(id, name, operation, expected, actual.as_deref()))]
    AttachmentConcurrency {
        /// The document's id as given.
        id: String,
        /// The attachment's name as given.
        name: String,
        /// `Put` or `Delete`.
        operation: &'static str,
        /// The change vector the caller expected; empty for "must not exist".
        expected: String,
        /// The change vector found, `None` when there is no such attachment.
        actual: Option<String>,
    },
    /// A compare-exchange operation that is not possible.
    #[error(
        "The compare-exchange value '{key}' was not changed: {reason}. Nothing of this request was saved."
    )]
    BadCompareExchange {
        /// The key (shortened when very long).
        key: String,
        /// What is wrong and what would be accepted.
        reason: String,
        /// The kind of fault.
        fault: CompareExchangeFault,
    },
    /// A command that a cluster-wide transaction cannot have.
    #[error("The cluster-wide transaction was not carried out: {reason}. Nothing of it was saved.")]
    BadClusterTransaction {
        /// What is wrong with which command.
        reason: String,
    },
    /// A document of a cluster-wide transaction that lists attachments, counters or time series.
    #[error(
        "The document {id} has {what}, this is not supported in cluster wide transaction. Nothing of it was saved."
    )]
    ClusterExtensions {
        /// The document's id as given.
        id: String,
        /// What its metadata lists.
        what: &'static str,
    },
    /// Compare-exchange values changed since the caller read them. The whole transaction was rejected.
    #[error(
        "Failed to execute cluster transaction due to the following issues: {}",
        ClusterViolation::sentences(violations)
    )]
    ClusterConcurrency {
        /// Every value that has another index than required.
        violations: Vec<ClusterViolation>,
    },
    /// A document cannot move to another collection by being saved.
    #[error(
        "The document '{id}' is in collection '{current}' and cannot be moved to '{requested}' by saving it. \
         Delete it and create it again."
    )]
    CollectionMismatch {
        /// The document's id.
        id: String,
        /// Its current collection.
        current: String,
        /// The collection named by the new version.
        requested: String,
    },
    /// A script that failed.
    #[error("Script failed for document ID '{id}'. {error}. Nothing of this batch was saved.")]
    Script {
        /// The document it ran for.
        id: String,
        /// What happened, and in which line.
        error: Box<rookery_script::ScriptError>,
    },
    /// Concurrent writes changed what a patch's script read, on every retry.
    #[error(
        "The patch of the document '{id}' was not saved: what its script read was changed by others each time it ran. \
         Nothing of this batch was saved; try again, or let the script do less."
    )]
    PatchConflict {
        /// The document's id.
        id: String,
    },
    /// A script thread was abandoned, or none could be started.
    #[error("{error}. Nothing of this was saved in '{what}'.")]
    ScriptThread {
        /// The database or index.
        what: String,
        /// What happened.
        error: Box<rookery_script::ScriptError>,
    },
    /// A revision that a document cannot be reverted to.
    #[error("The document '{id}' was not reverted: {reason}. Nothing of this request was changed.")]
    BadRevision {
        /// The document's id.
        id: String,
        /// What is wrong with the requested revision.
        reason: String,
    },
    /// A revision of a missing document.
    #[error(
        "Document {id} does not exist, so no revision of it can be made. Nothing of this batch was saved."
    )]
    NoDocumentToRevise {
        /// The document's id as given.
        id: String,
    },
    /// A batch larger than one journal record.
    #[error("The batch has {bytes} bytes, and {most} is the most. Nothing of it was saved; split it.")]
    BatchTooLarge {
        /// Its approximate size.
        bytes: usize,
        /// The limit.
        most: usize,
    },
    /// Writes are rejected because an earlier write failed; reads continue.
    #[error(
        "The database '{database}' is read-only for now: {}. Reads continue; every write tries again.",
        .reason.trim_end_matches('.')
    )]
    ReadOnly {
        /// The database.
        database: String,
        /// The reason, with the message of the operating system.
        reason: String,
    },
    /// The engine or database has been closed.
    #[error("The database '{0}' is closed.")]
    Closed(String),
    /// An engine thread ended unexpectedly: a bug.
    #[error(
        "An internal part of the database '{database}' stopped: {what}. Restart the program; saved data is safe."
    )]
    Internal {
        /// The database.
        database: String,
        /// Which part and how.
        what: String,
    },
}

impl EngineError {
    /// A file whose contents are not what was written.
    pub(crate) fn corrupt(path: impl Into<PathBuf>, reason: impl Into<String>) -> Self {
        StorageError::Corrupt { path: path.into(), reason: reason.into() }.into()
    }

    /// Wraps an error of the operating system with what was being done to which file.
    pub(crate) fn io(path: impl Into<PathBuf>, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| StorageError::Io { path, action, source }.into()
    }
}
