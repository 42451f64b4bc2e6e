//! Runs the capture program, permits it to trace this process if requested, and collects its output.

use std::io::{self, Read, Write};
use std::os::fd::AsRawFd;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rookery_cancel::CancelToken;

use crate::{StackError, installed_helper};

/// The program holds its target for at most 250 ms; the rest is starting up and copying.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// How often cancellation is polled while the program works.
const BETWEEN_POLLS: Duration = Duration::from_millis(10);
/// More than the program can ever copy.
const MOST_SNAPSHOT_BYTES: usize = 160 << 20;
const MOST_COMPLAINT_BYTES: usize = 16 << 10;

/// What the program output before it ended.
pub(crate) struct HelperOutput {
    pub snapshot: Vec<u8>,
    pub error_text: String,
    pub status: ExitStatus,
}

/// Runs the program to its end.
pub(crate) fn run(
    helper: &Path,
    arguments: &[String],
    own_process: bool,
) -> Result<HelperOutput, StackError> {
    installed_helper::require_safe_place(helper)?;
    let time_slices = ShortTimeSlices::ask();
    let mut child = Command::new(helper)
        .args(arguments)
        .args(own_process.then_some("--wait"))
        .env_clear()
        .current_dir("/")
        .stdin(if own_process { Stdio::piped() } else { Stdio::null() })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map(Ended)
        .map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => StackError::HelperMissing { path: helper.to_owned() },
            _ => StackError::io(format!("starting the capture program {}", helper.display()), error),
        })?;
    drop(time_slices);
    // While this exists, the program and only the program may trace this process.
    let _permission = if own_process { Some(Permission::grant(child.0.id())?) } else { None };
    if let Some(mut stdin) = child.0.stdin.take() {
        match stdin.write_all(b"go\n") {
            // The program refused before it read its input; its error text has the reason.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Err(error) => return Err(StackError::io("writing to the capture program", error)),
            Ok(()) => {}
        }
    }
    let (snapshot, error_text) = collect(&mut child.0)?;
    let status =
        child.0.wait().map_err(|error| StackError::io("waiting for the capture program's end", error))?;
    Ok(HelperOutput { snapshot, error_text: String::from_utf8_lossy(&error_text).into_owned(), status })
}

/// While this exists, this thread and its children request short time slices with low latency: on a busy
/// machine a held process would otherwise wait for the program while that waits for a processor. Needs no
/// privilege; kernels before 6.12 pass it over, and nothing depends on it.
struct ShortTimeSlices {
    before: libc::sched_attr,
}

impl ShortTimeSlices {
    const NS: u64 = 100_000;

    /// Nothing where the kernel does not answer, or schedules this thread by other rules than the ordinary
    /// ones.
    fn ask() -> Option<Self> {
        let before = scheduling_of(0)?;
        let ordinary = before.sched_policy == libc::SCHED_OTHER as u32;
        let wish = libc::sched_attr { sched_runtime: Self::NS, ..before };
        (ordinary && schedule_by(&wish)).then_some(Self { before })
    }
}

impl Drop for ShortTimeSlices {
    fn drop(&mut self) {
        schedule_by(&self.before);
    }
}

/// The scheduling of a thread; 0 is the calling one.
fn scheduling_of(tid: libc::pid_t) -> Option<libc::sched_attr> {
    let size = size_of::<libc::sched_attr>();
    // SAFETY: plain numbers, of which zeros are a valid value; the kernel writes at most `size` bytes to
    // them.
    unsafe {
        let mut now: libc::sched_attr = std::mem::zeroed();
        (libc::syscall(libc::SYS_sched_getattr, tid, &raw mut now, size, 0) == 0).then_some(now)
    }
}

fn schedule_by(wish: &libc::sched_attr) -> bool {
    // SAFETY: the kernel reads one sched_attr of ours, which contains its size.
    unsafe { libc::syscall(libc::SYS_sched_setattr, 0, std::ptr::from_ref(wish), 0) == 0 }
}

/// A child that does not outlive the call, however the call ends.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        if let Ok(None) = self.0.try_wait() {
            // It may have ended already; then the kill fails, and the wait collects it.
            let _already_ended = self.0.kill();
            let _collected = self.0.wait();
        }
    }
}

/// The Yama exception: process-wide, for one tracer at a time, taken back on drop.
struct Permission;

