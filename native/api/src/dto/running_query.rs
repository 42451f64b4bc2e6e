//! A running query, as the list and the live feed show it.

use rookery_engine::RunningQuery;
use serde_json::{Value, json};

use crate::dto::text::{date, milliseconds, time_span};

pub(crate) fn query_object(query: &RunningQuery) -> Value {
    json!({
        "Duration": time_span(query.duration),
        "DurationInMs": milliseconds(query.duration),
        "IndexName": query.index,
        "IsStreaming": query.is_streamed,
        "QueryId": query.id,
        "QueryInfo": {
            "Query": query.request.query, "QueryParameters": query.request.parameters,
            "WaitForNonStaleResults": query.waits.is_some(),
            "WaitForNonStaleResultsTimeout": query.waits.map(time_span),
        },
        "StartTime": date(query.started),
    })
}
