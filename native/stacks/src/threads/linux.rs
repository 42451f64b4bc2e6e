//! Readings of `/proc/PID/task/*` on Linux.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::machine::MachineTicks;
use super::reading::{Reading, Turn};
use super::{ThreadIo, ThreadState};
use crate::StackError;

/// What is used of a `stat` line.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    name: String,
    state: char,
    user_ticks: u64,
    kernel_ticks: u64,
    priority: i32,
    start_ticks: u64,
}

pub(super) fn require_readable(pid: u32) -> Result<(), StackError> {
    if pid == std::process::id() { Ok(()) } else { crate::processes::require_own_user(pid) }
}

pub(super) fn read_all(pid: u32, turn: Turn) -> Result<HashMap<u32, Reading>, StackError> {
    let tasks = PathBuf::from(format!("/proc/{pid}/task"));
    let clock = Clock::read();
    let entries = std::fs::read_dir(&tasks).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => StackError::TargetGone { pid },
        _ => StackError::io(format!("listing the threads of process {pid}"), error),
    })?;
    let mut readings = HashMap::new();
    for entry in entries {
        let Ok(entry) = entry else { break };
        let Some(tid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        // A thread that ends while it is read is no longer a thread.
        if let Some(reading) = read(&entry.path(), &clock, turn) {
            readings.insert(tid, reading);
        }
    }
    if readings.is_empty() { Err(StackError::TargetGone { pid }) } else { Ok(readings) }
}

/// What ticks of `stat` count.
struct Clock {
    ticks_per_second: u64,
    boot: SystemTime,
}

impl Clock {
    fn read() -> Self {
        Self { ticks_per_second: ticks_per_second(), boot: boot_time() }
    }

    fn duration(&self, ticks: u64) -> Duration {
        let ns = u128::from(ticks) * 1_000_000_000 / u128::from(self.ticks_per_second);
        Duration::from_nanos(u64::try_from(ns).unwrap_or(u64::MAX))
    }
}

fn read(task: &Path, clock: &Clock, turn: Turn) -> Option<Reading> {
    // Used of the second reading only, and slow: each is a file.
    let is_second = turn == Turn::Second;
    let text = |name: &str| std::fs::read(task.join(name)).ok();
    let stat = Stat::parse(&String::from_utf8_lossy(&text("stat")?))?;
    let (user_time, kernel_time) = (clock.duration(stat.user_ticks), clock.duration(stat.kernel_ticks));
    let on_cpu_ns: Option<u64> = text("schedstat")
        .and_then(|line| String::from_utf8_lossy(&line).split(' ').next()?.parse().ok())
        // Kernels without these statistics report zero.
        .filter(|ns| *ns != 0);
    Some(Reading {
        busy: on_cpu_ns.map_or(user_time + kernel_time, Duration::from_nanos),
        user_time,
        kernel_time,
        started_at: Some(clock.boot + clock.duration(stat.start_ticks)),
        state: ThreadState(stat.state),
        priority: stat.priority,
        name: stat.name,
        wait_channel: is_second.then(|| wait_channel(task)).flatten(),
        syscall: is_second.then(|| syscall(task)).flatten(),
        io: text("io").map(|lines| parse_io(&String::from_utf8_lossy(&lines))),
    })
}

impl Stat {
    /// The name is in parentheses and may contain any characters, also parentheses.
    fn parse(line: &str) -> Option<Self> {
        let open = line.find('(')?;
        let close = line.rfind(')')?;
        let name = line.get(open + 1..close)?.to_owned();
        let fields: Vec<&str> = line.get(close + 1..)?.split_ascii_whitespace().collect();
        // Field numbers as in proc(5); the first field after the name is number 3.
        let field = |number: usize| fields.get(number - 3).copied();
        Some(Self {
            name,
            state: field(3)?.chars().next()?,
            user_ticks: field(14)?.parse().ok()?,
            kernel_ticks: field(15)?.parse().ok()?,
            priority: field(18)?.parse().ok()?,
            start_ticks: field(22)?.parse().ok()?,
        })
    }
}

