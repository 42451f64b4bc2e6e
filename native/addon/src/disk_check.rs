//! A disk check on a thread of its own, without an open engine. Progress arrives at a callback.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use napi::Status;
use napi::bindgen_prelude::{Env, Function, Object, Result};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode, UnknownReturnValue};
use rookery_cancel::CancelToken;
use rookery_diskcheck::{Limits, Progress, check};
use serde::Deserialize;

use crate::failure::{Failure, Promised, pending};

/// Between two calls of the callback within one step.
const PAUSE: Duration = Duration::from_millis(200);

type Callback = ThreadsafeFunction<String, UnknownReturnValue, String, Status, false>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Options {
    folder: PathBuf,
    seconds: u64,
    bytes: u64,
    threads: u32,
}

/// Checks the disk of a folder. `report` resolves to the report as JSON; `abort` ends the check, which then rejects
/// with the code `cancelled` after its files are removed.
#[napi_derive::napi(
    ts_args_type = "optionsJson: string, onProgress: (progressJson: string) => void",
    ts_return_type = "PendingDiskCheck"
)]
pub fn check_disk<'env>(
    env: &'env Env,
    options_json: String,
    on_progress: Function<'_, String, UnknownReturnValue>,
) -> Result<Object<'env>> {
    let (promised, promise) = Promised::<String>::new(env)?;
    let callback: Callback = on_progress.build_threadsafe_function().build()?;
    let cancel = CancelToken::new();
    let token = cancel.clone();
    std::thread::Builder::new()
        .name("rookery-disk-check".to_owned())
        .spawn(move || promised.settle(run(&options_json, &token, &callback)))
        .map_err(|error| {
            napi::Error::from_reason(format!("No thread could be started to check the disk: {error}."))
        })?;
    pending(env, "report", promise, cancel)
}

fn run(options: &str, cancel: &CancelToken, callback: &Callback) -> std::result::Result<String, Failure> {
    let options: Options = serde_json::from_str(options).map_err(|error| {
        Failure::new("bad-options", format!("The options of the disk check are not valid: {error}."))
    })?;
    let limits = Limits {
        duration: Duration::from_secs(options.seconds),
        bytes: options.bytes,
        threads: options.threads,
    };
    let mut last: Option<(usize, Instant)> = None;
    let report = check(&options.folder, limits, cancel, &mut |progress| {
        if is_due(progress, &mut last)
            && let Ok(text) = serde_json::to_string(progress)
        {
            // An environment that has ended takes no more calls; the next poll sees its cancelled token.
            let status = callback.call(text, ThreadsafeFunctionCallMode::NonBlocking);
            if status == Status::Closing {
                cancel.cancel();
            }
        }
    })
    .map_err(|error| Failure::new(error.code(), error.to_string()))?;
    serde_json::to_string(&report).map_err(|error| {
        Failure::new("bad-report", format!("The report cannot be written as JSON: {error}."))
    })
}

/// Each completed step, and what runs between them now and then.
fn is_due(progress: &Progress, last: &mut Option<(usize, Instant)>) -> bool {
    let is_new = last.is_none_or(|(step, at)| step != progress.step || at.elapsed() >= PAUSE);
    let due = is_new || progress.completed.is_some();
    if due {
        *last = Some((progress.step, Instant::now()));
    }
    due
}
