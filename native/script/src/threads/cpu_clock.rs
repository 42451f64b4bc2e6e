//! The processor time of a thread, read from another one: a script that merely waits for a processor is not
//! stuck.

use std::time::Duration;

/// The clock of the thread that created it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CpuClock {
    #[cfg(target_os = "linux")]
    id: Option<libc::clockid_t>,
}

#[cfg(target_os = "linux")]
impl CpuClock {
    /// The clock of the calling thread.
    pub(crate) fn of_this_thread() -> Self {
        let mut id: libc::clockid_t = 0;
        // SAFETY: `pthread_self` is a live thread, and `id` is written only.
        let result = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut id) };
        Self { id: (result == 0).then_some(id) }
    }

    /// Processor time so far. `None` if the thread has ended or the platform has no such clock.
    pub(crate) fn now(self) -> Option<Duration> {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the id is a number; one of a thread that has ended is refused. `time` is written only.
        let result = unsafe { libc::clock_gettime(self.id?, &raw mut time) };
        if result != 0 {
            return None;
        }
        Some(Duration::new(u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?))
    }
}

#[cfg(not(target_os = "linux"))]
impl CpuClock {
    pub(crate) fn of_this_thread() -> Self {
        Self {}
    }

    pub(crate) fn now(self) -> Option<Duration> {
        None
    }
}
