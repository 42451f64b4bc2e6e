//! From request to answer: parse, plan, run, project, include, record.

use std::time::Instant;

use crate::answer::QueryAnswer;
use crate::ast::{Position, Query, Source};
use crate::error::QueryError;
use crate::groups::GroupFields;
use crate::index_source::{IndexQuery, IndexedSource};
use crate::plan::{
    Access, ColumnSource, Columns, Condition, FacetKind, Grouping, Page, Plan, Readings, SortBy, unsupported,
};
use crate::request::QueryRequest;
use crate::run::{
    Distinct, FacetCollector, Groups, Kept, MaterializedDocuments, Pipeline, Predicate, StageTimes,
    explanations_by_result, found_timings, plan_tree, timings_tree,
};
use crate::scripting::Scripting;
use crate::source::DocumentSource;
use crate::stages::{filter_operator, finish, grouped};
use rookery_cancel::CancelToken;

/// Answers one query by scanning. `cancel` is polled with every document.
///
/// # Errors
/// See [`QueryError`]: the text, a parameter, a document or the source may be at fault.
pub fn execute(
    source: &dyn DocumentSource,
    request: &QueryRequest,
    cancel: &CancelToken,
) -> Result<QueryAnswer, QueryError> {
    PreparedQuery::new(request)?.scan(source, cancel)
}

/// A query parsed and bound to its parameters. Whoever holds it decides what answers it.
#[derive(Debug)]
pub struct PreparedQuery<'r> {
    pub(crate) request: &'r QueryRequest,
    pub(crate) query: Query,
    plan: Plan,
    scripting: OptionalScripting<'r>,
    started: Instant,
    stages: StageTimes,
}

/// Runs scripts, if there is someone who does.
#[derive(Clone, Copy)]
struct OptionalScripting<'r>(Option<&'r dyn Scripting>);

