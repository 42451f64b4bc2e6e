//! Index tests: runs a definition on some documents and answers a query on the result. The definition is not
//! stored; its files are deleted before the answer.

use std::cell::RefCell;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rookery_cancel::CancelToken;
use rookery_index::{Index, IndexedValue, SearchRequest};
use rookery_rql::plan::SortBy;
use rookery_rql::values::Number;
use rookery_rql::{
    DocumentSource, IndexQuery, IndexResult, IndexedSource, PreparedQuery, QueryAnswer, QueryError,
    QueryRequest,
};
use serde_json::Value;

use crate::database::Database;
use crate::error::EngineError;
use crate::index_definition::IndexDefinition;
use crate::index_definition::field_names::SAMPLE_ENTRY;
use crate::index_definition::static_index::StaticIndex;
use crate::indexes::check;
use crate::indexes::folder_removal::FolderRemoval;
use crate::indexes::handle::{IndexFiles, IndexHandle};
use crate::indexes::map_errors::{IndexingError, MapErrors};
use crate::indexes::registry;
use crate::indexes::sample_run::{SampleReport, SampleRun};
use crate::indexes::scripts::Scripts;
use crate::query::matches::{IndexAnswer, failed};
use crate::query::scripts::QueryScripts;
use crate::query::{SnapshotSource, as_cancelled};

/// A definition to run.
#[derive(Debug, Clone)]
pub struct IndexTest {
    /// It may lack a name.
    pub definition: StaticIndex,
    /// The query on its entries; `None` returns all of them. The name of its source is ignored.
    pub query: Option<QueryRequest>,
    /// The most documents, counters or segments to map.
    pub documents: u64,
    /// No document is mapped after this time.
    pub longest: Duration,
}

/// What a definition makes of some documents.
#[derive(Debug)]
pub struct IndexTestResult {
    /// The answer to the query.
    pub answer: QueryAnswer,
    /// The terms of the entries that the query found, in its order.
    pub entries: Vec<Value>,
    /// The mapped results of all documents.
    pub mapped: Vec<Value>,
    /// The results of all groups.
    pub reduced: Vec<Value>,
    /// Some field names were computed by a map.
    pub has_dynamic_fields: bool,
    /// There are documents that were not mapped.
    pub is_stale: bool,
    /// `JavaScriptMap` and the like.
    pub kind: &'static str,
    /// Documents and groups that have no entry because a script failed.
    pub errors: Vec<IndexingError>,
    /// How many documents were mapped.
    pub documents: u64,
    /// How long the maps took in total.
    pub map_time: Duration,
    /// The document that took the longest.
    pub slowest: Option<(String, Duration)>,
    /// The document with the most mapped results.
    pub largest: Option<(String, u64)>,
    /// Why it stopped early: a sentence.
    pub stopped: Option<String>,
}

/// Why an index test has no result.
#[derive(Debug, thiserror::Error)]
pub enum IndexTestError {
    /// The definition is refused, or the documents could not be read.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The query.
    #[error(transparent)]
    Query(#[from] QueryError),
    /// No document or no group has a result.
    #[error(
        "The {what} failed for every {of} of the test ({count}). The first error, of {document}: {error}"
    )]
    AllFailed {
        /// `maps` or `reduce`.
        what: &'static str,
        /// `document`, `counter`, `segment` (of a time series) or `group`.
        of: &'static str,
        /// How many.
        count: u64,
        /// The first one.
        document: String,
        /// Its error, with the author's line.
        error: String,
    },
}

/// The name of a definition that has none.
const UNNAMED: &str = "unnamed index";

/// Numbers the folders of running tests.
static NEXT_FOLDER: AtomicU64 = AtomicU64::new(1);

impl Database {
    /// Maps some documents by a definition and answers a query on the entries, without storing the index.
    pub fn test_index(&self, test: &IndexTest) -> Result<IndexTestResult, IndexTestError> {
        let cancel = CancelToken::current();
        let mut definition = test.definition.clone();
        if definition.name.trim().is_empty() {
            UNNAMED.clone_into(&mut definition.name);
        }
        definition.reduce = definition.reduce.filter(|text| !text.trim().is_empty());
        let scripts = check::check(&definition)?;
        self.check_open()?;
        // A folder that is not the one of an index is deleted when the database is opened: also after a crash.
        let number = NEXT_FOLDER.fetch_add(1, Ordering::Relaxed);
        let folder = registry::folder(&self.core).join(format!("@test-{number}"));
        let result = self.run_index_test(&folder, definition, scripts, test, &cancel);
        if folder.is_dir() {
            self.core.disk.remove_folder(&folder).map_err(EngineError::io(&folder, "delete"))?;
        }
        result
    }

