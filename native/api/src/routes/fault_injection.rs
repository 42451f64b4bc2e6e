//! Faults of the disk and an offset of the clock, injected into this engine to see how an application behaves then: only
//! in the sandbox, and in a program that was started for it. A restart ends them.

use std::num::NonZero;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use rookery_engine::{DiskFaults, FaultInjection, LARGEST_CLOCK_OFFSET, LONGEST_DISK_DELAY};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::ok;
use crate::error::ApiError;
use crate::request::json_body;
use crate::route_table::RouteTable;
use crate::state::ApiState;

pub fn mount(table: RouteTable) -> RouteTable {
    table.get("/rookery/fault-injection", get).put("/rookery/fault-injection", put)
}

/// The body of a change: what is absent has no fault.
#[derive(Deserialize, Default)]
#[serde(rename_all = "PascalCase", default, deny_unknown_fields)]
struct Requested {
    write_delay_in_ms: u64,
    sync_delay_in_ms: u64,
    read_delay_in_ms: u64,
    delayed_percent: Option<u8>,
    write_bytes_per_second: Option<u64>,
    full: bool,
    failing_reads_percent: u8,
    clock_offset_in_sec: i64,
}

async fn get(State(state): State<ApiState>) -> Result<Response, ApiError> {
    Ok(ok(&object(injection(&state)?)))
}

async fn put(State(state): State<ApiState>, headers: HeaderMap, body: Body) -> Result<Response, ApiError> {
    let injection = injection(&state)?;
    let requested: Requested = json_body(&state, &headers, body, "The faults' JSON").await?;
    injection.disk.set_faults(requested.faults()?);
    injection.clock.set_offset(requested.clock_offset_in_sec);
    Ok(ok(&object(injection)))
}

fn injection(state: &ApiState) -> Result<&FaultInjection, ApiError> {
    state.options().faults.as_ref().ok_or_else(|| {
        ApiError::not_supported(
            "Faults cannot be injected here: this program was not started with --fault-injection.",
        )
    })
}

impl Requested {
    fn faults(&self) -> Result<DiskFaults, ApiError> {
        let delay = |name: &str, milliseconds: u64| {
            let delay = Duration::from_millis(milliseconds);
            if delay > LONGEST_DISK_DELAY {
                let longest = LONGEST_DISK_DELAY.as_millis();
                return Err(ApiError::bad_argument(format!(
                    "{name} must be at most {longest}, but is {milliseconds}."
                )));
            }
            Ok(delay)
        };
        let delayed_percent = self.delayed_percent.unwrap_or(100);
        for (name, percent) in
            [("DelayedPercent", delayed_percent), ("FailingReadsPercent", self.failing_reads_percent)]
        {
            if percent > 100 {
                return Err(ApiError::bad_argument(format!(
                    "{name} must be from 0 to 100, but is {percent}."
                )));
            }
        }
        if self.clock_offset_in_sec.unsigned_abs() > LARGEST_CLOCK_OFFSET.unsigned_abs() {
            return Err(ApiError::bad_argument(format!(
                "ClockOffsetInSec must be from -{LARGEST_CLOCK_OFFSET} to {LARGEST_CLOCK_OFFSET}, but is {}.",
                self.clock_offset_in_sec
            )));
        }
        let write_rate = match self.write_bytes_per_second {
            None => None,
            Some(rate) => Some(NonZero::new(rate).ok_or_else(|| {
                ApiError::bad_argument(
                    "WriteBytesPerSecond must be greater than 0; leave it out for no limit.",
                )
            })?),
        };
        Ok(DiskFaults {
            write_delay: delay("WriteDelayInMs", self.write_delay_in_ms)?,
            sync_delay: delay("SyncDelayInMs", self.sync_delay_in_ms)?,
            read_delay: delay("ReadDelayInMs", self.read_delay_in_ms)?,
            delayed_percent,
            write_rate,
            is_full: self.full,
            failing_reads_percent: self.failing_reads_percent,
        })
    }
}

fn object(injection: &FaultInjection) -> Value {
    let (faults, counts) = (injection.disk.faults(), injection.disk.counts());
    let milliseconds = |delay: Duration| u64::try_from(delay.as_millis()).unwrap_or(u64::MAX);
    json!({
        "Active": injection.is_active(),
        "Faults": {
            "WriteDelayInMs": milliseconds(faults.write_delay),
            "SyncDelayInMs": milliseconds(faults.sync_delay),
            "ReadDelayInMs": milliseconds(faults.read_delay),
            "DelayedPercent": faults.delayed_percent,
            "WriteBytesPerSecond": faults.write_rate,
            "Full": faults.is_full,
            "FailingReadsPercent": faults.failing_reads_percent,
            "ClockOffsetInSec": injection.clock.offset(),
        },
        "Counts": {
            "Delayed": counts.delayed,
            "FailedWrites": counts.failed_writes,
            "FailedReads": counts.failed_reads,
        },
    })
}
