//! What the helper refuses, seen from outside: exit code, reason, nothing on stdout.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};

use crate::target::{Parked, everything_of, helper};
use rookery_stacks::{CaptureOptions, StackError, capture};

fn run(arguments: &[&str]) -> Output {
    Command::new(helper()).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn assert_refused(output: &Output, exit: i32, code: &str) {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(exit), "{complaint}");
    assert!(complaint.contains(&format!(": {code}: ")), "{complaint}");
    assert!(output.stdout.is_empty(), "nothing may be written");
}

fn is_root() -> bool {
    // SAFETY: reads our own user id.
    unsafe { libc::getuid() == 0 }
}

#[test]
fn a_wrong_command_line_is_refused() {
    assert_refused(&run(&["--pid", "1", "--output", "/tmp/x"]), 2, "usage");
    assert_refused(&run(&[]), 2, "usage");
}

#[test]
fn a_process_that_has_ended_is_gone() {
    let mut child = Command::new("true").spawn().unwrap();
    let pid = child.id();
    child.wait().unwrap();
    assert_refused(&run(&["--pid", &pid.to_string()]), 6, "target-gone");
    let error = capture(&everything_of(pid)).unwrap_err();
    assert!(matches!(error, StackError::TargetGone { pid: gone } if gone == pid), "{error}");
}

#[test]
fn a_zombie_is_gone_too() {
    let mut child = Command::new("true").spawn().unwrap();
    let stat = format!("/proc/{}/stat", child.id());
    while !std::fs::read_to_string(&stat).unwrap().contains(") Z ") {
        std::thread::yield_now();
    }
    assert_refused(&run(&["--pid", &child.id().to_string()]), 6, "target-gone");
    child.wait().unwrap();
}

/// As root the helper is run as another user against a process of root's; as an ordinary user against root's
/// process 1. Either way it must not get to the memory.
#[test]
fn another_users_process_is_refused() {
    if is_root() {
        let parked = Parked::start(0);
        // The build folder may be closed to other users; the copy is not.
        let folder = std::env::temp_dir().join(format!("stackcap-refusal-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
        let copy = folder.join("stackcap");
        std::fs::copy(helper(), &copy).unwrap();
        let output = Command::new(&copy)
            .args(["--pid", &parked.pid().to_string()])
            .uid(65534)
            .gid(65534)
            .output()
            .unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        assert_refused(&output, 3, "other-user");
        parked.quit();
    } else {
        assert_refused(&run(&["--pid", "1"]), 3, "other-user");
    }
}

/// Same user, other group: the kernel would refuse too, but the helper must say so before it tries.
#[test]
fn a_caller_of_another_group_is_refused() {
    if !is_root() {
        // Only root can start the helper under another group; the rule itself is covered by its unit test.
        return;
    }
    let parked = Parked::start(0);
    let output = Command::new(helper())
        .args(["--pid", &parked.pid().to_string()])
        .stdin(Stdio::null())
        .gid(65534)
        .output()
        .unwrap();
    assert_refused(&output, 3, "other-group");
    parked.quit();
}

#[test]
fn an_undumpable_process_of_ours_is_refused() {
    // The helper itself is one: while it waits for its `go` it has closed itself to everybody.
    let mut waiting = Command::new(helper())
        .args(["--pid", "1", "--wait"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    if is_root() {
        // For root the kernel offers no way to see it; the capture must then simply work and harm nothing.
        let capture = capture(&everything_of(waiting.id()));
        assert!(capture.is_ok() || matches!(capture, Err(StackError::Refused { .. })), "{capture:?}");
    } else {
        loop {
            let output = run(&["--pid", &waiting.id().to_string()]);
            if output.status.code() == Some(3) {
                let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(
                    complaint.contains("not-dumpable") || complaint.contains("not-readable"),
                    "{complaint}"
                );
                break;
            }
        }
    }
    waiting.kill().unwrap();
    waiting.wait().unwrap();
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
    // Stdin is empty: its end is no `go`.
    assert_refused(&run(&["--pid", &own, "--wait"]), 3, "no-go");
}

#[test]
fn a_traced_process_is_refused_by_name() {
    let parked = Parked::start(0);
    let pid = i32::try_from(parked.pid()).unwrap();
    // SAFETY: seize takes no addresses; the child is ours and the hold ends with this thread.
    unsafe { assert_eq!(libc::ptrace(libc::PTRACE_SEIZE, pid, 0usize, 0usize), 0) };
    let output = run(&["--pid", &parked.pid().to_string()]);
    // SAFETY: interrupt, wait for the stop, let go.
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
fn a_missing_helper_is_said_so() {
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
}
