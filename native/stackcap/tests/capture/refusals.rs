//! What the helper refuses, seen from outside: exit code, reason, nothing on stdout.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::target::{Parked, everything_of, helper};
use std::sync::atomic::{AtomicU32, Ordering};

use rookery_stacks::{CaptureOptions, StackError, capture};
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

fn run(arguments: &[&str]) -> Output {
    Command::new(helper()).args(arguments).stdin(Stdio::null()).output().unwrap()
}

pub fn assert_refused(output: &Output, exit: i32, code: &str) {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{complaint}");
    assert!(complaint.contains(&format!(": {code}: ")), "{complaint}");
    assert!(output.stdout.is_empty(), "nothing may be written");
}

/// The user and group that own nothing.
pub const NOBODY: u32 = 65534;

/// A copy of the helper where every user can run it; the build folder may be closed to others.
pub struct OpenCopy(PathBuf);

impl OpenCopy {
    pub fn of_the_helper() -> Self {
        static COPIES: AtomicU32 = AtomicU32::new(0);
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("stackcap-test-{}-{number}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
        // By another program: a child that this one starts meanwhile could inherit a handle open for writing,
        // and a file open for writing cannot be run.
        assert!(Command::new("cp").arg(helper()).arg(folder.join("stackcap")).status().unwrap().success());
        Self(folder)
    }

    pub fn program(&self) -> PathBuf {
        self.0.join("stackcap")
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.program());
        command.args(arguments).stdin(Stdio::null());
        command
    }
}

impl Drop for OpenCopy {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

pub fn is_root() -> bool {
    // SAFETY: reads our own user id.
    unsafe { libc::getuid() == 0 }
}

#[test]
fn a_wrong_command_line_is_refused() {
    assert_refused(&run(&["--pid", "1", "--output", "/tmp/x"]), 2, "usage");
    assert_refused(&run(&[]), 2, "usage");
}

#[test]
fn an_ended_process_is_reported_as_ended() {
    let mut child = Command::new("true").spawn().unwrap();
    let pid = child.id();
    child.wait().unwrap();
    assert_refused(&run(&["--pid", &pid.to_string()]), 6, "target-gone");
    let error = capture(&everything_of(pid)).unwrap_err();
    assert!(matches!(error, StackError::TargetGone { pid: gone } if gone == pid), "{error}");
}

#[test]
fn a_zombie_is_reported_as_ended() {
    let mut child = Command::new("true").spawn().unwrap();
    let stat = format!("/proc/{}/stat", child.id());
    while !std::fs::read_to_string(&stat).unwrap().contains(") Z ") {
        std::thread::yield_now();
    }
    assert_refused(&run(&["--pid", &child.id().to_string()]), 6, "target-gone");
    child.wait().unwrap();
}

/// As root the helper is run as another user, and as another group, against a process of root's; as an
/// ordinary user against root's process 1. Either way it must not get to the memory.
#[test]
fn another_users_or_groups_process_is_refused() {
    if !is_root() {
        assert_refused(&run(&["--pid", "1"]), 3, "other-user");
        return;
    }
    let parked = Parked::start(0);
    let pid = parked.pid().to_string();
    let open = OpenCopy::of_the_helper();
    let output = open.command(&["--pid", &pid]).uid(NOBODY).gid(NOBODY).output().unwrap();
    assert_refused(&output, 3, "other-user");
    let output = open.command(&["--pid", &pid]).gid(NOBODY).output().unwrap();
    assert_refused(&output, 3, "other-group");
    parked.quit();
}

/// The helper itself is an undumpable process: while it waits for its `go` it has closed itself to everybody.
/// As root, both run as an ordinary user, because root may look at anything.
#[test]
fn an_undumpable_process_of_the_same_user_is_refused() {
    let open = OpenCopy::of_the_helper();
    let as_ordinary_user = |command: &mut Command| {
        if is_root() {
            command.uid(NOBODY).gid(NOBODY);
        }
    };
    let mut waiting = open.command(&["--pid", "1", "--wait"]);
    as_ordinary_user(&mut waiting);
    let mut waiting =
        waiting.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let pid = waiting.id().to_string();
    // It closes itself a moment after its start.
    let complaint = loop {
        let mut command = open.command(&["--pid", &pid]);
        as_ordinary_user(&mut command);
        let output = command.output().unwrap();
        if !output.status.success() {
            assert_eq!(output.status.code(), Some(3));
            assert!(output.stdout.is_empty());
            break String::from_utf8(output.stderr).unwrap();
        }
    };
    waiting.kill().unwrap();
    waiting.wait().unwrap();
    assert!(complaint.contains(": not-dumpable: ") || complaint.contains(": not-readable: "), "{complaint}");
}

#[test]
fn a_thread_is_not_a_process_and_a_strangers_thread_is_not_ours() {
    let parked = Parked::start(0);
    let all = capture(&everything_of(parked.pid())).unwrap();
    let tid = all.threads.iter().find(|thread| thread.tid != parked.pid()).unwrap().tid;
    assert_refused(&run(&["--pid", &tid.to_string()]), 3, "not-a-process");
    let error = capture(&CaptureOptions { threads: vec![std::process::id()], ..everything_of(parked.pid()) })
        .unwrap_err();
    assert_eq!(error.code(), "no-such-thread", "{error}");
    parked.quit();
}

#[test]
fn closed_standard_streams_are_refused() {
    for closed in 0..=2 {
        let mut command = Command::new(helper());
        command.args(["--pid", &std::process::id().to_string()]).stdin(Stdio::null());
        // SAFETY: close is async-signal-safe and touches only the child's own table.
        unsafe {
            command.pre_exec(move || {
                libc::close(closed);
                Ok(())
            });
        }
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(2), "stream {closed} closed");
        assert!(output.stdout.is_empty(), "stream {closed} closed");
    }
}

