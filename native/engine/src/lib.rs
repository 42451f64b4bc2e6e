//! The database core: documents in a data folder, durable before they are acknowledged.
//!
//! What lives here: journal, data file, documents and their ids, collections, change vectors,
//! compression, archival, the record of every disk operation, and the glue that lets the query core
//! read a database. What it must not know: HTTP, routes, status codes, Node.
//!
//! All calls are synchronous and may be made from any thread; see `DESIGN.md` for formats, threads
//! and invariants.

mod attachments;
mod by_query;
mod changes;
mod clock;
mod command;
mod compression;
mod counters;
mod database;
mod database_file;
mod database_folders;
mod database_name;
mod date;
mod document;
mod engine;
mod error;
mod expiration;
#[cfg(any(test, feature = "fuzzing"))]
#[doc(hidden)]
pub mod fuzzing;
mod id_filter;
mod id_hash;
mod id_places;
mod idle;
mod ids;
mod incoming;
mod indexes;
mod journal_size;
mod journals_path;
mod known_totals;
mod null_as_default;
mod operations;
mod options;
mod patch;
mod private_folder;
mod query;
mod query_script_text;
mod query_scripts;
mod query_stream;
mod revisions;
mod running_queries;
mod server_file;
mod settings;
mod side_table;
mod slot;
mod store;
mod stored;
mod thread_jobs;

pub use attachments::{Attachment, AttachmentContent, MAX_ATTACHMENT_TEXT};
pub use by_query::{ByQueryDetail, ByQueryError, ByQueryOptions, ByQueryReport, UpdateByQuery};
pub use changes::{
    ChangeKind, ChangeReceiver, CounterChange, CounterChangeKind, DocumentChange, IndexChange,
    IndexChangeKind, MAX_PENDING_CHANGES,
};
pub use clock::{Alarm, Clock, ManualClock, SystemClock};
pub use command::{Command, CommandResult, Expected, HiloRange, HiloRequest, PrefixQuery};
pub use counters::{Counter, CounterAction, CounterOperation, MAX_COUNTER_NAME};
pub use database::{
    CollectionCompression, CollectionStats, CompactOptions, CompactReport, DataFileReport, Database,
    DatabaseStats, DictionaryStats, DocumentWalk, Health, StorageReport, TableReport, TombstoneHold,
    TombstoneState,
};
pub use database::{
    PreparedBatch, RevisionDeletion, RevisionPage, RevisionProgress, RevisionReport, RevisionScope,
};
pub use date::{parse as parse_date, to_text as date_to_text};
pub use document::{Document, DocumentFlags, KeptBeside, metadata_text};
pub use engine::Engine;
pub use error::EngineError;
pub use expiration::{Expiration, Refresh};
pub use ids::MAX_ID_BYTES;
pub use incoming::EMPTY_COLLECTION;
pub use indexes::{
    ArchivedDocuments, AutoField, AutoIndex, BatchCounts, Explained, FieldOptions, GroupWork, GroupedBy,
    GroupedIndex, IndexDefinition, IndexPerformance, IndexPriority, IndexStats, IndexStatus, IndexingBatch,
    IndexingError, IndexingOf, IndexingStep, LockMode, PastDefinition, Running, Standing, StaticIndex,
};
pub use null_as_default::null_as_default;
pub use operations::{
    KEPT_AFTER_THEIR_END, OperationChange, OperationError, OperationFailure, OperationHandle, OperationInfo,
    OperationState, OperationStatus, Operations,
};
pub use options::{EngineOptions, Tuning};
pub use patch::{Patch, PatchResult, PatchStatus, Script};
pub use query_scripts::{QueryScripts, kept_beside};
pub use query_stream::StreamStart;
pub use revisions::parse_time_span;
pub use revisions::{RevisionsConfiguration, RevisionsOfCollection};
pub use rookery_rql::{QueryAnswer, QueryError, QueryRequest, ResultItem};
pub use rookery_script::threads::watch::{Observed as ObservedScripts, observe as observe_scripts};
pub use rookery_script::{
    Action, Actions, Limits, PatchScript, Position, ScriptError, ScriptThreads, script_threads,
};
pub use rookery_storage::{
    Disk, DiskEntry, DiskFile, DiskLayer, EnvironmentSnapshot, EnvironmentType, FileLayer, FileSnapshot,
    FileStatus, IoDelta, IoEvent, IoKind, IoMetrics, IoSnapshot, IoSummary, JournalReport, Purpose,
    RING_SIZE, RealDisk, RecoveryReport, StorageError, Tightened,
};
pub use running_queries::RunningQuery;
pub use settings::{DataArchival, DocumentsCompression};
pub use slot::DatabaseInfo;
pub use thread_jobs::{RunningJob, ThreadJob, begin_job, thread_jobs};
