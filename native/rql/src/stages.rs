//! The steps of answering that scans and indexes share: groups before, a filter on the way, includes and results after.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::answer::QueryAnswer;
use crate::error::QueryError;
use crate::plan::{Grouping, Plan};
use crate::request::QueryRequest;
use crate::run::{Groups, Loader, Meter, Projector, Sieving, Stages, load_includes};
use crate::scripting::Scripting;
use crate::source::{DocumentSource, OwnedDocument};

/// The groups of all documents of the source, and what making them took.
pub(crate) fn grouped(
    source: &dyn DocumentSource,
    plan: &Plan,
    grouping: &Grouping,
    cancel: &AtomicBool,
) -> Result<(Vec<OwnedDocument>, Meter), QueryError> {
    let mut groups = Groups::new(grouping);
    let mut failure = None;
    source.scan(plan.source.collection(), &mut |item| {
        let added = if cancel.load(Ordering::Relaxed) {
            Err(QueryError::Cancelled { scanned: groups.meter.entries_in })
        } else {
            groups.add(&item)
        };
        failure = added.err();
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    match failure {
        Some(error) => Err(error),
        None => Ok((groups.documents(), groups.meter)),
    }
}

pub(crate) fn sieving<'p>(plan: &'p Plan, source: &'p dyn DocumentSource) -> Option<Sieving<'p>> {
    plan.sieve.as_ref().map(|clause| Sieving::new(clause, Loader::new(source, &plan.loads)))
}

/// Includes and projection of a page of documents.
pub(crate) fn finish(
    source: &dyn DocumentSource,
    request: &QueryRequest,
    plan: &Plan,
    scripting: Option<&dyn Scripting>,
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
        Projector::new(source, plan, request, scripting).map_err(|error| error.shown_in(&request.query))?;
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