    fn run_index_test(
        &self,
        folder: &Path,
        definition: StaticIndex,
        scripts: Scripts,
        test: &IndexTest,
        cancel: &CancelToken,
    ) -> Result<IndexTestResult, IndexTestError> {
        let kind = definition.kind();
        let index = Index::open(folder).map_err(EngineError::Index)?;
        let errors = MapErrors::open(&*self.core.disk, folder);
        let hold = self.core.tombstone_holds.hold(&definition.name, None);
        let removal = FolderRemoval::new(self.core.disk.clone(), folder);
        let files = IndexFiles { index, removal, errors, rebuilt: None };
        let definition = IndexDefinition::Static(Box::new(definition));
        let handle = IndexHandle::new(definition, false, Some(scripts), files, hold, false);
        let (IndexDefinition::Static(index), Some(scripts)) = (&handle.definition, &handle.scripts) else {
            let what = "an index test has no static definition".to_owned();
            return Err(EngineError::Internal { database: self.core.name.clone(), what }.into());
        };
        let index: &StaticIndex = index;
        let snapshot = SnapshotSource(self.snapshot()?);
        let mut run =
            SampleRun::begin(&self.core, &handle, (index, scripts), &snapshot.0, test.longest, cancel)?;
        let is_complete = match handle.items {
            None => run.run(&handle.covered, test.documents)?,
            Some(kind) => run.run_items(kind, &handle.covered, test.documents)?,
        };
        let SampleRun { committed, report, input, .. } = run;
        check_some_worked(&report, input)?;
        let request = match &test.query {
            Some(query) => query.clone(),
            None => QueryRequest::new(format!("from index {}", quoted(&index.name))),
        };
        let has_dynamic_fields = committed.dynamic;
        let answer = IndexAnswer {
            handle: &handle,
            reader: handle.index.reader(),
            committed,
            keys: Vec::new(),
            snapshot: &snapshot.0,
        };
        let request = self.with_compare_exchange(&request)?;
        let (answer, found) = answered(&request, index, &answer, &snapshot, cancel)
            .map_err(|error| as_cancelled(error, cancel))?;
        let entries = found.iter().filter_map(|number| report.entries.get(*number).cloned()).collect();
        Ok(IndexTestResult {
            answer,
            entries,
            mapped: report.mapped,
            reduced: report.reduced,
            has_dynamic_fields,
            is_stale: !is_complete,
            kind,
            errors: report.errors,
            documents: report.documents,
            map_time: report.map_time,
            slowest: report.slowest,
            largest: report.largest,
            stopped: report.stopped,
        })
    }
}

/// The answer, and the numbers of the entries that the query found.
fn answered(
    request: &QueryRequest,
    index: &StaticIndex,
    answer: &IndexAnswer<'_>,
    snapshot: &SnapshotSource,
    cancel: &CancelToken,
) -> Result<(QueryAnswer, Vec<usize>), QueryError> {
    let _entered = cancel.enter();
    let scripts = QueryScripts::default();
    let query = PreparedQuery::new(request)?.with_scripting(&scripts);
    let query = query.with_facet_setups(&|id| Ok(snapshot.load(id)?.map(|document| document.body)))?;
    let query = query.reading(&|field| answer.committed.reading(index, field))?;
    answer.check_fields(&query)?;
    let numbered = NumberedAnswer { answer, found: RefCell::default() };
    let found = query.find(snapshot, &numbered, cancel)?;
    Ok((found, numbered.found.into_inner()))
}

/// Records the entries that a query finds.
struct NumberedAnswer<'a, 's> {
    answer: &'a IndexAnswer<'s>,
    found: RefCell<Vec<usize>>,
}

impl IndexedSource for NumberedAnswer<'_, '_> {
    fn has_groups(&self) -> bool {
        self.answer.has_groups()
    }

    fn find(&self, query: &IndexQuery<'_>) -> Result<IndexResult, QueryError> {
        let answer = self.answer;
        let by_boost = [SortBy::by_score()];
        let sort = if query.sort.is_empty() && answer.committed.boosted { &by_boost } else { query.sort };
        let more_like_this =
            query.more_like_this.map(|like| answer.more_like_this(like, query)).transpose()?;
        let request = SearchRequest {
            columns: query.columns,
            field_of: &|column| answer.number_of(column),
            location_of: &|column, longitude| answer.number_of_place(column, longitude),
            condition: query.condition,
            more_like_this: more_like_this.as_ref(),
            sort,
            skip: 0,
            take: None,
            cancel: query.cancel,
        };
        let hits = answer.reader.search(&request).map_err(failed)?.hits;
        let numbers = answer.reader.values(&hits, &[Some(SAMPLE_ENTRY)], query.cancel).map_err(failed)?;
        *self.found.borrow_mut() = numbers.into_iter().flatten().flatten().filter_map(number_of).collect();
        answer.find(query)
    }
}

fn number_of(value: IndexedValue) -> Option<usize> {
    match value {
        IndexedValue::Number(Number::Integer(number)) => usize::try_from(number).ok(),
        _ => None,
    }
}

/// Fails if every document or every group failed: a result without entries would look like one of an empty
/// collection.
fn check_some_worked(report: &SampleReport, input: &'static str) -> Result<(), IndexTestError> {
    for (action, what, of, count) in
        [("Map", "maps", input, report.documents), ("Reduce", "reduce", "group", report.groups)]
    {
        let failed: Vec<_> = report.errors.iter().filter(|error| error.action == action).collect();
        let Some(first) = failed.first() else { continue };
        if report.entries.is_empty() && report.reduced.is_empty() && failed.len() as u64 >= count {
            let (document, error) = (first.document.clone(), first.error.clone());
            return Err(IndexTestError::AllFailed { what, of, count, document, error });
        }
    }
    Ok(())
}

/// A name as a string of RQL.
fn quoted(name: &str) -> String {
    format!("'{}'", name.replace('\\', "\\\\").replace('\'', "\\'"))
}
