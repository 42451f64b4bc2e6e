//! What the last batches of indexes spent their time on, in the shape of `/indexes/performance`. The live feed says
//! the same of what is new.

use axum::response::Response;
use rookery_engine::{IndexPerformance, IndexingBatch, IndexingStep};
use serde_json::{Value, json};

use crate::answer::ok;
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::OpenDatabase;
use crate::wire_text::{date, milliseconds, size};

/// A name nobody has is left out of the results, as on a real server.
pub(super) async fn performance(
    OpenDatabase(database): OpenDatabase,
    query: Parameters,
) -> Result<Response, ApiError> {
    let names: Vec<String> = query.all("name").map(str::to_owned).collect();
    blocking(move || Ok(ok(&performances(&database.index_performance(&names, 0).0)))).await
}

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