fn parse_io(lines: &str) -> ThreadIo {
    let value = |key: &str| {
        lines
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix(':')?.trim().parse().ok())
            .unwrap_or_default()
    };
    ThreadIo {
        read_chars: value("rchar"),
        write_chars: value("wchar"),
        read_syscalls: value("syscr"),
        write_syscalls: value("syscw"),
        read_bytes: value("read_bytes"),
        write_bytes: value("write_bytes"),
    }
}

/// The kernel function a thread sleeps in; `0` means that it runs or that access is denied.
fn wait_channel(task: &Path) -> Option<String> {
    let name = std::fs::read_to_string(task.join("wchan")).ok()?;
    let name = name.trim();
    (!name.is_empty() && name != "0").then(|| name.to_owned())
}

/// The system call a thread is in: `running`, or a number and its arguments, which are dropped.
fn syscall(task: &Path) -> Option<String> {
    let line = std::fs::read_to_string(task.join("syscall")).ok()?;
    syscall_of(&line)
}

fn syscall_of(line: &str) -> Option<String> {
    // -1: it is in the kernel for another reason, such as a page fault.
    let number: libc::c_long =
        line.split_ascii_whitespace().next()?.parse().ok().filter(|number| *number >= 0)?;
    Some(super::syscall_names::name_of(number).map_or_else(|| format!("syscall {number}"), str::to_owned))
}

/// All processors' ticks since boot: the first line of `/proc/stat`.
pub(super) fn machine_ticks() -> Option<MachineTicks> {
    parse_machine(std::fs::read_to_string("/proc/stat").ok()?.lines().next()?)
}

/// `cpu user nice system idle iowait irq softirq steal guest guest_nice`; guest time is within user time.
fn parse_machine(line: &str) -> Option<MachineTicks> {
    let values: Vec<u64> = line
        .strip_prefix("cpu ")?
        .split_ascii_whitespace()
        .take(8)
        .filter_map(|value| value.parse().ok())
        .collect();
    let idle = values.get(3)?.saturating_add(values.get(4).copied().unwrap_or_default());
    Some(MachineTicks { idle, total: values.iter().sum() })
}

fn ticks_per_second() -> u64 {
    // SAFETY: sysconf takes a number.
    u64::try_from(unsafe { libc::sysconf(libc::_SC_CLK_TCK) }).ok().filter(|ticks| *ticks > 0).unwrap_or(100)
}

/// The moment from which start times count. Worked out once: the wall clock is put right all the time, and a
/// thread that seemed to have started a microsecond later in each sample could not be known again by its
/// start.
fn boot_time() -> SystemTime {
    static BOOT: OnceLock<SystemTime> = OnceLock::new();
    *BOOT.get_or_init(boot_time_by_the_clocks)
}

