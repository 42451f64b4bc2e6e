//! One reading of one thread, and a sample from two readings.

use std::collections::HashMap;
use std::time::{Duration, Instant, SystemTime};

use rookery_cancel::CancelToken;

use super::machine::MachineTicks;
use super::{ThreadInfo, ThreadIo, ThreadSample, ThreadState};
use crate::StackError;

/// Which of the two readings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Turn {
    First,
    Second,
}

/// One thread at one moment.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) name: String,
    pub(super) state: ThreadState,
    /// Time on a processor, as finely as the system counts it.
    pub(super) busy: Duration,
    pub(super) user_time: Duration,
    pub(super) kernel_time: Duration,
    pub(super) priority: i32,
    pub(super) started_at: Option<SystemTime>,
    /// This and the system call: of the second reading only.
    pub(super) wait_channel: Option<String>,
    pub(super) syscall: Option<String>,
    pub(super) io: Option<ThreadIo>,
}

/// Reads the threads (by id) twice, with `interval` in between.
pub(super) fn sample(
    pid: u32,
    interval: Duration,
    read_all: impl Fn(Turn) -> Result<HashMap<u32, Reading>, StackError>,
    machine_ticks: impl Fn() -> Option<MachineTicks>,
) -> Result<ThreadSample, StackError> {
    let before = read_all(Turn::First)?;
    let machine_before = machine_ticks();
    let started = Instant::now();
    if CancelToken::current().sleep(interval) {
        return Err(StackError::Cancelled);
    }
    let after = read_all(Turn::Second)?;
    let measured = started.elapsed();
    let machine_after = machine_ticks();
    let mut threads: Vec<_> =
        after.into_iter().map(|(tid, now)| now.since(tid, before.get(&tid), measured)).collect();
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
            .map_or(0.0, |(before, after)| before.busy_percent_until(after)),
        threads,
    })
}

impl Reading {
    fn since(self, tid: u32, then: Option<&Self>, interval: Duration) -> ThreadInfo {
        // The same number with another start is another thread.
        let then = then.filter(|then| then.started_at == self.started_at);
        let busy = self.busy.saturating_sub(then.map_or(Duration::ZERO, |then| then.busy));
        ThreadInfo {
            tid,
            cpu_percent: share(busy, interval),
            wait_channel: self.wait_channel,
            syscall: self.syscall,
            started_at: self.started_at,
            user_time: self.user_time,
            kernel_time: self.kernel_time,
            priority: self.priority,
            state: self.state,
            name: self.name,
            io: self.io,
            io_in_interval: self.io.map(|io| io.since(then.and_then(|then| then.io).unwrap_or_default())),
        }
    }
}

fn share(busy: Duration, of: Duration) -> f64 {
    if of.is_zero() { 0.0 } else { busy.as_secs_f64() * 100.0 / of.as_secs_f64() }
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
