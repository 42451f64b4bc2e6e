//! The database core: documents in a data folder, durable before they are acknowledged.
//!
//! ```
//! use rookery_engine::{Command, Engine, EngineOptions, Expected, QueryOptions, QueryRequest};
//!
//! # let folder = tempfile::tempdir()?;
//! let engine = Engine::open(EngineOptions::new(folder.path()))?;
//! engine.create("shop", serde_json::json!({}))?;
//! let shop = engine.database("shop")?;
//! let body = r#"{"Name": "Ada", "@metadata": {"@collection": "Users"}}"#.into();
//! // On the device when `execute` returns.
//! shop.execute(vec![Command::Put { id: "users/1".into(), body, expected: Expected::Any }])?;
//! let ada = shop.get("users/1")?.expect("it was saved");
//! assert_eq!(ada.collection, "Users");
//!
//! let request = QueryRequest::new("from Users where Name = $name").with("name", "Ada");
//! let wait = std::time::Duration::from_secs(30);
//! let answer = shop.query(&request, &QueryOptions::waiting(wait))?;
//! assert_eq!(answer.results.len(), 1);
//! engine.close()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Contains the journal, data file, documents and their ids, collections, change vectors, compression,
//! archival, the record of every disk operation, and the adapter through which the query core reads a
//! database. Must not depend on HTTP, routes, status codes or Node.
//!
//! All calls are synchronous and may be made from any thread; see `DESIGN.md` for formats, threads
//! and invariants.

pub(crate) mod backup;
pub(crate) mod base;
mod concurrency_sentences;
mod database;
mod document;
mod engine;
mod error;
mod error_codes;
mod exchange_faults;
pub(crate) mod extensions;
pub(crate) mod files;
#[cfg(any(test, feature = "fuzzing"))]
#[doc(hidden)]
pub mod fuzzing;
pub(crate) mod index_definition;
mod indexes;
mod query;
pub(crate) mod state;
mod store;
mod subscription_fault;
mod time_series_faults;
pub(crate) mod transaction;

