//! The steps of answering that scans and indexes share: groups before, a filter on the way, includes and
//! results after.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::answer::QueryAnswer;
use crate::error::QueryError;
use crate::plan::{Grouping, Plan};
use crate::request::QueryRequest;
use crate::run::{
    FilterOperator, Groups, Kept, Loader, Meter, Projector, StageTimes, highlightings, load_includes,
};
use crate::scripting::Scripting;
use crate::source::{DocumentSource, OwnedDocument};
use rookery_cancel::CancelToken;

/// The groups of all documents of the source, and what making them took.
pub(crate) fn grouped(
    source: &dyn DocumentSource,
    plan: &Plan,
    grouping: &Grouping,
    cancel: &CancelToken,
) -> Result<(Vec<OwnedDocument>, Meter), QueryError> {
    let mut groups = Groups::new(grouping);
    let mut failure = None;
    source.scan(plan.source.collection(), &mut |item| {
        let added = if cancel.is_cancelled() {
            Err(QueryError::Cancelled { scanned: groups.meter.entries_in })
        } else {
            groups.add(&item)
        };
        failure = added.err();
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    match failure {
        Some(error) => Err(error),
        None => {
            let cancelled = QueryError::Cancelled { scanned: groups.meter.entries_in };
            Ok((groups.documents(cancel).ok_or(cancelled)?, groups.meter))
        }
    }
}

pub(crate) fn filter_operator<'p>(
    plan: &'p Plan,
    source: &'p dyn DocumentSource,
) -> Option<FilterOperator<'p>> {
    plan.filter.as_ref().map(|clause| FilterOperator::new(clause, Loader::new(source, &plan.loads)))
}

/// Includes and projection of a page of documents. `kept` is what an index keeps of them.
#[expect(clippy::too_many_arguments, reason = "the parts of one query, each used once")]
pub(crate) fn finish(
    source: &dyn DocumentSource,
    request: &QueryRequest,
    plan: &Plan,
    scripting: Option<&dyn Scripting>,
    stages: &mut StageTimes,
    documents: Vec<OwnedDocument>,
    kept: &Kept,
    cancel: &CancelToken,
) -> Result<QueryAnswer, QueryError> {
    let highlightings = match &plan.highlights {
        Some(highlights) => Some(highlightings(highlights, &documents, plan.yields_groups, kept, cancel)?),
        None => None,
    };
    let start = Instant::now();
    let scanned = documents.len() as u64;
    let mut projector =
        Projector::new(source, plan, request, scripting).map_err(|error| error.shown_in(&request.query))?;
    let results = documents
        .into_iter()
        .map(|document| {
            if cancel.is_cancelled() {
                return Err(QueryError::Cancelled { scanned });
            }
            projector.result(document)
        })
        .collect::<Result<Vec<_>, _>>()?;
    stages.projection = start.elapsed();
    let start = Instant::now();
    let included = load_includes(source, &plan.included, &results, plan.yields_groups, cancel)?;
    stages.includes = start.elapsed();
    Ok(QueryAnswer {
        results,
        includes: included.documents,
        missing_includes: included.missing,
        highlightings,
        included_extensions: included.included_extensions,
        time_series_fields: request.value_names.as_ref().map(|_| plan.time_series_fields()),
        included_paths: plan.included.paths.iter().map(ToString::to_string).collect(),
        ..QueryAnswer::default()
    })
}
