//! Limits how long threads are stopped: after 250 ms this program ends, and with it all tracing.
//!
//! The kernel detaches all tracees of a program that ends, so ending is the most reliable way of detaching.

use std::io;
use std::ptr::null_mut;

use libc::c_int;

use super::confinement;
use super::outcome::{Outcome, failed};

const LIMIT_US: i32 = 250_000;
/// The first alarm says why the program ends; should that block (stderr is a full pipe), the next one ends
/// it.
const REPEAT_US: i32 = 20_000;
const EXIT_CODE: c_int = 5;

/// Armed from creation to drop. Meanwhile every other signal waits: the terminal's stop key would otherwise
/// stop this program, which would keep the target stopped. Keeps the previous mask.
pub struct Watchdog(libc::sigset_t);

impl Watchdog {
    /// Starts the count.
    pub fn arm() -> Result<Self, Outcome> {
        // SAFETY: zeroed, a sigaction and a signal set are valid ones, and each set is filled before it is
        // used. The handler calls async-signal-safe functions only; the other calls change our own mask and
        // dispositions.
        let (mask_before, answer) = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = end_now as *const () as libc::sighandler_t;
            action.sa_flags = libc::SA_RESETHAND | libc::SA_NODEFER;
            let answer = libc::sigaction(libc::SIGALRM, &raw const action, null_mut());
            // An inherited "ignore" would keep the notification signal from ever becoming pending.
            libc::signal(libc::SIGCHLD, libc::SIG_DFL);
            // All but the alarm, which the caller may have left blocked; a watchdog that cannot bark is none.
            let (mut mask, mut before) = (std::mem::zeroed(), std::mem::zeroed());
            libc::sigfillset(&raw mut mask);
            libc::sigdelset(&raw mut mask, libc::SIGALRM);
            libc::pthread_sigmask(libc::SIG_SETMASK, &raw const mask, &raw mut before);
            (before, answer)
        };
        let armed = Self(mask_before);
        match (answer, set_timer(LIMIT_US, REPEAT_US)) {
            (0, 0) => Ok(armed),
            _ => Err(failed("arming the watchdog")(io::Error::last_os_error())),
        }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        set_timer(0, 0);
        // SAFETY: puts back the mask that was found, which only concerns ourselves.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &raw const self.0, null_mut()) };
    }
}

fn set_timer(first: i32, then: i32) -> c_int {
    let span = |microseconds: i32| libc::timeval { tv_sec: 0, tv_usec: microseconds.into() };
    let timer = libc::itimerval { it_interval: span(then), it_value: span(first) };
    // SAFETY: passes one itimerval of ours.
    unsafe { libc::setitimer(libc::ITIMER_REAL, &raw const timer, null_mut()) }
}

extern "C" fn end_now(_signal: c_int) {
    confinement::end(
        EXIT_CODE,
        b"stackcap: failed: watchdog: the capture took longer than 250 ms and was given up\n",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs `act` in a child and gives the child's wait status. After the fork of a program with threads only
    /// system calls are safe.
    fn in_a_child(act: fn()) -> libc::c_int {
        // SAFETY: the child makes system calls only and is ended here or by what it does.
        unsafe {
            let child = libc::fork();
            if child == 0 {
                act();
                libc::_exit(99);
            }
            assert!(child > 0);
            let mut status = 0;
            assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
            status
        }
    }

    fn wait_for_the_watchdog() {
        let Ok(_watchdog) = Watchdog::arm() else { return };
        loop {
            // SAFETY: waits for a signal.
            unsafe { libc::pause() };
        }
    }

    #[test]
    fn it_ends_a_program_that_holds_too_long_even_with_the_signal_blocked() {
        let begun = std::time::Instant::now();
        let status = in_a_child(|| {
            // SAFETY: the set is filled before it is used; only the child's own mask changes.
            unsafe {
                let mut all: libc::sigset_t = std::mem::zeroed();
                libc::sigfillset(&raw mut all);
                libc::sigprocmask(libc::SIG_BLOCK, &raw const all, std::ptr::null_mut());
            }
            wait_for_the_watchdog();
        });
        assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == EXIT_CODE, "{status:#x}");
        assert!(begun.elapsed() >= std::time::Duration::from_millis(240));
    }

    #[test]
    fn it_ends_the_program_even_if_nobody_takes_its_last_line() {
        let status = in_a_child(|| {
            // SAFETY: plain system calls on handles of the child's own.
            unsafe {
                let mut ends = [0; 2];
                libc::pipe(ends.as_mut_ptr());
                let [_read, write] = ends;
                libc::dup2(write, 2);
                let size = libc::fcntl(write, libc::F_SETPIPE_SZ, 4096);
                let full = [0u8; 4096];
                if libc::write(write, full.as_ptr().cast(), full.len()) != size as isize {
                    return;
                }
            }
            wait_for_the_watchdog();
        });
        assert!(libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGALRM, "{status:#x}");
    }

    #[test]
    fn other_signals_wait_until_it_ends() {
        let status = in_a_child(|| {
            let Ok(watchdog) = Watchdog::arm() else { return };
            // SAFETY: sends the child itself a signal that ends it, and writes nothing to a handle.
            unsafe {
                libc::raise(libc::SIGTERM);
                // Still here.
                if libc::write(2, std::ptr::null(), 0) == 0 {
                    drop(watchdog);
                }
            }
        });
        assert!(libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGTERM, "{status:#x}");
    }
}