impl std::fmt::Debug for OptionalScripting<'_> {
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
        let mut stages = StageTimes::default();
        let query = crate::parser::parse(&request.query)?;
        stages.parse = started.elapsed();
        let plan = Plan::new(&query, request, None).map_err(|error| error.shown_in(&request.query))?;
        stages.plan = started.elapsed().saturating_sub(stages.parse);
        Ok(Self { request, query, plan, scripting: OptionalScripting(None), started, stages })
    }

    /// The same query bound once more, for an index that reads its fields so.
    ///
    /// # Errors
    /// When a parameter does not fit the field.
    pub fn reading(self, readings: Readings<'_>) -> Result<Self, QueryError> {
        let start = Instant::now();
        let plan = Plan::new(&self.query, self.request, Some(readings))
            .map_err(|error| error.shown_in(&self.request.query))?;
        let mut stages = self.stages;
        stages.plan += start.elapsed();
        Ok(Self { plan, stages, ..self })
    }

    /// The same query bound once more, after its text was rewritten.
    pub(crate) fn rebound(self) -> Result<Self, QueryError> {
        let plan = Plan::new(&self.query, self.request, None)
            .map_err(|error| error.shown_in(&self.request.query))?;
        Ok(Self { plan, ..self })
    }

    /// The same query with someone who runs its scripts.
    #[must_use]
    pub fn with_scripting(mut self, scripting: &'r dyn Scripting) -> Self {
        self.scripting = OptionalScripting(Some(scripting));
        self
    }

    /// What is read.
    pub fn source(&self) -> &Source {
        &self.plan.source
    }

    /// Whether an index cannot help: documents are loaded by id or read by its beginning, or the condition is on
    /// groups, which need all documents.
    pub fn is_lookup(&self) -> bool {
        self.plan.access != Access::Scan || self.plan.grouping.is_some()
    }

    /// The beginning of the ids, if the documents are read in the order of ids.
    pub fn id_prefix(&self) -> Option<&str> {
        match &self.plan.access {
            Access::Prefix(prefix) => Some(prefix),
            _ => None,
        }
    }

    /// Whether an index may be made or widened for it.
    pub fn may_make_index(&self) -> bool {
        !self.request.no_new_index
    }

    /// The fields that condition and sort keys read.
    pub fn columns(&self) -> &Columns {
        &self.plan.columns
    }

    /// The fields that facets and suggestions read.
    pub fn facet_columns(&self) -> Option<&Columns> {
        self.plan.facets.as_ref().map(|all| &all.columns)
    }

    /// The fields whose terms are suggested.
    pub fn suggested(&self) -> Vec<&ColumnSource> {
        let Some(facets) = &self.plan.facets else { return Vec::new() };
        let from = facets.all.iter().filter_map(|one| match &one.of {
            FacetKind::Suggestions(from) => facets.columns.sources.get(from.column),
            _ => None,
        });
        from.collect()
    }

    /// What the query groups by and adds up; its columns, condition and sort keys are about the groups then.
    pub fn grouping(&self) -> Option<GroupFields> {
        self.plan.grouping.as_ref().map(GroupFields::of)
    }

    /// The condition, if there is one.
    pub fn condition(&self) -> Option<&Condition> {
        self.plan.condition.as_ref()
    }

    /// The sort keys.
    pub fn sort(&self) -> &[SortBy] {
        &self.plan.sort
    }

    /// The requested page.
    pub fn page(&self) -> Page {
        self.plan.page
    }

    /// Whether equal results are given once: the page is taken after that.
    pub fn is_distinct(&self) -> bool {
        self.plan.distinct
    }

    /// Whether it can only be answered as a whole: some results depend on all of them.
    pub fn is_whole(&self) -> bool {
        let plan = &self.plan;
        !plan.sort.is_empty()
            || plan.distinct
            || plan.filter.is_some()
            || plan.grouping.is_some()
            || plan.facets.is_some()
    }

    /// Answers it by reading every document of the source.
    ///
    /// # Errors
    /// See [`QueryError`].
    pub fn scan(
        mut self,
        source: &dyn DocumentSource,
        cancel: &CancelToken,
    ) -> Result<QueryAnswer, QueryError> {
        if self.plan.source.index().is_some() {
            let start = Position { line: 1, column: 1 };
            return Err(
                unsupported("queries on an index by reading documents", start).shown_in(&self.request.query)
            );
        }
        if self.plan.explanations.is_some() {
            let message = "explanations() describe how an index scored its results. Add a condition on a field, or query an index.";
            return Err(QueryError::Invalid { line: 1, column: 1, message: message.to_owned() });
        }
        // The etag is read before the documents: a write in between makes the answer look older than it is,
        // never newer.
        let result_etag = source.last_etag();
        let estimate = source.estimate(&self.plan.source);
        let condition = self.plan.condition.take().map(Predicate::new);
        let sort = std::mem::take(&mut self.plan.sort);
        let facets = self.plan.facets.take().map(|all| FacetCollector::new(all, false));
        let plan = &self.plan;
        let start = Instant::now();
        let grouped = match &plan.grouping {
            None => None,
            Some(grouping) => Some(grouped(source, plan, grouping, cancel)?),
        };
        let materialized;
        let (walked, group_meter): (&dyn DocumentSource, _) = match grouped {
            None => (source, None),
            Some((documents, meter)) => {
                materialized = MaterializedDocuments { documents, behind: source };
                (&materialized, Some(meter))
            }
        };
        let estimate = if plan.grouping.is_some() { walked.estimate(&plan.source) } else { estimate };
        let distinct = Distinct::new(plan, source, self.request)?;
        let filter = filter_operator(plan, source);
        let mut pipeline = Pipeline::new(plan, condition, sort, filter, distinct, cancel);
        pipeline.grouped = group_meter;
        pipeline.facets = facets;
        let mut outcome = pipeline.run(walked, plan, estimate)?;
        self.stages.pipeline = start.elapsed();
        let mut documents = std::mem::take(&mut outcome.documents);
        if let (Some(name), None) = (plan.grouping.as_ref().and_then(Grouping::all_keys), &plan.fields) {
            let polled = documents.into_iter().take_while(|_| !cancel.is_cancelled());
            documents = polled.map(|group| Groups::as_given(group, name)).collect();
            if cancel.is_cancelled() {
                return Err(QueryError::Cancelled { scanned: outcome.scanned });
            }
        }
        let given = documents.len() as u64;
        let mut answer = finish(
            source,
            self.request,
            plan,
            self.scripting.0,
            &mut self.stages,
            documents,
            &Kept::new(),
            cancel,
        )?;
        self.stages.whole = self.started.elapsed();
        answer.timings = plan.include_timings.then(|| {
            let mut timings = timings_tree(plan, &pipeline, self.stages);
            timings.plan = Some(plan_tree(plan, &pipeline, given, estimate, self.stages));
            timings
        });
        if let Some(facets) = pipeline.facets.take() {
            answer.results = facets.finish(outcome.scanned, cancel)?;
            answer.is_about_terms = true;
            outcome.total = answer.results.len() as u64;
        }
        Ok(QueryAnswer {
            total: outcome.total,
            is_uncounted: outcome.is_uncounted,
            skipped: outcome.skipped,
            scanned: group_meter.map_or(outcome.scanned, |meter| meter.entries_in),
            duration: self.started.elapsed(),
            index_name: plan.source.index_name(),
            result_etag,
            is_stale: false,
            ..answer
        }
        .capped(plan.written_page))
    }

    /// Answers it by what an index finds.
    ///
    /// # Errors
    /// See [`QueryError`].
    pub fn find(
        mut self,
        source: &dyn DocumentSource,
        index: &dyn IndexedSource,
        cancel: &CancelToken,
    ) -> Result<QueryAnswer, QueryError> {
        if self.plan.grouping.is_some() && (self.plan.source.index().is_some() || !index.has_groups()) {
            return self.scan(source, cancel);
        }
        let facets = self.plan.facets.take();
        let facet_columns = facets.as_ref().filter(|_| self.plan.filter.is_none()).map(|all| &all.columns);
        let in_page = !self.plan.distinct && self.plan.filter.is_none() && facets.is_none();
        let page = self.plan.page;
        let (skip, take) = if in_page { (page.skip, page.take) } else { (0, None) };
        let (columns, condition) = (&self.plan.columns, self.plan.condition.as_ref());
        let sort = self.plan.sort.as_slice();
        let start = Instant::now();
        let whole = self.plan.fields.is_none() && self.plan.object.is_none() && facet_columns.is_none();
        let fields = self.plan.fields.is_some();
        let kept = self.plan.highlights.is_some();
        let explanations = self.plan.explanations.is_some();
        let query = IndexQuery {
            columns,
            condition,
            more_like_this: self.plan.more_like_this.as_ref(),
            sort,
            skip,
            take,
            whole,
            fields,
            facet_columns,
            kept,
            explanations,
            cancel,
        };
        let mut found = index.find(&query)?;
        let mut facets = facets.map(|all| FacetCollector::new(all, found.are_values));
        let kept = kept_by_id(&found.kept)?;
        self.plan.yields_groups = found.are_groups;
        let (mut skipped, mut scanned) = (found.skipped, 0);
        if !in_page {
            // What the index cannot do is done with what it found.
            self.plan.access = Access::Scan;
            let documents = std::mem::take(&mut found.documents);
            let materialized = MaterializedDocuments { documents, behind: source };
            let filter = filter_operator(&self.plan, source);
            let filtered = filter.is_some();
            let distinct = Distinct::new(&self.plan, source, self.request)?;
            let mut pipeline = Pipeline::new(&self.plan, None, Vec::new(), filter, distinct, cancel);
            pipeline.facets = facets.take();
            let estimate = source.estimate(&self.plan.source);
            let outcome = pipeline.run(&materialized, &self.plan, estimate)?;
            found.documents = outcome.documents;
            facets = pipeline.facets.take();
            skipped = outcome.skipped;
            scanned = if filtered { outcome.scanned } else { 0 };
        }
        self.stages.pipeline = start.elapsed();
        let plan = &self.plan;
        let documents = found.documents;
        let explanations = match &plan.explanations {
            Some(requested) => Some(explanations_by_result(
                requested,
                &documents,
                plan.yields_groups,
                std::mem::take(&mut found.explanations),
            )?),
            None => None,
        };
        let mut answer =
            finish(source, self.request, plan, self.scripting.0, &mut self.stages, documents, &kept, cancel)?;
        self.stages.whole = self.started.elapsed();
        answer.timings = plan.include_timings.then(|| found_timings(plan, found.plan, self.stages));
        if let Some(facets) = facets {
            answer.results = facets.finish(scanned, cancel)?;
            answer.is_about_terms = true;
            found.total = answer.results.len() as u64;
        }
        Ok(QueryAnswer {
            total: found.total,
            skipped,
            scanned,
            duration: self.started.elapsed(),
            explanations,
            index_name: found.index_name,
            result_etag: found.result_etag,
            is_stale: found.is_stale,
            ..answer
        }
        .capped(plan.written_page))
    }
}

/// Of several entries of a document the first counts.
fn kept_by_id(kept: &[(String, Vec<u8>)]) -> Result<Kept, QueryError> {
    let mut by_id = Kept::new();
    for (id, text) in kept.iter().filter(|(_, text)| !text.is_empty()) {
        let unreadable = |error: serde_json::Error| QueryError::UnreadableDocument {
            id: id.clone(),
            reason: format!("its stored fields in the index are not a JSON object: {error}"),
        };
        if !by_id.contains_key(id) {
            by_id.insert(id.clone(), serde_json::from_slice(text).map_err(unreadable)?);
        }
    }
    Ok(by_id)
}
