//! A capture of another process finds its threads where they are, and leaves them as they were.

use std::time::Duration;

use crate::target::{Parked, everything_of, stands_in, thread};
use rookery_stacks::capture;

#[test]
fn every_thread_is_found_where_it_stands() {
    let parked = Parked::start(3);
    let capture = capture(&everything_of(parked.pid())).unwrap();
    assert_eq!(capture.pid, parked.pid());
    assert_eq!(capture.threads.len(), 8, "{capture:#?}");
    assert_eq!(capture.threads_listed, 8);
    for (name, function, state) in [
        ("spinner", "spin_until_stopped", 'R'),
        ("futex-waiter", "wait_on_a_condition", 'S'),
        ("reader", "read_from_a_pipe", 'S'),
        ("sleeper", "sleep_again_and_again", 'S'),
        ("parked", "run", 'S'),
        ("parked-001", "wait_on_a_condition", 'S'),
    ] {
        let thread = thread(&capture, name);
        assert!(stands_in(thread, function), "{name} does not stand in {function}: {thread:#?}");
        assert_eq!(thread.state, state, "{name}");
        assert_eq!(thread.partial, None, "{name}: {thread:#?}");
    }
    parked.quit();
}

#[test]
fn deep_stacks_are_walked_to_their_root_with_files_and_lines() {
    let parked = Parked::start(1);
    let capture = capture(&everything_of(parked.pid())).unwrap();
    let thread = thread(&capture, "parked-000");
    let descents = thread
        .frames
        .iter()
        .filter(|frame| frame.function.as_deref().is_some_and(|name| name.ends_with("go_down")))
        .collect::<Vec<_>>();
    assert_eq!(descents.len(), 21, "{thread:#?}");
    for frame in descents {
        assert!(frame.file.as_deref().is_some_and(|file| file.ends_with("examples/parked.rs")), "{frame:?}");
        assert!(frame.line.is_some_and(|line| line > 0), "{frame:?}");
        assert!(
            frame.module.as_deref().is_some_and(|module| module.ends_with("examples/parked")),
            "{frame:?}"
        );
    }
    assert!(thread.frames.iter().any(|frame| frame.inlined), "some of std is inlined: {thread:#?}");
    assert!(!thread.frames.last().unwrap().inlined);
    // The root of a thread lies in the C library, whose names come from its exported symbols or are absent.
    assert!(
        thread.frames.last().unwrap().module.as_deref().is_some_and(|module| module.contains("libc")),
        "{thread:#?}"
    );
    parked.quit();
}

#[test]
fn only_the_requested_threads_are_captured() {
    let parked = Parked::start(0);
    let all = capture(&everything_of(parked.pid())).unwrap();
    let reader = thread(&all, "reader").tid;
    let mut options = everything_of(parked.pid());
    options.threads = vec![reader];
    let one = capture(&options).unwrap();
    assert_eq!(one.threads.iter().map(|thread| thread.tid).collect::<Vec<_>>(), [reader]);
    assert_eq!(one.threads_listed, all.threads_listed);
    parked.quit();
}

#[test]
fn the_process_goes_on_undisturbed_and_is_held_only_briefly() {
    let mut parked = Parked::start(16);
    let mut turns = parked.ask("turns");
    for _ in 0..20 {
        let capture = capture(&everything_of(parked.pid())).unwrap();
        assert!(
            capture.pause > Duration::ZERO && capture.pause < Duration::from_millis(250),
            "{:?}",
            capture.pause
        );
        assert!(capture.pause < capture.total);
        let status = std::fs::read_to_string(format!("/proc/{}/status", parked.pid())).unwrap();
        assert!(status.contains("TracerPid:\t0"), "{status}");
        // The spinner only ever goes round while it is not held.
        let mut now = parked.ask("turns");
        while now == turns {
            now = parked.ask("turns");
        }
        turns = now;
    }
    parked.quit();
}

#[test]
fn signals_that_arrive_while_held_are_handed_on() {
    const SENT: u64 = 300;
    let mut parked = Parked::start(8);
    let pid = i32::try_from(parked.pid()).unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..SENT {
                // Real-time signals are queued, never merged: each one sent must be counted.
                // SAFETY: sends a signal to a child of ours.
                assert_eq!(unsafe { libc::kill(pid, libc::SIGRTMIN()) }, 0);
                std::thread::sleep(Duration::from_micros(200));
            }
        });
        for _ in 0..20 {
            capture(&everything_of(parked.pid())).unwrap();
        }
    });
    while parked.ask("signals") < SENT {}
    assert_eq!(parked.ask("signals"), SENT);
    parked.quit();
}

#[test]
fn a_stopped_process_is_captured_and_stays_stopped() {
    let parked = Parked::start(0);
    let pid = i32::try_from(parked.pid()).unwrap();
    // Each thread stops when the kernel schedules it next, so one stopped thread is not enough.
    let all_stopped = || {
        let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
        tasks.into_iter().all(|task| {
            let stat = std::fs::read_to_string(task.unwrap().path().join("stat")).unwrap();
            stat.rsplit(") ").next().unwrap().starts_with('T')
        })
    };
    // SAFETY: stops and continues a child of ours.
    unsafe { libc::kill(pid, libc::SIGSTOP) };
    while !all_stopped() {
        std::thread::yield_now();
    }
    let capture = capture(&everything_of(parked.pid())).unwrap();
    assert_eq!(thread(&capture, "reader").state, 'T');
    assert!(stands_in(thread(&capture, "reader"), "read_from_a_pipe"));
    // Detaching wakes each thread inside the kernel, which returns it to its stop; until then it is running.
    let deadline = std::time::Instant::now() + Duration::from_secs(10);
    while !all_stopped() && std::time::Instant::now() < deadline {
        std::thread::yield_now();
    }
    assert!(all_stopped(), "the process runs again");
    // SAFETY: as above.
    unsafe { libc::kill(pid, libc::SIGCONT) };
    parked.quit();
}
