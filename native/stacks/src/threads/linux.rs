//! The two readings of `/proc/PID/task/*` on Linux.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rookery_cancel::CancelToken;

use super::{ThreadInfo, ThreadIo, ThreadSample, ThreadState};
use crate::StackError;

/// One reading of one thread.
struct Reading {
    stat: Stat,
    /// Time on a processor in nanoseconds, where the kernel counts that finely.
    on_cpu_ns: Option<u64>,
    io: Option<ThreadIo>,
}

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

pub(super) fn sample(pid: u32, interval: Duration) -> Result<ThreadSample, StackError> {
    if pid != std::process::id() {
        crate::processes::require_own_user(pid)?;
    }
    let tasks = PathBuf::from(format!("/proc/{pid}/task"));
    let ticks_per_second = ticks_per_second();
    let before = read_all(&tasks, pid)?;
    let machine_before = MachineTicks::read();
    let started = Instant::now();
    if CancelToken::current().sleep(interval) {
        return Err(StackError::Cancelled);
    }
    let after = read_all(&tasks, pid)?;
    let measured = started.elapsed();
    let machine_after = MachineTicks::read();
    let boot = boot_time();

    let mut threads: Vec<_> = after
        .into_iter()
        .map(|(tid, now)| {
            // The same number with another start is another thread.
            let then = before.get(&tid).filter(|then| then.stat.start_ticks == now.stat.start_ticks);
            let busy = now
                .busy(ticks_per_second)
                .saturating_sub(then.map_or(Duration::ZERO, |then| then.busy(ticks_per_second)));
            ThreadInfo {
                tid,
                cpu_percent: share(busy, measured),
                wait_channel: wait_channel(&tasks, tid),
                syscall: syscall(&tasks, tid),
                started_at: boot + ticks(now.stat.start_ticks, ticks_per_second),
                user_time: ticks(now.stat.user_ticks, ticks_per_second),
                kernel_time: ticks(now.stat.kernel_ticks, ticks_per_second),
                priority: now.stat.priority,
                state: ThreadState(now.stat.state),
                name: now.stat.name,
                io: now.io,
                io_in_interval: now.io.map(|io| io.since(then.and_then(|then| then.io).unwrap_or_default())),
            }
        })
        .collect();
    threads.sort_by(|a, b| b.cpu_percent.total_cmp(&a.cpu_percent).then(a.tid.cmp(&b.tid)));
    Ok(ThreadSample {
        pid,
        taken_at: SystemTime::now(),
        interval: measured,
        processors: std::thread::available_parallelism()
            .map_or(1, |count| u32::try_from(count.get()).unwrap_or(u32::MAX)),
        process_cpu_percent: threads.iter().map(|thread| thread.cpu_percent).sum(),
        machine_cpu_percent: machine_before
            .zip(machine_after)
            .map_or(0.0, |(before, after)| before.busy_percent_until(&after)),
        threads,
    })
}

fn read_all(tasks: &Path, pid: u32) -> Result<HashMap<u32, Reading>, StackError> {
    let entries = std::fs::read_dir(tasks).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => StackError::TargetGone { pid },
        _ => StackError::io(format!("listing the threads of process {pid}"), error),
    })?;
    let mut readings = HashMap::new();
    for entry in entries {
        let Ok(entry) = entry else { break };
        let Some(tid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        // A thread that ends while it is read is no longer a thread.
        if let Some(reading) = Reading::of(&entry.path()) {
            readings.insert(tid, reading);
        }
    }
    if readings.is_empty() { Err(StackError::TargetGone { pid }) } else { Ok(readings) }
}

impl Reading {
    fn of(task: &Path) -> Option<Self> {
        let text = |name: &str| std::fs::read(task.join(name)).ok();
        let stat = text("stat")?;
        Some(Self {
            stat: Stat::parse(&String::from_utf8_lossy(&stat))?,
            on_cpu_ns: text("schedstat")
                .and_then(|line| String::from_utf8_lossy(&line).split(' ').next()?.parse().ok())
                // Kernels without these statistics report zero.
                .filter(|ns| *ns != 0),
            io: text("io").map(|lines| parse_io(&String::from_utf8_lossy(&lines))),
        })
    }

