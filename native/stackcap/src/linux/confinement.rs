//! What this program forbids itself, before and after the capture.

use std::io;

use super::{capabilities, seccomp};
use crate::outcome::Outcome;

/// How long `--wait` waits for its `go`.
const GO_TIMEOUT_MS: libc::c_int = 5_000;
const MEMORY_LIMIT: libc::rlim_t = 512 * 1024 * 1024;

/// Are stdin, stdout and stderr all open? A closed one would be taken over by the next file opened.
pub fn standard_streams_are_open() -> bool {
    // SAFETY: F_GETFD reads a flag and touches no memory.
    (0..=2).all(|handle| unsafe { libc::fcntl(handle, libc::F_GETFD) } != -1)
}

/// No core file, bounded memory, unreadable by our own user's other programs, capability lowered.
pub fn before_the_capture() -> Result<(), Outcome> {
    limit(libc::RLIMIT_CORE, 0).map_err(|e| failed("forbidding core files", &e))?;
    limit(libc::RLIMIT_AS, MEMORY_LIMIT).map_err(|e| failed("bounding memory", &e))?;
    // What we copy must not be readable from us: nobody may trace this process either.
    // SAFETY: this prctl takes plain numbers.
    if unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 0, 0, 0, 0) } != 0 {
        return Err(Outcome::failed("making this program undumpable"));
    }
    // Root is left as it is: the kernel compares root's capabilities with the target's, so that a root without
    // them may not even look at another root process, which would make the check meaningless instead of strict.
    // SAFETY: reads our own user id.
    if unsafe { libc::getuid() } != 0 {
        capabilities::lower().map_err(|e| failed("lowering capabilities", &e))?;
    }
    Ok(())
}

/// Asks the scheduler for short turns that come soon: on a busy machine a held process would otherwise wait for us
/// while we wait for a processor. Needs no privilege; kernels before 6.12 pass it over, and nothing depends on it.
pub fn ask_for_short_turns() {
    const SHORTEST_NS: u64 = 100_000;
    // SAFETY: a zeroed sched_attr is a valid one: the ordinary policy, nice 0, no flags.
    let mut wish: libc::sched_attr = unsafe { std::mem::zeroed() };
    wish.size = size_of::<libc::sched_attr>() as u32;
    wish.sched_policy = libc::SCHED_OTHER as u32;
    // SAFETY: reads our own nice value, which is kept.
    wish.sched_nice = unsafe { libc::getpriority(libc::PRIO_PROCESS, 0) };
    wish.sched_runtime = SHORTEST_NS;
    // SAFETY: passes one sched_attr of ours with its true size, for ourselves.
    unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const wish, 0) };
}

/// No capability, no new privileges, and from here on only writing and leaving are possible.
pub fn after_the_capture() -> Result<(), Outcome> {
    capabilities::drop_all().map_err(|e| failed("dropping capabilities", &e))?;
    // SAFETY: this prctl takes plain numbers.
    if unsafe { libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) } != 0 {
        return Err(Outcome::failed("forbidding new privileges"));
    }
    seccomp::allow_only_writing().map_err(|e| failed("installing the system call filter", &e))
}

/// Blocks until `go` and a newline arrive on stdin.
pub fn wait_for_go() -> Result<(), Outcome> {
    let mut heard = Vec::with_capacity(3);
    while heard.len() < 3 {
        let mut stdin = libc::pollfd { fd: 0, events: libc::POLLIN, revents: 0 };
        // SAFETY: one pollfd of ours is passed with the count one.
        match unsafe { libc::poll(&raw mut stdin, 1, GO_TIMEOUT_MS) } {
            0 => return Err(Outcome::refused("no-go", "no `go` came on stdin within five seconds")),
            -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => continue,
            -1 => return Err(Outcome::failed("waiting for `go`")),
            _ => {}
        }
        let mut byte = 0u8;
        // SAFETY: reads one byte into one byte of ours.
        match unsafe { libc::read(0, (&raw mut byte).cast(), 1) } {
            1 => heard.push(byte),
            0 => break,
            _ if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            _ => return Err(Outcome::failed("reading `go`")),
        }
    }
    if heard == b"go\n" {
        Ok(())
    } else {
        Err(Outcome::refused("no-go", "stdin said something other than `go`"))
    }
}

/// Writes to stdout with bare system calls, the only ones left, and ends the program: even freeing the snapshot's
/// memory is a call that the filter no longer allows.
pub fn write_out_and_end(mut bytes: &[u8]) -> ! {
    const COMPLAINT: &[u8] = b"stackcap: failed: syscall: the snapshot could not be written to stdout\n";
    const FAILED: libc::c_int = 4;
    while !bytes.is_empty() {
        // SAFETY: the pointer and length are those of a live slice.
        let written = unsafe { libc::write(1, bytes.as_ptr().cast(), bytes.len()) };
        match usize::try_from(written) {
            Ok(count) => bytes = bytes.get(count..).unwrap_or_default(),
            Err(_) if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {}
            // SAFETY: the pointer and length are those of a constant; _exit takes a number and does not return.
            Err(_) => unsafe {
                libc::write(2, COMPLAINT.as_ptr().cast(), COMPLAINT.len());
                libc::_exit(FAILED)
            },
        }
    }
    // SAFETY: takes a number and does not return.
    unsafe { libc::_exit(0) }
}

fn failed(doing: &str, cause: &io::Error) -> Outcome {
    Outcome {
        kind: crate::outcome::Kind::Failed,
        code: "confinement",
        sentence: format!("{doing} failed: {cause}"),
    }
}

/// Lowers a limit, never raising what the caller already restricted.
fn limit(resource: RlimitResource, most: libc::rlim_t) -> io::Result<()> {
    let mut now = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the kernel fills in one rlimit of ours.
    if unsafe { libc::getrlimit(resource, &raw mut now) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let lowered = libc::rlimit { rlim_cur: most.min(now.rlim_cur), rlim_max: most.min(now.rlim_max) };
    // SAFETY: passes one rlimit of ours.
    if unsafe { libc::setrlimit(resource, &raw const lowered) } != 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

#[cfg(target_env = "gnu")]
type RlimitResource = libc::__rlimit_resource_t;
#[cfg(not(target_env = "gnu"))]
type RlimitResource = libc::c_int;
