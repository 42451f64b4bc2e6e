//! Holding threads with ptrace: seize, interrupt, wait for the stop, let go.
//!
//! Letting go is `Drop`: whatever goes wrong in between, no thread stays held. A signal that arrived while a
//! thread was held is handed on as it is let go.

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

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

/// The threads under our hand; lets them go when dropped. The signal that tells of a stop must be blocked, so that
/// it can be waited for with a time limit.
#[derive(Debug)]
pub struct Hold {
    threads: HashMap<i32, Held>,
    /// When the first thread was told to stop.
    pub first_interrupt: Option<Instant>,
}

impl Hold {
    /// Room for many threads, so that none is made while others stand still.
    pub fn new() -> Self {
        Self { threads: HashMap::with_capacity(ROOM), first_interrupt: None }
    }

    /// Takes a thread under our hand; it goes on running.
    pub fn seize(&mut self, tid: i32) -> io::Result<()> {
        // SAFETY: seize takes no addresses; options are zero.
        match unsafe { libc::ptrace(libc::PTRACE_SEIZE, tid, 0usize, 0usize) } {
            0 => self.threads.insert(tid, Held::Running),
            _ => return Err(io::Error::last_os_error()),
        };
        Ok(())
    }

    /// Takes note of a thread that ended before it could be seized.
    pub fn missed(&mut self, tid: i32) {
        self.threads.insert(tid, Held::Ended);
    }

    /// What became of a thread, if it is known here.
    pub fn state(&self, tid: i32) -> Option<Held> {
        self.threads.get(&tid).copied()
    }

    /// Stops every thread that runs and waits until all stand still, have ended or will not stop.
    pub fn stop_all(&mut self) {
        self.first_interrupt.get_or_insert_with(Instant::now);
        for (tid, held) in self.threads.iter_mut().filter(|(_, held)| **held == Held::Running) {
            // SAFETY: interrupt takes no addresses.
            if unsafe { libc::ptrace(libc::PTRACE_INTERRUPT, *tid, 0usize, 0usize) } != 0 {
                *held = Held::Ended;
            }
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            self.collect_stops();
            if !self.threads.values().any(|held| *held == Held::Running) {
                return;
            }
            let Some(left) = deadline.checked_duration_since(Instant::now()) else { break };
            wait_for_child_signal(left);
        }
        self.replace_running(Held::Unstoppable);
    }

    /// Takes note of every stop and end that has happened so far. This thread has no children but those it holds.
    fn collect_stops(&mut self) {
        loop {
            let mut status = 0;
            // SAFETY: the kernel fills in one status word of ours.
            let tid = unsafe {
                libc::waitpid(-1, &raw mut status, libc::__WALL | libc::__WNOTHREAD | libc::WNOHANG)
            };
            if tid <= 0 {
                // None left at all: whatever was still counted as running has gone by another way.
                if tid < 0 && io::Error::last_os_error().raw_os_error() == Some(libc::ECHILD) {
                    self.replace_running(Held::Ended);
                }
                return;
            }
            if let Some(held) = self.threads.get_mut(&tid) {
                *held = match libc::WIFSTOPPED(status) {
                    true => Held::Stopped { signal: signal_to_hand_on(status) },
                    false => Held::Ended,
                };
            }
        }
    }

    fn replace_running(&mut self, by: Held) {
        self.threads.values_mut().filter(|held| **held == Held::Running).for_each(|held| *held = by);
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        for (tid, held) in &self.threads {
            if let Held::Stopped { signal } = held {
                // SAFETY: detach takes no addresses; the last word is a signal number.
                unsafe { libc::ptrace(libc::PTRACE_DETACH, *tid, 0usize, *signal as usize) };
            }
            // Those that did not stop cannot be detached by call; the kernel lets them go when the thread that seized
            // them ends.
        }
    }
}

/// A stop caused by our interrupt carries `EVENT_STOP`; any other stop is a signal on its way to the thread.
fn signal_to_hand_on(status: libc::c_int) -> libc::c_int {
    if status >> 16 == EVENT_STOP { 0 } else { libc::WSTOPSIG(status) }
}

fn wait_for_child_signal(at_most: Duration) {
    let limit = libc::timespec {
        // The waits are far below what any width of this field holds; musl's name for its type is deprecated.
        tv_sec: at_most.as_secs() as _,
        tv_nsec: libc::c_long::from(at_most.subsec_nanos() as i32),
    };
    // SAFETY: the set is initialised before use; it and the limit live through the call; no details are asked for.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&raw mut set);
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        libc::sigtimedwait(&raw const set, std::ptr::null_mut(), &raw const limit);
    }
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
