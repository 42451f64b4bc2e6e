//! What ran, for the reader: the plan with counts and times, and the tree of timings.

use std::time::Duration;

use super::meter::{Meter, milliseconds};
use super::pipeline::Pipeline;
use super::predicate::{Predicate, PredicateKind};
use crate::ast::Ordering;
use crate::plan::{Access, Plan, SortBy, SortValue};
use crate::timings::PlanNode;

/// Times taken outside the pipeline.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct StageTimes {
    pub(crate) parse: Duration,
    pub(crate) plan: Duration,
    pub(crate) pipeline: Duration,
    pub(crate) projection: Duration,
    pub(crate) includes: Duration,
    pub(crate) whole: Duration,
}

type Parameters = Vec<(String, String)>;

/// The operators as they ran, the last one at the root.
pub(crate) fn plan_tree(
    plan: &Plan,
    pipeline: &Pipeline<'_>,
    given: u64,
    estimate: u64,
    stages: StageTimes,
) -> PlanNode {
    let mut node = access_node(plan, pipeline, estimate);
    if let Some(condition) = &pipeline.condition {
        let own = pipeline.condition_meter.total.saturating_sub(condition.meter.total);
        let fields = ("Fields".to_owned(), plan.columns.names());
        let children = vec![node, predicate_node(condition)];
        node = operator("Filter", vec![fields], pipeline.condition_meter, own, children);
    }
    if let Some(sorter) = &pipeline.sorter {
        let name = if sorter.by.len() > 1 { "SortingMultiMatch" } else { "SortingMatch" };
        let mut parameters = sort_parameters(&sorter.by);
        if let Some(keep) = sorter.keep {
            parameters.push(("Take".to_owned(), keep.to_string()));
        }
        node = operator(name, parameters, sorter.meter, sorter.meter.total, vec![node]);
    }
    if let Some(filter) = &pipeline.filter {
        node = operator("FilterClause", Vec::new(), filter.meter, filter.meter.total, vec![node]);
    }
    if let Some(distinct) = &pipeline.distinct {
        node = operator("DeduplicationMatch", Vec::new(), distinct.meter, distinct.meter.total, vec![node]);
    }
    if plan.page.skip > 0 || plan.page.take.is_some() {
        let mut parameters = vec![("Skip".to_owned(), plan.page.skip.to_string())];
        parameters.extend(plan.page.take.map(|take| ("Take".to_owned(), take.to_string())));
        let meter = Meter { entries_in: node.entries_out, entries_out: given, total: Duration::ZERO };
        node = operator("Limit", parameters, meter, Duration::ZERO, vec![node]);
    }
    if let Some(fields) = &plan.fields {
        let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
        let meter = Meter { entries_in: given, entries_out: given, total: stages.projection };
        let parameters = vec![("Fields".to_owned(), names.join(", "))];
        node = operator("Projection", parameters, meter, stages.projection, vec![node]);
    }
    node
}

fn access_node(plan: &Plan, pipeline: &Pipeline<'_>, estimate: u64) -> PlanNode {
    let collection = plan.source.collection().unwrap_or("@all_docs").to_owned();
    let mut parameters = vec![("Collection".to_owned(), collection)];
    let name = plan.access.name();
    let estimate = match &plan.access {
        Access::Scan => estimate,
        Access::Lookup(ids) => {
            parameters.push(("Ids".to_owned(), ids.len().to_string()));
            ids.len() as u64
        }
        Access::Prefix(prefix) => {
            parameters.push(("Prefix".to_owned(), prefix.clone()));
            estimate
        }
    };
    if pipeline.stopped_early {
        parameters.push(("StoppedEarly".to_owned(), "True".to_owned()));
    }
    if let (Some(meter), Some(grouping)) = (pipeline.grouped, &plan.grouping) {
        let scan =
            Meter { entries_in: meter.entries_in, entries_out: meter.entries_in, total: Duration::ZERO };
        let scan = operator(name, parameters, scan, Duration::ZERO, Vec::new());
        let keys: Vec<&str> = grouping.keys.iter().map(|key| key.name.as_str()).collect();
        let mut parameters = vec![("Keys".to_owned(), keys.join(", "))];
        if !grouping.sums.is_empty() {
            let sums: Vec<String> = grouping.sums.iter().map(ToString::to_string).collect();
            parameters.push(("Sums".to_owned(), sums.join(", ")));
        }
        return operator("GroupBy", parameters, meter, meter.total, vec![scan]);
    }
    let mut node = operator(name, parameters, pipeline.scan, pipeline.scan.total, Vec::new());
    node.estimate = Some(estimate);
    node
}

fn predicate_node(predicate: &Predicate) -> PlanNode {
    let (name, parameters, sides): (&str, Parameters, &[Predicate]) = match &predicate.kind {
        PredicateKind::And(sides) => ("BinaryMatch [And]", Vec::new(), sides),
        PredicateKind::Or(sides) => ("BinaryMatch [Or]", Vec::new(), sides),
        PredicateKind::Boost(inside, factor) => (
            "BoostingMatch",
            vec![("BoostFactor".to_owned(), factor.to_string())],
            std::slice::from_ref(&**inside),
        ),
        PredicateKind::Not(inside) => ("UnaryMatch [Not]", Vec::new(), std::slice::from_ref(&**inside)),
        PredicateKind::True => ("AllEntriesMatch", Vec::new(), &[]),
        PredicateKind::Test(test) => (test.operation, test.parameters.clone(), &[]),
    };
    let under: Duration = sides.iter().map(|side| side.meter.total).sum();
    let own = predicate.meter.total.saturating_sub(under);
    operator(name, parameters, predicate.meter, own, sides.iter().map(predicate_node).collect())
}

pub(super) fn operator(
    name: &str,
    parameters: Parameters,
    meter: Meter,
    own: Duration,
    children: Vec<PlanNode>,
) -> PlanNode {
    let own_ms = milliseconds(own);
    let total_ms = own_ms + children.iter().map(|child| child.total_ms).sum::<f64>();
    PlanNode {
        operation: name.to_owned(),
        parameters,
        children,
        entries_in: meter.entries_in,
        entries_out: meter.entries_out,
        estimate: None,
        own_ms,
        total_ms,
    }
}

/// Keys as RavenDB names them: plain for one, `Comparer0_…` for several.
fn sort_parameters(by: &[SortBy]) -> Parameters {
    let mut parameters = Vec::new();
    for (number, sort) in by.iter().enumerate() {
        let prefix = if by.len() > 1 { format!("Comparer{number}_") } else { String::new() };
        let ascending = if sort.key.descending { "False" } else { "True" };
        let kind = match (&sort.value, sort.key.ordering) {
            (SortValue::Score, _) => "Score",
            (SortValue::Random(_), _) => "Random",
            (SortValue::Distance(_), _) => "Spatial",
            (SortValue::Field, Ordering::Implicit | Ordering::Text) => "Sequence",
            (SortValue::Field, Ordering::Long) => "Integer",
            (SortValue::Field, Ordering::Double) => "Floating",
            (SortValue::Field, Ordering::AlphaNumeric) => "Alphanumeric",
        };
        parameters.push((format!("{prefix}FieldName"), sort.key.by_name()));
        parameters.push((format!("{prefix}Ascending"), ascending.to_owned()));
        parameters.push((format!("{prefix}FieldType"), kind.to_owned()));
    }
    parameters
}
