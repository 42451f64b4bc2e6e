//! What this program forbids itself, before and after the capture.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsFd, BorrowedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{dup, fcntl_getfd, read, retry_on_intr};
use rustix::process::{DumpableBehavior, Resource, Rlimit, getrlimit, set_dumpable_behavior, setrlimit};
use rustix::stdio::{stderr, stdin, stdout};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

use super::capabilities;
use super::outcome::{Kind, Outcome, failed};

const MEMORY_LIMIT: u64 = 512 * 1024 * 1024;
/// What `--wait` waits for, and how long.
const GO: &[u8] = b"go\n";
const GO_TIMEOUT: Timespec = Timespec { tv_sec: 5, tv_nsec: 0 };
/// All that is possible in the end: writing, leaving, and returning from a signal.
const LAST_CALLS: [i64; 4] = [libc::SYS_write, libc::SYS_exit_group, libc::SYS_exit, libc::SYS_rt_sigreturn];

/// Are stdin, stdout and stderr all open? A closed one would be taken over by the next file opened.
pub fn standard_streams_are_open() -> bool {
    [stdin(), stdout(), stderr()].into_iter().all(|stream| fcntl_getfd(stream).is_ok())
}

/// No core file, bounded memory, unreadable by our own user's other programs, capability lowered.
pub fn confine() -> Result<(), Outcome> {
    limit(Resource::Core, 0).map_err(failed("forbidding core files"))?;
    limit(Resource::As, MEMORY_LIMIT).map_err(failed("bounding memory"))?;
    // What we copy must not be readable from us: nobody may trace this process either.
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(failed("becoming undumpable"))?;
    capabilities::put_in_force(capabilities::NOTHING)
}

/// Lowers a limit, never raising what the caller already restricted.
fn limit(resource: Resource, most: u64) -> rustix::io::Result<()> {
    let Rlimit { current, maximum } = getrlimit(resource);
    let [current, maximum] = [current, maximum].map(|now| Some(now.unwrap_or(most).min(most)));
    setrlimit(resource, Rlimit { current, maximum })
}

/// Blocks until `go` and a newline arrive on stdin, in one piece, as terminals and pipes deliver a line.
pub fn wait_for_go() -> Result<(), Outcome> {
    if !is_readable(stdin(), &GO_TIMEOUT)? {
        return Err(Outcome::refused("no-go", "no `go` came on stdin within five seconds"));
    }
    let mut heard = [0; GO.len()];
    let count = retry_on_intr(|| read(stdin(), &mut heard)).map_err(failed("reading `go`"))?;
    match heard.get(..count) {
        Some(GO) => Ok(()),
        _ => Err(Outcome::refused("no-go", "stdin said something other than `go`")),
    }
}

/// Is there something to be read, or will there be within that time?
pub fn is_readable(handle: impl AsFd, within: &Timespec) -> Result<bool, Outcome> {
    let ready = retry_on_intr(|| poll(&mut [PollFd::new(&handle, PollFlags::IN)], Some(within)));
    Ok(ready.map_err(failed("waiting for something to read"))? > 0)
}

/// The one way out for every answer and every error: gives up every capability and all system calls but the
/// last ones, writes `bytes` to `stream` and ends the program. Even freeing memory is a call that the filter
/// no longer allows. It returns only where the privileges could not be given up; then nothing was written.
pub fn write_out_and_end(
    exit_code: i32,
    stream: BorrowedFd<'_>,
    bytes: &[u8],
) -> Result<Infallible, Outcome> {
    let mut out = File::from(dup(stream).map_err(failed("duplicating an output stream"))?);
    capabilities::drop_all()?;
    let filter = filter().map_err(failed("making the system call filter"))?;
    // Sets `no_new_privs` before.
    apply_filter(&filter).map_err(failed("installing the system call filter"))?;
    match out.write_all(bytes) {
        // Where nobody reads an error, the exit code says as much.
        Err(_) if exit_code == 0 => leave(
            Kind::Failed as i32,
            b"stackcap: failed: syscall: the answer could not be written to stdout\n",
        ),
        _ => leave(exit_code, b""),
    }
}

/// Anything but the last calls, and any call by another architecture's numbers, ends the program.
fn filter() -> Result<BpfProgram, seccompiler::BackendError> {
    let calls: BTreeMap<_, _> = LAST_CALLS.map(|call| (call, Vec::new())).into();
    let [otherwise, these] = [SeccompAction::KillProcess, SeccompAction::Allow];
    SeccompFilter::new(calls, otherwise, these, std::env::consts::ARCH.try_into()?)?.try_into()
}

/// Ends the program immediately, with a last line, which is written without a capability or not at all. Nothing
/// here allocates or locks: signal handlers call it too.
pub fn end(exit_code: i32, line: &'static [u8]) -> ! {
    leave(exit_code, if capabilities::are_dropped() { line } else { b"" })
}

/// The same when the capabilities are already dropped.
fn leave(exit_code: i32, line: &'static [u8]) -> ! {
    // Where nobody reads it, the exit code says as much.
    let _nobody_reads = rustix::io::write(stderr(), line);
    // SAFETY: takes a number and does not return.
    unsafe { libc::_exit(exit_code) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs `act` in a child behind the filter and gives the child's wait status. After the fork of a program
    /// with threads only system calls are safe, so the filter is made before.
    fn behind_the_filter(act: fn()) -> libc::c_int {
        let filter = filter().unwrap();
        // SAFETY: the child makes system calls only and leaves by _exit.
        unsafe {
            match libc::fork() {
                0 => {
                    if apply_filter(&filter).is_err() {
                        libc::_exit(99);
                    }
                    act();
                    libc::_exit(7)
                }
                child => {
                    assert!(child > 0);
                    let mut status = 0;
                    assert_eq!(libc::waitpid(child, &raw mut status, 0), child);
                    status
                }
            }
        }
    }

    #[test]
    fn writing_and_leaving_are_allowed() {
        let status = behind_the_filter(|| {
            // SAFETY: writes nothing.
            unsafe { libc::write(2, std::ptr::null(), 0) };
        });
        assert!(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 7, "{status:#x}");
    }

    #[test]
    fn anything_else_ends_the_program() {
        let forbidden: [fn(); 4] = [
            // SAFETY: each is a plain system call; none of them returns.
            || unsafe {
                libc::syscall(libc::SYS_getpid);
            },
            // SAFETY: as above.
            || unsafe {
                libc::open(c"/etc/passwd".as_ptr(), libc::O_RDONLY);
            },
            // SAFETY: as above.
            || unsafe {
                libc::ptrace(libc::PTRACE_SEIZE, 1, 0usize, 0usize);
            },
            // SAFETY: as above.
            || unsafe {
                libc::socket(libc::AF_INET, libc::SOCK_STREAM, 0);
            },
        ];
        for act in forbidden {
            let status = behind_the_filter(act);
            assert!(libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGSYS, "{status:#x}");
        }
    }
}
