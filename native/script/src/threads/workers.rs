//! A pool of threads for work that runs scripts. A thread whose script does not stop is abandoned and
//! replaced.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use super::watch;
use crate::error::ScriptError;

/// Threads at most. Further tasks wait.
const MOST_THREADS: usize = 16;

/// A thread without work ends after this.
const IDLE: Duration = Duration::from_secs(30);

type Failed = Box<dyn FnOnce(ScriptError) + Send>;

struct Task {
    work: Box<dyn FnOnce() + Send>,
    failed: Failed,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Task>,
    idle: usize,
    threads: usize,
}

static STATE: Mutex<State> = Mutex::new(State { waiting: VecDeque::new(), idle: 0, threads: 0 });
static WAKE: Condvar = Condvar::new();

/// Runs `work` on a thread of the pool, soon. `failed` is called instead of the end of `work` when its thread
/// is abandoned or panics; it must not wait for anything. Work that ends after it was abandoned must change
/// nothing.
pub fn spawn(
    work: impl FnOnce() + Send + 'static,
    failed: impl FnOnce(ScriptError) + Send + 'static,
) -> Result<(), ScriptError> {
    let task = Task { work: Box::new(work), failed: Box::new(failed) };
    let mut state = STATE.lock();
    state.waiting.push_back(task);
    if state.idle >= state.waiting.len() {
        WAKE.notify_one();
        return Ok(());
    }
    if state.threads < MOST_THREADS
        && let Err(error) = start(&mut state)
        && state.threads == 0
    {
        state.waiting.pop_back();
        return Err(ScriptError::Definition(format!(
            "No thread could be started for the script: {error}. Try again when the machine has fewer of them"
        )));
    }
    Ok(())
}

/// Runs `work` on a thread of the pool and waits for it.
pub fn run<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, ScriptError> {
    let (sender, answer) = std::sync::mpsc::sync_channel(2);
    let done = sender.clone();
    // Nobody receives what comes after the first answer.
    spawn(move || drop(done.send(Ok(work()))), move |error| drop(sender.send(Err(error))))?;
    answer.recv().unwrap_or_else(|_| {
        Err(ScriptError::Definition("The thread of the script ended without an answer".to_owned()))
    })
}

fn start(state: &mut State) -> std::io::Result<()> {
    std::thread::Builder::new().name("rk-script".to_owned()).spawn(serve)?;
    state.threads += 1;
    Ok(())
}

/// The life of one thread of the pool.
fn serve() {
    let mut state = STATE.lock();
    loop {
        let Some(task) = state.waiting.pop_front() else {
            state.idle += 1;
            let timed_out = WAKE.wait_for(&mut state, IDLE).timed_out();
            state.idle -= 1;
            if timed_out && state.waiting.is_empty() {
                state.threads -= 1;
                return;
            }
            continue;
        };
        drop(state);
        if !run_task(task) {
            // Another thread has taken its place.
            return;
        }
        state = STATE.lock();
    }
}

/// Runs one task. Returns whether the thread still belongs to the pool.
fn run_task(Task { work, failed }: Task) -> bool {
    let failed = Arc::new(Mutex::new(Some(failed)));
    let fail = {
        let failed = failed.clone();
        move |error| {
            if let Some(failed) = failed.lock().take() {
                failed(error);
            }
        }
    };
    let notify = fail.clone();
    let _observed = watch::observe(move |error| {
        let mut state = STATE.lock();
        state.threads -= 1;
        if !state.waiting.is_empty()
            && let Err(error) = start(&mut state)
        {
            eprintln!("rookery: no thread could be started in place of an abandoned one: {error}.");
        }
        drop(state);
        notify(error);
    });
    // Nothing of `work` is used after a panic.
    let panicked = catch_unwind(AssertUnwindSafe(work)).is_err();
    if panicked {
        fail(ScriptError::Definition("The thread of the script panicked, which is a defect".to_owned()));
    }
    !watch::is_abandoned()
}
