//! The seam between what is asked and the operating system that answers: one [`StackSource`] per platform.
//!
//! Windows would stop thread by thread (`SuspendThread`, `GetThreadContext`, `ReadProcessMemory`), macOS needs
//! `task_for_pid`; until that is built and tried, both answer "not available on this platform, because …".

use std::path::Path;
use std::time::Duration;

use crate::{Capture, CaptureOptions, ProcessInfo, SelfTest, StackError, ThreadSample};

/// Reads threads and stacks on one platform. Every call may block for as long as it measures.
pub trait StackSource: Send + Sync {
    /// Reads the threads of `pid` twice, `interval` apart, and tells what happened between. Threads that end in
    /// between are left out; new ones count from their start.
    fn sample_threads(&self, pid: u32, interval: Duration) -> Result<ThreadSample, StackError>;
    /// Captures the stacks of a process. Captures are serialised within this process.
    fn capture(&self, options: &CaptureOptions) -> Result<Capture, StackError>;
    /// The processes of this user, ourselves among them, by process id.
    fn processes(&self) -> Result<Vec<ProcessInfo>, StackError>;
    /// What the capture program can and cannot do here, and why.
    fn self_test(&self, helper: &Path) -> Result<SelfTest, StackError>;
}

/// The one of the platform this was built for.
pub fn source() -> &'static dyn StackSource {
    &Here
}

/// Reads the threads of a process: [`StackSource::sample_threads`] on this platform.
pub fn sample_threads(pid: u32, interval: Duration) -> Result<ThreadSample, StackError> {
    source().sample_threads(pid, interval)
}

/// Captures the stacks of a process: [`StackSource::capture`] on this platform.
pub fn capture(options: &CaptureOptions) -> Result<Capture, StackError> {
    source().capture(options)
}

/// Lists this user's processes: [`StackSource::processes`] on this platform.
pub fn processes() -> Result<Vec<ProcessInfo>, StackError> {
    source().processes()
}

/// Tries the capture program: [`StackSource::self_test`] on this platform.
pub fn self_test(helper: &Path) -> Result<SelfTest, StackError> {
    source().self_test(helper)
}

/// The platform this was built for.
struct Here;

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
impl StackSource for Here {
    fn sample_threads(&self, pid: u32, interval: Duration) -> Result<ThreadSample, StackError> {
        crate::threads::sample_on_linux(pid, interval)
    }

    fn capture(&self, options: &CaptureOptions) -> Result<Capture, StackError> {
        crate::capture::capture_on_linux(options)
    }

    fn processes(&self) -> Result<Vec<ProcessInfo>, StackError> {
        crate::processes::list()
    }

    fn self_test(&self, helper: &Path) -> Result<SelfTest, StackError> {
        crate::self_test::run(helper)
    }
}

/// Linux on other processors: the threads can be read, their stacks cannot.
#[cfg(all(target_os = "linux", not(any(target_arch = "x86_64", target_arch = "aarch64"))))]
impl StackSource for Here {
    fn sample_threads(&self, pid: u32, interval: Duration) -> Result<ThreadSample, StackError> {
        crate::threads::sample_on_linux(pid, interval)
    }

    fn capture(&self, _options: &CaptureOptions) -> Result<Capture, StackError> {
        Err(StackError::unsupported())
    }

    fn processes(&self) -> Result<Vec<ProcessInfo>, StackError> {
        crate::processes::list()
    }

    fn self_test(&self, _helper: &Path) -> Result<SelfTest, StackError> {
        Err(StackError::unsupported())
    }
}

#[cfg(not(target_os = "linux"))]
impl StackSource for Here {
    fn sample_threads(&self, _pid: u32, _interval: Duration) -> Result<ThreadSample, StackError> {
        Err(StackError::unsupported())
    }

    fn capture(&self, _options: &CaptureOptions) -> Result<Capture, StackError> {
        Err(StackError::unsupported())
    }

    fn processes(&self) -> Result<Vec<ProcessInfo>, StackError> {
        Err(StackError::unsupported())
    }

    fn self_test(&self, _helper: &Path) -> Result<SelfTest, StackError> {
        Err(StackError::unsupported())
    }
}
