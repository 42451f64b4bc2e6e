//! From request to answer: parse, plan, run, project, include, record.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::answer::QueryAnswer;
use crate::ast::Source;
use crate::error::QueryError;
use crate::indexed::{IndexedSource, Wanted};
use crate::plan::{Access, Columns, Condition, Page, Plan, ProjectedField, SortBy};
use crate::request::QueryRequest;
use crate::run::{
    Pipeline, Predicate, Projector, Stages, found_timings, load_includes, plan_tree, selected, timings_tree,
};
use crate::scripting::Scripting;
use crate::source::{DocumentSource, OwnedDocument};

/// Answers one query by scanning. `cancel` is looked at once per batch.
///
/// # Errors
/// See [`QueryError`]: the text, a parameter, a document or the source may be at fault.
pub fn execute(
    source: &dyn DocumentSource,
    request: &QueryRequest,
    cancel: &AtomicBool,
) -> Result<QueryAnswer, QueryError> {
    PreparedQuery::new(request)?.scan(source, cancel)
}

/// A query parsed and bound to its parameters. Whoever holds it decides what answers it.
#[derive(Debug)]
pub struct PreparedQuery<'r> {
    request: &'r QueryRequest,
    plan: Plan,
    scripting: Helper<'r>,
    started: Instant,
    stages: Stages,
}

/// Runs scripts, if there is someone who does.
#[derive(Clone, Copy)]
struct Helper<'r>(Option<&'r dyn Scripting>);

impl std::fmt::Debug for Helper<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(if self.0.is_some() { "scripting" } else { "no scripting" })
    }
}

impl<'r> PreparedQuery<'r> {
    /// Parses and binds.
    ///
    /// # Errors
    /// When the text or a parameter is at fault.
    pub fn new(request: &'r QueryRequest) -> Result<Self, QueryError> {
        let started = Instant::now();
        let mut stages = Stages::default();
        let query = crate::parser::parse(&request.query)?;
        stages.parse = started.elapsed();
        let plan = Plan::new(&query, request).map_err(|error| error.shown_in(&request.query))?;
        stages.plan = started.elapsed().saturating_sub(stages.parse);
        Ok(Self { request, plan, scripting: Helper(None), started, stages })
    }

    /// The same query with someone who runs its scripts.
    #[must_use]
    pub fn with_scripting(mut self, scripting: &'r dyn Scripting) -> Self {
        self.scripting = Helper(Some(scripting));
        self
    }

    /// What is read.
    pub fn source(&self) -> &Source {
        &self.plan.source
    }

    /// Whether documents are asked for by id at the top of the condition: they are loaded, no index is needed.
    pub fn is_lookup(&self) -> bool {
        self.plan.access != Access::Scan
    }

    /// The fields that condition and sort keys read.
    pub fn columns(&self) -> &Columns {
        &self.plan.columns
    }

    /// The condition, if there is one.
    pub fn condition(&self) -> Option<&Condition> {
        self.plan.filter.as_ref()
    }

    /// The sort keys.
    pub fn sort(&self) -> &[SortBy] {
        &self.plan.sort
    }

    /// The page asked for.
    pub fn page(&self) -> Page {
        self.plan.page
    }

    /// Whether equal results are given once: the page is taken after that.
    pub fn is_distinct(&self) -> bool {
        self.plan.distinct
    }

    /// Answers it by reading every document of the source.
    ///
    /// # Errors
    /// See [`QueryError`].
    pub fn scan(
        mut self,
        source: &dyn DocumentSource,
        cancel: &AtomicBool,
    ) -> Result<QueryAnswer, QueryError> {
        // The etag is read before the documents: a write in between makes the answer look older than it is, never newer.
        let result_etag = source.last_etag();
        let estimate = source.estimate(&self.plan.source);
        let filter = self.plan.filter.take().map(Predicate::new);
        let sort = std::mem::take(&mut self.plan.sort);
        let plan = &self.plan;
        let mut pipeline = Pipeline::new(plan, filter, sort, cancel);
        let start = Instant::now();
        let mut outcome = pipeline.run(source, plan, estimate)?;
        self.stages.pipeline = start.elapsed();
        let documents = std::mem::take(&mut outcome.documents);
        let given = documents.len() as u64;
        let mut answer =
            finish(source, self.request, plan, self.scripting, &mut self.stages, documents, cancel)?;
        self.stages.whole = self.started.elapsed();
        answer.timings = plan.wants_timings.then(|| {
            let mut timings = timings_tree(plan, &pipeline, self.stages);
            timings.plan = Some(plan_tree(plan, &pipeline, given, estimate, self.stages));
            timings
        });
        Ok(QueryAnswer {
            total: outcome.total,
            skipped: outcome.skipped,
            scanned: outcome.scanned,
            duration: self.started.elapsed(),
            index_name: plan.source.index_name(),
            result_etag,
            is_stale: false,
            ..answer
        }
        .capped(plan.page))
    }

