//! Finds scripts that run on long after their limit and abandons their threads.
//!
//! Each thread that runs scripts is registered with one number: the run, and whether it is active. Starting
//! and ending a run each change that number; everything else is done by one watching thread, which sleeps
//! while no script runs.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::thread::Thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;

use super::cpu_clock::CpuClock;
use crate::error::ScriptError;

/// Abandoned threads a process may have. With that many, no further script is started.
pub const MOST_ABANDONED: usize = 8;

/// The interval of checks.
const TICK: Duration = Duration::from_millis(100);

/// Processor time a script may use beyond its limit before its thread is abandoned. The interrupt handler
/// stops an ordinary script within milliseconds of its limit.
const GRACE: Duration = Duration::from_secs(1);

/// The multiple of the limit with the grace where processor time is not available, or a script waits for the
/// database or for a processor.
const MAX_OVERRUN: u32 = 10;

const RUNNING: u64 = 1;
const ABANDONED: u64 = 2;
const NEXT_RUN: u64 = 4;

static ABANDONED_NOW: AtomicUsize = AtomicUsize::new(0);
static ABANDONED_TOTAL: AtomicU64 = AtomicU64::new(0);
static THREADS: Mutex<Vec<Weak<WatchedThread>>> = Mutex::new(Vec::new());
static WATCHER: OnceLock<Option<Thread>> = OnceLock::new();
static ASLEEP: AtomicBool = AtomicBool::new(false);

thread_local! {
    static OWN: RefCell<Option<Arc<WatchedThread>>> = const { RefCell::new(None) };
}

/// Counts of threads whose scripts did not stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScriptThreads {
    /// Abandoned threads whose script still runs.
    pub abandoned: usize,
    /// Abandoned threads since the process started, including those whose script has ended since.
    pub abandoned_total: u64,
    /// With this many abandoned threads no further script is started.
    pub most_abandoned: usize,
}

/// The counts at this moment.
pub fn script_threads() -> ScriptThreads {
    ScriptThreads {
        abandoned: ABANDONED_NOW.load(Ordering::Relaxed),
        abandoned_total: ABANDONED_TOTAL.load(Ordering::Relaxed),
        most_abandoned: MOST_ABANDONED,
    }
}

/// Whether any script may be started in this process.
pub fn check_available() -> Result<(), ScriptError> {
    match ABANDONED_NOW.load(Ordering::Relaxed) {
        count if count >= MOST_ABANDONED => Err(ScriptError::Unavailable { abandoned: count }),
        _ => Ok(()),
    }
}

type Notify = Arc<dyn Fn(ScriptError) + Send + Sync>;

/// One thread that runs scripts.
pub(crate) struct WatchedThread {
    /// Counts runs; the two lowest bits mark an active run and an abandoned thread.
    run: AtomicU64,
    limit_ms: AtomicU64,
    /// Whoever waits for this thread has an answer already: further scripts of the same work are refused.
    ignored: AtomicBool,
    observer: Mutex<Option<Notify>>,
    clock: CpuClock,
}

impl WatchedThread {
    /// The calling thread's.
    pub(crate) fn own() -> Arc<Self> {
        OWN.with_borrow_mut(|slot| slot.get_or_insert_with(Self::register).clone())
    }

    fn register() -> Arc<Self> {
        let thread = Arc::new(Self {
            run: AtomicU64::new(0),
            limit_ms: AtomicU64::new(0),
            ignored: AtomicBool::new(false),
            observer: Mutex::new(None),
            clock: CpuClock::of_this_thread(),
        });
        let mut threads = THREADS.lock();
        threads.retain(|thread| thread.strong_count() > 0);
        threads.push(Arc::downgrade(&thread));
        thread
    }

    /// Whether a script may be started on this thread.
    pub(crate) fn check(&self) -> Result<(), ScriptError> {
        if self.ignored.load(Ordering::Relaxed) {
            return Err(ScriptError::Abandoned { after: Duration::ZERO });
        }
        check_available()
    }

    /// A script starts.
    pub(crate) fn begin(&self, limit: Duration) {
        let limit = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
        self.limit_ms.store(limit, Ordering::Relaxed);
        let run = self.run.load(Ordering::Relaxed);
        self.run.store((run & !(RUNNING | ABANDONED)).wrapping_add(NEXT_RUN) | RUNNING, Ordering::SeqCst);
        if ASLEEP.load(Ordering::SeqCst) || WATCHER.get().is_none() {
            wake();
        }
    }

    /// It has ended, perhaps long after the thread was abandoned.
    pub(crate) fn end(&self) {
        let run = self.run.fetch_and(!(RUNNING | ABANDONED), Ordering::AcqRel);
        if run & ABANDONED != 0 {
            ABANDONED_NOW.fetch_sub(1, Ordering::Relaxed);
            self.ignored.store(self.observer.lock().is_some(), Ordering::Relaxed);
        }
    }

