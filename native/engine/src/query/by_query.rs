//! Patches or deletes all results of a query in batches: finished batches are kept when a later one fails or
//! the operation is cancelled.

use std::time::{Duration, Instant};

use bytes::Bytes;
use rookery_cancel::CancelToken;
use rookery_rql::ast::{Field, Query, Segment};
use rookery_rql::{QueryError, QueryRequest};
use rookery_script::{Limits, Names, PatchScript, ScriptError};
use serde_json::Value;

use crate::database::Database;
use crate::error::EngineError;
use crate::query::answer::FIRST_WAIT;
use crate::query::options::QueryOptions;
use crate::query::scripts;
use crate::transaction::command::{Command, CommandResult};
use crate::transaction::expected::Expected;
use crate::transaction::patch::{Patch, PatchResult, PatchStatus, Script};

/// Documents changed in one batch.
const BATCH: usize = 256;

/// Details reported for one operation; beyond that only counts.
const MOST_DETAILS: usize = 100_000;

/// Options of the operation.
#[derive(Debug, Clone, Copy, Default)]
pub struct ByQueryOptions {
    /// The most documents per second.
    pub most_per_second: Option<u32>,
    /// Whether each document is reported.
    pub details: bool,
    /// Accepts a stale index, if the query names it; automatic ones are not waited for.
    pub allow_stale: bool,
    /// How long to wait for a stale index. Without it: not at all where the query names the index, and 15 s
    /// where it does not.
    pub stale_timeout: Option<Duration>,
    /// The script's limits for one document.
    pub limits: Limits,
}

/// The progress of the operation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ByQueryReport {
    /// Documents the query found.
    pub total: u64,
    /// Documents processed.
    pub processed: u64,
    /// The result of each, if requested.
    pub details: Vec<ByQueryDetail>,
}

/// One processed document.
#[derive(Debug, Clone, PartialEq)]
pub enum ByQueryDetail {
    /// A script ran for it.
    Patched {
        /// Its id.
        id: String,
        /// The result.
        status: PatchStatus,
        /// Its change vector, when it was changed.
        change_vector: Option<String>,
    },
    /// It was deleted.
    Deleted {
        /// Its id.
        id: String,
        /// The deletion's change vector; `None`: it no longer existed.
        change_vector: Option<String>,
    },
}

/// Why the operation failed.
#[derive(Debug, thiserror::Error)]
pub enum ByQueryError {
    /// The query.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// The script of its `update` clause is not JavaScript.
    #[error("The 'update' clause has an invalid script. {0}. Nothing was changed.")]
    Script(ScriptError),
    /// The index is stale and a stale index was not allowed.
    #[error(
        "Cannot perform bulk operation. Index is stale. Nothing was changed by '{index}': allow stale results, or wait \
         longer with staleTimeout."
    )]
    Stale {
        /// The index's name.
        index: String,
    },
    /// A valid query that is not supported here.
    #[error("{0}")]
    NotForThis(String),
    /// The database.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// An `update` query: which documents, and the script.
#[derive(Debug, Clone)]
pub struct UpdateByQuery {
    documents: QueryRequest,
    script: Script,
}

impl UpdateByQuery {
    /// Reads a query that ends in `update { … }`.
    pub fn read(request: &QueryRequest) -> Result<Self, ByQueryError> {
        let mut query = rookery_rql::parse(&request.query)?;
        let update = query.update.take().ok_or_else(|| {
            ByQueryError::NotForThis(
                "The query has no 'update' clause. End it in one: from Orders update { this.Paid = true }."
                    .to_owned(),
            )
        })?;
        let functions: Vec<String> =
            std::mem::take(&mut query.functions).iter().map(scripts::in_javascript).collect();
        let names = Names { document: query.from.alias.clone(), loaded: loaded(&query)? };
        query.load.clear();
        let script = PatchScript::of_query(&update.text, &functions, &names).map_err(ByQueryError::Script)?;
        let arguments = Value::Object(request.parameters.clone()).to_string();
        Ok(Self {
            documents: QueryRequest { query: query.to_string(), ..request.clone() },
            script: Script { script, arguments: Bytes::from(arguments) },
        })
    }