    fn busy(&self, ticks_per_second: u64) -> Duration {
        match self.on_cpu_ns {
            Some(ns) => Duration::from_nanos(ns),
            None => ticks(self.stat.user_ticks.saturating_add(self.stat.kernel_ticks), ticks_per_second),
        }
    }
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

impl ThreadIo {
    fn since(self, then: Self) -> Self {
        Self {
            read_chars: self.read_chars.saturating_sub(then.read_chars),
            write_chars: self.write_chars.saturating_sub(then.write_chars),
            read_syscalls: self.read_syscalls.saturating_sub(then.read_syscalls),
            write_syscalls: self.write_syscalls.saturating_sub(then.write_syscalls),
            read_bytes: self.read_bytes.saturating_sub(then.read_bytes),
            write_bytes: self.write_bytes.saturating_sub(then.write_bytes),
        }
    }
}

/// The kernel function a thread sleeps in; `0` means that it runs or that access is denied.
fn wait_channel(tasks: &Path, tid: u32) -> Option<String> {
    let name = std::fs::read_to_string(tasks.join(format!("{tid}/wchan"))).ok()?;
    let name = name.trim();
    (!name.is_empty() && name != "0").then(|| name.to_owned())
}

/// The system call a thread is in: `running`, or a number and its arguments, which are dropped.
fn syscall(tasks: &Path, tid: u32) -> Option<String> {
    let line = std::fs::read_to_string(tasks.join(format!("{tid}/syscall"))).ok()?;
    syscall_of(&line)
}

fn syscall_of(line: &str) -> Option<String> {
    // -1: it is in the kernel for another reason, such as a page fault.
    let number: libc::c_long =
        line.split_ascii_whitespace().next()?.parse().ok().filter(|number| *number >= 0)?;
    Some(super::syscall_names::name_of(number).map_or_else(|| format!("syscall {number}"), str::to_owned))
}

/// All processors' ticks since boot.
struct MachineTicks {
    idle: u64,
    total: u64,
}

impl MachineTicks {
    fn read() -> Option<Self> {
        Self::parse(std::fs::read_to_string("/proc/stat").ok()?.lines().next()?)
    }

    /// `cpu user nice system idle iowait irq softirq steal guest guest_nice`; guest time is within user time.
    fn parse(line: &str) -> Option<Self> {
        let values: Vec<u64> = line
            .strip_prefix("cpu ")?
            .split_ascii_whitespace()
            .take(8)
            .filter_map(|value| value.parse().ok())
            .collect();
        let idle = values.get(3)?.saturating_add(values.get(4).copied().unwrap_or_default());
        Some(Self { idle, total: values.iter().sum() })
    }

    fn busy_percent_until(&self, later: &Self) -> f64 {
        let total = later.total.saturating_sub(self.total);
        let idle = later.idle.saturating_sub(self.idle).min(total);
        if total == 0 { 0.0 } else { (total - idle) as f64 * 100.0 / total as f64 }
    }
}

fn share(busy: Duration, of: Duration) -> f64 {
    if of.is_zero() { 0.0 } else { busy.as_secs_f64() * 100.0 / of.as_secs_f64() }
}

fn ticks(count: u64, per_second: u64) -> Duration {
    Duration::from_nanos(
        u64::try_from(u128::from(count) * 1_000_000_000 / u128::from(per_second)).unwrap_or(u64::MAX),
    )
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
    fn busy_and_waiting_threads_are_distinguished() {
        use std::sync::atomic::{AtomicBool, Ordering};
        use std::sync::{Arc, mpsc};

        let stop = Arc::new(AtomicBool::new(false));
        let (release, held) = mpsc::channel::<()>();
        let spinning = std::thread::Builder::new().name("t-spinning".into()).spawn({
            let stop = Arc::clone(&stop);
            move || {
                while !stop.load(Ordering::Relaxed) {
                    std::hint::spin_loop()
                }
            }
        });
        let waiting = std::thread::Builder::new().name("t-waiting".into()).spawn(move || held.recv().ok());
        let sample = sample_threads(std::process::id(), Duration::from_millis(300)).unwrap();
        stop.store(true, Ordering::Relaxed);
        drop(release);
        spinning.unwrap().join().unwrap();
        waiting.unwrap().join().unwrap();

        let named = |name: &str| sample.threads.iter().find(|thread| thread.name == name).unwrap();
        let (spinning, waiting) = (named("t-spinning"), named("t-waiting"));
        assert!(spinning.cpu_percent > waiting.cpu_percent + 1.0, "{sample:?}");
        assert_eq!(spinning.state.text(), "running");
        assert_eq!(waiting.state.letter(), 'S');
        assert!(waiting.cpu_percent < 5.0, "{waiting:?}");
        assert!(sample.interval >= Duration::from_millis(300));
        assert!(sample.process_cpu_percent >= spinning.cpu_percent);
        assert!((0.0..=100.0).contains(&sample.machine_cpu_percent));
        let age = SystemTime::now().duration_since(waiting.started_at).unwrap_or_default();
        assert!(age < Duration::from_secs(30), "{age:?}");
        let order: Vec<_> = sample.threads.iter().map(|thread| thread.cpu_percent).collect();
        assert!(order.is_sorted_by(|a, b| a >= b));
    }

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
            sample.threads.iter().find(|thread| thread.tid == std::process::id()).unwrap().started_at
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
        let before = MachineTicks::parse("cpu  100 0 100 800 0 0 0 0 0 0").unwrap();
        let after = MachineTicks::parse("cpu  150 0 150 850 50 0 0 0 0 0").unwrap();
        assert!((before.busy_percent_until(&after) - 50.0).abs() < 1e-9);
        assert!(MachineTicks::parse("cpu0 1 2").is_none());
    }
}
