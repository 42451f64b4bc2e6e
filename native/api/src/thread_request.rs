//! Parameters of the requests about threads: which ones, and for how long they are measured.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;

use crate::error::ApiError;
use crate::parameters::Parameters;
use crate::state::ApiState;
use crate::threads::ThreadInspector;

/// A caller may not hold a thread of the blocking pool for longer than this.
const LONGEST_SAMPLING: Duration = Duration::from_secs(60);

/// Long enough for the clock ticks of kernels that count no finer.
const USUAL_CPU_SAMPLE: Duration = Duration::from_millis(100);

/// The inspector, or the error that this program has none.
pub fn inspector(state: &ApiState) -> Result<Arc<dyn ThreadInspector>, ApiError> {
    state.options().inspector.clone().ok_or_else(|| {
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "System.NotSupportedException",
            "Threads cannot be read here: this program was started without a thread inspector.",
        )
    })
}

/// The length of one of `samples` samples from `intervalInMs`; their sum is limited.
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

/// Over how long the threads' CPU use is measured after a capture: Rookery's own `cpuSampleInMs`, for those
/// who capture again and again and cannot wait each time.
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

/// The threads of `threadId`; empty means all.
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
