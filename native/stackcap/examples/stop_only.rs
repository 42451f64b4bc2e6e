//! How long does it take to stop all threads of a process and let them continue, without copying anything?
//!
//! `stop_only PID ROUNDS` prints `{"threads":…,"p50Ms":…,"p95Ms":…}`: what no capture with ptrace is below on this machine.
//! `npm run bench -- stacks` prints it next to the pause of a capture.

#![allow(clippy::unwrap_used, reason = "a tool of a bench, which fails by panicking")]

#[cfg(target_os = "linux")]
fn main() {
    use std::time::{Duration, Instant};

    let number = |at: usize| std::env::args().nth(at).unwrap().parse::<i32>().unwrap();
    let (pid, rounds) = (number(1), number(2));
    let ptrace = |request: libc::c_uint, tid: i32| {
        // SAFETY: seize, interrupt and detach take no address.
        assert_eq!(unsafe { libc::ptrace(request, tid, 0usize, 0usize) }, 0, "thread {tid}");
    };
    let mut pauses: Vec<Duration> = Vec::new();
    let mut threads = 0;
    for _ in 0..rounds {
        let tasks = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
        let tids: Vec<i32> =
            tasks.map(|task| task.unwrap().file_name().into_string().unwrap().parse().unwrap()).collect();
        threads = tids.len();
        tids.iter().for_each(|tid| ptrace(libc::PTRACE_SEIZE, *tid));
        let begun = Instant::now();
        tids.iter().for_each(|tid| ptrace(libc::PTRACE_INTERRUPT, *tid));
        for tid in &tids {
            let mut status = 0;
            // SAFETY: the kernel fills in one status word of ours.
            assert_eq!(unsafe { libc::waitpid(*tid, &raw mut status, libc::__WALL) }, *tid);
            assert!(libc::WIFSTOPPED(status), "thread {tid}: {status:#x}");
        }
        tids.iter().for_each(|tid| ptrace(libc::PTRACE_DETACH, *tid));
        pauses.push(begun.elapsed());
    }
    pauses.sort_unstable();
    let at = |share: usize| pauses[(pauses.len() - 1) * share / 100].as_secs_f64() * 1000.0;
    println!("{{\"threads\":{threads},\"p50Ms\":{:.3},\"p95Ms\":{:.3}}}", at(50), at(95));
}

#[cfg(not(target_os = "linux"))]
fn main() {}