    fn patch(&self, id: String, debug: bool, limits: Limits) -> Command {
        Command::Patch(Box::new(Patch {
            id,
            script: self.script.clone(),
            if_missing: None,
            create_if_missing: None,
            expected: Expected::Any,
            skip_other_versions: false,
            debug,
            limits,
        }))
    }
}

/// The query's `load` clause in JavaScript: a name, and the expression of the id.
fn loaded(query: &Query) -> Result<Vec<(String, String)>, ByQueryError> {
    let refuse = |what: &str| {
        ByQueryError::NotForThis(format!(
            "'load {what}' cannot be used with 'update'. Load it in the script: load(this.Member)."
        ))
    };
    let steps = |path: &rookery_rql::ast::Path, from: &str| {
        let mut text = from.to_owned();
        for segment in &path.segments {
            match segment {
                Segment::Field(name) => {
                    text.push_str(&format!("[{}]", Value::from(name.as_str())));
                }
                Segment::Each => return Err(refuse(&path.to_string())),
            }
        }
        Ok(text)
    };
    let each = |load: &rookery_rql::ast::Load| {
        let id = match &load.from {
            Field::Path(path) => steps(path, "this")?,
            Field::Loaded { alias, path } => steps(path, alias)?,
            other => return Err(refuse(&other.to_string())),
        };
        Ok((load.alias.clone(), id))
    };
    query.load.iter().map(each).collect()
}

impl Database {
    /// Runs an `update` query. `progress` is called after every batch and returns whether to continue;
    /// `None`: it returned false.
    pub fn update_by_query(
        &self,
        update: &UpdateByQuery,
        options: ByQueryOptions,
        progress: &mut dyn FnMut(&ByQueryReport) -> bool,
    ) -> Result<Option<ByQueryReport>, ByQueryError> {
        let command = |id| update.patch(id, false, options.limits);
        self.by_query(&update.documents, options, progress, &command, &|result| match result {
            CommandResult::Patch(result) => {
                let PatchResult { id, status, change_vector, .. } = *result;
                Some(ByQueryDetail::Patched { id, status, change_vector })
            }
            _ => None,
        })
    }

    /// The result of an `update` query for one document, whether the query finds it or not.
    pub fn test_update(&self, update: &UpdateByQuery, id: &str) -> Result<PatchResult, EngineError> {
        let results = self.test(vec![update.patch(id.to_owned(), true, Limits::default())])?;
        match results.into_iter().next() {
            Some(CommandResult::Patch(result)) => Ok(*result),
            _ => Err(EngineError::Internal {
                database: self.name().to_owned(),
                what: "a tested patch has no result".to_owned(),
            }),
        }
    }

    /// Deletes everything a query finds, likewise.
    pub fn delete_by_query(
        &self,
        request: &QueryRequest,
        options: ByQueryOptions,
        progress: &mut dyn FnMut(&ByQueryReport) -> bool,
    ) -> Result<Option<ByQueryReport>, ByQueryError> {
        let command = |id| Command::Delete { id, expected: Expected::Any };
        self.by_query(request, options, progress, &command, &|result| match result {
            CommandResult::Delete { id, change_vector, .. } => {
                Some(ByQueryDetail::Deleted { id, change_vector })
            }
            _ => None,
        })
    }

