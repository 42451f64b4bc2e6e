//! Many threads, threads that come and go, and ends in the middle: stacks are right and the process continues.

use std::io::Read;
use std::os::fd::AsRawFd;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::target::{Parked, everything_of, helper, stands_in};
use rookery_stacks::{StackError, capture};

fn all_stand_where_they_belong(threads: usize) {
    let parked = Parked::start(threads);
    let capture = capture(&everything_of(parked.pid())).unwrap();
    assert_eq!(capture.threads.len(), threads + 5);
    let deep: Vec<_> = capture.threads.iter().filter(|thread| thread.name.starts_with("parked-")).collect();
    assert_eq!(deep.len(), threads);
    for thread in deep {
        let descents = thread
            .frames
            .iter()
            .filter(|frame| frame.function.as_deref().is_some_and(|name| name.ends_with("go_down")))
            .count();
        assert_eq!(descents, 21, "{thread:#?}");
        assert!(stands_in(thread, "wait_on_a_condition"), "{thread:#?}");
        assert_eq!(thread.partial, None, "{thread:#?}");
    }
    parked.quit();
}

#[test]
fn sixty_four_threads_stand_where_they_belong() {
    all_stand_where_they_belong(64);
}

#[test]
fn two_hundred_and_fifty_six_threads_stand_where_they_belong() {
    all_stand_where_they_belong(256);
}

#[test]
fn threads_that_end_during_a_capture_are_normal() {
    let parked = Parked::start_with(4, &["churn"]);
    for _ in 0..40 {
        let capture = capture(&everything_of(parked.pid())).unwrap();
        // The lasting ones are in every capture, whatever comes and goes next to them.
        let lasting = capture.threads.iter().filter(|thread| thread.name.starts_with("parked-")).count();
        assert_eq!(lasting, 4, "{capture:#?}");
        for thread in capture.threads.iter().filter(|thread| thread.name.starts_with("parked-")) {
            assert!(stands_in(thread, "wait_on_a_condition"), "{thread:#?}");
        }
    }
    parked.quit();
}

#[test]
fn a_helper_killed_at_any_moment_leaves_the_process_running() {
    let mut parked = Parked::start(64);
    let pid = parked.pid().to_string();
    for round in 0..40u64 {
        let mut child = Command::new(helper())
            .args(["--pid", &pid])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(round * 150));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let turns = parked.ask("turns");
    while parked.ask("turns") == turns {}
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    assert!(status.contains("TracerPid:\t0"), "{status}");
    // Every thread wakes and ends: none was left behind in a stop.
    parked.quit();
}

#[test]
fn a_process_killed_during_a_capture_is_reported_as_ended_or_captured() {
    for round in 0..12u64 {
        let parked = Parked::start(32);
        let pid = parked.pid();
        let options = everything_of(pid);
        let capturing = std::thread::spawn(move || capture(&options));
        std::thread::sleep(Duration::from_micros(round * 400));
        drop(parked);
        match capturing.join().unwrap() {
            Ok(capture) => assert_eq!(capture.pid, pid),
            // Its files vanish while it is looked at: that is "gone", or what the kernel says of a process
            // that is just ending.
            Err(StackError::TargetGone { pid: gone }) => assert_eq!(gone, pid),
            Err(StackError::Refused { code, .. }) => {
                assert!(
                    ["no-user-memory", "not-readable", "not-dumpable", "unreadable-proc"]
                        .contains(&code.as_str()),
                    "{code}"
                );
            }
            Err(other) => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_pending_blocked_signal_stays_pending() {
    let mut parked = Parked::start_with(0, &["blocked"]);
    let pid = i32::try_from(parked.pid()).unwrap();
    // SAFETY: sends a signal, which that process has blocked, to a child of ours.
    assert_eq!(unsafe { libc::kill(pid, libc::SIGUSR1) }, 0);
    let pending = || {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
        status.lines().find(|line| line.starts_with("ShdPnd:")).unwrap().to_owned()
    };
    let before = pending();
    assert_ne!(before, "ShdPnd:\t0000000000000000");
    capture(&everything_of(parked.pid())).unwrap();
    assert_eq!(pending(), before);
    assert_eq!(parked.ask("signals"), 0);
    parked.quit();
}

/// The kernel stops such a thread as soon as its wait is over; by then the helper must have released it,
/// however slow the reader of the snapshot is.
#[test]
fn a_thread_that_cannot_be_stopped_is_not_held_while_the_snapshot_is_written() {
    let mut parked = Parked::start_with(0, &["vfork"]);
    let pid = parked.pid();
    let in_vfork = || {
        let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
        tasks.map(|task| task.unwrap().path()).any(|task| {
            std::fs::read_to_string(task.join("stat")).unwrap_or_default().contains("(in-vfork) D ")
        })
    };
    while !in_vfork() {
        assert_eq!(parked.ask("waits"), 0, "the wait was over before it was seen");
    }
    let mut helper = Command::new(helper())
        .args(["--pid", &pid.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = helper.stdout.take().unwrap();
    // SAFETY: takes a handle of ours and numbers.
    assert_eq!(unsafe { libc::fcntl(stdout.as_raw_fd(), libc::F_SETPIPE_SZ, 4096) }, 4096);
    let deadline = std::time::Instant::now() + Duration::from_secs(10);
    while parked.ask("waits") == 0 && std::time::Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(helper.try_wait().unwrap().is_none(), "the helper does not wait for its reader");
    assert_eq!(parked.ask("waits"), 1, "the thread is still held");
    let mut snapshot = Vec::new();
    stdout.read_to_end(&mut snapshot).unwrap();
    assert!(helper.wait().unwrap().success());
    assert!(snapshot.starts_with(b"RKSTACKS") && snapshot.len() > 4096);
    parked.quit();
}