    /// Answers it by what an index finds.
    ///
    /// # Errors
    /// See [`QueryError`].
    pub fn find(
        mut self,
        source: &dyn DocumentSource,
        index: &dyn IndexedSource,
        cancel: &AtomicBool,
    ) -> Result<QueryAnswer, QueryError> {
        let plan = &self.plan;
        let (skip, take) = if plan.distinct { (0, None) } else { (plan.page.skip, plan.page.take) };
        let (columns, condition, sort) = (&plan.columns, plan.filter.as_ref(), plan.sort.as_slice());
        let start = Instant::now();
        let mut found = index.find(&Wanted { columns, condition, sort, skip, take, cancel })?;
        let mut skipped = 0;
        if let (true, Some(fields)) = (plan.distinct, &plan.fields) {
            let all = std::mem::take(&mut found.documents);
            (found.documents, skipped) = distinct_page(fields, plan.page, all)?;
        }
        self.stages.pipeline = start.elapsed();
        let documents = found.documents;
        let mut answer =
            finish(source, self.request, plan, self.scripting, &mut self.stages, documents, cancel)?;
        self.stages.whole = self.started.elapsed();
        answer.timings = plan.wants_timings.then(|| found_timings(plan, found.plan, self.stages));
        Ok(QueryAnswer {
            total: found.total,
            skipped,
            scanned: 0,
            duration: self.started.elapsed(),
            index_name: found.index_name,
            result_etag: found.result_etag,
            is_stale: found.is_stale,
            ..answer
        }
        .capped(plan.page))
    }
}

/// Includes and projection of a page of documents.
fn finish(
    source: &dyn DocumentSource,
    request: &QueryRequest,
    plan: &Plan,
    scripting: Helper<'_>,
    stages: &mut Stages,
    documents: Vec<OwnedDocument>,
    cancel: &AtomicBool,
) -> Result<QueryAnswer, QueryError> {
    let start = Instant::now();
    let whole = plan.fields.is_none() && plan.object.is_none();
    let included = load_includes(source, &plan.includes, &documents, whole)?;
    stages.includes = start.elapsed();
    let start = Instant::now();
    let scanned = documents.len() as u64;
    let mut projector =
        Projector::new(source, plan, request, scripting.0).map_err(|error| error.shown_in(&request.query))?;
    let results = documents
        .into_iter()
        .map(|document| {
            if cancel.load(Ordering::Relaxed) {
                return Err(QueryError::Cancelled { scanned });
            }
            projector.result(document)
        })
        .collect::<Result<Vec<_>, _>>()?;
    stages.projection = start.elapsed();
    Ok(QueryAnswer {
        results,
        includes: included.documents,
        missing_includes: included.missing,
        included_paths: plan.includes.iter().map(ToString::to_string).collect(),
        ..QueryAnswer::default()
    })
}

/// The page of what is left when equal results are given once, and how many were left out until it was full.
fn distinct_page(
    fields: &[ProjectedField],
    page: Page,
    documents: Vec<OwnedDocument>,
) -> Result<(Vec<OwnedDocument>, u64), QueryError> {
    let (mut kept, mut numbered, mut skipped) = (Vec::new(), 0, 0);
    let mut seen = HashSet::new();
    for document in documents {
        if page.end().is_some_and(|end| numbered >= end) {
            break;
        }
        if !seen.insert(serde_json::Value::Object(selected(fields, &document)?).to_string()) {
            skipped += 1;
            continue;
        }
        if page.has(numbered) {
            kept.push(document);
        }
        numbered += 1;
    }
    Ok((kept, skipped))
}