impl Permission {
    fn grant(tracer: u32) -> Result<Self, StackError> {
        match set_ptracer(libc::c_ulong::from(tracer)) {
            Ok(()) => Ok(Self),
            // A kernel without Yama has no such exception and needs none.
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => Ok(Self),
            Err(error) => Err(StackError::io("allowing the capture program to look at this process", error)),
        }
    }
}

impl Drop for Permission {
    fn drop(&mut self) {
        // Fails only on a kernel without Yama, where nothing was granted.
        let _no_yama = set_ptracer(0);
    }
}

fn set_ptracer(tracer: libc::c_ulong) -> io::Result<()> {
    // SAFETY: this prctl takes plain numbers.
    match unsafe { libc::prctl(libc::PR_SET_PTRACER, tracer, 0, 0, 0) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Reads both streams to their ends. This thread may itself be stopped during the capture; the program writes
/// only after it has resumed the process, so neither waits for the other.
fn collect(child: &mut Child) -> Result<(Vec<u8>, Vec<u8>), StackError> {
    let cancel = CancelToken::current();
    let deadline = Instant::now() + MAX_WAIT;
    let mut snapshot = Vec::with_capacity(1 << 20);
    let mut error_text = Vec::new();
    let mut stdout = child.stdout.take();
    let mut stderr = child.stderr.take();
    while stdout.is_some() || stderr.is_some() {
        let mut polls = [poll_for(stdout.as_ref()), poll_for(stderr.as_ref())];
        if cancel.is_cancelled() {
            return Err(StackError::Cancelled);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        let wait = left.min(BETWEEN_POLLS);
        // SAFETY: two pollfds of ours are passed with the count two; entries with a negative handle are
        // ignored.
        let ready = unsafe { libc::poll(polls.as_mut_ptr(), 2, wait.as_millis() as libc::c_int) };
        match ready {
            0 if left.is_zero() => return Err(StackError::Timeout { after_ms: MAX_WAIT.as_millis() as u64 }),
            0 => continue,
            -1 => {
                let error = io::Error::last_os_error();
                if error.kind() == io::ErrorKind::Interrupted {
                    continue;
                }
                return Err(StackError::io("listening to the capture program", error));
            }
            _ => {}
        }
        let [out, err] = polls;
        read_some(&mut stdout, out, &mut snapshot, MOST_SNAPSHOT_BYTES)?;
        read_some(&mut stderr, err, &mut error_text, MOST_COMPLAINT_BYTES)?;
    }
    Ok((snapshot, error_text))
}

fn poll_for(stream: Option<&impl AsRawFd>) -> libc::pollfd {
    libc::pollfd { fd: stream.map_or(-1, AsRawFd::as_raw_fd), events: libc::POLLIN, revents: 0 }
}

/// Reads once if data is available; closes the stream at its end.
fn read_some<R: Read>(
    stream: &mut Option<R>,
    poll: libc::pollfd,
    into: &mut Vec<u8>,
    most: usize,
) -> Result<(), StackError> {
    const STEP: usize = 256 << 10;
    let Some(open) = stream.as_mut().filter(|_| poll.revents != 0) else { return Ok(()) };
    let before = into.len();
    into.resize(before + STEP, 0);
    let got = open.read(into.get_mut(before..).unwrap_or_default());
    into.truncate(before + *got.as_ref().unwrap_or(&0));
    match got {
        Ok(0) => *stream = None,
        Ok(_) if into.len() > most => {
            return Err(StackError::Decode {
                offset: most,
                reason: "the capture program wrote more than it can have copied".into(),
            });
        }
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
        Err(error) => return Err(StackError::io("reading from the capture program", error)),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_started_inherits_short_turns_and_this_thread_goes_back_to_its_own() {
        let turns = |tid| scheduling_of(tid).map(|now| (now.sched_policy, now.sched_nice, now.sched_runtime));
        let before = turns(0);
        let requested = ShortTimeSlices::ask();
        let meanwhile = turns(0);
        let mut child = Ended(Command::new("sleep").arg("1000").spawn().unwrap());
        let inherited = turns(libc::pid_t::try_from(child.0.id()).unwrap());
        drop(requested);
        let after = turns(0);
        child.0.kill().unwrap();
        child.0.wait().unwrap();
        assert_eq!(after, before);
        assert_eq!(inherited, meanwhile);
        match meanwhile {
            Some((_, _, ShortTimeSlices::NS)) => {}
            // The value of an older kernel for an ordinary thread.
            other => assert_eq!(other, before),
        }
    }
}
