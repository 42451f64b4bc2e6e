//! The threads of one step: each repeats its operation until the time is over, the token is cancelled or one fails.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;
use rookery_storage::StorageError;

use super::Operation;
use crate::error::DiskCheckError;
use crate::latency::Latencies;
use crate::sustained::Sample;

/// How often a step is looked at.
const BETWEEN: Duration = Duration::from_millis(50);
/// Samples of a step.
const SAMPLES: u32 = 60;

/// What the threads of one step did.
#[derive(Debug)]
pub(crate) struct Measured {
    pub latencies: Latencies,
    pub syncs: Latencies,
    /// Until the last thread ended.
    pub time: Duration,
    pub samples: Vec<Sample>,
}

struct Shared<'a> {
    stop: AtomicBool,
    bytes: AtomicU64,
    cancel: &'a CancelToken,
    until: Instant,
    block: u64,
}

/// Runs each operation on a thread of its own. `watch` gets the bytes so far.
pub(crate) fn run(
    operations: Vec<Operation<'_>>,
    block: u32,
    duration: Duration,
    cancel: &CancelToken,
    watch: &mut dyn FnMut(u64),
) -> Result<Measured, DiskCheckError> {
    let begun = Instant::now();
    let shared = Shared {
        stop: AtomicBool::new(false),
        bytes: AtomicU64::new(0),
        cancel,
        until: begun + duration,
        block: u64::from(block),
    };
    let ended = CancelToken::new();
    let running = AtomicU64::new(operations.len() as u64);
    let (results, samples) = std::thread::scope(|scope| {
        let threads: Vec<_> = operations
            .into_iter()
            .map(|operation| {
                // Dropped also when the thread does not start or panics: the watching thread waits for it.
                let last = Last { running: &running, ended: &ended, stop: &shared.stop, is_done: false };
                let shared = &shared;
                let body = move || {
                    let mut last = last;
                    let result = repeat(operation, shared);
                    last.is_done = true;
                    result
                };
                let name = "rookery-disk-check".to_owned();
                std::thread::Builder::new().name(name).spawn_scoped(scope, body)
            })
            .collect();
        let samples = sample(&shared, &ended, begun, duration, watch);
        let results: Vec<_> = threads
            .into_iter()
            .map(|thread| match thread {
                Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
                Err(source) => Err(StorageError::Io { path: "a thread".into(), action: "start", source }),
            })
            .collect();
        (results, samples)
    });
    let time = begun.elapsed();
    let mut measured =
        Measured { latencies: Latencies::default(), syncs: Latencies::default(), time, samples };
    for result in results {
        let (latencies, syncs) = result?;
        measured.latencies.merge(&latencies);
        measured.syncs.merge(&syncs);
    }
    if cancel.is_cancelled() { Err(DiskCheckError::Cancelled) } else { Ok(measured) }
}

/// Counts a thread as ended.
struct Last<'a> {
    running: &'a AtomicU64,
    ended: &'a CancelToken,
    stop: &'a AtomicBool,
    is_done: bool,
}

impl Drop for Last<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            self.stop.store(true, Ordering::Relaxed);
        }
        if self.running.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.ended.cancel();
        }
    }
}

fn repeat(mut operation: Operation<'_>, shared: &Shared<'_>) -> Result<(Latencies, Latencies), StorageError> {
    let (mut latencies, mut syncs) = (Latencies::default(), Latencies::default());
    let mut begun = Instant::now();
    loop {
        if shared.stop.load(Ordering::Relaxed) || shared.cancel.is_cancelled() {
            break;
        }
        match operation() {
            Ok(done) => {
                let ended = Instant::now();
                latencies.add(ended - begun);
                if let Some(sync) = done.sync {
                    syncs.add(sync);
                }
                shared.bytes.fetch_add(shared.block, Ordering::Relaxed);
                if ended >= shared.until {
                    break;
                }
                begun = ended;
            }
            Err(error) => {
                shared.stop.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
    }
    Ok((latencies, syncs))
}

/// Reads the counter until the threads have ended.
fn sample(
    shared: &Shared<'_>,
    ended: &CancelToken,
    begun: Instant,
    duration: Duration,
    watch: &mut dyn FnMut(u64),
) -> Vec<Sample> {
    let interval = (duration / SAMPLES).max(BETWEEN);
    let (mut samples, mut last_time, mut last_bytes) = (Vec::new(), begun, 0);
    loop {
        let is_last = ended.sleep(BETWEEN);
        let (now, bytes) = (Instant::now(), shared.bytes.load(Ordering::Relaxed));
        watch(bytes);
        // The rest at the end is shorter than an interval: left out, unless it is the only one.
        let passed = now - last_time;
        if passed >= interval || (is_last && samples.is_empty()) {
            samples.push(Sample { seconds: passed.as_secs_f64(), bytes: bytes - last_bytes });
            (last_time, last_bytes) = (now, bytes);
        }
        if is_last {
            return samples;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::super::Done;
    use super::*;

    fn sleeping(time: Duration) -> Operation<'static> {
        Box::new(move || {
            std::thread::sleep(time);
            Ok(Done { sync: Some(time) })
        })
    }

    #[test]
    fn operations_of_all_threads_are_counted_until_the_time_is_over() {
        let operations = (0..3).map(|_| sleeping(Duration::from_millis(5))).collect();
        let mut last = 0;
        let duration = Duration::from_millis(200);
        let measured =
            run(operations, 4096, duration, &CancelToken::new(), &mut |bytes| last = bytes).unwrap();
        let count = measured.latencies.count();
        assert!((3..=120).contains(&count) && measured.syncs.count() == count, "{count}");
        assert!(measured.time >= duration && last == count * 4096, "{:?} {last}", measured.time);
        assert!(measured.latencies.summary().unwrap().min_ns >= 5_000_000);
        assert!(!measured.samples.is_empty());
    }

    #[test]
    fn one_failure_ends_all_threads_and_is_reported() {
        let mut left = 3;
        let failing: Operation<'_> = Box::new(move || {
            left -= 1;
            if left > 0 {
                return Ok(Done::default());
            }
            Err(StorageError::io("/data/x", "write")(io::Error::from(io::ErrorKind::StorageFull)))
        });
        let begun = Instant::now();
        let operations = vec![sleeping(Duration::from_millis(1)), failing];
        let error =
            run(operations, 4096, Duration::from_secs(60), &CancelToken::new(), &mut |_| {}).unwrap_err();
        assert!(error.to_string().contains("/data/x") && error.code() == "io", "{error}");
        assert!(begun.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_cancelled_step_ends() {
        let cancel = CancelToken::new();
        let begun = Instant::now();
        let operations = vec![sleeping(Duration::from_millis(1))];
        let error =
            run(operations, 4096, Duration::from_secs(60), &cancel, &mut |_| cancel.cancel()).unwrap_err();
        assert!(matches!(error, DiskCheckError::Cancelled) && begun.elapsed() < Duration::from_secs(30));
    }
}