fn boot_time_by_the_clocks() -> SystemTime {
    let mut up = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the kernel writes one timespec of ours.
    unsafe { libc::clock_gettime(libc::CLOCK_BOOTTIME, &raw mut up) };
    let up = Duration::new(u64::try_from(up.tv_sec).unwrap_or(0), u32::try_from(up.tv_nsec).unwrap_or(0));
    SystemTime::now().checked_sub(up).unwrap_or(UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample_threads;

    #[test]
    fn writing_shows_in_the_io_of_the_writing_thread() {
        let (go, wait) = std::sync::mpsc::channel();
        let (done, finished) = std::sync::mpsc::channel();
        let writer = std::thread::spawn(move || {
            let mut sink = std::fs::File::options().write(true).open("/dev/null").unwrap();
            std::io::Write::write_all(&mut sink, &[0; 4096]).unwrap();
            // SAFETY: gettid only returns a number.
            go.send(unsafe { libc::gettid() }).unwrap();
            finished.recv().ok();
        });
        let tid = u32::try_from(wait.recv().unwrap()).unwrap();
        let sample = sample_threads(std::process::id(), Duration::from_millis(50)).unwrap();
        done.send(()).unwrap();
        writer.join().unwrap();
        let io = sample.threads.iter().find(|thread| thread.tid == tid).unwrap().io;
        // Kernels built without task I/O accounting have no such file; then absence is the right answer.
        match std::fs::metadata("/proc/self/io") {
            Ok(_) => assert!(io.unwrap().write_chars >= 4096, "{io:?}"),
            Err(_) => assert_eq!(io, None),
        }
    }

    #[test]
    fn a_thread_has_the_same_start_in_every_sample() {
        let start = || {
            let sample = sample_threads(std::process::id(), Duration::from_millis(1)).unwrap();
            sample.threads.iter().find(|thread| thread.tid == std::process::id()).unwrap().started_at.unwrap()
        };
        let first = start();
        assert!((0..20).all(|_| start() == first));
    }

    #[test]
    fn another_users_process_is_refused_and_not_shown() {
        // SAFETY: reads our own user id.
        let us = unsafe { libc::getuid() };
        let of = |pid: u32| {
            std::os::unix::fs::MetadataExt::uid(&std::fs::metadata(format!("/proc/{pid}")).unwrap())
        };
        if us != 0 {
            // The first process of a machine is root's, unless this runs in a container of the same user's.
            if of(1) != us {
                let error = sample_threads(1, Duration::ZERO).unwrap_err();
                assert_eq!(error.code(), "other-user", "{error}");
            }
            return;
        }
        // Root can make itself another user's process.
        let mut other = {
            use std::os::unix::process::CommandExt;
            std::process::Command::new("sleep").arg("60").uid(65_534).gid(65_534).spawn().unwrap()
        };
        let refused = sample_threads(other.id(), Duration::ZERO).unwrap_err();
        other.kill().unwrap();
        other.wait().unwrap();
        assert_eq!(refused.code(), "other-user", "{refused}");
        assert!(refused.to_string().contains(&other.id().to_string()), "{refused}");
    }

    #[test]
    fn an_unknown_process_is_reported_as_ended() {
        let error = sample_threads(u32::MAX >> 2, Duration::ZERO).unwrap_err();
        assert!(matches!(error, StackError::TargetGone { .. }), "{error}");
    }

    #[test]
    fn a_stat_line_is_split_around_any_name() {
        let line = "7 (a (b) c) D 1 7 7 0 -1 64 1 0 0 0 31 42 0 0 20 0 9 0 5555 1 2";
        let wanted = Stat {
            name: "a (b) c".into(),
            state: 'D',
            user_ticks: 31,
            kernel_ticks: 42,
            priority: 20,
            start_ticks: 5555,
        };
        assert_eq!(Stat::parse(line), Some(wanted));
        assert_eq!(Stat::parse("7 (short) S 1"), None);
    }

    #[test]
    fn a_system_call_has_a_name_or_a_number_and_running_is_none() {
        let line = |number: libc::c_long| format!("{number} 0x7f 0x0 0x7ffe 0x0");
        assert_eq!(syscall_of(&line(libc::SYS_futex)).as_deref(), Some("futex"));
        assert_eq!(syscall_of(&line(9999)).as_deref(), Some("syscall 9999"));
        assert_eq!(syscall_of("running"), None);
        assert_eq!(syscall_of(&line(-1)), None);
        assert_eq!(syscall_of(""), None);
    }

    #[test]
    fn machine_load_is_what_is_not_idle() {
        let before = parse_machine("cpu  100 0 100 800 0 0 0 0 0 0").unwrap();
        let after = parse_machine("cpu  150 0 150 850 50 0 0 0 0 0").unwrap();
        assert!((before.busy_percent_until(after) - 50.0).abs() < 1e-9);
        assert!(parse_machine("cpu0 1 2").is_none());
    }
}