    fn by_query(
        &self,
        request: &QueryRequest,
        options: ByQueryOptions,
        progress: &mut dyn FnMut(&ByQueryReport) -> bool,
        command: &dyn Fn(String) -> Command,
        detail: &dyn Fn(CommandResult) -> Option<ByQueryDetail>,
    ) -> Result<Option<ByQueryReport>, ByQueryError> {
        let cancel = CancelToken::current();
        let query = rookery_rql::parse(&request.query)?;
        let index = query.from.source.index().and_then(|name| self.indexes.get(name));
        if !query.group_by.is_empty() || index.as_ref().is_some_and(|index| index.reduces()) {
            return Err(ByQueryError::NotForThis(
                "Cannot execute bulk operation on Map-Reduce indexes: what they find are results, not documents. \
                 Query the documents' collection without 'group by', or an index without a reduce."
                    .to_owned(),
            ));
        }
        if index.is_some_and(|index| index.items.is_some()) {
            return Err(ByQueryError::NotForThis(
                "Cannot execute bulk operation on an index over counters or time series: what it finds are entries, not \
                 documents. Query the documents' collection, or an index over documents."
                    .to_owned(),
            ));
        }
        let ids = if query.from.source.index().is_some() {
            self.ids_in_index(request, options)
        } else {
            self.ids_of(request, options).map_err(ByQueryError::Query)
        };
        let ids = match ids {
            Err(ByQueryError::Query(QueryError::Cancelled { .. })) => return Ok(None),
            ids => ids?,
        };
        let mut report = ByQueryReport { total: ids.len() as u64, ..ByQueryReport::default() };
        if !progress(&report) {
            return Ok(None);
        }
        let most = options.most_per_second.unwrap_or(u32::MAX).max(1);
        let size = BATCH.min(usize::try_from(most).unwrap_or(BATCH));
        let mut ids = ids.into_iter();
        loop {
            let start = Instant::now();
            let commands: Vec<Command> = ids.by_ref().take(size).map(command).collect();
            if commands.is_empty() {
                return Ok(Some(report));
            }
            let count = commands.len();
            let results = match self.execute(commands) {
                // The current batch is not saved; those before it are.
                Err(EngineError::Cancelled) => return Ok(None),
                results => results?,
            };
            report.processed += count as u64;
            if options.details && report.details.len() < MOST_DETAILS {
                report.details.extend(results.into_iter().filter_map(detail));
            }
            if !progress(&report) {
                return Ok(None);
            }
            if ids.len() > 0 {
                let due = Duration::from_secs_f64(count as f64 / f64::from(most));
                // Without a wait limit there is nothing to wait for.
                if let Some(rest) =
                    due.checked_sub(start.elapsed()).filter(|_| options.most_per_second.is_some())
                    && cancel.sleep(rest)
                {
                    return Ok(None);
                }
            }
        }
    }

    /// The ids of all results of a query on an index.
    fn ids_in_index(
        &self,
        request: &QueryRequest,
        options: ByQueryOptions,
    ) -> Result<Vec<String>, ByQueryError> {
        let request = QueryRequest { metadata_only: true, ..request.clone() };
        let answer =
            self.query(&request, &QueryOptions { wait: options.stale_timeout, ..QueryOptions::default() })?;
        if answer.is_stale && !options.allow_stale {
            return Err(ByQueryError::Stale { index: answer.index_name });
        }
        Ok(answer.results.iter().map(|item| item.id().to_owned()).collect())
    }

    /// The ids of all results of a query on a collection, from one snapshot. An index is used as far as it is
    /// up to date: documents it has not indexed are read, so the result is never stale.
    fn ids_of(&self, request: &QueryRequest, options: ByQueryOptions) -> Result<Vec<String>, QueryError> {
        let request = QueryRequest { metadata_only: true, ..request.clone() };
        let longest = match options.allow_stale {
            true => Duration::ZERO,
            false => options.stale_timeout.unwrap_or(FIRST_WAIT),
        };
        let mut ids = Vec::new();
        self.query_streamed_within(longest, &request, &mut |_| true, &mut |item| {
            ids.push(match item {
                rookery_rql::ResultItem::Document(document) => document.id,
                rookery_rql::ResultItem::Projection { id, .. } => id,
            });
            true
        })?;
        Ok(ids)
    }
}
