//! What this program forbids itself, before and after the capture.

use std::io;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, fcntl_getfd, read, retry_on_intr, write};
use rustix::process::{DumpableBehavior, Resource, Rlimit, getrlimit, set_dumpable_behavior, setrlimit};
use rustix::stdio::{stderr, stdin, stdout};

use super::outcome::{Kind, OrFailed, Outcome};
use super::{capabilities, seccomp};

const MEMORY_LIMIT: u64 = 512 * 1024 * 1024;
/// What `--wait` waits for, and how long.
const GO: &[u8] = b"go\n";
const GO_TIMEOUT: Timespec = Timespec { tv_sec: 5, tv_nsec: 0 };

/// Are stdin, stdout and stderr all open? A closed one would be taken over by the next file opened.
pub fn standard_streams_are_open() -> bool {
    [stdin(), stdout(), stderr()].into_iter().all(|stream| fcntl_getfd(stream).is_ok())
}

type Step = (&'static str, fn() -> io::Result<()>);

/// No core file, bounded memory, unreadable by our own user's other programs, capability lowered.
pub fn before_the_capture() -> Result<(), Outcome> {
    in_turn(&[
        ("forbidding core files", || limit(Resource::Core, 0)),
        ("bounding memory", || limit(Resource::As, MEMORY_LIMIT)),
        // What we copy must not be readable from us: nobody may trace this process either.
        ("undumpability", || Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)),
        ("lowering capabilities", capabilities::lower),
    ])
}

/// No capability, no new privileges, and from here on only writing and leaving are possible.
pub fn after_the_capture() -> Result<(), Outcome> {
    in_turn(&[
        ("dropping capabilities", capabilities::drop_all),
        ("forbidding new privileges", || Ok(rustix::thread::set_no_new_privs(true)?)),
        ("installing the system call filter", seccomp::allow_only_writing),
    ])
}

fn in_turn(steps: &[Step]) -> Result<(), Outcome> {
    steps
        .iter()
        .try_for_each(|(doing, step)| step().map_err(|cause| Outcome::failed("confinement", doing, cause)))
}

/// Lowers a limit, never raising what the caller already restricted.
fn limit(resource: Resource, most: u64) -> io::Result<()> {
    let now = getrlimit(resource);
    let lowered = |now: Option<u64>| Some(now.map_or(most, |now| now.min(most)));
    Ok(setrlimit(resource, Rlimit { current: lowered(now.current), maximum: lowered(now.maximum) })?)
}

/// Asks the scheduler for short turns that come soon: on a busy machine a held process would otherwise wait for us
/// while we wait for a processor. Needs no privilege; kernels before 6.12 pass it over, and nothing depends on it.
pub fn ask_for_short_turns() {
    const SHORTEST_NS: u64 = 100_000;
    // SAFETY: a zeroed sched_attr is a valid one: the ordinary policy, nice 0, no flags.
    let mut wish: libc::sched_attr = unsafe { std::mem::zeroed() };
    wish.size = size_of::<libc::sched_attr>() as u32;
    wish.sched_policy = libc::SCHED_OTHER as u32;
    wish.sched_nice = rustix::process::getpriority_process(None).unwrap_or_default();
    wish.sched_runtime = SHORTEST_NS;
    // SAFETY: passes one sched_attr of ours with its true size, for ourselves.
    unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const wish, 0) };
}

/// Blocks until `go` and a newline arrive on stdin.
pub fn wait_for_go() -> Result<(), Outcome> {
    let mut heard = Vec::with_capacity(GO.len());
    while heard.len() < GO.len() {
        let ready = retry_on_intr(|| poll(&mut [PollFd::new(&stdin(), PollFlags::IN)], Some(&GO_TIMEOUT)));
        if ready.or_failed("waiting for `go`")? == 0 {
            return Err(Outcome::refused("no-go", "no `go` came on stdin within five seconds"));
        }
        let mut byte = [0];
        if retry_on_intr(|| read(stdin(), &mut byte)).or_failed("reading `go`")? == 0 {
            break;
        }
        heard.extend(byte);
    }
    match heard.as_slice() {
        GO => Ok(()),
        _ => Err(Outcome::refused("no-go", "stdin said something other than `go`")),
    }
}

/// Writes to stdout with bare system calls, the only ones left, and ends the program: even freeing the snapshot's
/// memory is a call that the filter no longer allows.
pub fn write_out_and_end(mut bytes: &[u8]) -> ! {
    while !bytes.is_empty() {
        match write(stdout(), bytes) {
            Err(Errno::INTR) => {}
            Ok(count @ 1..) => bytes = bytes.get(count..).unwrap_or_default(),
            Ok(0) | Err(_) => end(
                Kind::Failed as i32,
                b"stackcap: failed: syscall: the snapshot could not be written to stdout\n",
            ),
        }
    }
    end(0, b"")
}

/// Ends the program at once, with a last line. Nothing here allocates or locks: signal handlers call it too.
pub fn end(exit_code: i32, line: &'static [u8]) -> ! {
    // Where nobody reads it, the exit code says as much.
    let _nobody_reads = write(stderr(), line);
    // SAFETY: takes a number and does not return.
    unsafe { libc::_exit(exit_code) }
}
