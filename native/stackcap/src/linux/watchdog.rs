//! The promise that nobody is held for long: after 250 ms this program ends, and with it every hold it has.
//!
//! The kernel lets go of all tracees of a program that ends, so ending is the surest way of letting go.

use crate::outcome::{Outcome, WATCHDOG_EXIT};

const LIMIT_MS: i32 = 250;

/// Armed from creation to drop.
pub struct Watchdog(());

impl Watchdog {
    /// Starts the count.
    pub fn arm() -> Result<Self, Outcome> {
        // SAFETY: a zeroed sigaction is a valid one; the handler calls only async-signal-safe functions.
        let set = unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = end_now as *const () as libc::sighandler_t;
            libc::sigemptyset(&raw mut action.sa_mask);
            libc::sigaction(libc::SIGALRM, &raw const action, std::ptr::null_mut())
        };
        if set != 0 {
            return Err(Outcome::failed("setting the watchdog's handler"));
        }
        // The caller may have left SIGALRM blocked; a watchdog that cannot bark is none.
        // SAFETY: the set is initialised before use and only our own mask changes.
        unsafe {
            let mut alarm: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&raw mut alarm);
            libc::sigaddset(&raw mut alarm, libc::SIGALRM);
            libc::sigprocmask(libc::SIG_UNBLOCK, &raw const alarm, std::ptr::null_mut());
        }
        if set_timer(LIMIT_MS * 1000) { Ok(Self(())) } else { Err(Outcome::failed("arming the watchdog")) }
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        set_timer(0);
    }
}

fn set_timer(microseconds: i32) -> bool {
    let never = libc::timeval { tv_sec: 0, tv_usec: 0 };
    let timer = libc::itimerval {
        it_interval: never,
        it_value: libc::timeval { tv_sec: 0, tv_usec: microseconds.into() },
    };
    // SAFETY: passes one itimerval of ours.
    unsafe { libc::setitimer(libc::ITIMER_REAL, &raw const timer, std::ptr::null_mut()) == 0 }
}

extern "C" fn end_now(_signal: libc::c_int) {
    const LINE: &[u8] = b"stackcap: failed: watchdog: the capture took longer than 250 ms and was given up\n";
    // SAFETY: write and _exit are async-signal-safe; the line is static.
    unsafe {
        libc::write(2, LINE.as_ptr().cast(), LINE.len());
        libc::_exit(WATCHDOG_EXIT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_a_program_that_holds_too_long_even_with_the_signal_blocked() {
        let begun = std::time::Instant::now();
        // SAFETY: the child makes system calls only and is ended by the watchdog.
        let status = unsafe {
            match libc::fork() {
                0 => {
                    let mut all: libc::sigset_t = std::mem::zeroed();
                    libc::sigfillset(&raw mut all);
                    libc::sigprocmask(libc::SIG_BLOCK, &raw const all, std::ptr::null_mut());
                    let Ok(_watchdog) = Watchdog::arm() else { libc::_exit(99) };
                    loop {
                        libc::pause();
                    }
                }
                child => {
                    assert!(child > 0);
                    let mut status = 0;
                    assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
                    status
                }
            }
        };
        assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == WATCHDOG_EXIT, "{status:#x}");
        assert!(begun.elapsed() >= std::time::Duration::from_millis(240));
    }
}
