//! Stops threads with ptrace: seize, interrupt, wait for the stop, detach.
//!
//! `Drop` detaches: no thread stays stopped after an error. A signal that arrived while a thread was stopped
//! is delivered when it is detached.

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

use libc::c_int;

/// Threads that do not stop within this time (in an uninterruptible wait for a device) are skipped.
const STOP_TIMEOUT: Duration = Duration::from_millis(100);
/// The longest wait for an event before the time is checked again.
static EVENT_TIMEOUT: libc::timespec = libc::timespec { tv_sec: 0, tv_nsec: 10_000_000 };
/// Events of a thread traced by this one, without waiting.
const POLL: c_int = libc::__WALL | libc::__WNOTHREAD | libc::WNOHANG;
/// The event of a stop caused by `PTRACE_INTERRUPT` (`PTRACE_EVENT_STOP`).
const EVENT_STOP: c_int = 128;

/// A traced thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThreadState {
    /// Seized and still running.
    Running,
    /// Stopped; the signal to deliver when it is detached, or 0.
    Stopped(c_int),
    /// It ended.
    Ended,
    /// It did not stop in time.
    Unstoppable,
}

/// The traced threads; detached on drop. The signal that notifies of a stop must be blocked, so that it can
/// be waited for with a time limit.
#[derive(Default)]
pub struct TracedThreads {
    threads: HashMap<i32, ThreadState>,
    /// When the first thread was interrupted.
    pub first_interrupt: Option<Instant>,
}

impl TracedThreads {
    /// Seizes a thread; it continues to run.
    pub fn seize(&mut self, tid: i32) -> io::Result<()> {
        ptrace(libc::PTRACE_SEIZE, tid, 0)?;
        self.threads.insert(tid, ThreadState::Running);
        Ok(())
    }

    /// Records a thread that ended before it could be seized.
    pub fn add_ended(&mut self, tid: i32) {
        self.threads.insert(tid, ThreadState::Ended);
    }

    /// The state of a thread, if it is known here.
    pub fn state(&self, tid: i32) -> Option<ThreadState> {
        self.threads.get(&tid).copied()
    }

    /// Stops every thread that runs and waits until all are stopped, have ended or will not stop.
    pub fn stop_all(&mut self) {
        let begun = Instant::now();
        self.first_interrupt.get_or_insert(begun);
        for (tid, state) in self.running() {
            if ptrace(libc::PTRACE_INTERRUPT, *tid, 0).is_err() {
                *state = ThreadState::Ended;
            }
        }
        // One thread after the other: a wait for any of them makes the kernel scan all each time, and so does a poll of all
        // after each stop. For several hundred, both take longer than the copy.
        for (tid, state) in self.running() {
            *state = wait_for_stop(*tid, begun + STOP_TIMEOUT);
        }
    }

    fn running(&mut self) -> impl Iterator<Item = (&i32, &mut ThreadState)> {
        self.threads.iter_mut().filter(|(_, state)| **state == ThreadState::Running)
    }
}

impl Drop for TracedThreads {
    fn drop(&mut self) {
        for (tid, state) in &self.threads {
            if let ThreadState::Stopped(signal) = *state {
                // Fails where the thread was killed meanwhile, which releases it as well.
                let _killed = ptrace(libc::PTRACE_DETACH, *tid, signal);
            }
            // Those that did not stop cannot be detached by call; the kernel detaches them when the thread
            // that seized them ends.
        }
    }
}

/// A request that takes no address, to seize, interrupt or detach.
fn ptrace(request: impl Into<i64>, tid: i32, number: c_int) -> io::Result<()> {
    // SAFETY: none of the requests made above takes an address.
    match unsafe { libc::ptrace(request.into() as _, tid, 0usize, number as usize) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// A stop caused by our interrupt has `EVENT_STOP`; any other stop is a signal on its way to the thread.
fn signal_to_deliver(status: c_int) -> c_int {
    if status >> 16 == EVENT_STOP { 0 } else { libc::WSTOPSIG(status) }
}

/// Waits until a thread has stopped or ended, at most until `end`.
fn wait_for_stop(tid: i32, end: Instant) -> ThreadState {
    loop {
        let mut status = 0;
        // SAFETY: the kernel fills in one status word of ours.
        match unsafe { libc::waitpid(tid, &raw mut status, POLL) } {
            0 if Instant::now() >= end => return ThreadState::Unstoppable,
            0 => wait_for_child_signal(),
            1.. if libc::WIFSTOPPED(status) => return ThreadState::Stopped(signal_to_deliver(status)),
            // Or it has ended in another way.
            _ => return ThreadState::Ended,
        }
    }
}

fn wait_for_child_signal() {
    // SAFETY: a zeroed set is the empty one; it and the limit live through the call; no details are
    // requested.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        libc::sigtimedwait(&raw const set, std::ptr::null_mut(), &raw const EVENT_TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_real_signals_are_delivered() {
        let stopped_by = |signal: libc::c_int, event: libc::c_int| 0x7f | signal << 8 | event << 16;
        assert_eq!(signal_to_deliver(stopped_by(libc::SIGTRAP, EVENT_STOP)), 0);
        assert_eq!(signal_to_deliver(stopped_by(libc::SIGSTOP, EVENT_STOP)), 0);
        assert_eq!(signal_to_deliver(stopped_by(libc::SIGUSR1, 0)), libc::SIGUSR1);
    }
}
