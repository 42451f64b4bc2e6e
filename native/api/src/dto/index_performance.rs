//! The last batches of indexes with the time of each step, as `/indexes/performance` and its live feed send
//! them.

use rookery_engine::{IndexPerformance, IndexingBatch, IndexingStep};
use serde_json::{Value, json};

use crate::dto::text::{date, milliseconds, size};

/// `{Results: [{Name, Performance}]}`.
pub(crate) fn performances(indexes: &[IndexPerformance]) -> Value {
    let one = |index: &IndexPerformance| {
        let batches: Vec<Value> = index.batches.iter().map(|known| batch(known)).collect();
        json!({ "Name": index.name, "Performance": batches })
    };
    json!({ "Results": indexes.iter().map(one).collect::<Vec<_>>() })
}

fn batch(batch: &IndexingBatch) -> Value {
    let counts = &batch.counts;
    json!({
        "Id": batch.id,
        "Started": date(batch.started),
        "Completed": batch.completed.map(date),
        "DurationInMs": milliseconds(batch.details.duration),
        "InputCount": counts.inputs,
        "SuccessCount": counts.inputs - counts.failures.min(counts.inputs),
        "FailedCount": counts.failures,
        "OutputCount": counts.outputs,
        "TombstoneDeleteSuccesses": counts.tombstones,
        // Nobody counts what a single batch allocates.
        "AllocatedManagedBytes": null,
        "AllocatedUnmanagedBytes": null,
        "DocumentsSize": size(counts.documents_size),
        "Details": step(&batch.details, batch.complete_reason),
    })
}

fn step(known: &IndexingStep, complete_reason: Option<&str>) -> Value {
    let map_details = complete_reason.filter(|_| known.name == "Map");
    json!({
        "Name": known.name,
        "DurationInMs": milliseconds(known.duration),
        "ReduceDetails": null,
        "MapDetails": map_details.map(|reason| json!({ "BatchCompleteReason": reason })),
        "ReferenceDetails": null,
        "CleanupDetails": null,
        "LuceneMergeDetails": null,
        "CommitDetails": null,
        "Operations": known.steps.iter().map(|inside| step(inside, complete_reason)).collect::<Vec<_>>(),
    })
}
