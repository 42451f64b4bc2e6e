//! Why an index is stale, in sentences.

use rookery_engine::{IndexStats, IndexStatus, RunningStatus};

use super::index::collections;

/// The reasons why answers of the index may lack changes, and why it does not process them.
pub(crate) fn reasons(stats: &IndexStats) -> Vec<String> {
    let mut reasons = changes(stats);
    match stats.running {
        _ if matches!(stats.status, IndexStatus::Errored(_)) => {}
        RunningStatus::Paused if stats.is_stale => {
            reasons.push("The index is paused. It processes changes after it is resumed.".to_owned());
        }
        RunningStatus::Disabled if stats.is_stale => {
            reasons.push("The index is disabled. It processes changes after it is enabled.".to_owned());
        }
        _ => {}
    }
    match &stats.status {
        IndexStatus::Failed(reason) => reasons.push(format!("Indexing stopped: {reason}")),
        IndexStatus::Errored(reason) if stats.is_stale => {
            reasons.push(format!("The index is in the state Error until it is enabled or reset: {reason}."));
        }
        IndexStatus::Running | IndexStatus::Errored(_) => {}
    }
    reasons
}

/// What is not indexed.
fn changes(stats: &IndexStats) -> Vec<String> {
    let mut reasons = Vec::new();
    let exchanges = stats.exchanges.filter(|(last, seen)| seen < last);
    if let Some((last, seen)) = exchanges {
        reasons.push(format!(
            "The last command on compare-exchange values has index {last}; the index has processed them up to index \
             {seen}."
        ));
    }
    if stats.is_stale && (exchanges.is_none() || stats.last_document_etag < stats.last_change) {
        reasons.push(format!(
            "The last change in '{}' has etag {}; the index has processed {} up to etag {}.",
            collections(stats).join(", "),
            stats.last_change,
            match stats.source {
                "Counters" => "counters",
                "TimeSeries" => "time series",
                _ => "documents",
            },
            stats.last_document_etag,
        ));
    }
    reasons
}
