//! Where the time of a query went, by name.

use std::collections::BTreeMap;
use std::time::Duration;

use super::meter::Meter;
use super::pipeline::Pipeline;
use super::plan_tree::{StageTimes, operator};
use crate::plan::Plan;
use crate::timings::{PlanNode, Timings};

/// The tree of timings, without the plan.
pub(crate) fn timings_tree(plan: &Plan, pipeline: &Pipeline<'_>, stages: StageTimes) -> Timings {
    let optimizer =
        branch(stages.parse + stages.plan, [("Parse", leaf(stages.parse)), ("Plan", leaf(stages.plan))]);
    let mut parts = BTreeMap::new();
    let mut add = |name: &str, timings: Timings| parts.insert(name.to_owned(), timings);
    let access = plan.access.name();
    add(access, leaf(pipeline.scan.total));
    if let Some(meter) = pipeline.grouped {
        add("GroupBy", leaf(meter.total));
    }
    if pipeline.condition.is_some() {
        add("Filter", leaf(pipeline.condition_meter.total));
    }
    if let Some(sorter) = &pipeline.sorter {
        add("Sort", leaf(sorter.meter.total));
    }
    if let Some(filter) = &pipeline.filter {
        add("FilterClause", leaf(filter.meter.total));
    }
    if let Some(distinct) = &pipeline.distinct {
        add("Distinct", leaf(distinct.meter.total));
    }
    if !plan.included.is_empty() {
        add("Includes", leaf(stages.includes));
    }
    if plan.fields.is_some() {
        add("Retriever", branch(stages.projection, [("Projection", leaf(stages.projection))]));
    } else {
        add("Retriever", leaf(stages.projection));
    }
    let query = stages.pipeline + stages.projection + stages.includes;
    let query = Timings { duration: query, children: parts, plan: None };
    branch(stages.whole, [("Optimizer", optimizer), ("Query", query)])
}

/// The tree of timings of a query an index answered, with the index's plan.
pub(crate) fn found_timings(plan: &Plan, mut node: PlanNode, stages: StageTimes) -> Timings {
    let optimizer =
        branch(stages.parse + stages.plan, [("Parse", leaf(stages.parse)), ("Plan", leaf(stages.plan))]);
    let mut parts = BTreeMap::from([("Index".to_owned(), leaf(stages.pipeline))]);
    if !plan.included.is_empty() {
        parts.insert("Includes".to_owned(), leaf(stages.includes));
    }
    let retriever = match &plan.fields {
        None => leaf(stages.projection),
        Some(fields) => {
            let names: Vec<&str> = fields.iter().map(|field| field.name.as_str()).collect();
            let given = node.entries_out;
            let meter = Meter { entries_in: given, entries_out: given, total: stages.projection };
            let parameters = vec![("Fields".to_owned(), names.join(", "))];
            node = operator("Projection", parameters, meter, stages.projection, vec![node]);
            branch(stages.projection, [("Projection", leaf(stages.projection))])
        }
    };
    parts.insert("Retriever".to_owned(), retriever);
    let query = stages.pipeline + stages.projection + stages.includes;
    let mut timings = branch(
        stages.whole,
        [("Optimizer", optimizer), ("Query", Timings { duration: query, children: parts, plan: None })],
    );
    timings.plan = Some(node);
    timings
}

fn leaf(duration: Duration) -> Timings {
    Timings { duration, ..Timings::default() }
}

fn branch<const N: usize>(duration: Duration, children: [(&str, Timings); N]) -> Timings {
    let children = children.into_iter().map(|(name, timings)| (name.to_owned(), timings)).collect();
    Timings { duration, children, plan: None }
}
