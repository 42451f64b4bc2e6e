//! Holding threads with ptrace: seize, interrupt, wait for the stop, let go.
//!
//! Letting go is `Drop`: whatever goes wrong in between, no thread stays held. A signal that arrived while a
//! thread was held is handed on as it is let go.

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

use crate::outcome::Outcome;

/// Threads that do not stop within this time (they wait for a device, uninterruptibly) are left out.
const PATIENCE: Duration = Duration::from_millis(100);
/// Threads for which room is made beforehand.
const ROOM: usize = 1024;
/// `PTRACE_EVENT_STOP`: the stop that an interrupt causes.
const EVENT_STOP: libc::c_int = 128;

/// One thread under our hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
    /// Seized and still running.
    Running,
    /// Standing still; the signal it is to be given when it is let go, or 0.
    Stopped {
        /// The signal, or 0.
        signal: libc::c_int,
    },
    /// It ended.
    Ended,
    /// It did not stop in time.
    Unstoppable,
}

/// The threads under our hand; lets them go when dropped.
#[derive(Debug, Default)]
pub struct Hold {
    threads: Vec<(i32, Held)>,
    /// Where each thread is in the list.
    places: HashMap<i32, usize>,
    first_interrupt: Option<Instant>,
}

/// Whether a thread could be seized.
#[derive(Debug, PartialEq, Eq)]
pub enum Seized {
    /// It could.
    Yes,
    /// It ended before.
    Ended,
}

impl Hold {
    /// Room for many threads, so that none is made while others stand still.
    pub fn new() -> Self {
        block_child_signal();
        Self {
            threads: Vec::with_capacity(ROOM),
            places: HashMap::with_capacity(ROOM),
            first_interrupt: None,
        }
    }

    /// Takes a thread under our hand; it goes on running.
    pub fn seize(&mut self, tid: i32) -> Result<Seized, Outcome> {
        // SAFETY: seize takes no addresses; options are zero.
        if unsafe { libc::ptrace(libc::PTRACE_SEIZE, tid, 0usize, 0usize) } == 0 {
            self.places.insert(tid, self.threads.len());
            self.threads.push((tid, Held::Running));
            return Ok(Seized::Yes);
        }
        match io::Error::last_os_error().raw_os_error() {
            Some(libc::ESRCH) => Ok(Seized::Ended),
            Some(libc::EPERM) => Err(Outcome::refused(
                "seize-denied",
                format!("the kernel does not let this program hold thread {tid}"),
            )),
            _ => Err(Outcome::failed("seizing a thread")),
        }
    }

    /// Is this thread known here already?
    pub fn knows(&self, tid: i32) -> bool {
        self.places.contains_key(&tid)
    }

    /// How many are known here.
    pub fn len(&self) -> usize {
        self.threads.len()
    }

    /// Each thread and what became of it.
    pub fn threads(&self) -> impl Iterator<Item = (i32, Held)> + '_ {
        self.threads.iter().copied()
    }

    /// When the first thread was told to stop.
    pub fn first_interrupt(&self) -> Option<Instant> {
        self.first_interrupt
    }

    /// Stops every thread that runs and waits until all stand still, have ended or will not stop.
    pub fn stop_all(&mut self) {
        self.first_interrupt.get_or_insert_with(Instant::now);
        for (tid, held) in self.threads.iter_mut().filter(|(_, held)| *held == Held::Running) {
            // SAFETY: interrupt takes no addresses.
            if unsafe { libc::ptrace(libc::PTRACE_INTERRUPT, *tid, 0usize, 0usize) } != 0 {
                *held = Held::Ended;
            }
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.collect_stops();
            if !self.threads.iter().any(|(_, held)| *held == Held::Running) {
                return;
            }
            let Some(left) = deadline.checked_duration_since(Instant::now()) else { break };
            wait_for_child_signal(left);
        }
        self.replace_running(Held::Unstoppable);
    }

    /// Takes note of every stop and end that has happened so far. This program has no children but those it holds.
    fn collect_stops(&mut self) {
        loop {
            let mut status = 0;
            // SAFETY: the kernel fills in one status word of ours.
            let tid = unsafe { libc::waitpid(-1, &raw mut status, libc::__WALL | libc::WNOHANG) };
            if tid <= 0 {
                // None left at all: whatever was still counted as running has gone by another way.
                if tid < 0 && io::Error::last_os_error().raw_os_error() == Some(libc::ECHILD) {
                    self.replace_running(Held::Ended);
                }
                return;
            }
            let place = self.places.get(&tid).and_then(|place| self.threads.get_mut(*place));
            if let Some((_, held)) = place {
                *held = if libc::WIFSTOPPED(status) {
                    Held::Stopped { signal: signal_to_hand_on(status) }
                } else {
                    Held::Ended
                };
            }
        }
    }

    fn replace_running(&mut self, by: Held) {
        for (_, held) in self.threads.iter_mut().filter(|(_, held)| *held == Held::Running) {
            *held = by;
        }
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        for (tid, held) in &self.threads {
            if let Held::Stopped { signal } = held {
                // SAFETY: detach takes no addresses; the last word is a signal number.
                unsafe { libc::ptrace(libc::PTRACE_DETACH, *tid, 0usize, *signal as usize) };
            }
            // Those that did not stop cannot be detached by call; the kernel lets them go when this program ends.
        }
    }
}

/// A stop caused by our interrupt carries `EVENT_STOP`; any other stop is a signal on its way to the thread.
fn signal_to_hand_on(status: libc::c_int) -> libc::c_int {
    if status >> 16 == EVENT_STOP { 0 } else { libc::WSTOPSIG(status) }
}

fn child_signal_set() -> libc::sigset_t {
    // SAFETY: the set is initialised by sigemptyset before anything reads it.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        set
    }
}

/// Blocked, it can be waited for with a time limit.
fn block_child_signal() {
    let set = child_signal_set();
    // SAFETY: the set lives through the calls; only our own mask and disposition change. The default disposition is
    // set because an inherited "ignore" would keep the signal from ever becoming pending.
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
        libc::sigprocmask(libc::SIG_BLOCK, &raw const set, std::ptr::null_mut());
    }
}

fn wait_for_child_signal(at_most: Duration) {
    let set = child_signal_set();
    let limit = libc::timespec {
        // The waits are far below what any width of this field holds; musl's name for its type is deprecated.
        tv_sec: at_most.as_secs() as _,
        tv_nsec: libc::c_long::from(at_most.subsec_nanos().min(999_999_999) as i32),
    };
    // SAFETY: set and limit live through the call; no details are asked for.
    unsafe { libc::sigtimedwait(&raw const set, std::ptr::null_mut(), &raw const limit) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_real_signals_are_handed_on() {
        let stopped_by = |signal: libc::c_int, event: libc::c_int| 0x7f | signal << 8 | event << 16;
        assert_eq!(signal_to_hand_on(stopped_by(libc::SIGTRAP, EVENT_STOP)), 0);
        assert_eq!(signal_to_hand_on(stopped_by(libc::SIGSTOP, EVENT_STOP)), 0);
        assert_eq!(signal_to_hand_on(stopped_by(libc::SIGUSR1, 0)), libc::SIGUSR1);
    }
}
