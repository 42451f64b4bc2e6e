//! The threads of a process as the kernel counts them: `/proc/PID/task/*`, read twice.

use std::time::{Duration, SystemTime};

#[cfg(target_os = "linux")]
use crate::StackError;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod syscall_names;

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
    /// The thread's own name, at most 15 bytes on Linux.
    pub name: String,
    /// What it was doing at the second reading.
    pub state: ThreadState,
    /// The kernel function it sleeps in, if available.
    pub wait_channel: Option<String>,
    /// The system call it is in, by name where it is a usual one; absent while it runs or if not available.
    pub syscall: Option<String>,
    /// Its share of one processor over the interval: 100 is one processor fully used.
    pub cpu_percent: f64,
    /// When it was started.
    pub started_at: SystemTime,
    /// Processor time in user code since its start.
    pub user_time: Duration,
    /// Processor time in the kernel since its start.
    pub kernel_time: Duration,
    /// The kernel's priority number (20 is ordinary; lower is more urgent).
    pub priority: i32,
    /// I/O since its start; absent if not available.
    pub io: Option<ThreadIo>,
    /// I/O during the interval.
    pub io_in_interval: Option<ThreadIo>,
}

/// I/O counters of `/proc/PID/task/TID/io`.
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

/// A thread's state, by the letter the kernel gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThreadState(pub char);

impl ThreadState {
    /// The kernel's letter.
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
#[cfg(target_os = "linux")]
pub(crate) fn sample_on_linux(pid: u32, interval: Duration) -> Result<ThreadSample, StackError> {
    linux::sample(pid, interval)
}