    /// Abandons the thread, if it is still in this run.
    fn abandon(&self, run: u64, after: Duration) {
        if self.run.compare_exchange(run, run | ABANDONED, Ordering::AcqRel, Ordering::Relaxed).is_err() {
            return;
        }
        let now = ABANDONED_NOW.fetch_add(1, Ordering::Relaxed) + 1;
        ABANDONED_TOTAL.fetch_add(1, Ordering::Relaxed);
        let error = ScriptError::Abandoned { after };
        eprintln!("rookery: {error} ({now} of {MOST_ABANDONED} abandoned threads).");
        let observer = self.observer.lock().clone();
        if let Some(notify) = observer {
            notify(error);
        }
    }
}

/// Until this is dropped, `notify` is called on the watching thread when the calling thread is abandoned. It
/// must not wait for anything.
pub fn observe(notify: impl Fn(ScriptError) + Send + Sync + 'static) -> Observed {
    let thread = WatchedThread::own();
    let before = thread.observer.lock().replace(Arc::new(notify));
    Observed { thread, before }
}

/// Whether the calling thread was abandoned, so that its caller already has an error.
pub fn is_abandoned() -> bool {
    WatchedThread::own().ignored.load(Ordering::Relaxed)
}

/// See [`observe`].
#[must_use = "the thread is observed until this is dropped"]
pub struct Observed {
    thread: Arc<WatchedThread>,
    before: Option<Notify>,
}

impl Drop for Observed {
    fn drop(&mut self) {
        *self.thread.observer.lock() = self.before.take();
        self.thread.ignored.store(false, Ordering::Relaxed);
    }
}

/// Wakes the watching thread, or starts it.
fn wake() {
    let watcher = WATCHER.get_or_init(|| {
        let spawned = std::thread::Builder::new().name("rk-script-watch".to_owned()).spawn(watch);
        match spawned {
            Ok(handle) => Some(handle.thread().clone()),
            Err(error) => {
                eprintln!("rookery: scripts are not watched, because no thread could be started: {error}.");
                None
            }
        }
    });
    if let Some(thread) = watcher {
        thread.unpark();
    }
}

/// A run at its first observation by the watching thread.
struct ObservedRun {
    thread: Weak<WatchedThread>,
    run: u64,
    since: Instant,
    cpu: Option<Duration>,
}

impl ObservedRun {
    fn is_over(&self, thread: &WatchedThread) -> Option<Duration> {
        let limit = Duration::from_millis(thread.limit_ms.load(Ordering::Relaxed));
        let elapsed = self.since.elapsed();
        let used = thread.clock.now().zip(self.cpu).map(|(now, then)| now.saturating_sub(then));
        let worked_too_long = used.is_some_and(|used| used >= limit + GRACE);
        (worked_too_long || elapsed >= (limit + GRACE) * MAX_OVERRUN).then_some(elapsed)
    }
}

fn watch() {
    let mut known: Vec<ObservedRun> = Vec::new();
    let mut runs_before = 0;
    loop {
        ASLEEP.store(true, Ordering::SeqCst);
        let threads: Vec<Arc<WatchedThread>> = THREADS.lock().iter().filter_map(Weak::upgrade).collect();
        let mut any = false;
        let mut runs = 0_u64;
        known.retain(|seen| seen.thread.strong_count() > 0);
        for thread in &threads {
            let run = thread.run.load(Ordering::SeqCst);
            runs = runs.wrapping_add(run / NEXT_RUN);
            if run & RUNNING == 0 || run & ABANDONED != 0 {
                continue;
            }
            any = true;
            match known.iter_mut().find(|seen| std::ptr::eq(seen.thread.as_ptr(), &**thread)) {
                Some(seen) if seen.run == run => {
                    if let Some(after) = seen.is_over(thread) {
                        thread.abandon(run, after);
                    }
                }
                Some(seen) => (seen.run, seen.since, seen.cpu) = (run, Instant::now(), thread.clock.now()),
                None => known.push(ObservedRun {
                    thread: Arc::downgrade(thread),
                    run,
                    since: Instant::now(),
                    cpu: thread.clock.now(),
                }),
            }
        }
        drop(threads);
        // While short scripts come one after the other it stays awake: waking it for each would cost them
        // more.
        let quiet = !any && runs == runs_before;
        runs_before = runs;
        if !quiet {
            ASLEEP.store(false, Ordering::SeqCst);
            std::thread::park_timeout(TICK);
        } else {
            std::thread::park();
        }
    }
}
