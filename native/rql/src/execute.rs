//! From request to answer: parse, plan, run, project, include, record.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::answer::{QueryAnswer, ResultItem};
use crate::error::QueryError;
use crate::plan::Plan;
use crate::request::QueryRequest;
use crate::run::{
    Pipeline, Predicate, Stages, load_includes, metadata_alone, plan_tree, selected, timings_tree,
    with_metadata,
};
use crate::source::{DocumentSource, OwnedDocument};

/// Answers one query. `cancel` is looked at once per batch.
///
/// # Errors
/// See [`QueryError`]: the text, a parameter, a document or the source may be at fault.
pub fn execute(
    source: &dyn DocumentSource,
    request: &QueryRequest,
    cancel: &AtomicBool,
) -> Result<QueryAnswer, QueryError> {
    let started = Instant::now();
    let mut stages = Stages::default();
    let query = crate::parser::parse(&request.query)?;
    stages.parse = started.elapsed();
    let mut plan = Plan::new(&query, request)?;
    stages.plan = started.elapsed().saturating_sub(stages.parse);

    // The etag is read before the documents: a write in between makes the answer look older than it is, never newer.
    let result_etag = source.last_etag();
    let estimate = source.estimate(&plan.source);
    let filter = plan.filter.take().map(Predicate::new);
    let sort = std::mem::take(&mut plan.sort);
    let mut pipeline = Pipeline::new(&plan, filter, sort, cancel);
    let start = Instant::now();
    let mut outcome = pipeline.run(source, &plan, estimate)?;
    stages.pipeline = start.elapsed();

    let start = Instant::now();
    let included = load_includes(source, &plan.includes, &outcome.documents, plan.fields.is_none())?;
    stages.includes = start.elapsed();

    let start = Instant::now();
    let documents = outcome.documents.len();
    let results = std::mem::take(&mut outcome.documents)
        .into_iter()
        .map(|document| {
            if cancel.load(Ordering::Relaxed) {
                return Err(QueryError::Cancelled { scanned: outcome.scanned });
            }
            result(&plan, request.metadata_only, document)
        })
        .collect::<Result<Vec<_>, _>>()?;
    stages.projection = start.elapsed();
    stages.whole = started.elapsed();

    let timings = plan.wants_timings.then(|| {
        let mut timings = timings_tree(&plan, &pipeline, stages);
        timings.plan = Some(plan_tree(&plan, &pipeline, documents as u64, estimate, stages));
        timings
    });
    Ok(QueryAnswer {
        results,
        total: outcome.total,
        capped: plan.page.take.map(|take| outcome.total.saturating_sub(plan.page.skip).min(take)),
        skipped: outcome.skipped,
        scanned: outcome.scanned,
        duration: started.elapsed(),
        index_name: plan.source.index_name(),
        includes: included.documents,
        missing_includes: included.missing,
        included_paths: plan.includes.iter().map(ToString::to_string).collect(),
        result_etag,
        timings,
        is_stale: false,
    })
}

fn result(plan: &Plan, metadata_only: bool, document: OwnedDocument) -> Result<ResultItem, QueryError> {
    let Some(fields) = &plan.fields else {
        let document = if metadata_only { metadata_alone(document)? } else { document };
        return Ok(ResultItem::Document(document));
    };
    let chosen = if metadata_only { serde_json::Map::new() } else { selected(fields, &document)? };
    Ok(ResultItem::Projection { fields: with_metadata(chosen, &document), id: document.id })
}
