//! Stops threads with ptrace: seize, interrupt, wait for the stop, detach.
//!
//! `Drop` detaches: no thread stays stopped after an error. A signal that arrived while a thread was stopped
//! is delivered when it is detached.

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

use libc::c_int;

/// Threads that do not stop within this time (they wait for a device, uninterruptibly) are left out.
const PATIENCE: Duration = Duration::from_millis(100);
/// Threads that do not stop within this time (in an uninterruptible wait for a device) are skipped.
static MOMENT: libc::timespec = libc::timespec { tv_sec: 0, tv_nsec: 10_000_000 };
/// The longest wait for an event before the time is checked again.
const NEWS: c_int = libc::__WALL | libc::__WNOTHREAD | libc::WNOHANG;
/// Events of a thread traced by this one, without waiting.
const EVENT_STOP: c_int = 128;

/// A traced thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Held {
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
pub struct Hold {
    threads: HashMap<i32, Held>,
    /// When the first thread was interrupted.
    pub first_interrupt: Option<Instant>,
}

impl Hold {
    /// Seizes a thread; it continues to run.
    pub fn seize(&mut self, tid: i32) -> io::Result<()> {
        ptrace(libc::PTRACE_SEIZE, tid, 0)?;
        self.threads.insert(tid, Held::Running);
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

    /// Stops every thread that runs and waits until all are stopped, have ended or will not stop.
    pub fn stop_all(&mut self) {
        let begun = Instant::now();
        self.first_interrupt.get_or_insert(begun);
        for (tid, held) in self.running() {
            if ptrace(libc::PTRACE_INTERRUPT, *tid, 0).is_err() {
                *held = Held::Ended;
            }
        }
        self.collect_stops();
        while self.running().next().is_some() && begun.elapsed() < PATIENCE {
            wait_for_child_signal();
            self.collect_stops();
        }
        self.running().for_each(|(_, held)| *held = Held::Unstoppable);
    }

    /// Records every stop and exit so far, thread by thread: a wait for any thread makes the kernel scan all
    /// of them each time, which for several hundred keeps them stopped longer than copying takes.
    fn collect_stops(&mut self) {
        for (tid, held) in self.running() {
            let mut status = 0;
            // SAFETY: the kernel fills in one status word of ours.
            *held = match unsafe { libc::waitpid(*tid, &raw mut status, NEWS) } {
                0 => continue,
                1.. if libc::WIFSTOPPED(status) => Held::Stopped(signal_to_hand_on(status)),
                // Or it has ended in another way.
                _ => Held::Ended,
            };
        }
    }

    fn running(&mut self) -> impl Iterator<Item = (&i32, &mut Held)> {
        self.threads.iter_mut().filter(|(_, held)| **held == Held::Running)
    }
}

impl Drop for Hold {
    fn drop(&mut self) {
        for (tid, held) in &self.threads {
            if let Held::Stopped(signal) = *held {
                // Fails where the thread was killed meanwhile, which releases it as well.
                let _killed = ptrace(libc::PTRACE_DETACH, *tid, signal);
            }
            // Those that did not stop cannot be detached by call; the kernel lets them go when the thread
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
fn signal_to_hand_on(status: c_int) -> c_int {
    if status >> 16 == EVENT_STOP { 0 } else { libc::WSTOPSIG(status) }
}

fn wait_for_child_signal() {
    // SAFETY: a zeroed set is the empty one; it and the limit live through the call; no details are
    // requested.
    unsafe {
        let mut set: libc::sigset_t = std::mem::zeroed();
        libc::sigaddset(&raw mut set, libc::SIGCHLD);
        libc::sigtimedwait(&raw const set, std::ptr::null_mut(), &raw const MOMENT);
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
