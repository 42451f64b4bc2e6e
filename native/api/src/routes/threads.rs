//! The threads of the process the engine runs in: who uses the processor, and what each one is doing.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Map, Value, json};

use crate::answer::{debug_metadata, ok};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::CallerUrl;
use crate::route_table::RouteTable;
use crate::state::ApiState;
use crate::thread_request::{cpu_sample, inspector, interval, thread_ids};
use crate::threads::{info_object, stack_object};

pub fn mount(table: RouteTable) -> RouteTable {
    table.get("/admin/debug/threads/runaway", runaway).get("/admin/debug/threads/stack-trace", stack_trace)
}

async fn runaway(
    State(state): State<ApiState>,
    CallerUrl(url): CallerUrl,
    query: Parameters,
) -> Result<Response, ApiError> {
    let inspector = inspector(&state)?;
    let samples: u32 = query.number("samplesCount")?.unwrap_or(1);
    let interval = interval(&state, &query, samples)?;
    let top: usize = query.number("maxTopThreads")?.unwrap_or(usize::MAX);
    let tag = state.engine().node_tag().to_owned();
    blocking(move || {
        let mut object = Map::new();
        object.insert("@metadata".into(), debug_metadata(&url, &tag));
        let infos: Result<Vec<Value>, String> = (0..samples)
            .map(|_| inspector.runaway(interval).map(|report| info_object(&report, top)))
            .collect();
        match infos {
            Ok(mut infos) if samples == 1 => {
                object.insert("Runaway Threads".into(), infos.pop().unwrap_or(Value::Null));
            }
            Ok(infos) => {
                object.insert("Results".into(), infos.into());
            }
            // Official servers answer 200 here too; readers look for this member.
            Err(sentence) => {
                object.insert("Error".into(), sentence.into());
            }
        }
        Ok(ok(&Value::Object(object)))
    })
    .await
}

async fn stack_trace(State(state): State<ApiState>, query: Parameters) -> Result<Response, ApiError> {
    let inspector = inspector(&state)?;
    let ids = thread_ids(&query)?;
    if query.flag("includeStackObjects")? {
        return Err(ApiError::not_supported(
            "Native stacks have no objects to list; omit includeStackObjects.",
        ));
    }
    let cpu_sample = cpu_sample(&query)?;
    blocking(move || {
        let report = inspector.stack_trace(&ids, cpu_sample).map_err(|sentence| {
            ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "System.InvalidOperationException", sentence)
        })?;
        let mut object = stack_object(&report, &ids);
        if report.stacks.is_empty() && !ids.is_empty() {
            object["Rookery"]["Notes"] =
                json!([format!("None of the threads {ids:?} was there when it was looked for.")]);
        }
        Ok(ok(&object))
    })
    .await
}
