//! `--self-test`: does the whole path work on this machine? A child of our own is captured and let go.

use super::{capabilities, capture, confinement};
use crate::arguments::{CaptureOrder, DEFAULT_STACK_BYTES};
use crate::outcome::Outcome;

/// Forks a child that sleeps, captures it, goes through the confinement and says what was found.
pub fn run() -> Result<(), Outcome> {
    let sets = capabilities::read().map_err(|_| Outcome::failed("reading our own capabilities"))?;
    // SAFETY: this program has one thread, and the child makes system calls only before it is ended.
    let child = unsafe {
        match libc::fork() {
            0 => {
                // An ordinary process holds no privilege and can be looked at; this program is neither.
                if libc::getuid() != 0 && capabilities::drop_all().is_err() {
                    libc::_exit(1);
                }
                libc::prctl(libc::PR_SET_DUMPABLE, 1, 0, 0, 0);
                libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL, 0, 0, 0);
                loop {
                    libc::pause();
                }
            }
            child => child,
        }
    };
    if child < 0 {
        return Err(Outcome::failed("starting a child for the self-test"));
    }
    let order = CaptureOrder { pid: child, tids: Vec::new(), stack_bytes: DEFAULT_STACK_BYTES, wait: false };
    let taken = retry_until_visible(&order);
    // SAFETY: the child is ours and not collected yet, so its id is still its own.
    unsafe {
        libc::kill(child, libc::SIGKILL);
        libc::waitpid(child, std::ptr::null_mut(), 0);
    }
    let bytes = taken?;
    let line = format!(
        "stackcap: self-test passed: one thread captured, {} bytes; ptrace capability {}\n",
        bytes.len(),
        if sets.may_trace() { "present" } else { "absent (own processes only, as the kernel allows)" }
    );
    confinement::after_the_capture()?;
    confinement::write_out_and_end(line.as_bytes())
}

/// The child makes itself visible a moment after the fork.
fn retry_until_visible(order: &CaptureOrder) -> Result<Vec<u8>, Outcome> {
    const ATTEMPTS: usize = 50;
    let mut answer = capture::take(order);
    for _ in 1..ATTEMPTS {
        match &answer {
            Err(outcome) if matches!(outcome.code, "not-readable" | "not-dumpable") => {
                std::thread::sleep(std::time::Duration::from_millis(2));
                answer = capture::take(order);
            }
            _ => break,
        }
    }
    answer
}
