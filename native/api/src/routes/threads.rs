//! The threads of the process the engine runs in: who uses the processor, and what each one is doing.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Map, Value, json};

use crate::answer::{debug_metadata, ok};
use crate::blocking::blocking;
use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::request::CallerUrl;
use crate::state::ApiState;
use crate::table::RouteTable;
use crate::threads::{ThreadInspector, info_object, stack_object};

/// A caller may not hold a thread of the blocking pool for longer than this.
const LONGEST_SAMPLING: Duration = Duration::from_secs(60);
/// Long enough for the clock ticks of kernels that count no finer.
const USUAL_CPU_SAMPLE: Duration = Duration::from_millis(100);

pub fn mount(table: RouteTable) -> RouteTable {
    table.get("/admin/debug/threads/runaway", runaway).get("/admin/debug/threads/stack-trace", stack_trace)
}

/// The inspector, or the error that says there is none.
pub fn inspector(state: &ApiState) -> Result<Arc<dyn ThreadInspector>, ApiError> {
    state.options().inspector.clone().ok_or_else(|| {
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "System.NotSupportedException",
            "Threads cannot be read here: this program was started without a thread inspector.",
        )
    })
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
            "Native stacks have no objects to list; ask without includeStackObjects.",
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

/// How long one of `samples` samples takes, as `intervalInMs` says; all of them together may not hold a thread for too long.
pub fn interval(state: &ApiState, query: &Parameters, samples: u32) -> Result<Duration, ApiError> {
    let interval = match query.number::<u64>("intervalInMs")? {
        None => state.options().rhythm.threads,
        Some(milliseconds) => Duration::from_millis(milliseconds),
    };
    if samples == 0 || interval.is_zero() {
        return Err(ApiError::bad_argument("'samplesCount' and 'intervalInMs' must be greater than 0."));
    }
    if interval.saturating_mul(samples) > LONGEST_SAMPLING {
        return Err(ApiError::bad_argument(format!(
            "'samplesCount' times 'intervalInMs' must not be more than {} seconds.",
            LONGEST_SAMPLING.as_secs()
        )));
    }
    Ok(interval)
}

/// Over how long the threads' CPU use is measured after a capture: Rookery's own `cpuSampleInMs`, for those who capture
/// again and again and cannot wait each time.
pub fn cpu_sample(query: &Parameters) -> Result<Duration, ApiError> {
    let sample = query.number("cpuSampleInMs")?.map_or(USUAL_CPU_SAMPLE, Duration::from_millis);
    if sample.is_zero() || sample > LONGEST_SAMPLING {
        return Err(ApiError::bad_argument(format!(
            "'cpuSampleInMs' must be greater than 0 and not more than {} seconds.",
            LONGEST_SAMPLING.as_secs()
        )));
    }
    Ok(sample)
}

/// The threads asked for by `threadId`; none means all.
pub fn thread_ids(query: &Parameters) -> Result<Vec<u32>, ApiError> {
    let id = |text: &str| {
        text.parse().map_err(|_| {
            ApiError::bad_argument(format!(
                "Query string value 'threadId' must be a thread id but is '{text}'"
            ))
        })
    };
    query.all("threadId").filter(|text| !text.is_empty()).map(id).collect()
}