pub use backup::BackupInfo;
pub use base::changes::{
    ChangeKind, ChangeReceiver, CounterChange, CounterChangeKind, DocumentChange, IndexChange,
    IndexChangeKind, MAX_PENDING_CHANGES, TimeSeriesChange, TimeSeriesChangeKind,
};
pub use base::clock::{Alarm, Clock, ManualClock, SystemClock};
pub use base::fault_injection::FaultInjection;
pub use base::null_as_default::null_as_default;
pub use base::operations::OperationHandle;
pub use base::operations::{KEPT_AFTER_THEIR_END, OperationError, Operations};
pub use base::operations::{
    OperationChange, OperationFailure, OperationInfo, OperationState, OperationStatus,
};
pub use base::options::{EngineOptions, Tuning};
pub use base::shifted_clock::{LARGEST_CLOCK_OFFSET, ShiftedClock};
pub use base::thread_jobs::{RunningJob, ThreadJob, begin_job, thread_jobs};
pub use database::Database;
pub use database::attachments::AttachmentContent;
pub use database::backup::BackupProgress;
pub use database::compression_stats::{CollectionCompression, DictionaryStats};
pub use database::dump::{AutomaticFields, DumpView, PreparedItems, TransformError, TransformScript};
pub use database::indexes::admin_state::IndexingOf;
pub use database::indexes::groups::{GroupMember, GroupPage, IndexGroup};
pub use database::indexes::performance::IndexPerformance;
pub use database::indexes::stats::{IndexStats, IndexStatus};
pub use database::large_documents::LargeDocument;
pub use database::maintenance::compact::{CompactOptions, CompactReport};
pub use database::maintenance::tombstones::TombstoneState;
pub use database::revisions::RevisionPage;
pub use database::revisions::changes::RevisionDeletion;
pub use database::revisions::walks::{RevisionProgress, RevisionReport, RevisionScope};
pub use database::running_queries::RunningQuery;
pub use database::stats::{CollectionStats, DatabaseStats, IndexFiles, StorageReport};
pub use database::stream::DocumentWalk;
pub use database::subscriptions::commits::CommitListener;
pub use database::subscriptions::start::SubscriptionStart;
pub use database::subscriptions::{NewSubscription, Subscription, SubscriptionChange};
pub use database::time_series::DocumentTimeSeries;
pub use document::date::{parse as parse_date, to_text as date_to_text};
pub use document::ids::MAX_ID_BYTES;
pub use document::normalize::EMPTY_COLLECTION;
pub use document::{Document, DocumentFlags, KeptBeside, metadata_text};
pub use engine::Engine;
pub use engine::database_entry::DatabaseInfo;
pub use engine::restore::{backup_info, verify_backup};
pub use error::EngineError;
pub use exchange_faults::{ClusterViolation, CompareExchangeFault};
pub use extensions::attachments::{Attachment, MAX_ATTACHMENT_TEXT};
pub use extensions::compare_exchange::{
    ATOMIC_GUARD, ClusterIds, CompareExchangeResult, CompareExchangeValue, MAX_COMPARE_EXCHANGE_KEY,
};
pub use extensions::counters::{Counter, CounterAction, CounterOperation, MAX_COUNTER_NAME};
pub use extensions::expiration::settings::{Expiration, Refresh};
pub use extensions::revisions::parse_time_span;
pub use extensions::revisions::settings::{RevisionsConfiguration, RevisionsOfCollection};
pub use extensions::time_series::configuration::TimeSeriesConfiguration;
pub use extensions::time_series::policy::{TimeSeriesPolicies, TimeSeriesPolicy, TimeUnit, TimeValue};
pub use extensions::time_series::{
    MAX_TAG_BYTES, MAX_TIME_SERIES_NAME, MAX_VALUES, Points, TimeRange, TimeSeriesEntry, TimeSeriesStats,
    TimeSeriesUpdate, increment_tag, is_incremental, is_rollup,
};
pub use files::database_record::{BACKUP_STATUS, BACKUPS};
pub use files::settings::{DataArchival, DocumentsCompression};
pub use index_definition::admin_state::{IndexAdminState, IndexPriority, LockMode, RunningStatus};
pub use index_definition::grouped_index::{GroupWork, GroupedBy, GroupedIndex};
pub use index_definition::static_index::{ArchivedDocuments, FieldOptions, StaticIndex};
pub use index_definition::{AutoField, AutoIndex, IndexDefinition};
pub use indexes::batch_trace::IndexingStep;
pub use indexes::history::PastDefinition;
pub use indexes::map_errors::IndexingError;
pub use indexes::performance::{BatchCounts, IndexingBatch};
pub use query::by_query::{ByQueryDetail, ByQueryError, ByQueryOptions, ByQueryReport, UpdateByQuery};
pub use query::explain::Explained;
pub use query::index_test::{IndexTest, IndexTestError, IndexTestResult};
pub use query::options::QueryOptions;
pub use query::scripts::{QueryScripts, kept_beside};
pub use query::stream::StreamStart;
pub use query::subscription::batch::{BatchLimits, BatchRequest, BatchSource, SubscriptionBatch};
pub use query::subscription::distribution::{Delivery, DeliveryError, Distribution, Lease};
pub use query::subscription::results::SubscriptionItem;
pub use query::subscription::{SubscriptionQuery, SubscriptionQueryError};
pub use rookery_rql::{QueryAnswer, QueryError, QueryRequest, ResultItem};
pub use rookery_script::threads::watch::{Observed as ObservedScripts, observe as observe_scripts};
pub use rookery_script::{
    Action, Actions, Limits, PatchScript, Position, ScriptError, ScriptThreads, script_threads,
};
pub use rookery_storage::{
    Disk, DiskEntry, DiskFaults, DiskFile, DiskLayer, DiskSpace, EnvironmentSnapshot, EnvironmentType,
    FaultCounts, FaultyDisk, FileLayer, FileSnapshot, FileStatus, FolderLock, IoDelta, IoEvent, IoKind,
    IoMetrics, IoSnapshot, IoSummary, JournalReport, LONGEST_DISK_DELAY, Purpose, RING_SIZE, RealDisk,
    RecoveryReport, StorageError, Tightened, disk_space,
};
pub use state::health::Health;
pub use state::prefix_query::PrefixQuery;
pub use state::tombstone_holds::TombstoneHold;
pub use store::report::{DataFileReport, TableReport};
pub use subscription_fault::SubscriptionFault;
pub use time_series_faults::TimeSeriesFault;
pub use transaction::cluster::{
    ClusterCommand, ClusterCommandResult, ClusterTransaction, ClusterTransactionResult,
};
pub use transaction::command::{Command, CommandResult, HiloRange, HiloRequest};
pub use transaction::expected::Expected;
pub use transaction::import::{Imported, ImportedAttachment, ImportedDocument, ImportedRevision};
pub use transaction::patch::{Patch, PatchResult, PatchStatus, Script};
pub use transaction::prepared::PreparedBatch;