#[test]
fn with_wait_nothing_happens_without_go() {
    let own = std::process::id().to_string();
    // Stdin is empty: its end is not `go`.
    assert_refused(&run(&["--pid", &own, "--wait"]), 3, "no-go");
}

#[test]
fn a_traced_process_is_refused_by_name() {
    let parked = Parked::start(0);
    let pid = i32::try_from(parked.pid()).unwrap();
    // SAFETY: seize takes no addresses; the child is ours and the hold ends with this thread.
    unsafe { assert_eq!(libc::ptrace(libc::PTRACE_SEIZE, pid, 0usize, 0usize), 0) };
    let output = run(&["--pid", &parked.pid().to_string()]);
    // SAFETY: interrupt, wait for the stop, release.
    unsafe {
        let mut status = 0;
        assert_eq!(libc::ptrace(libc::PTRACE_INTERRUPT, pid, 0usize, 0usize), 0);
        assert_eq!(libc::waitpid(pid, &raw mut status, libc::__WALL), pid);
        assert_eq!(libc::ptrace(libc::PTRACE_DETACH, pid, 0usize, 0usize), 0);
    }
    assert_refused(&output, 3, "already-traced");
    parked.quit();
}

#[test]
fn a_missing_helper_is_reported() {
    let options = CaptureOptions { helper: "/nowhere/stackcap".into(), ..everything_of(std::process::id()) };
    assert!(matches!(capture(&options), Err(StackError::HelperMissing { .. })));
}

#[test]
fn a_helper_that_talks_nonsense_is_refused() {
    let options = CaptureOptions { helper: "/bin/echo".into(), ..everything_of(std::process::id()) };
    assert!(matches!(capture(&options), Err(StackError::Decode { .. })));
    let options = CaptureOptions { helper: "/bin/false".into(), ..everything_of(std::process::id()) };
    let error = capture(&options).unwrap_err();
    assert_eq!(error.code(), "helper-died", "{error}");
}

#[test]
fn the_self_test_passes_and_nothing_of_it_remains() {
    let output = run(&["--self-test"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stdout).contains("self-test passed"));
    let test = rookery_stacks::self_test(&helper()).unwrap();
    assert!(test.passed, "{test:?}");
    let codes: Vec<_> = test.possibilities.iter().map(|each| each.code.as_str()).collect();
    assert_eq!(codes, ["capability", "nosuid", "no-new-privs", "yama", "other-processes"]);
}

/// When nothing can be captured, the circumstances are needed most. A seccomp filter simulates the kernel
/// that forbids it.
#[test]
fn a_self_test_that_fails_names_the_circumstances_all_the_same() {
    let calls = [(libc::SYS_ptrace, Vec::new())].into();
    let [refuse, allow] = [SeccompAction::Errno(libc::EPERM as u32), SeccompAction::Allow];
    let filter =
        SeccompFilter::new(calls, allow, refuse, std::env::consts::ARCH.try_into().unwrap()).unwrap();
    let filter: BpfProgram = filter.try_into().unwrap();
    let mut command = Command::new(helper());
    command.arg("--self-test").stdin(Stdio::null());
    // SAFETY: applying a filter that is made already is two system calls.
    unsafe { command.pre_exec(move || apply_filter(&filter).map_err(|_| std::io::Error::last_os_error())) };
    let output = command.output().unwrap();
    assert_refused(&output, 3, "seize-denied");
    let said = String::from_utf8(output.stderr).unwrap();
    let facts: Vec<_> = said.lines().filter(|line| line.starts_with("stackcap: fact: ")).collect();
    assert_eq!(facts.len(), 4, "{said}");
    assert!(said.contains("fact: no-new-privs: yes"), "{said}");
}
