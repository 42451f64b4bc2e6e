//! The threads of a process as the kernel counts them, read twice: `/proc/PID/task/*` on Linux,
//! `NtQuerySystemInformation` on Windows, `proc_pidinfo` on macOS.

use std::time::{Duration, SystemTime};

use crate::StackError;

#[cfg(target_os = "linux")]
mod linux;
mod machine;
#[cfg(target_os = "macos")]
mod macos;
mod reading;
#[cfg(target_os = "linux")]
mod syscall_names;
#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
mod unsupported;
#[cfg(windows)]
mod windows;

#[cfg(target_os = "linux")]
use self::linux as system;
#[cfg(target_os = "macos")]
use self::macos as system;
#[cfg(not(any(target_os = "linux", target_os = "macos", windows)))]
use self::unsupported as system;
#[cfg(windows)]
use self::windows as system;

/// The threads of one process over one interval.
#[derive(Debug, Clone)]
pub struct ThreadSample {
    /// The process.
    pub pid: u32,
    /// The time of the second reading.
    pub taken_at: SystemTime,
    /// The time between the two readings, as measured.
    pub interval: Duration,
    /// Processors of this machine; a thread's share refers to one of them.
    pub processors: u32,
    /// The process's share of the processors over the interval: 100 is one processor fully used.
    pub process_cpu_percent: f64,
    /// The whole machine's load over the interval, 0 to 100.
    pub machine_cpu_percent: f64,
    /// The threads, busiest first.
    pub threads: Vec<ThreadInfo>,
}

/// One thread.
#[derive(Debug, Clone)]
pub struct ThreadInfo {
    /// The operating system's thread id.
    pub tid: u32,
    /// The thread's own name, at most 15 bytes on Linux; `thread ID` for one without a name.
    pub name: String,
    /// What it was doing at the second reading.
    pub state: ThreadState,
    /// What it sleeps in, if available: the kernel function on Linux, the reason of the wait on Windows.
    pub wait_channel: Option<String>,
    /// The system call it is in, by name where it is a usual one; absent while it runs or if not available.
    pub syscall: Option<String>,
    /// Its share of one processor over the interval: 100 is one processor fully used.
    pub cpu_percent: f64,
    /// When it was started; absent on macOS, which does not report it.
    pub started_at: Option<SystemTime>,
    /// Processor time in user code since its start.
    pub user_time: Duration,
    /// Processor time in the kernel since its start.
    pub kernel_time: Duration,
    /// The kernel's priority number: on Linux 20 is ordinary and lower is more urgent; on Windows (8) and macOS (31) higher
    /// is more urgent.
    pub priority: i32,
    /// I/O since its start; absent if not available.
    pub io: Option<ThreadIo>,
    /// I/O during the interval.
    pub io_in_interval: Option<ThreadIo>,
}

/// I/O counters of `/proc/PID/task/TID/io`; Linux only.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ThreadIo {
    /// Bytes requested by read calls, cached or not.
    pub read_chars: u64,
    /// Bytes passed to write calls.
    pub write_chars: u64,
    /// Number of read calls.
    pub read_syscalls: u64,
    /// Number of write calls.
    pub write_syscalls: u64,
    /// Bytes read from a device.
    pub read_bytes: u64,
    /// Bytes that really go to a device.
    pub write_bytes: u64,
}

/// A thread's state, by the letter that Linux gives it; states of other systems have the letter that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadState(pub char);

impl ThreadState {
    /// The letter.
    pub fn letter(self) -> char {
        self.0
    }

    /// The state in words.
    pub fn text(self) -> &'static str {
        match self.0 {
            'R' => "running",
            'S' => "sleeping",
            'D' => "waiting for a device",
            'T' => "stopped",
            't' => "stopped by a tracer",
            'Z' => "ended, not yet collected",
            'X' | 'x' => "dead",
            'I' => "idle",
            'P' => "parked",
            'K' | 'W' => "waking",
            _ => "unknown",
        }
    }
}

/// Reads the threads of `pid`, waits `interval`, reads them again and reports what happened between.
///
/// Blocks for `interval`. Threads that end in between are left out; new ones count from their start.
pub(crate) fn sample(pid: u32, interval: Duration) -> Result<ThreadSample, StackError> {
    system::require_readable(pid)?;
    reading::sample(pid, interval, |turn| system::read_all(pid, turn), system::machine_ticks)
}

#[cfg(test)]
#[cfg(any(target_os = "linux", target_os = "macos", windows))]
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
        // Wine reports every thread as waiting.
        if !cfg!(windows) {
            assert_eq!(spinning.state.text(), "running");
            assert_eq!(waiting.state.letter(), 'S');
        }
        assert!(waiting.cpu_percent < 5.0, "{waiting:?}");
        assert!(sample.interval >= Duration::from_millis(300));
        assert!(sample.process_cpu_percent >= spinning.cpu_percent);
        assert!((0.0..=100.0).contains(&sample.machine_cpu_percent));
        if let Some(started_at) = waiting.started_at {
            let age = SystemTime::now().duration_since(started_at).unwrap_or_default();
            assert!(age < Duration::from_secs(30), "{age:?}");
        }
        assert_eq!(waiting.started_at.is_none(), cfg!(target_os = "macos"));
        let order: Vec<_> = sample.threads.iter().map(|thread| thread.cpu_percent).collect();
        assert!(order.is_sorted_by(|a, b| a >= b));
    }
}
